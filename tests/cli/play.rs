//! Simulations and games at the terminal, on the shipped game.

use crate::Place;

/// The shipped game, as it is unpacked for expansions.
fn shipped() -> (Place, String) {
    let place = Place::expansion();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/crawler").to_owned();
    (place, content)
}

#[test]
fn a_simulation_gives_the_same_report_for_the_same_seed() {
    let (place, content) = shipped();
    let run = |threads: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["sim", &content, "--games", "3", "--seed", "7", "--format", "json", "--formats"])
            .args(["solo-starter,coop-2p,competitive-standard,multi-3-6p"])
            .env("RAYON_NUM_THREADS", threads)
            .current_dir(place.path(""))
            .output()
            .expect("the command runs")
    };
    let (one, two) = (run("1"), run("2"));
    assert_eq!(one.status.code(), Some(0), "{}", String::from_utf8_lossy(&one.stderr));
    assert!(one.stdout == two.stdout);
}

#[test]
fn shards_of_a_plan_add_up_to_the_same_report() {
    let (place, content) = shipped();
    let games = ["--games", "7", "--seed", "3", "--formats", "solo-starter", "--bots", "random"];
    let plan = [&["sim", "plan", &content][..], &games, &["--shards", "3", "--out", "p.json"]];
    let said = place.run(&plan.concat()).code(0).stdout();
    assert!(said.contains("in 3 shards"), "{said}");
    for shard in ["2", "0"] {
        place.run(&["sim", "shard", "p.json", shard]).code(0);
    }
    let missing = place.run(&["sim", "merge", "p.json"]).code(2).stderr();
    assert!(missing.contains("1 shard of the plan has not been played: 1"), "{missing}");
    place.run(&["sim", "shard", "p.json", "1"]).code(0);
    let again = place.run(&["sim", "shard", "p.json", "1"]).code(0).stderr();
    assert!(again.contains("is there already"), "{again}");
    place.run(&["sim", "shard", "p.json", "3"]).code(2);
    let whole =
        place.run(&[&["sim", &content][..], &games, &["--format", "json"]].concat()).code(0);
    let merged = place.run(&["sim", "merge", "p.json", "--format", "json"]).code(0);
    assert!(whole.stdout() == merged.stdout(), "the same bytes");
}

#[test]
fn an_edit_is_compared_with_the_version_before() {
    let place = Place::expansion();
    let same = ["sim", "moon", "--against", "moon", "--games", "400", "--bots", "random"];
    let run = place.run(&[&same[..], &["--formats", "solo-starter", "--report", "out"]].concat());
    let said = run.code(0).stdout();
    assert!(said.contains("no difference of the size of interest"), "{said}");
    assert!(said.contains("0 of which ended differently"), "{said}");
    let page = std::fs::read_to_string(place.path("out/moon/reports/edit.html")).expect("a page");
    assert!(page.contains("<svg class=\"chart\"") && !page.contains("<script"), "{page}");
}

#[test]
fn an_edit_is_answered_by_shards_as_by_one_process() {
    let place = Place::expansion();
    let games = ["--games", "400", "--bots", "random", "--formats", "solo-starter"];
    let plan = ["sim", "plan", "moon", "--against", "moon", "--shards", "4", "--out", "p.json"];
    place.run(&[&plan[..], &games].concat()).code(0);
    let missing = place.run(&["sim", "merge", "p.json"]).code(2).stderr();
    assert!(missing.contains("1 shard of the plan has not been played: 0"), "{missing}");
    for shard in ["0", "1", "2", "3"] {
        place.run(&["sim", "shard", "p.json", shard]).code(0);
    }
    let merged = place.run(&["sim", "merge", "p.json", "--format", "json"]).code(0);
    let whole = ["sim", "moon", "--against", "moon", "--format", "json"];
    let whole = place.run(&[&whole[..], &games].concat()).code(0);
    assert!(whole.stdout() == merged.stdout(), "the same bytes");
}

#[test]
fn games_are_written_as_rows_and_shards_write_their_part() {
    let (place, content) = shipped();
    let games = ["--games", "9", "--seed", "3", "--formats", "solo-starter", "--bots", "random"];
    let rows = ["sim", &content, "--rows", "rows", "--decisions"];
    place.run(&[&rows[..], &games].concat()).code(0);
    let plan = ["sim", "plan", &content, "--rows", "--shards", "2", "--out", "p.json"];
    place.run(&[&plan[..], &games].concat()).code(0);
    for shard in ["0", "1"] {
        place.run(&["sim", "shard", "p.json", shard]).code(0);
    }
    let tables = ["rows/games.parquet", "rows/seats.parquet", "rows/decisions.parquet"];
    let parts = ["p-parts/games/000000.parquet", "p-parts/seats/000001.parquet"];
    for file in tables.into_iter().chain(parts) {
        let bytes = std::fs::read(place.path(file)).expect(file);
        // What stands between is read by DuckDB and pyarrow in tests/dask.
        assert!(bytes.starts_with(b"PAR1") && bytes.ends_with(b"PAR1"), "{file}");
    }
    assert!(!place.path("p-parts/decisions").exists(), "nobody asked for decisions");
}

#[test]
fn bots_keep_the_habits_that_are_asked_for() {
    let (place, content) = shipped();
    let games = ["sim", &content, "--games", "12", "--formats", "solo-starter", "--bots", "random"];
    let told = |habit: &[&str]| {
        let run = place.run(&[&games[..], habit, &["--format", "json"]].concat()).code(0);
        let report: serde_json::Value = serde_json::from_str(&run.stdout()).expect("a report");
        let simulation = &report["simulations"][0];
        let cards = simulation["cards"].as_array().expect("cards").clone();
        let card = cards.into_iter().find(|card| card["card"] == "long-sword").expect("the card");
        (simulation["bots"][0].as_str().expect("a name").to_owned(), card["played"].clone())
    };
    let (name, played) = told(&[]);
    assert_eq!(name, "random");
    assert!(played.as_u64() > Some(0), "{played}");
    let (name, played) = told(&["--never", "long-sword"]);
    assert_eq!(name, "random (never long-sword)");
    assert_eq!(played.as_u64(), Some(0));
    let refused = place.run(&[&games[..], &["--never", "long-sward"]].concat()).code(2).stderr();
    assert!(refused.contains("long-sword"), "{refused}");
    let refused = place.run(&[&games[..], &["--always", "x:draw"]].concat()).code(2).stderr();
    assert!(refused.contains("names no seat"), "{refused}");
}

#[test]
fn thinking_more_is_traced_for_every_side() {
    let (place, content) = shipped();
    let games = ["sim", &content, "--skill", "--games", "1", "--formats", "solo-starter"];
    let said = place.run(&games).code(0).stdout();
    for simulations in ["   0 simulations: won", "  32 ", " 128 ", " 512 simulations: won"] {
        assert!(said.contains(simulations), "{said}");
    }
}

#[test]
fn different_bots_sit_at_one_table() {
    let (place, content) = shipped();
    let games = ["sim", &content, "--games", "1", "--formats", "competitive-standard"];
    let run = place.run(&[&games[..], &["--bots", "greedy+random"]].concat()).code(0);
    assert!(run.stdout().contains(" · greedy+random · "), "{}", run.stdout());
    let refused = place.run(&[&games[..], &["--bots", "oracle"]].concat()).code(2).stderr();
    assert!(refused.contains("there is no bot `oracle`; the bots are `random`"), "{refused}");
}

#[test]
fn a_simulation_closes_with_its_count() {
    let (place, content) = shipped();
    let run = place.run(&["sim", &content, "--games", "5", "--formats", "solo-starter"]).code(0);
    assert!(run.stdout().ends_with(" passed, 0 failed\n"), "{}", run.stdout());
}

#[test]
fn a_simulation_seats_larger_tables_and_works_out_attacks() {
    let place = Place::expansion();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/explore");
    let games = ["sim", content, "--games", "1", "--bots", "random", "--formats", "delve"];
    let run = place.run(&[&games[..], &["--seats", "3", "--report", "out"]].concat()).code(0);
    let said = run.stdout();
    assert!(said.contains("hammer-and-herb (2\u{a0}seats) + rex-at-home"), "{said}");
    assert!(said.contains("hammer-and-herb won together"), "{said}");
    assert!(said.contains("basic attacks, exactly:\n  hearthsworn-fighter hits "), "{said}");
    assert!(!said.contains("never played: egg-clutch"), "{said}");
    let figures = place.path("out/explore/reports/balance.json");
    let figures = std::fs::read_to_string(figures).expect("a report");
    let figures: serde_json::Value = serde_json::from_str(&figures).expect("it is JSON");
    // 2B 1R against 2 white stars; the same number as `cardwright odds` prints.
    let smith =
        figures["encounters"].as_array().expect("attacks").iter().find(|one| {
            one["attacker"] == "hearthsworn-fighter" && one["target"] == "kobold-warrens"
        });
    let smith = smith.expect("the Fighter attacks the Warrens");
    assert_eq!(smith["chance-per-mille"], 477, "{smith}");
    assert_eq!(smith["attack"], serde_json::Value::Null);
}

#[test]
fn a_game_of_bots_replays_from_its_log() {
    let (place, content) = shipped();
    let game = place
        .run(&["play", &content, "--seats", "greedy", "--seed", "3", "--log", "game.json"])
        .code(0);
    let ending = game.stdout().lines().last().expect("an ending").to_owned();
    assert!(ending.starts_with("The game is over"), "{ending}");
    let replay = place.run(&["play", &content, "--replay", "game.json"]).code(0);
    assert_eq!(replay.stdout().lines().last(), Some(ending.as_str()));

    // An impossible decision in a log is refused, not guessed.
    let log = std::fs::read_to_string(place.path("game.json")).expect("a log");
    let broken = log.replacen("\"decisions\":[", "\"decisions\":[99,", 1);
    std::fs::write(place.path("game.json"), broken).expect("written");
    place.run(&["play", &content, "--replay", "game.json"]).code(2);
}

#[test]
fn a_campaign_is_played_chapter_by_chapter() {
    let (place, content) = shipped();
    let games = ["sim", &content, "--games", "4", "--bots", "random,greedy"];
    let run = place.run(&[&games[..], &["--formats", "the-shroud"]].concat()).code(0);
    let said = run.stdout();
    assert!(said.contains("the-shroud · greedy · shroud-of-stars"), "{said}");
    assert!(said.contains("given up in chapter ") || said.contains("campaign won"), "{said}");
    assert!(said.ends_with("8 passed, 0 failed\n"), "{said}");
    // The party of another deck goes into the same chapters.
    let other = ["--formats", "the-shroud", "--decks", "goblin-champion"];
    let said = place.run(&[&games[..], &other].concat()).code(0).stdout();
    assert!(said.contains("the-shroud · greedy · goblin-champion"), "{said}");
    let play = ["play", &content, "--in", "the-shroud", "--seats", "greedy", "--log", "tale.json"];
    let said = place.run(&play).code(0).stdout();
    assert!(said.contains("Chapter 1 of 4 is "), "{said}");
    let again = place.run(&["play", &content, "--replay", "tale.json"]).code(0).stdout();
    let end = |said: &str| said.lines().last().map(str::to_owned);
    assert_eq!(end(&said), end(&again));
    let wrong = place.run(&["play", &content, "--in", "the-shrowd"]).code(2).stderr();
    assert!(wrong.contains("the-shroud"), "{wrong}");
}

#[test]
fn a_package_without_decks_plays_those_below_and_says_so() {
    let place = Place::expansion();
    std::fs::remove_dir_all(place.path("moon/decks")).expect("the starter has a deck");
    let run = place.run(&["sim", "moon", "--games", "1", "--formats", "solo-starter"]).code(0);
    let said = run.stderr();
    assert!(said.contains("`moon` has no deck of its own"), "{said}");
    assert!(said.contains("\"My Own\" for "), "{said}");
    let run = place.run(&["sim", "moon", "--formats", "solo-starte"]).code(2);
    let said = run.stderr();
    assert!(said.contains("no format `solo-starte`; did you mean `solo-starter`?"), "{said}");
    let run = place.run(&["play", "moon", "--decks", "nobody"]).code(2);
    assert!(run.stderr().contains("there is no deck `nobody`"), "{}", run.stderr());
}

#[test]
fn odds_take_dice_without_quotes_and_cards_by_name() {
    let place = Place::empty();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content/explore");
    let bare = place.run(&["odds", "2B", "1R", content]).code(0).stdout();
    let quoted = place.run(&["odds", "2B 1R", content]).code(0).stdout();
    assert_eq!(bare, quoted);
    assert!(bare.starts_with("star of 2B 1R: 2.50 on average"), "{bare}");
    let hits = ["odds", "hearthsworn-fighter", content, "--against", "kobold-warrens"];
    let said = place.run(&hits).code(0).stdout();
    assert!(said.contains("with its attack: 47.7 %"), "{said}");
    let refused = place.run(&["odds", "2B", "--against", "hearthsworn-fighter", content]).code(2);
    assert!(refused.stderr().contains("is a card: say which of its dice"), "{}", refused.stderr());
}
