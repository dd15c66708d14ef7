//! What `--help` and the manual pages show below each command: calls to copy.
//!
//! A test reads every one of them as the command line would.

use clap::{Command, CommandFactory};

use crate::args::Arguments;

/// A call without `cardwright`, and what it does.
type Example = (&'static str, &'static str);

/// Examples by command; a command of a command has a space in its name.
const EXAMPLES: &[(&str, &[Example])] = &[
    (
        "new",
        &[
            ("new moon-marsh --game crawler", "a small expansion that checks, tests and builds"),
            ("new harbour --game own", "a game of your own"),
            ("new harbour --from ships.csv", "a game whose cards are the rows of a spreadsheet"),
        ],
    ),
    (
        "check",
        &[
            ("check", "every problem of the package here"),
            ("check --fix", "mend what can be mended safely, then report the rest"),
            ("check content/bag --deny warnings", "fail on warnings too, as a build server should"),
        ],
    ),
    (
        "fmt",
        &[
            ("fmt", "tidy all files of the package here"),
            ("fmt --check", "show what would change, and fail if anything would"),
        ],
    ),
    (
        "build",
        &[
            ("build", "data, cards, sheets and booklets into output/"),
            ("build --only sheets --paper letter", "print sheets for Letter paper"),
            ("build --deck night --low-ink", "one deck, with little ink, for a first game"),
            ("build --preset print-shop", "the files that a print shop asks for"),
            ("build --only tabletop", "files for virtual tables"),
        ],
    ),
    (
        "watch",
        &[
            ("watch", "build again after every change"),
            ("watch --only cards", "only the pictures of the cards"),
        ],
    ),
    ("calibrate", &[("calibrate", "a page that shows how far a printer's backs are off")]),
    (
        "test",
        &[
            ("test", "all scenarios of the package here"),
            ("test --filter eel --verbose", "those about the eel, each by its name"),
            ("test --rules", "which rules of the rulebook they prove"),
        ],
    ),
    (
        "prove",
        &[
            ("prove", "for each ability a test that fails without it, or why there is none"),
            ("prove --filter moon-eel", "only for one card"),
        ],
    ),
    (
        "sim",
        &[
            ("sim", "how often each side wins, and how long games take"),
            ("sim --games 200 --bots greedy,plan", "fewer games, better bots"),
            ("sim --against ../moon-marsh-old", "what an edit did"),
            ("sim tune --number rex.hearts --goal 45..55", "which number mends it"),
        ],
    ),
    ("sim plan", &[("sim plan --shards 8", "share the games among eight processes")]),
    ("sim shard", &[("sim shard sim-plan.json 0", "play the first shard")]),
    ("sim merge", &[("sim merge sim-plan.json", "the report of all shards together")]),
    (
        "sim tune",
        &[("sim tune --number rex.hearts --goal 45..55", "the smallest change that does it")],
    ),
    (
        "play",
        &[
            ("play", "a game at the terminal"),
            ("play --seats human,greedy --log game.json", "against a bot, written down"),
            ("play --replay game.json", "look at it again"),
        ],
    ),
    (
        "odds",
        &[
            ("odds 2B 1R", "how likely each result of these dice is"),
            ("odds 2B 1R --against 1B", "and how likely they beat others"),
            ("odds royal-paladin --against rex", "each attack of one card on another"),
        ],
    ),
    (
        "studio",
        &[
            ("studio", "the package here, in your browser"),
            ("studio moon-marsh", "in an empty folder it begins a set"),
            ("studio --no-open --port 4000", "print the address and open nothing"),
        ],
    ),
    ("lsp", &[("lsp", "started by your editor, not by you")]),
    (
        "explain",
        &[
            ("explain E0102", "what a code means, with a wrong and a right example"),
            ("explain crawler/deck-size", "a rule of a game"),
        ],
    ),
    (
        "vocabulary",
        &[
            ("vocabulary crawler", "all words of a game"),
            ("vocabulary crawler icons", "one section of them"),
            ("vocabulary crawler burn", "one word"),
        ],
    ),
    (
        "diff",
        &[
            ("diff ../old .", "what changed, field by field"),
            ("diff ../old . --deny-breaking", "and fail if decks or saved games would break"),
        ],
    ),
    (
        "import",
        &[
            ("import ships.csv --kind ship", "write cards/ships.card from a spreadsheet"),
            ("import moon.xlsx --update", "bring an edited workbook of `export` back"),
        ],
    ),
    ("export", &[("export --xlsx", "all cards as a workbook")]),
    ("schema", &[("schema crawler", "the JSON Schema of the data of a game")]),
    ("pack", &[("pack", "NAME-VERSION.cardwright, for others to use")]),
    (
        "add",
        &[
            ("add ../moon-1.2.0.cardwright", "a package that somebody sent you"),
            ("add ../index:moon@^1.2", "the newest version of an index that fits"),
        ],
    ),
    ("remove", &[("remove moon", "stop using it")]),
    ("update", &[("update", "all packages that were brought in"), ("update moon", "only one")]),
    ("publish", &[("publish --index ../index", "pack it and put it into an index")]),
    ("index", &[("index check ../index", "does every package still work?")]),
    ("index check", &[("index check ../index --seconds 30", "with less patience")]),
    (
        "review",
        &[
            ("review moon-1.2.0.cardwright", "what to think of it, with a verdict"),
            ("review . --against ../old --report review", "and what changed, as a page"),
        ],
    ),
    (
        "completions",
        &[
            (
                "completions bash > ~/.local/share/bash-completion/completions/cardwright",
                "for bash",
            ),
            (
                "completions fish > ~/.config/fish/completions/cardwright.fish",
                "for fish; zsh and powershell likewise",
            ),
        ],
    ),
];

/// The command line with its examples.
pub(crate) fn command() -> Command {
    let mut command = Arguments::command().after_help(
        "Examples:\n  cardwright new moon-marsh --game crawler\n  cd moon-marsh\n  \
         cardwright check && cardwright test && cardwright build\n\n\
         `cardwright COMMAND --help` has examples for each command.",
    );
    for (path, examples) in EXAMPLES {
        let mut names = path.split(' ');
        let (first, second) = (names.next().unwrap_or_default(), names.next());
        let text = shown(examples);
        command = command.mut_subcommand(first, |of_first| match second {
            Some(second) => of_first.mut_subcommand(second, |command| command.after_help(text)),
            None => of_first.after_help(text),
        });
    }
    command
}

/// Each call on a line of its own, and below it what it does.
fn shown(examples: &[Example]) -> String {
    let lines = examples.iter().map(|(call, does)| format!("  cardwright {call}\n      {does}"));
    format!("Examples:\n{}", lines.collect::<Vec<_>>().join("\n"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_example_is_a_call_of_the_command_it_stands_at() {
        for (path, examples) in EXAMPLES {
            assert!(!examples.is_empty(), "{path}");
            for (call, _) in *examples {
                let typed = call.split(" > ").next().expect("a call");
                let words = std::iter::once("cardwright").chain(typed.split(' '));
                let read = command().try_get_matches_from(words);
                assert!(
                    read.is_ok(),
                    "{call}: {}",
                    read.err().map(|e| e.to_string()).unwrap_or_default()
                );
                assert!(call.starts_with(path.split(' ').next().expect("a name")), "{call}");
            }
        }
    }

    #[test]
    fn every_command_has_examples() {
        fn look(command: &Command, path: &str) {
            for inner in command.get_subcommands().filter(|inner| !inner.is_hide_set()) {
                let path = format!("{path} {}", inner.get_name());
                assert!(inner.get_after_help().is_some(), "{path} has no examples");
                look(inner, &path);
            }
        }
        look(&command(), "cardwright");
    }
}
