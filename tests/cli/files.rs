//! Packages of strangers: what is no regular file of theirs is refused, at once and with its name.

use std::os::unix::fs::symlink;
use std::process::Command;
use std::time::{Duration, Instant};

use crate::Place;

/// An expansion with something strange at a path.
fn with(path: &str, make: impl FnOnce(&std::path::Path)) -> Place {
    let place = Place::expansion();
    let path = place.path("moon").join(path);
    let _ = std::fs::remove_file(&path);
    std::fs::create_dir_all(path.parent().expect("a folder")).expect("a folder");
    make(&path);
    place
}

/// `check` and `build` refuse the file by name, and do not wait for anything.
#[track_caller]
fn refused(place: &Place, wanted: &str) {
    for command in ["check", "build"] {
        let started = Instant::now();
        let said = place.run(&[command, "moon"]).code(1).stderr();
        assert!(said.contains("E0610") && said.contains(wanted), "{command}: {said}");
        assert!(said.contains("help: "), "{command}: {said}");
        assert!(started.elapsed() < Duration::from_secs(60), "{command} waited");
    }
}

#[test]
fn links_are_not_followed() {
    let link = |to: &'static str| move |path: &std::path::Path| symlink(to, path).expect("a link");
    let place = with("theme.toml", link("/dev/zero"));
    refused(&place, "`theme.toml` is not read: it is a symbolic link");
    let place = with("art/picture.png", link("/etc/hostname"));
    refused(&place, "`art/picture.png` is not read: it is a symbolic link");
    let place = with("more.card", link("/etc/passwd"));
    refused(&place, "`more.card` is not read: it is a symbolic link");
    assert!(!place.run(&["check", "moon"]).stderr().contains("root:"));
    let place = with("cardwright.toml", link("/etc/passwd"));
    refused(&place, "`cardwright.toml` is not read: it is a symbolic link");
    let place = with("icons", link("/"));
    refused(&place, "`icons` is not read: it is a symbolic link");
}

#[test]
fn nobody_waits_for_a_pipe() {
    let pipe = |path: &std::path::Path| {
        let made = Command::new("mkfifo").arg(path).status().expect("mkfifo runs");
        assert!(made.success());
    };
    for path in ["cards/more.card", "theme.toml", "fonts/a.ttf", "cardwright.toml"] {
        let place = with(path, pipe);
        refused(&place, &format!("`{path}` is not read: it is not a regular file"));
    }
}

#[test]
fn what_is_too_large_is_not_read() {
    // A file with holes: it takes no room on the disk and would take all memory.
    let huge = |path: &std::path::Path| {
        let file = std::fs::File::create(path).expect("a file");
        file.set_len(1 << 40).expect("its length");
    };
    let place = with("more.card", huge);
    refused(&place, "`more.card` is not read: it is larger than 8 MB");
    let place = with("cardwright.toml", huge);
    refused(&place, "`cardwright.toml` is not read: it is larger than 8 MB");
    let place = with("theme.toml", huge);
    let said = place.run(&["build", "moon"]).code(1).stderr();
    assert!(said.contains("it is larger than 4 MB"), "{said}");
}

#[test]
fn a_package_may_be_reached_through_a_link() {
    let place = Place::expansion();
    symlink(place.path("moon"), place.path("sun")).expect("a link");
    place.run(&["check", "sun"]).code(0);
}
