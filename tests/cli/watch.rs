//! Work is not done twice: `watch` redraws only what an edit changed, a second `build` leaves
//! unchanged files alone, and both write exactly the bytes of a first build.

use std::fs;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, SystemTime};

use crate::Place;
use crate::build::files;

/// A `watch` that is running; it ends with the test.
struct Watch {
    child: Child,
    said: Receiver<String>,
}

impl Watch {
    fn start(place: &Place, arguments: &[&str]) -> Watch {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .arg("watch")
            .args(arguments)
            .current_dir(place.path(""))
            .env("CARDWRIGHT_CACHE", place.path("cache"))
            .env("NO_COLOR", "1")
            .stderr(Stdio::piped())
            .spawn()
            .expect("the command runs");
        let lines = BufReader::new(child.stderr.take().expect("its words")).lines();
        let (sender, said) = channel();
        std::thread::spawn(move || {
            for line in lines.map_while(Result::ok) {
                if sender.send(line).is_err() {
                    break;
                }
            }
        });
        Watch { child, said }
    }

    /// Everything it prints until it waits for the next change.
    fn round(&self) -> String {
        let mut text = String::new();
        loop {
            let line = self.said.recv_timeout(Duration::from_secs(120));
            let line = line.unwrap_or_else(|_| panic!("it went silent after:\n{text}"));
            if line.starts_with("watching ") {
                return text;
            }
            text.push_str(&line);
            text.push('\n');
        }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn an_edit_of_one_card_redraws_that_card_and_its_page() {
    let place = Place::expansion();
    // More cards than one page holds.
    let wells: String = (10..22).map(well).collect();
    let wells = format!("use crawler\n{wells}");
    place.write("cards/wells.card", &wells);
    let arguments = ["moon", "--only", "sheets,cards", "--dpi", "50", "--paper", "a4"];
    let watch = Watch::start(&place, &arguments);
    let first = watch.round();
    assert!(first.contains("15 cards, 2 pages redrawn in"), "{first}");
    let sheet = place.path("moon/output/moon/sheets/a4.pdf");
    let before = fs::read(&sheet).expect("a sheet");

    let edited = wells.replace("Well 20", "Dry Well");
    place.write("cards/wells.card", &edited);
    let said = watch.round();
    assert!(said.contains("1 card, 1 page redrawn in"), "{said}");
    let after = fs::read(&sheet).expect("a sheet");
    assert!(before != after, "the sheet is as it was");

    // A mistake is reported like `check` does, and nobody prints the last sheets by mistake.
    place.write("cards/wells.card", &edited.replace("cost: 1", "cost: many"));
    let said = watch.round();
    assert!(said.contains("error[E") && said.contains("wells.card"), "{said}");
    let outdated = place.path("moon/output/moon/outdated/sheets/a4.pdf");
    assert!(fs::read(outdated).expect("the last sheet") == after);
    assert!(!sheet.exists());

    // The edit moves lines but changes no card.
    place.write("cards/wells.card", &format!("// A word.\n\n{edited}"));
    let said = watch.round();
    assert!(said.contains("nothing to redraw in"), "{said}");

    // Drawings from the cache equal those of a fresh process.
    let mut cold = vec!["build"];
    cold.extend(arguments);
    place.run(&[&cold[..], &["--out", "cold"]].concat()).code(0);
    let (warm, cold) = (files(&place.path("moon/output")), files(&place.path("cold")));
    assert_eq!(warm.keys().collect::<Vec<_>>(), cold.keys().collect::<Vec<_>>());
    for (name, bytes) in &warm {
        assert!(bytes == &cold[name], "{name} differs");
    }
}

fn well(number: u32) -> String {
    format!(
        "\nterrain moon-well-{number} \"Well {number}\" {{\n  cost: 1\n  attribute: time-limit 1\n  \
         modify stamina of characters where type has animal by +1\n  set: MOO\n  \
         number: {number}\n  rarity: common\n  artist: \"Your name\"\n}}\n"
    )
}

#[test]
fn a_second_build_makes_only_what_is_missing_or_different() {
    let place = Place::expansion();
    let cache = place.path("cache").to_string_lossy().into_owned();
    let build = || {
        let arguments = ["build", "moon", "--out", "out", "--dpi", "50"];
        place.run_with(&arguments, &[("CARDWRIGHT_CACHE", &cache)]).code(0);
    };
    build();
    let cold = files(&place.path("out"));
    let dates = |names: &[&str]| -> Vec<SystemTime> {
        let date = |name: &&str| {
            fs::metadata(place.path("out").join(name)).and_then(|data| data.modified())
        };
        names.iter().map(|name| date(name).expect("a file")).collect()
    };
    let all: Vec<&str> = cold.keys().map(String::as_str).collect();
    let kept: Vec<&str> =
        all.iter().copied().filter(|name| !name.ends_with("manifest.json")).collect();
    let before = dates(&kept);
    build();
    assert!(files(&place.path("out")) == cold, "a warm build differs");
    assert_eq!(dates(&kept), before, "what was there was written again");

    // Results that were changed or removed are made again, with or without a record.
    let pictures: Vec<&&str> = kept.iter().filter(|name| name.ends_with(".png")).collect();
    fs::write(place.path("out").join(pictures[0]), "spoilt").expect("a file");
    fs::remove_file(place.path("out").join(pictures[1])).expect("a file");
    build();
    // What somebody wrote in the place of a result is not lost.
    let spoilt = place.path("out").join(format!("{}.kept", pictures[0]));
    assert_eq!(fs::read(&spoilt).expect("what was written there"), b"spoilt");
    fs::remove_file(spoilt).expect("a file");
    assert!(files(&place.path("out")) == cold, "a mended build differs");
    for record in fs::read_dir(place.path("cache/builds")).expect("records") {
        fs::write(record.expect("a record").path(), "{ not a record").expect("a file");
    }
    build();
    assert!(files(&place.path("out")) == cold, "a build without its record differs");
}
