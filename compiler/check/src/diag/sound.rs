//! E0711 to E0716: effects whose words are right and that could never do anything, or never end.

use super::{Diagnostic, Location, article, one_of};
use crate::sound::Why;

/// An effect that could never do anything.
pub(crate) fn idle(at: Location, why: &Why) -> Diagnostic {
    match why {
        Why::NoHome { kind, clause, others } => no_home(at, kind, clause.as_deref(), others),
        Why::NotDone { kind } => not_done(at, kind),
        Why::NotLasting { clause } => not_lasting(at, clause),
        Why::OtherSort { word, takes, given } => other_sort(at, word, takes, given),
        Why::OtherZone { word, zones, given } => other_zone(at, word, zones, given),
        Why::OtherPlace { word, places, given } => other_place(at, word, places, given),
        Why::NeverMade { word, verb } => never_made(at, word, verb),
        Why::NeverSame { left, right } => never_same(at, left, right),
        Why::TooLate { verb, event, events } => too_late(at, verb, event.as_deref(), events),
        Why::OtherMoment { word, moment, moments } => {
            other_moment(at, word, moment.as_deref(), moments)
        }
        Why::NeverMatters { word, selection } => never_matters(at, word, selection),
        Why::TooBrief { word, clause, windows } => too_brief(at, word, clause, windows),
        Why::NeverHeard { event, clause } => never_heard(at, event, clause),
        Why::Nobodys { act } => nobodys(at, act),
        Why::NoDice { word, kinds } => no_dice(at, word, kinds),
        Why::OfOthers { event, own } => of_others(at, event, own),
        Why::NotListed { word, card, list } => not_listed(at, word, card, list),
        Why::Lacks { word, field } => lacks(at, word, field),
        Why::NeverEnds { verb, event } => never_ends(at, verb, event),
        Why::OfLine { keyword } => of_line(at, keyword),
        Why::NotLine { word } => not_line(at, word),
        Why::NoClause { act, clause } => no_clause(at, act, clause),
        Why::NeverBegins { window } => never_begins(at, window),
        Why::OnlyOwn { keyword } => only_own(at, keyword),
        Why::Unclear { clause } => unclear(at, clause),
        Why::TooDeep => too_deep(at),
        Why::OtherText { word, kinds } => other_text(at, word, kinds),
    }
}

/// E0711: text where nothing in the game reads it.
fn no_home(at: Location, kind: &str, clause: Option<&str>, others: &[String]) -> Diagnostic {
    let place = match clause {
        Some(clause) => {
            format!("nothing in this game carries out `{clause}` of {} {kind}", article(kind))
        }
        None => format!("nothing in this game carries out the text of {} {kind}", article(kind)),
    };
    Diagnostic::error("E0711", at, place)
        .at("this would never happen")
        .help(format!("write it where it is read: {}", others.join(", ")))
}

/// E0711: something to be done, where only what lasts is read.
fn not_done(at: Location, kind: &str) -> Diagnostic {
    let message =
        format!("the text of {} {kind} is in force, but never carried out", article(kind));
    Diagnostic::error("E0711", at, message)
        .at("at which moment?")
        .help("say when it happens, as in `on EVENT { … }`, or let a player do it with `offer \"…\" { … }`")
}

/// E0711: something that lasts, where nothing begins to last.
fn not_lasting(at: Location, clause: &str) -> Diagnostic {
    Diagnostic::error("E0711", at, format!("nothing can begin to last in `{clause}`"))
        .at("this would be over at once")
        .help("write it directly on the card, where it is in force as long as the card is")
}

/// E0712: a word for another sort of thing.
fn other_sort(at: Location, word: &str, takes: &[String], given: &[String]) -> Diagnostic {
    let message = format!("`{word}` is for {}, and this is {}", a_kind(takes), a_kind(given));
    Diagnostic::error("E0712", at, message).at("would do nothing").help(format!(
        "name {} here, or take another word; `cardwright vocabulary` lists what each is for",
        a_kind(takes)
    ))
}

/// E0712: a word for other zones.
fn other_zone(at: Location, word: &str, zones: &[String], given: &str) -> Diagnostic {
    let zones = one_of(zones.iter().map(String::as_str));
    Diagnostic::error("E0712", at, format!("`{word}` does nothing with `{given}`"))
        .at("would do nothing")
        .help(format!("it is for {zones}"))
}

/// E0712: a word for things in other places.
fn other_place(at: Location, word: &str, places: &[String], given: &[String]) -> Diagnostic {
    let [places, given] = [places, given].map(|names| one_of(names.iter().map(String::as_str)));
    let message = format!("`{word}` is for what is in {places}, and this is in {given}");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help("name something that is there, or take another word")
}

/// E0715: over before it can matter.
fn too_brief(at: Location, word: &str, clause: &str, windows: &[String]) -> Diagnostic {
    let message = format!("`{word}` does not matter during `{clause}`, and this ends with it");
    let windows = one_of(windows.iter().map(String::as_str));
    Diagnostic::error("E0715", at, message)
        .at("would do nothing")
        .help(format!("say how long it lasts: `until` {windows}"))
}

/// E0715: a reaction that is over before its event can happen.
fn never_heard(at: Location, event: &str, clause: &str) -> Diagnostic {
    let message = format!("`{event}` does not happen during `{clause}`, and this ends with it");
    Diagnostic::error("E0715", at, message)
        .at("would do nothing")
        .help("write the reaction directly on the card, outside the block")
}

/// E0712: an act that nobody in particular does.
fn nobodys(at: Location, act: &str) -> Diagnostic {
    let message = format!("`{act}` cannot be forbidden to somebody: it is not done by cards");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help(format!("forbid it as a whole: `forbid {act}`"))
}

/// E0712: dice for a plain number.
fn no_dice(at: Location, word: &str, kinds: &[String]) -> Diagnostic {
    let message = format!("`{word}` of {} is a number, and dice add nothing to it", a_kind(kinds));
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help("change it by a number: `by +1`")
}

/// E0714: an event that a card hears only about others.
fn of_others(at: Location, event: &str, own: &str) -> Diagnostic {
    let message = format!("a card hears `{event}` only about others, never about itself");
    Diagnostic::error("E0714", at, message)
        .at("compared in here")
        .help(format!("write `on {own} {{ … }}`"))
}

/// E0712: a card that waits nowhere to be brought.
fn not_listed(at: Location, word: &str, card: &str, list: &str) -> Diagnostic {
    let message = format!("`{word}` finds no `{card}`: no `{list}` holds it");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help(format!("add it to the `{list}` of a card, or name one that is in it"))
}

/// E0712: things none of which has what a word needs.
fn lacks(at: Location, word: &str, field: &str) -> Diagnostic {
    let message = format!("`{word}` is for cards with `{field}`, and nobody who is meant has it");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help(format!("give the card `{field}: …`, or name somebody else"))
}

/// E0715: a keyword about a line, given to somebody.
fn of_line(at: Location, keyword: &str) -> Diagnostic {
    Diagnostic::error("E0715", at, format!("`{keyword}` says what a line does, so nobody has it"))
        .at("would do nothing")
        .help("write it on the line itself, among its keywords")
}

/// E0715: a mark about a line, said of somebody.
fn not_line(at: Location, word: &str) -> Diagnostic {
    let message = format!("`{word}` says what this line does, not what somebody else does");
    Diagnostic::error("E0715", at, message)
        .at("nobody asks for it then")
        .help(format!("say it of the line: `mark self as {word}`"))
}

/// E0712: an act that the card itself cannot do.
fn no_clause(at: Location, act: &str, clause: &str) -> Diagnostic {
    let message = format!("`{act}` takes a `{clause}` block, and this card has none to use");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help("forbid it to others, or take it out")
}

/// E0715: an end for what nothing begins.
fn never_begins(at: Location, window: &str) -> Diagnostic {
    let message = format!("`until {window}` never comes: this holds as long as the card is there");
    Diagnostic::error("E0715", at, message)
        .at("nothing begins it")
        .help("leave `until` out, or let an event begin it: `on EVENT { … }`")
}

/// E0712: immunity against what does nothing to others.
fn only_own(at: Location, keyword: &str) -> Diagnostic {
    let message = format!("nobody can be immune to `{keyword}`: it does nothing to others");
    Diagnostic::error("E0712", at, message)
        .at("would do nothing")
        .help("name a status, or a keyword that does something to those it is used against")
}

/// E0713: too late to change anything.
fn too_late(at: Location, verb: &str, event: Option<&str>, events: &[String]) -> Diagnostic {
    let message = match event {
        Some(event) => format!("`{verb}` comes too late: when `{event}` is told, it has happened"),
        None => format!("there is nothing to `{verb}` here"),
    };
    let events = one_of(events.iter().map(String::as_str));
    Diagnostic::error("E0713", at, message)
        .at("would do nothing")
        .help(format!("write it in a reaction to what is still to come: `on` {events}"))
}

/// E0715: a word that means nothing at this moment.
fn other_moment(at: Location, word: &str, moment: Option<&str>, moments: &[String]) -> Diagnostic {
    let message = match moment {
        Some(moment) => format!("`{word}` means nothing in `{moment}`"),
        None => format!("`{word}` means nothing at this moment"),
    };
    if moments.is_empty() {
        return Diagnostic::error("E0715", at, message)
            .at("it has happened before")
            .help("write it directly on a card that is there when the game begins");
    }
    let moments = one_of(moments.iter().map(String::as_str));
    Diagnostic::error("E0715", at, message)
        .at("there is none then")
        .help(format!("use it in {moments}, or name somebody else"))
}

/// E0715: a number, mark or act that is never asked for.
fn never_matters(at: Location, word: &str, selection: &str) -> Diagnostic {
    Diagnostic::error("E0715", at, format!("`{word}` never matters for `{selection}`"))
        .at("nobody asks for it then")
        .help("say it of somebody else")
}

/// E0715: a word that means nothing in the text of such a card.
fn other_text(at: Location, word: &str, kinds: &[String]) -> Diagnostic {
    let message = format!("`{word}` means nothing in the text of this card");
    Diagnostic::error("E0715", at, message)
        .at("there is none for this card")
        .help(format!("it is a word for the text of {}; name somebody else", a_kind(kinds)))
}

/// E0715: a word for what a verb makes, and the verb is not used.
fn never_made(at: Location, word: &str, verb: &str) -> Diagnostic {
    let message = format!("`{word}` means nothing here: the text never does `{verb}`");
    Diagnostic::error("E0715", at, message)
        .at("there is none")
        .help(format!("do `{verb}` first, as in `on enter {{ {verb}(…) }}`, or name somebody else"))
}

/// E0715: `self` where one does something for another.
fn unclear(at: Location, clause: &str) -> Diagnostic {
    let message = format!("`self` is not clear in `{clause}`: who uses it, or whom it affects?");
    Diagnostic::error("E0715", at, message)
        .at("one of two")
        .help("write `target` for whom it affects, and `user` for who uses it")
}

/// E0716: a verb in answer to every event that it raises.
fn never_ends(at: Location, verb: &str, event: &str) -> Diagnostic {
    let message = format!("this never ends: each `{verb}` is again a `{event}`");
    Diagnostic::error("E0716", at, message)
        .at("calls itself")
        .help(format!("say which `{event}` is meant with `where`, or add `limit 1` or `once`"))
}

/// E0716: more selections within each other than can be worked out.
fn too_deep(at: Location) -> Diagnostic {
    let message = "too many selections stand within each other to be worked out";
    Diagnostic::error("E0716", at, message)
        .at("the fifth, counted from outside, is in here")
        .help("four may; put what is counted inside into a `let` before the loop")
}

/// E0714: a condition that can never hold.
fn never_same(at: Location, left: &[String], right: &[String]) -> Diagnostic {
    let message =
        format!("{} is never {}, so the answer is always the same", a_kind(left), a_kind(right));
    Diagnostic::error("E0714", at, message)
        .at("compared in here")
        .help("compare with something that it can be, or take the condition out")
}

/// "a hero", "a hero or a monster".
fn a_kind(kinds: &[String]) -> String {
    match kinds {
        [] => "something else".to_owned(),
        [one] => format!("{} {one}", article(one)),
        [start @ .., last] if kinds.len() <= 4 => {
            let start: Vec<String> =
                start.iter().map(|kind| format!("{} {kind}", article(kind))).collect();
            format!("{} or {} {last}", start.join(", "), article(last))
        }
        many => format!("one of {} kinds ({} …)", many.len(), many[..3].join(", ")),
    }
}
