//! `cardwright vocabulary`: every word a game's content may use.

use std::io::{self, Write};

use anyhow::Result;
use cardwright_check::rules::vocabulary::STATIC;
use cardwright_engine::Vocabulary;
use cardwright_engine::vocabulary::{Type, Word};

use crate::args::{Format, VocabularyArguments};
use crate::report::{Outcome, usage};

pub(crate) fn run(arguments: &VocabularyArguments) -> Result<Outcome> {
    let Some(vocabulary) = cardwright_engine::vocabulary(&arguments.game) else {
        return Err(usage(format!(
            "there is no game `{}`; the games are: {}",
            arguments.game,
            cardwright_engine::GAMES.join(", ")
        )));
    };
    let mut out = io::stdout().lock();
    match arguments.format {
        Format::Json => writeln!(out, "{}", serde_json::to_string_pretty(vocabulary)?)?,
        Format::Human => print(&mut out, vocabulary)?,
    }
    Ok(Outcome::Fine)
}

fn print(out: &mut impl Write, vocabulary: &Vocabulary) -> io::Result<()> {
    writeln!(out, "The vocabulary of {}", vocabulary.game)?;
    let sections: [(&str, &[Word]); 14] = [
        ("Verbs: what an effect does", vocabulary.verbs),
        ("Events: on EVENT { … }", vocabulary.events),
        ("Stats: modify STAT of … by …", vocabulary.stats),
        ("Marks: mark … as MARK", vocabulary.marks),
        ("Acts: forbid ACT to …", vocabulary.acts),
        ("Selections: the cards an effect is about", vocabulary.selections),
        ("Zones", vocabulary.zones),
        ("Queries: what conditions and formulas may ask", vocabulary.queries),
        ("Windows: until WINDOW", vocabulary.windows),
        ("Commands: do COMMAND, in tests", vocabulary.commands),
        ("Set-up fields of tests", vocabulary.setup),
        ("Rules: rule ID for TARGET, besides kinds and families", STATIC.targets),
        ("Selections of rules, besides LIST-cards and fields that list cards", STATIC.selections),
        ("Queries of rules, besides the fields of cards", STATIC.queries),
    ];
    for (title, words) in sections {
        writeln!(out, "\n{title}\n")?;
        for word in words {
            writeln!(out, "  {}\n      {}", signature(word), word.doc)?;
        }
    }
    Ok(())
}

/// `burn(deck: zone, count: number)`, optional parameters in brackets.
pub(crate) fn signature(word: &Word) -> String {
    let params: Vec<String> = word
        .params
        .iter()
        .map(|param| {
            let text = format!("{}: {}", param.name, type_name(param.ty));
            if param.optional { format!("[{text}]") } else { text }
        })
        .collect();
    let mut text = word.name.to_owned();
    if !params.is_empty() {
        text.push_str(&format!("({})", params.join(", ")));
    }
    if word.result != Type::Nothing {
        text.push_str(&format!(" -> {}", type_name(word.result)));
    }
    text
}

pub(crate) fn type_name(ty: Type) -> String {
    match ty {
        Type::Nothing => "nothing".into(),
        Type::Int => "number".into(),
        Type::Bool => "yes or no".into(),
        Type::Text => "text".into(),
        Type::Card => "card".into(),
        Type::Cards => "cards".into(),
        Type::CardName => "card name".into(),
        Type::CardNames => "card names".into(),
        Type::Zone => "zone".into(),
        Type::Kind => "kind".into(),
        Type::Keyword => "keyword".into(),
        Type::Enum(name) => name.into(),
        Type::EnumSet(name) => format!("some {name}"),
        Type::EitherSet(first, second) => format!("some {first} or {second}"),
        Type::Numbers => "numbers".into(),
        Type::Pool => "dice".into(),
        Type::Die => "die".into(),
        Type::Square => "square".into(),
        Type::Squares => "squares".into(),
        Type::Tile => "tile".into(),
        Type::Seat => "side".into(),
        Type::Stat => "stat".into(),
        Type::Format => "format".into(),
        Type::Deck => "deck".into(),
        Type::Name => "name".into(),
        Type::Any => "anything".into(),
    }
}
