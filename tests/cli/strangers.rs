//! Packages of strangers that mean harm: they cannot touch anything outside, cannot stop the
//! machine, and are answered with a message that says where and what is wrong.

mod hostile;

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::{Place, cache};

/// A card of a kind whose template a test may replace.
const TRAP: &str = "use crawler\ntrap victim \"Victim\" {\n  cost: 1\n  power: 2\n  set: MOO\n  \
                    number: 90\n  rarity: common\n}\n";

/// What a build says about an expansion whose traps are drawn so.
fn drawn(body: &str) -> (Place, String) {
    let place = Place::expansion();
    place.write("more.card", TRAP);
    place.write("templates/trap.svg", &hostile::drawing(body));
    let run = place.run(&["build", "moon", "--only", "cards", "--dpi", "36"]);
    let said = run.stderr();
    assert!(!said.contains("panicked"), "{said}");
    run.code(1);
    (place, said)
}

/// Every file of an output folder, and whether its manifest says the same.
fn assert_agrees(output: &Path) {
    let manifest = fs::read(output.join("manifest.json")).expect("a manifest");
    let manifest: Value = serde_json::from_slice(&manifest).expect("a whole manifest");
    let listed = manifest["files"].as_object().expect("its files");
    let mut found = Vec::new();
    collect(output, output, &mut found);
    found.retain(|name| name != "manifest.json");
    let names: Vec<&String> = listed.keys().collect();
    assert_eq!(found.iter().collect::<Vec<_>>(), names, "in {}", output.display());
    for name in found {
        let hash = sha256(&fs::read(output.join(&name)).expect("a file"));
        assert_eq!(listed[&name].as_str(), Some(hash.as_str()), "{name}");
    }
}

fn sha256(bytes: &[u8]) -> String {
    use sha2::Digest;
    sha2::Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn collect(root: &Path, folder: &Path, found: &mut Vec<String>) {
    let mut entries: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() && !path.is_symlink() {
            collect(root, &path, found);
        } else {
            let name = path.strip_prefix(root).expect("below").to_string_lossy().into_owned();
            found.push(name);
        }
    }
    found.sort();
}

#[test]
fn a_build_does_not_write_or_remove_through_links() {
    let place = Place::expansion();
    fs::create_dir(place.path("home")).expect("a folder");
    fs::write(place.path("home/moon.json"), "precious").expect("a file");
    fs::create_dir_all(place.path("moon/output/moon")).expect("a folder");
    symlink(place.path("home"), place.path("moon/output/moon/data")).expect("a link");
    let forged = format!(
        "{{\"package\":\"moon\",\"version\":\"1\",\"cardwright\":\"0\",\"files\":{{\
         \"data/moon.json\":\"{0}\",\"data/../../../../home/moon.json\":\"{0}\"}}}}",
        sha256(b"precious")
    );
    fs::write(place.path("moon/output/moon/manifest.json"), forged).expect("a file");
    let said = place.run(&["build", "moon", "--only", "data"]).code(0).stderr();
    assert!(said.contains("moon/output/moon/data.kept: kept under this name"), "{said}");
    assert_eq!(fs::read(place.path("home/moon.json")).expect("a file"), b"precious");
    assert_eq!(fs::read_dir(place.path("home")).expect("a folder").count(), 1);
    assert!(place.path("moon/output/moon/data.kept").is_symlink());
    assert!(place.path("moon/output/moon/data/moon.json").is_file());
}

#[test]
fn a_package_does_not_choose_where_to_write() {
    let place = Place::expansion();
    fs::create_dir(place.path("home")).expect("a folder");
    symlink(place.path("home"), place.path("moon/output")).expect("a link");
    let said = place.run(&["build", "moon", "--only", "data"]).code(2).stderr();
    assert!(said.contains("`moon/output` is no folder of its own"), "{said}");
    assert!(said.contains("`--out`"), "{said}");
    for output in ["../home", "/tmp/home", "out/../../home"] {
        let workspace = format!("[workspace]\npackages = \".\"\noutput = \"{output}\"\n");
        fs::write(place.path("cardwright.toml"), workspace).expect("a file");
        let said = place.run(&["build", "moon", "--only", "data"]).code(2).stderr();
        assert!(said.contains("leads out of the workspace"), "{said}");
    }
    assert_eq!(fs::read_dir(place.path("home")).expect("a folder").count(), 0);
    fs::remove_file(place.path("moon/output")).expect("removed");
    fs::remove_file(place.path("cardwright.toml")).expect("removed");
    place.run(&["build", "moon", "--only", "data", "--out", "home"]).code(0);
    assert!(place.path("home/moon/data/moon.json").is_file());
}

#[test]
fn after_a_failed_build_nothing_looks_ready_to_print() {
    let place = Place::expansion();
    let build = ["build", "moon", "--only", "cards,sheets", "--dpi", "36"];
    place.run(&build).code(0);
    assert!(place.path("moon/output/moon/sheets/a4.pdf").is_file());
    let whole = fs::read(place.path("moon/output/moon/sheets/a4.pdf")).expect("a sheet");
    // A mistake that `check` finds, and one that only drawing finds.
    for broken in ["use crawler\ntrap victim {\n  cost: lots\n}\n", TRAP] {
        place.write("more.card", broken);
        place.write("templates/trap.svg", &hostile::drawing("{{ nothing }}"));
        let said = place.run(&build).code(1).stderr();
        assert!(said.contains("what an earlier build made for print is in"), "{said}");
        assert!(!place.path("moon/output/moon/sheets").exists());
        let outdated = place.path("moon/output/moon/outdated/sheets/a4.pdf");
        assert_eq!(fs::read(outdated).expect("the old sheet"), whole);
        assert_agrees(&place.path("moon/output/moon"));
    }
    fs::remove_file(place.path("moon/more.card")).expect("removed");
    fs::remove_dir_all(place.path("moon/templates")).expect("removed");
    place.run(&build).code(0);
    assert_eq!(fs::read(place.path("moon/output/moon/sheets/a4.pdf")).expect("a sheet"), whole);
    assert!(!place.path("moon/output/moon/outdated").exists());
}

#[test]
fn a_killed_build_leaves_the_old_output_or_the_new_one() {
    let place = Place::expansion();
    let output = place.path("moon/output/moon");
    let build = |cost: u32| {
        place.write("more.card", &TRAP.replace("cost: 1", &format!("cost: {cost}")));
        Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["build", "moon", "--only", "data,schema,types,cards,tabletop", "--dpi", "36"])
            .current_dir(place.path("."))
            .env("CARDWRIGHT_CACHE", cache())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs")
    };
    let started = Instant::now();
    assert!(build(9).wait().expect("it ends").success());
    let whole = started.elapsed();
    assert_agrees(&output);
    let (mut killed, mut random) = (0, 12345u64);
    for round in 0..30 {
        random = random.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        let mut child = build(1 + round % 8);
        // Most of the time near the end, where files are written.
        let share = 0.5 + 0.55 * (random >> 40) as f64 / (1u64 << 24) as f64;
        std::thread::sleep(Duration::from_secs_f64(whole.as_secs_f64() * share));
        killed += usize::from(child.try_wait().expect("known").is_none());
        let _ = child.kill();
        child.wait().expect("it ends");
        assert_agrees(&output);
    }
    println!("{killed} of 30 builds were killed");
    assert!(build(9).wait().expect("it ends").success());
    assert_agrees(&output);
    let left = fs::read_dir(place.path("moon/output")).expect("a folder").count();
    assert_eq!(left, 1, "nothing of killed builds is left");
}

#[test]
fn pictures_are_decoded_before_they_are_printed() {
    let cases: [(&str, Vec<u8>, &str); 6] = [
        ("cut.png", hostile::cut_png(), "is cut off: the file ends before the picture does"),
        (
            "head.jpg",
            hostile::JPEG_HEAD.to_vec(),
            "is cut off: the file ends before the picture does",
        ),
        ("wide.png", hostile::png_head(20_000_000, 1, 8), "has 20000000 × 1 pixels"),
        ("deep.png", hostile::png_head(30_000, 30_000, 16), "has 30000 × 30000 pixels"),
        ("none.png", hostile::png_head(0, 9, 8), "has no pixels"),
        ("text.png", b"hello".to_vec(), "is neither PNG, JPEG, WebP nor SVG"),
    ];
    for (file, bytes, wanted) in cases {
        let place = Place::expansion();
        place.write(
            "more.card",
            &TRAP.replace("cost: 1", &format!("cost: 1\n  art: \"art/{file}\"")),
        );
        fs::create_dir_all(place.path("moon/art")).expect("a folder");
        fs::write(place.path("moon/art").join(file), bytes).expect("a file");
        let said = place.run(&["build", "moon", "--only", "cards", "--dpi", "36"]).code(1).stderr();
        assert!(said.contains("E0503"), "{said}");
        assert!(said.contains(&format!("`art/{file}` {wanted}")), "{said}");
        assert!(said.contains("more.card:2:1") && !said.contains("Error"), "{said}");
    }
}

#[test]
fn drawings_without_measure_are_told_at_the_line_of_their_template() {
    let cases = [
        ("\n<circle r=\"1e30\"/>", "the number `1e30` is too large to draw", "trap.svg:2"),
        (
            "<rect width=\"9\" height=\"9\" stroke=\"red\" stroke-width=\"1e30\"/>",
            "the number `1e30` is too large to draw",
            "trap.svg:1",
        ),
        ("\n\n<style>@import url(http://a.example/b.css);</style>", "`@import`", "trap.svg:3"),
        ("\n<script>1</script>", "a card may not use `<script`", "trap.svg:2"),
        (
            "\n<rect width=\"9\" height=\"9\" fill=\"url(http://a.example/b.svg#c)\"/>",
            "may not refer to `url(http://a.example/b.svg#c)`",
            "trap.svg:2",
        ),
        (
            "\n<?xml-stylesheet href=\"http://a.example/b.css\"?>",
            "`<?xml-stylesheet`",
            "trap.svg:2",
        ),
    ];
    for (body, wanted, line) in cases {
        let (place, said) = drawn(body);
        assert!(said.contains("E0505") && said.contains(wanted), "{said}");
        assert!(said.contains(line), "{line}: {said}");
        // The other cards come out.
        assert!(said.contains("not finished of moon: victim"), "{said}");
        let cards = fs::read_dir(place.path("moon/output/moon/cards")).expect("cards");
        assert!(cards.count() > 2);
    }
}

#[test]
fn templates_pay_for_bytes() {
    let cases = [
        ("{{ 'a'|indent(10**15) }}", "a number of more than 100000 is too large here"),
        (
            "{% set n = namespace(s='aaaaaaaa') %}{% for i in range(60) %}{% set n.s = n.s ~ n.s %}{% endfor %}",
            "this text is longer than 2 MB",
        ),
        (
            "{% for i in range(90000) %}{% set x = range(90000)|sort %}{% endfor %}",
            "this template makes more than 96 MB of text and lists",
        ),
        (
            "{% for i in range(90000) %}{{ textbox('hello ' ~ i, 1, 1, 60, 80) }}{% endfor %}",
            "this template makes more than 96 MB of text and lists",
        ),
        ("{{ textbox('hello world '*9000, 1, 1, 60, 80) }}", "far more text on it than any card"),
        (
            "{% for i in range(99999) %}{% for j in range(99) %}{% endfor %}{% endfor %}",
            "a loop runs too often",
        ),
    ];
    for (body, wanted) in cases {
        let (_, said) = drawn(body);
        assert!(said.contains("E0401") && said.contains(wanted), "{wanted}: {said}");
    }
    let (_, said) = drawn(&format!("\n{{{{ {} 1 }}}}", "not ".repeat(100_000)));
    assert!(said.contains("more than 1000 words and signs in one place"), "{said}");
    assert!(said.contains("trap.svg:2"), "{said}");
}

#[test]
fn nothing_of_a_package_speaks_to_the_terminal() {
    let place = Place::expansion();
    let evil = "\u{1b}]0;owned\u{7}\u{1b}[2J\u{9b}1m\u{202e}";
    place.write(
        "evil.card",
        &format!(
            "use crawler\ntest \"boo {evil}\" {{\n  expect round == 77\n}}\n{}",
            TRAP.strip_prefix("use crawler\n")
                .expect("a use")
                .replace("\"Victim\"", &format!("\"Vic{evil}tim\""))
        ),
    );
    place.run(&["new", "sun"]).code(0);
    let calls: [&[&str]; 7] = [
        &["test", "moon", "-v"],
        &["check", "moon"],
        &["check", "moon", "--format", "short"],
        &["check", "moon", "--color", "always"],
        &["fmt", "moon", "--check", "--color", "always"],
        &["diff", "sun", "moon"],
        &["build", "moon", "--only", "cards", "--dpi", "36"],
    ];
    let mut signs = 0;
    for call in calls {
        let run = place.run(call);
        let said = run.stdout() + &run.stderr();
        for raw in ["\u{1b}]", "\u{1b}[2J", "\u{7}", "\u{9b}", "\u{202e}"] {
            assert!(!said.contains(raw), "{call:?}: {said:?}");
        }
        signs += usize::from(said.contains('␛'));
    }
    assert!(signs >= 2, "the signs are shown in their place");
}

#[test]
fn fmt_goes_on_after_a_file_that_is_not_text() {
    let place = Place::expansion();
    fs::write(place.path("moon/a.card"), b"trap \xff\xfe { }").expect("a file");
    place.write("z.card", "use   crawler\n");
    let said = place.run(&["fmt", "moon"]).code(1).stderr();
    assert!(said.contains("moon/a.card: left as it is: it is not UTF-8 text"), "{said}");
    assert!(said.contains("formatted moon/z.card"), "{said}");
}

#[test]
fn a_chain_of_packages_ends() {
    let place = Place::empty();
    for number in 0..3_000 {
        let folder = place.path(&format!("p{number}"));
        fs::create_dir(&folder).expect("a folder");
        let next = number + 1;
        let manifest = format!(
            "[package]\nname = \"p{number}\"\nversion = \"0.1.0\"\ngame = \"crawler\"\n\
             [dependencies]\np{next} = {{ path = \"../p{next}\" }}\n"
        );
        fs::write(folder.join("cardwright.toml"), manifest).expect("a file");
    }
    let said = place.run(&["check", "p0"]).code(1).stderr();
    assert!(said.contains("E0617") && said.contains("more than 64 packages in a chain"), "{said}");
}

#[test]
fn identifiers_are_names_that_files_can_have() {
    let place = Place::expansion();
    let long = "a".repeat(300);
    for (id, wanted) in [("aux", "E0145"), (long.as_str(), "E0145")] {
        place.write("more.card", &TRAP.replace("victim", id));
        let said = place.run(&["build", "moon"]).code(1).stderr();
        assert!(said.contains(wanted), "{said}");
    }
    let other = TRAP.strip_prefix("use crawler\n").expect("a use");
    let other = other.replace("victim", "Victim").replace("90", "91");
    place.write("more.card", &format!("{TRAP}{other}"));
    let said = place.run(&["build", "moon"]).code(1).stderr();
    assert!(said.contains("E0146") && said.contains("differ only in capital letters"), "{said}");
}
