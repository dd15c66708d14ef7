//! Play with effects and data of strangers.

use cardwright_check::Project;
use cardwright_check::Severity;
use cardwright_check::check;
use cardwright_check::project::MemoryPackage;
use cardwright_engine::bot::BotKind;
use cardwright_engine::game::{PlayError, Start};
use cardwright_engine::seating::{Wishes, seatings_of};
use cardwright_games::{GAMES, MODULES};
use cardwright_model::{Library, Package};

use super::{content, seeds};

/// So many decisions of a game are made.
const DECISIONS: usize = 300;

/// Text on every character of Bag of Dungeon: if it checks, it can be played.
pub(super) fn effects(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let cards = ["dwarf", "elf", "fighter", "healer"];
    let amended: Vec<String> =
        cards.iter().map(|card| format!("amend {card} {{\n{text}\n}}\n")).collect();
    let strange = MemoryPackage {
        root: "strange".into(),
        manifest: content::MANIFEST.to_owned(),
        files: vec![("cards.card".to_owned(), format!("use bag\n{}", amended.concat()))],
        ..MemoryPackage::default()
    };
    let checked = check(&Project::from_memory([seeds::bag().clone(), strange]), GAMES);
    if checked.diagnostics.iter().any(|found| found.severity == Severity::Error) {
        return;
    }
    let library = &checked.packages.last().expect("the package was checked").library;
    assert!(play(library), "content without errors can be played");
}

/// A package as data, with the game it belongs to.
pub(super) fn data(bytes: &[u8]) {
    let Ok(package) = serde_json::from_slice::<Package>(bytes) else { return };
    let library = Library { packages: vec![package] };
    let _ = play(&library);
}

/// Begins a game; `false` if the content is refused.
fn play(library: &Library) -> bool {
    let Ok(game) = MODULES.open(library) else { return false };
    let wishes = Wishes { formats: &[], decks: &[], seats: &[] };
    let (tables, _) = seatings_of(library, wishes, true);
    let Some(seating) = tables.first() else { return true };
    let start = Start {
        format: seating.format.clone(),
        decks: seating.decks.clone(),
        seed: 1,
        ..Start::default()
    };
    let Ok(mut table) = game.sit_down(&start) else { return true };
    for seat in 0..seating.decks.len() as u8 {
        table.seat_bot(BotKind::Random, 1, seat);
    }
    for _ in 0..DECISIONS {
        let Some(decision) = table.decision() else { return true };
        let option = table.bot_choice(decision.seat).expect("the bot chooses");
        match table.take(option) {
            Ok(()) => {}
            Err(PlayError::NoSuchOption { .. } | PlayError::Over) => panic!("it was listed"),
            Err(_) => return true,
        }
    }
    true
}
