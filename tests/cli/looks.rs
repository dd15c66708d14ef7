//! A package that looks different from its game, and the messages when that goes wrong.

use std::fs;
use std::path::Path;

use crate::Place;

/// The messages of a card build that must fail.
fn complaints(files: &[(&str, &str)]) -> String {
    let place = Place::expansion();
    for (name, text) in files {
        place.write(name, text);
    }
    place.run(&["build", "moon", "--only", "cards", "--dpi", "50"]).code(1).stderr()
}

#[track_caller]
fn expect(text: &str, parts: &[&str]) {
    for part in parts {
        assert!(text.contains(part), "`{part}` is not in\n{text}");
    }
}

#[test]
fn a_theme_of_the_package_changes_its_cards() {
    let place = Place::expansion();
    place.run(&["build", "moon", "--only", "cards", "--dpi", "50", "--out", "one"]).code(0);
    place.write("theme.toml", "[families.dungeon]\nborder = \"#123456\"\n");
    place.run(&["build", "moon", "--only", "cards", "--dpi", "50", "--out", "two"]).code(0);
    let svg = |folder: &str| {
        let folder = place.path(folder).join("moon/cards");
        let mut files: Vec<_> = fs::read_dir(folder)
            .expect("cards")
            .filter_map(|entry| Some(entry.ok()?.path()))
            .filter(|path| path.extension().is_some_and(|ending| ending == "svg"))
            .collect();
        files.sort();
        files.iter().map(|path| fs::read_to_string(path).expect("SVG")).collect::<String>()
    };
    assert!(!svg("one").contains("#123456") && svg("two").contains("#123456"));
}

#[test]
fn words_stay_words_if_that_is_wanted() {
    let place = Place::expansion();
    let arguments = ["build", "moon", "--only", "cards", "--dpi", "50", "--text", "text"];
    place.run(&arguments).code(0);
    let folder = place.path("moon/output/moon/cards");
    let svg = fs::read_to_string(folder.join("lantern-moth.svg"))
        .or_else(|_| fs::read_to_string(folder.join("moon-lantern-moth.svg")))
        .expect("the starter has a moth");
    assert!(svg.contains("<text") && svg.contains("Lantern Moth"));
    assert!(svg.contains("@font-face{font-family:\"Alegreya Sans\"") && !svg.contains("asset:"));
}

#[test]
fn an_unknown_entry_of_a_theme() {
    let text = complaints(&[("theme.toml", "[kinds.trap]\nacent = \"#112233\"\n")]);
    expect(&text, &["E0406", "theme.toml:2:1", "did you mean `accent`?"]);
}

#[test]
fn a_colour_that_is_none() {
    let text = complaints(&[("theme.toml", "[colours]\nink = \"black\"\n")]);
    expect(&text, &["E0407", "theme.toml:2:7", "#rrggbb"]);
}

#[test]
fn a_theme_that_is_not_toml_or_of_another_sort() {
    let text = complaints(&[("theme.toml", "[colours\n")]);
    expect(&text, &["E0405", "theme.toml:1"]);
    let text = complaints(&[("theme.toml", "[styles.rules]\nsize = \"big\"\n")]);
    expect(&text, &["E0405", "theme.toml:2:8", "not a number"]);
}

#[test]
fn a_mistake_in_a_template_of_the_package_is_told_once_with_its_line() {
    let template = "{% extends \"base/character.svg\" %}\n{% block badges %}\n\
                    {{ super() }}{{ pool({\"blu\": 2}, 5, 5, 4) }}\n{% endblock %}\n";
    let text = complaints(&[("templates/character.svg", template)]);
    expect(&text, &["E0401", "templates/character.svg:3:1", "did you mean `blue`?"]);
    assert_eq!(text.matches("E0401").count(), 1, "{text}");
    let text = complaints(&[("templates/character.svg", "<svg>{{ 1 + }}</svg>")]);
    expect(&text, &["E0401", "templates/character.svg:1"]);
}

#[test]
fn icons_and_fonts_that_cannot_be_used() {
    let icon = "<svg viewBox=\"0 0 1 1\"><image href=\"/etc/hostname\"/></svg>";
    let text = complaints(&[("icons/bad.svg", icon), ("fonts/none.ttf", "not a font")]);
    expect(&text, &["E0408", "icons/bad.svg", "<image>", "fonts/none.ttf"]);
}

#[cfg(unix)]
#[test]
fn links_out_of_the_package_are_not_followed() {
    let place = Place::expansion();
    fs::write(place.path("secret.toml"), "[colours]\nink = \"#123456\"\n").expect("a file");
    std::os::unix::fs::symlink(place.path("secret.toml"), place.path("moon/theme.toml"))
        .expect("a link");
    let text = place.run(&["build", "moon", "--only", "cards", "--dpi", "50"]).code(1).stderr();
    expect(&text, &["E0610", "symbolic link"]);
}

#[test]
fn a_font_of_the_package_has_the_characters_that_the_others_lack() {
    let place = Place::expansion();
    let card = "use crawler\n\ncharacter moon-newt \"Moon Newt\" {\n  cost: 1\n  power: 2\n  life: 1\n  \
                type: animal\n  set: MOO\n  number: 50\n  rarity: common\n  flavour: \"竜の炎\"\n}\n";
    place.write("cards/newt.card", card);
    let build = ["build", "moon", "--only", "cards", "--dpi", "50"];
    let text = place.run(&build).code(1).stderr();
    expect(&text, &["E0502", "cards/newt.card:3", "竜", "U+7ADC"]);
    let font = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../render/tests/data/scripts/fonts/NotoSansCJKjp-subset.otf");
    fs::create_dir_all(place.path("moon/fonts")).expect("a folder");
    fs::copy(font, place.path("moon/fonts/japanese.otf")).expect("a font");
    place.run(&build).code(0);
}

#[test]
fn an_icon_that_does_not_exist_is_a_warning_of_check() {
    let place = Place::expansion();
    let keyword = "use crawler\n\nkeyword ripe \"Ripe\" {\n  hosts: character\n  \
                   wording: \"Ripe\"\n  reminder: \"It is ripe.\"\n  icon: sward\n}\n";
    place.write("rules/ripe.card", keyword);
    let text = place.run(&["check", "moon"]).stderr();
    expect(&text, &["E0402", "rules/ripe.card:3", "`sward`", "did you mean `sword`?"]);
    expect(&text, &["icons/sward.svg"]);
    let icon = "<svg viewBox=\"0 0 1 1\"><path d=\"M0 0h1v1z\"/></svg>";
    place.write("icons/sward.svg", icon);
    assert!(!place.run(&["check", "moon"]).stderr().contains("E0402"));
}

#[test]
fn a_card_that_does_not_fit_does_not_hold_up_the_others() {
    let place = Place::expansion();
    let build = ["build", "moon", "--only", "cards", "--dpi", "50"];
    place.run(&build).code(0);
    let cards = place.path("moon/output/moon/cards");
    let count = |folder: &Path| fs::read_dir(folder).map_or(0, Iterator::count);
    let before = count(&cards);
    let words = "word ".repeat(400);
    let card = format!(
        "use crawler\n\ncharacter moon-newt \"Moon Newt\" {{\n  cost: 1\n  power: 2\n  life: 1\n  \
         type: animal\n  set: MOO\n  number: 50\n  rarity: common\n  text: \"{words}\"\n}}\n"
    );
    place.write("cards/newt.card", &card);
    let run = place.run(&build).code(1);
    expect(&run.stderr(), &["E0501", "cards/newt.card", "not finished of moon: moon-newt"]);
    assert!(cards.join("unfinished/moon-newt.png").is_file());
    assert!(!cards.join("moon-newt.png").exists());
    assert_eq!(count(&cards), before + 1, "the other cards and one folder");
    place.write("cards/newt.card", &card.replace(&words, "Short."));
    place.run(&build).code(0);
    assert!(!cards.join("unfinished/moon-newt.png").exists());
    assert!(cards.join("moon-newt.png").is_file());
}

#[test]
fn a_keyword_that_a_full_card_does_not_explain() {
    let place = Place::expansion();
    place.write(
        "rules/own.card",
        "use crawler\n\nkeyword gloom \"Gloom\": attack {\n  hosts: dungeon\n  wording: \"Gloom\"\n  \
         reminder: \"When it comes, every lantern of the party goes out, one after the other, and \
         nobody can say who blew at it, not even the one who did.\"\n  on enter { draw(1) }\n}\n",
    );
    place.write(
        "cards/full.card",
        "use crawler\n\nterrain moon-cellar \"Moon Cellar\" {\n  cost: 1\n  attribute: gloom\n  \
         on enter { burn(crawler-deck, 2) }\n  \
         on end-of-round { for each adventurers where wounds > 0 { heal(it) } }\n  \
         on slain where type(victim) has undead { choose 1 from adventurers { heal(it) } }\n  \
         modify power of characters where type has undead by +1\n  set: MOO\n  number: 60\n  \
         rarity: common\n  flavour: \"Nobody keeps wine here.\"\n}\n",
    );
    let run = place.run(&["build", "moon", "--only", "cards", "--dpi", "50"]).code(0);
    expect(
        &run.stderr(),
        &[
            "moon: flavour text has no room on `moon-cellar`",
            "warning[E0530]: nothing says what Gloom means on `moon-cellar`",
        ],
    );
    let report = place.path("moon/output/moon/reports/preflight.json");
    expect(&fs::read_to_string(report).expect("a report"), &["\"E0531\""]);
}

#[test]
fn a_square_that_the_theme_cannot_draw() {
    let place = Place::empty();
    place.run(&["new", "moon", "--game", "explore"]).code(0);
    place.write(
        "rules/coal.card",
        "use explore\n\nenum square {\n  coal-dust \"Coal Dust\" { mark: \"%\" }\n}\n",
    );
    let side = |name: &str, second: &str| {
        let rows = ["##.DD.##", second, "..#..#..", "D.#..#.D", "D.#..#.D", "..##.#..", "........"];
        let rows = rows.map(|row| format!("      {row}\n")).concat();
        format!(
            "  side {name} {{\n    title: \"Coal Cellar\"\n    map: \"\"\"\n{rows}      \
             ...DD...\n    \"\"\"\n  }}\n"
        )
    };
    let (front, back) = (side("front", "#..%%..#"), side("back", "#......#"));
    place.write(
        "cards/cellar.card",
        &format!(
            "use explore\n\ntile coal-cellar \"Coal Cellar\" {{\n  set: MOO\n{front}{back}}}\n"
        ),
    );
    let run = place.run(&["build", "moon", "--only", "cards", "--dpi", "50"]).code(1);
    expect(
        &run.stderr(),
        &["error[E0409]: the theme has no picture of the square `coal-dust`", "cellar.card:3:1"],
    );
}

#[test]
fn check_tells_what_is_wrong_with_the_looks_once_and_at_its_place() {
    let broken = "<svg viewBox=\"0 0 1 1\">\n<path d=\"M0 0\">\n";
    let kind = "use crawler\n\nkind oddment \"Oddment\" {\n  print { template: \"oddment\"; size: pokr }\n\
                \x20 field worth: int 0..\n}\n";
    let icon = "use crawler\n\ncharacter moon-newt \"Moon Newt\" {\n  cost: 1\n  power: 2\n  life: 1\n  \
                type: animal\n  set: MOO\n  number: 50\n  rarity: common\n  flavour: \"A [powr] newt.\"\n}\n";
    for (file, text, code, line, help) in [
        ("theme.toml", "[colurs]\npaper = \"#123456\"\n", "E0406", 1, "did you mean `colours`?"),
        ("theme.toml", "[colours]\npaper = \"#12345\"\n", "E0407", 2, "#rrggbb"),
        ("theme.toml", "[colours]\npaper = 5\n", "E0405", 2, "in the game's theme it is"),
        ("theme.toml", "[styles.rules]\nfont = \"Comic Sans\"\n", "E0405", 2, "fonts/NAME.ttf"),
        ("icons/sail.svg", "<svg><path d=\"M0 0\"/></svg>", "E0408", 1, "viewBox="),
        ("icons/sail.svg", broken, "E0408", 1, "every tag closed"),
        ("templates/character.svg", "<svg>\n{{ 1 + }}\n</svg>", "E0401", 2, "{{ card.name }}"),
        ("rules/oddment.card", kind, "E0404", 3, "did you mean `poker`?"),
        ("rules/oddment.card", kind, "E0403", 3, "`templates/oddment.svg`"),
        ("cards/newt.card", icon, "E0402", 11, "did you mean `power`?"),
    ] {
        let place = Place::expansion();
        place.write(file, text);
        let found = place.diagnostics();
        let found: Vec<_> = found.iter().filter(|found| found["code"] == code).collect();
        assert_eq!(found.len(), 1, "{file} {code}: {found:#?}");
        assert_eq!(found[0]["line"], line, "{found:#?}");
        assert!(found[0]["path"].as_str().is_some_and(|path| path.ends_with(file)), "{found:#?}");
        assert!(found[0]["help"].to_string().replace('\\', "").contains(help), "{found:#?}");
    }
}

#[test]
fn a_drawing_that_is_not_closed_is_told_once_at_the_line_of_the_template() {
    let template = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"69mm\" height=\"94mm\" \
                    viewBox=\"-3 -3 69 94\">\n<g>\n<rect width=\"2\" height=\"3\">\n</g>\n</svg>\n";
    let card = "use crawler\n\ncharacter moon-newt \"Moon Newt\" {\n  cost: 1\n  power: 2\n  life: 1\n  \
                type: animal\n  set: MOO\n  number: 50\n  rarity: common\n}\n";
    let text = complaints(&[("templates/character.svg", template), ("cards/newt.card", card)]);
    expect(&text, &["E0505", "templates/character.svg:", "close every tag"]);
    assert_eq!(text.matches("E0505").count(), 1, "{text}");
}
