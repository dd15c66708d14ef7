//! A session as an editor meets it: texts with a cursor, and what is answered.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};

use cardwright_check::Project;
use cardwright_check::project::MANIFEST;
use cardwright_games::GAMES;
use cardwright_model::files::{Files, MemoryFiles};
use serde_json::{Value, json};

use crate::message::{Incoming, Request};
use crate::session::Phase;
use crate::unit::Unit;
use crate::{Packages, Session, uri};

/// Where the cursor is.
const CURSOR: &str = "$0";

/// A package on the suite's game, open in an editor.
struct Editor {
    files: Shared,
    session: Session,
    asked: i64,
}

/// The folder that both packages lie in.
const FOLDER: &str = "/table";

/// Files that the test and the session see.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<MemoryFiles>>);

impl Shared {
    fn see<T>(&self, look: impl FnOnce(&mut MemoryFiles) -> T) -> T {
        look(&mut self.0.lock().expect("no test panics while it looks"))
    }
}

impl Packages for Shared {
    fn load(&self, root: &Path) -> Result<Project, String> {
        self.see(|files| Project::load(files, root)).map_err(|error| error.to_string())
    }

    fn root_of(&self, file: &Path) -> Option<PathBuf> {
        let mut folders = file.ancestors().skip(1);
        let is_package = |folder: &&Path| self.see(|files| files.has(&folder.join(MANIFEST)));
        folders.find(is_package).map(Path::to_owned)
    }

    fn in_folder(&self, folder: &Path) -> Vec<PathBuf> {
        ["game", "moon"].map(|package| folder.join(package)).into()
    }

    fn beside(&self, _: &Path) -> Vec<PathBuf> {
        self.in_folder(Path::new(FOLDER))
    }

    fn names(&self, root: &Path) -> Option<(String, Vec<String>)> {
        let name = root.file_name()?.to_string_lossy().replace("game", "suite");
        let below = if name == "suite" { Vec::new() } else { vec!["suite".to_owned()] };
        Some((name, below))
    }
}

impl Editor {
    fn new() -> Editor {
        let files = Shared::default();
        let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/suite/game/");
        for (name, text) in [
            ("game/cardwright.toml", read(&format!("{game}cardwright.toml"))),
            ("game/game.card", read(&format!("{game}game.card"))),
            (
                "moon/cardwright.toml",
                "[package]\nname = \"moon\"\nversion = \"0.1.0\"\ngame = \"suite\"\n\
                 [dependencies]\nsuite = { path = \"../game\" }\n"
                    .to_owned(),
            ),
            (
                "moon/others.card",
                "use suite\n\nequipment lamp \"Lamp\" { cost: 1; base { power: 1 } }\n\n\
                 deck night \"Night\" for solo { crawler { 2 lamp } }\n"
                    .to_owned(),
            ),
        ] {
            files.see(|files| files.insert(Path::new(FOLDER).join(name), text));
        }
        let session = Session::new(Box::new(files.clone()), GAMES);
        let mut editor = Editor { files, session, asked: 0 };
        editor.ask("initialize", json!({ "capabilities": {} }));
        editor.tell("initialized", json!({}));
        editor
    }

    fn path(&self, name: &str) -> PathBuf {
        Path::new(FOLDER).join(name)
    }

    fn save(&self, name: &str, text: &str) {
        self.files.see(|files| files.insert(self.path(name), text));
    }

    fn saved(&self, name: &str) -> Option<String> {
        self.files.see(|files| files.read_text(&self.path(name), u64::MAX)).ok()
    }

    fn uri(&self, name: &str) -> String {
        uri::of_path(&self.path(name))
    }

    fn tell(&mut self, method: &str, params: Value) {
        let method = method.to_owned();
        self.session.receive(Incoming::Notification { method, params });
    }

    /// Makes the checks that are due.
    fn check(&mut self) {
        let jobs = self.session.jobs(true);
        assert!(!jobs.is_empty(), "nothing is left that could bring an answer");
        for job in jobs {
            self.session.checked(job.run(), 0);
        }
    }

    /// Sends a request and goes on until it is answered.
    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = json!(self.asked);
        let request = Request { id: id.clone(), method: method.to_owned(), params };
        self.session.receive(Incoming::Request(request));
        loop {
            let answer = self.session.outbox.iter().position(|message| message["id"] == id);
            if let Some(at) = answer {
                return self.session.outbox.remove(at);
            }
            self.check();
        }
    }

    /// Opens `moon/cards.card` with a text, and gives the place of its cursor.
    fn open(&mut self, text: &str) -> Value {
        let marked = format!("use suite\n\n{text}");
        let offset = marked.find(CURSOR).unwrap_or(marked.len());
        let line = marked[..offset].matches('\n').count();
        let start = marked[..offset].rfind('\n').map_or(0, |at| at + 1);
        let character = marked[start..offset].encode_utf16().count();
        let uri = self.uri("moon/cards.card");
        let text = marked.replace(CURSOR, "");
        let document = json!({ "uri": uri, "languageId": "card", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
        json!({
            "textDocument": { "uri": uri },
            "position": { "line": line, "character": character },
        })
    }

    /// Asks about the cursor in a text.
    fn at(&mut self, method: &str, text: &str, more: Value) -> Value {
        let mut params = self.open(text);
        for (name, value) in more.as_object().cloned().unwrap_or_default() {
            params[name] = value;
        }
        self.ask(method, params)
    }

    /// The problems that the editor shows in a file, once all is checked.
    fn problems(&mut self, name: &str) -> Vec<Value> {
        while self.session.units.iter().any(|unit| !unit.is_fresh()) {
            self.check();
        }
        let uri = self.uri(name);
        let mut published = self.session.outbox.iter().rev();
        let last = published.find(|message| message["params"]["uri"] == uri.as_str());
        let list = last.map(|message| message["params"]["diagnostics"].clone());
        list.and_then(|list| list.as_array().cloned()).unwrap_or_default()
    }
}

fn read(path: &str) -> String {
    std::fs::read_to_string(path).expect("a file of the suite")
}

fn hover(text: &str) -> String {
    let answer = Editor::new().at("textDocument/hover", text, json!({}));
    answer["result"]["contents"]["value"].as_str().unwrap_or_default().to_owned()
}

fn completion(text: &str) -> Vec<String> {
    let answer = Editor::new().at("textDocument/completion", text, json!({}));
    let items = answer["result"]["items"].as_array().cloned().unwrap_or_default();
    items.iter().map(|item| item["label"].as_str().unwrap_or_default().to_owned()).collect()
}

const IMP: &str = "character imp \"Imp\" { cost: 1; power: 2; life: 1; type: creature; ";

#[test]
fn a_keyword_is_shown_as_the_card_prints_it() {
    let shown = hover(&format!("{IMP}attribute: dr$0ain 3 }}"));
    assert!(shown.starts_with("**Drain**: keyword, on-wound"), "{shown}");
    assert!(shown.contains("Drain 3"), "{shown}");
    assert!(shown.contains("When it hits, burn 3 cards."), "{shown}");
    assert!(shown.contains("on dungeon · several add up"), "{shown}");
}

#[test]
fn a_card_in_a_deck_is_shown_with_its_facts_and_final_text() {
    let shown = hover("deck d \"D\" for solo { dungeon { 2 gho$0ul } }");
    assert_eq!(
        shown,
        "**Ghoul**: Character, from `suite`\n\ncost 2 · power 3 · life 2 · type undead\n\n\
         Drain 1 (When it hits, burn 1 cards.)"
    );
}

#[test]
fn a_field_is_shown_with_its_type_and_values() {
    let shown = hover("character imp { cost: 1; power: 2; life: 1; ty$0pe: creature }");
    assert_eq!(
        shown,
        "```\nfield type: list of character-type\n```\nfield of Character\n\n\
         `creature`, `undead`, `spirit`"
    );
}

#[test]
fn words_of_the_engine_are_shown_as_the_vocabulary_says() {
    let shown = hover(&format!("{IMP}on en$0ter {{ burn(crawler-deck, 1) }} }}"));
    assert!(shown.starts_with("```\nenter") && shown.contains("event: "), "{shown}");
    let shown = hover(&format!("{IMP}on enter {{ bu$0rn(crawler-deck, 1) }} }}"));
    assert!(shown.contains("burn(") && shown.contains("verb: "), "{shown}");
    let shown = hover(&format!("{IMP}on enter {{ burn(crawler-$0deck, 1) }} }}"));
    assert!(shown.contains("zone: "), "{shown}");
}

#[test]
fn dice_are_shown_with_exact_odds() {
    let shown = hover("hero h \"H\" { attack: 2$0d6 }");
    assert!(shown.starts_with("**2d6**: number 7.00 on average"), "{shown}");
    for row in ["| 2 | 2.8 % | 100.0 % |", "| 7 | 16.7 % | 58.3 % |", "| 12 | 2.8 % | 2.8 % |"] {
        assert!(shown.contains(row), "{row}: {shown}");
    }
    // The name of the field tells the same, after what the field is.
    let of_field = hover("hero h \"H\" { att$0ack: 2d6 }");
    assert!(of_field.starts_with("```\nfield attack: pool") && of_field.contains(&shown));
}

#[test]
fn nothing_is_shown_where_nothing_is_meant() {
    assert_eq!(hover("// a com$0ment\n"), "");
    assert_eq!(hover("character imp { cost: $0"), "");
}

#[test]
fn problems_come_and_go_as_the_text_changes() {
    let mut editor = Editor::new();
    editor.open(&format!("{IMP}attribute: dran 3 }}"));
    let problems = editor.problems("moon/cards.card");
    assert_eq!(problems.len(), 1, "{problems:?}");
    assert_eq!(problems[0]["code"], "E0102");
    assert_eq!(problems[0]["severity"], 1);
    let message = problems[0]["message"].as_str().expect("a message");
    assert!(message.contains("help: did you mean `drain`?"), "{message}");
    let range = problems[0]["range"].clone();
    let params = json!({
        "textDocument": { "uri": editor.uri("moon/cards.card") },
        "range": range,
        "context": { "diagnostics": [] },
    });
    let actions = editor.ask("textDocument/codeAction", params)["result"].clone();
    assert_eq!(actions[0]["title"], "Write `drain`");
    let edit = &actions[0]["edit"]["changes"][editor.uri("moon/cards.card")][0];
    assert_eq!((&edit["newText"], &edit["range"]), (&json!("drain"), &range));
    let changes = json!({
        "textDocument": { "uri": editor.uri("moon/cards.card"), "version": 2 },
        "contentChanges": [{ "range": range, "text": "drain" }],
    });
    editor.tell("textDocument/didChange", changes);
    assert_eq!(editor.problems("moon/cards.card"), [] as [Value; 0]);
}

#[test]
fn one_safe_fix_is_enough_for_who_asks_for_all() {
    let mut editor = Editor::new();
    editor.open("trap t { cost = 1 }");
    let kinds = |editor: &mut Editor, context: Value| -> Vec<String> {
        let params = json!({
            "textDocument": { "uri": editor.uri("moon/cards.card") },
            "range": { "start": { "line": 0, "character": 0 }, "end": { "line": 9, "character": 0 } },
            "context": context,
        });
        let actions = editor.ask("textDocument/codeAction", params)["result"].clone();
        let actions = actions.as_array().cloned().unwrap_or_default();
        actions.iter().filter_map(|one| one["kind"].as_str().map(str::to_owned)).collect()
    };
    assert_eq!(kinds(&mut editor, json!({ "diagnostics": [] })), ["quickfix"]);
    for only in ["source.fixAll", "source"] {
        assert_eq!(kinds(&mut editor, json!({ "only": [only] })), ["source.fixAll"]);
    }
    assert_eq!(kinds(&mut editor, json!({ "only": ["quickfix"] })), ["quickfix"]);
    assert_eq!(kinds(&mut editor, json!({ "only": ["refactor", "source.fix"] })), [] as [&str; 0]);
}

#[test]
fn a_text_that_was_never_saved_counts_and_is_forgotten_when_it_is_closed() {
    let mut editor = Editor::new();
    editor.open("character lamp-imp { cost: x }");
    assert!(!editor.problems("moon/cards.card").is_empty());
    assert_eq!(editor.saved("moon/cards.card"), None);
    let document = json!({ "textDocument": { "uri": editor.uri("moon/cards.card") } });
    editor.tell("textDocument/didClose", document);
    assert_eq!(editor.problems("moon/cards.card"), [] as [Value; 0]);
}

#[test]
fn a_package_that_cannot_be_read_is_a_problem_of_its_manifest() {
    let mut editor = Editor::new();
    editor.save("moon/cardwright.toml", "[package\n");
    editor.open("trap t { cost: 1 }");
    assert_eq!(editor.problems("moon/cardwright.toml").len(), 1);
    // Mended on disk and saved, it is none any more.
    let text = "[package]\nname = \"moon\"\nversion = \"0.1.0\"\ngame = \"suite\"\n\
                [dependencies]\nsuite = { path = \"../game\" }\n";
    editor.save("moon/cardwright.toml", text);
    let saved = json!({ "textDocument": { "uri": editor.uri("moon/cardwright.toml") } });
    editor.tell("textDocument/didSave", saved);
    assert_eq!(editor.problems("moon/cardwright.toml"), [] as [Value; 0]);
}

#[test]
fn definitions_lead_into_the_packages_below() {
    let mut editor = Editor::new();
    let answer =
        editor.at("textDocument/definition", &format!("{IMP}attribute: dr$0ain 3 }}"), json!({}));
    let place = &answer["result"][0];
    assert_eq!(place["uri"], editor.uri("game/game.card"));
    let line = place["range"]["start"]["line"].as_u64().expect("a line") as usize;
    let game = editor.saved("game/game.card").expect("a file");
    assert!(game.lines().nth(line).is_some_and(|line| line.starts_with("keyword drain")));
}

#[test]
fn references_are_found_in_every_file_of_the_package() {
    let mut editor = Editor::new();
    let text = "deck day \"Day\" for solo { crawler { 1 la$0mp; 1 rope } }";
    let with = json!({ "context": { "includeDeclaration": true } });
    let answer = editor.at("textDocument/references", text, with);
    let places = answer["result"].as_array().expect("places").clone();
    let of = |name: &str| {
        let uri = editor.uri(name);
        places.iter().filter(|place| place["uri"] == uri.as_str()).count()
    };
    assert_eq!((of("moon/others.card"), of("moon/cards.card")), (2, 1));
    assert_eq!(places.len(), 3);
}

#[test]
fn a_card_is_renamed_wherever_it_is_named() {
    let mut editor = Editor::new();
    let text = "deck day \"Day\" for solo { crawler { 1 la$0mp } }";
    let answer = editor.at("textDocument/rename", text, json!({ "newName": "lantern" }));
    let changes = &answer["result"]["changes"];
    assert_eq!(changes[editor.uri("moon/others.card")].as_array().map(Vec::len), Some(2));
    assert_eq!(changes[editor.uri("moon/cards.card")].as_array().map(Vec::len), Some(1));
    assert_eq!(changes.as_object().map(serde_json::Map::len), Some(2));
}

#[test]
fn renames_that_would_break_something_are_refused_with_the_reason() {
    let cases = [
        ("deck d \"D\" for solo { crawler { 1 ro$0pe } }", "cord", "is declared in a package that"),
        ("trap t$0wo { cost: 1 }\ntrap one { cost: 1 }", "one", "is declared twice"),
        ("trap t$0wo { cost: 1 }", "two traps", "is no identifier"),
        ("trap two { co$0st: 1 }", "price", "templates and the rules engine know"),
        ("trap two { cost: 1 } // no$0thing", "more", "no name here"),
    ];
    for (text, new, why) in cases {
        let answer = Editor::new().at("textDocument/rename", text, json!({ "newName": new }));
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{text}: {answer}");
    }
}

const BOOK: &str = "lore fights \"Fights\" {\n  rule 1 \"Who\" { text: \"You fight.\" }\n  \
                    rule 2 \"Why\" { text: \"Nobody knows.\"; explains }\n}\n\n";

#[test]
fn rules_of_the_rulebook_are_shown_and_proposed() {
    let shown = hover(&format!("{BOOK}test \"t\" {{ proves: fights.$01 }}"));
    assert_eq!(shown, "**fights.1 Who**: rule of the rulebook\n\nYou fight.");
    let all = completion(&format!("{BOOK}test \"t\" {{ proves: $0 }}"));
    assert_eq!(all, ["fights.1"], "what only explains cannot be proved");
    assert_eq!(completion(&format!("{BOOK}test \"t\" {{ proves: fights.$0 }}")), ["1"]);
    let words = completion(&format!("{BOOK}test \"t\" {{ $0 }}"));
    assert!(words.contains(&"proves".to_owned()), "{words:?}");
}

#[test]
fn references_of_a_rulebook_are_followed() {
    let refers = "lore moves \"Moves\" { rule 1 \"Far\" { text: \"See {fights.1}.\" } }";
    let shown = hover(&format!("{BOOK}{}", refers.replace("fights.1", "fights.$01")));
    assert_eq!(shown, "**fights.1 Who**: rule of the rulebook\n\nYou fight.");
    let shown = hover(&format!("{BOOK}{refers}\ntest \"t\" {{ proves: moves.$01 }}"));
    assert!(shown.ends_with("See Fights.1."), "a chapter without a number has its name: {shown}");
    for (text, new) in [
        (format!("{}{refers}", BOOK.replace("rule 1", "rule $01")), "7"),
        (format!("{BOOK}{}", refers.replace("fights.1", "fig$0hts.1")), "wars"),
    ] {
        let mut editor = Editor::new();
        let answer = editor.at("textDocument/rename", &text, json!({ "newName": new }));
        let edits = &answer["result"]["changes"][editor.uri("moon/cards.card")];
        assert_eq!(edits.as_array().map(Vec::len), Some(2), "{text}: {answer}");
    }
}

#[test]
fn a_keyword_is_shown_with_its_rules() {
    let book = "lore fights \"Fights\" {\n  rule 1 \"Drain\" { text: \"Cards burn, see {fights.2}.\" }\n  \
                rule 2 \"Fire\" { text: \"Drain is no fire.\" }\n}\n\n";
    let card = format!("{IMP}attribute: dr$0ain 3 }}");
    let shown = hover(&format!("{book}{card}"));
    let told = "In the rulebook:\n- **Fights.1 Drain**: Cards burn, see Fights.2.";
    assert!(shown.ends_with(told), "the rule about it, not every mention: {shown}");
    let shown = hover(&format!("{}{card}", book.replace("\"Drain\"", "\"Cards\"")));
    assert!(shown.ends_with("In the rulebook:\n- **Fights.2 Fire**: Drain is no fire."), "{shown}");
    assert!(!hover(&card).contains("rulebook"));
}

#[test]
fn chapters_and_rules_are_renamed_where_tests_name_them() {
    let proves = "test \"t\" { proves: fights.1; expect round == 1 }";
    for (text, new) in [
        (format!("{}{proves}", BOOK.replace("rule 1", "rule $01")), "7"),
        (format!("{BOOK}{}", proves.replace("fights.1", "fights.$01")), "7"),
        (format!("{BOOK}{}", proves.replace("fights.1", "fig$0hts.1")), "wars"),
    ] {
        let mut editor = Editor::new();
        let answer = editor.at("textDocument/rename", &text, json!({ "newName": new }));
        let edits = &answer["result"]["changes"][editor.uri("moon/cards.card")];
        assert_eq!(edits.as_array().map(Vec::len), Some(2), "{text}: {answer}");
    }
    for (new, why) in [("2", "is declared twice"), ("two", "is no number")] {
        let text = format!("{}{proves}", BOOK.replace("rule 1", "rule $01"));
        let answer = Editor::new().at("textDocument/rename", &text, json!({ "newName": new }));
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{new}: {answer}");
    }
}

#[test]
fn fields_that_are_not_written_are_proposed_those_that_are_needed_first() {
    let found = completion("character imp \"Imp\" {\n  cost: 1\n  $0\n  life: 1\n}");
    assert_eq!(found[..2], ["power", "type"]);
    assert!(found.iter().any(|name| name == "tribe") && found.iter().any(|name| name == "on"));
    assert!(!found.iter().any(|name| name == "cost" || name == "life"));
}

#[test]
fn values_cards_and_keywords_are_proposed_where_they_may_stand() {
    assert_eq!(completion("character imp { type: un$0 }"), ["creature", "spirit", "undead"]);
    let cards = completion("deck d \"D\" for solo {\n  dungeon {\n    2 g$0\n  }\n}");
    assert!(cards.contains(&"goblin".to_owned()) && cards.contains(&"pit".to_owned()));
    assert!(!cards.contains(&"rope".to_owned()), "no crawler card: {cards:?}");
    // `reaver` is for characters only, `drain` for the dungeon, `stealth` for all.
    let of_trap = completion("trap t { cost: 1; attribute: $0 }");
    let has = |name: &str| of_trap.iter().any(|keyword| keyword == name);
    assert!(has("drain") && has("stealth") && !has("reaver"), "{of_trap:?}");
    let damage = completion(&format!("{IMP}attribute: immune f$0 }}"));
    assert!(damage.contains(&"fire".to_owned()) && !damage.contains(&"drain".to_owned()));
    assert_eq!(completion("deck d for s$0"), ["solo"]);
}

#[test]
fn words_of_the_engine_are_proposed_where_effects_are_written() {
    let events = completion(&format!("{IMP}on e$0 }}"));
    assert!(events.contains(&"enter".to_owned()) && !events.contains(&"burn".to_owned()));
    let verbs = completion(&format!("{IMP}on enter {{ b$0 }} }}"));
    assert!(verbs.contains(&"burn".to_owned()) && !verbs.contains(&"cost".to_owned()));
    let zones = completion(&format!("{IMP}on enter {{ burn($0) }} }}"));
    assert!(zones.contains(&"crawler-deck".to_owned()), "{zones:?}");
    assert_eq!(completion(&format!("{IMP}on enter {{ \"te$0xt\" }} }}")), [] as [&str; 0]);
}

#[test]
fn outlines_and_searches_name_what_is_declared() {
    let mut editor = Editor::new();
    let at = editor.open("enum mood { calm \"Calm\"; wild }\n\nhero h \"Hilda\" { attack: 1B }");
    let outline = editor.ask("textDocument/documentSymbol", at)["result"].clone();
    assert_eq!(outline[0]["name"], "mood");
    assert_eq!(outline[0]["children"][0]["name"], "Calm");
    assert_eq!((&outline[1]["name"], &outline[1]["detail"]), (&json!("Hilda"), &json!("hero")));
    editor.problems("moon/cards.card");
    let found = editor.ask("workspace/symbol", json!({ "query": "hld" }))["result"].clone();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "{found}");
    assert_eq!(found[0]["location"]["uri"], editor.uri("moon/cards.card"));
}

#[test]
fn columns_are_counted_as_the_editor_counts() {
    let mut editor = Editor::new();
    // Four bytes and two UTF-16 units before the cursor's word.
    let answer = editor.at(
        "textDocument/hover",
        "character imp \"🐉\" { cost: 1; power: 2; life: 1; type: cre$0ature }",
        json!({}),
    );
    assert!(
        answer["result"]["contents"]["value"]
            .as_str()
            .is_some_and(|text| text.starts_with("**Creature**"))
    );
    assert_eq!(answer["result"]["range"]["start"]["character"], 55);
}

#[test]
fn questions_that_wait_can_be_cancelled() {
    let mut editor = Editor::new();
    let params = editor.open(&format!("{IMP}attribute: dr$0ain 3 }}"));
    let request = Request { id: json!("q"), method: "textDocument/hover".into(), params };
    editor.session.receive(Incoming::Request(request));
    assert_eq!(editor.session.waiting.len(), 1);
    editor.tell("$/cancelRequest", json!({ "id": "q" }));
    let answer = editor.session.outbox.last().expect("an answer");
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("q"), &json!(-32800)));
}

#[test]
fn what_makes_no_sense_is_answered_and_does_no_harm() {
    let mut editor = Editor::new();
    for (method, params, code) in [
        ("textDocument/telepathy", json!({}), -32601),
        ("textDocument/hover", json!([1]), -32602),
        ("textDocument/hover", json!(null), -32602),
        ("textDocument/rename", json!({ "textDocument": {} }), -32602),
        ("initialize", json!({}), -32600),
    ] {
        assert_eq!(editor.ask(method, params)["error"]["code"], code, "{method}");
    }
    for uri in ["untitled:1", "file:///nowhere/x.card", "", "file:///"] {
        let params = json!({
            "textDocument": { "uri": uri, "version": 1, "text": "hero {{{" },
            "position": { "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 },
            "newName": "x",
            "range": { "start": { "line": 9, "character": 9 }, "end": { "line": 0, "character": 0 } },
        });
        editor.tell("textDocument/didOpen", params.clone());
        let methods = [
            "hover",
            "completion",
            "rename",
            "references",
            "codeAction",
            "formatting",
            "codeLens",
            "foldingRange",
            "inlayHint",
            "semanticTokens/full",
            "signatureHelp",
        ];
        for method in methods {
            let answer = editor.ask(&format!("textDocument/{method}"), params.clone());
            assert!(answer.get("error").is_none(), "{uri} {method}: {answer}");
        }
        editor.tell("textDocument/didClose", params);
    }
    editor.tell("textDocument/didChange", json!({ "nonsense": true }));
    editor.tell("exit", json!(null));
    assert_eq!(editor.session.phase, Phase::Ended { orderly: false });
}

#[test]
fn a_check_begins_only_when_typing_pauses() {
    let mut editor = Editor::new();
    editor.open("trap t { cost: 1 }");
    editor.problems("moon/cards.card");
    let change = json!({
        "textDocument": { "uri": editor.uri("moon/cards.card"), "version": 2 },
        "contentChanges": [{ "text": "use suite\n\ntrap t { cost: 2 }\n" }],
    });
    editor.tell("textDocument/didChange", change);
    assert!(editor.session.waits_for_quiet());
    assert!(editor.session.jobs(false).is_empty());
    assert_eq!(editor.session.jobs(true).len(), 1);
}

#[test]
fn to_save_what_is_known_is_no_change() {
    let mut editor = Editor::new();
    let uri = editor.uri("moon/others.card");
    let text = editor.saved("moon/others.card").expect("a file");
    let document = json!({ "uri": uri, "version": 1, "text": text });
    editor.tell("textDocument/didOpen", json!({ "textDocument": document }));
    editor.problems("moon/others.card");
    let saved = json!({ "textDocument": { "uri": uri } });
    editor.tell("textDocument/didSave", saved.clone());
    assert!(editor.session.units.iter().all(Unit::is_fresh));
    // Another file that changed meanwhile is one.
    let other = text.replace("2 lamp", "2 lmap");
    editor.save("moon/more.card", &other.replace("lamp", "torch"));
    editor.tell("textDocument/didSave", saved);
    assert!(!editor.problems("moon/more.card").is_empty());
}

/// The words of a document with what they are.
fn colours(text: &str) -> Vec<(String, String)> {
    let mut editor = Editor::new();
    let at = editor.open(text);
    let answer = editor.ask("textDocument/semanticTokens/full", at);
    let data = answer["result"]["data"].as_array().expect("numbers").clone();
    let data: Vec<usize> = data.iter().map(|n| n.as_u64().expect("a number") as usize).collect();
    let text = format!("use suite\n\n{text}");
    let lines: Vec<&str> = text.lines().collect();
    let (mut line, mut column) = (0, 0);
    let mut found = Vec::new();
    for token in data.chunks(5) {
        (line, column) =
            if token[0] == 0 { (line, column + token[1]) } else { (line + token[0], token[1]) };
        let word = lines[line].get(column..column + token[2]).expect("a stretch of the line");
        found.push((word.to_owned(), crate::tokens::TYPES[token[3]].to_owned()));
    }
    found
}

#[test]
fn words_are_coloured_by_what_they_mean() {
    let found = colours(&format!(
        "{IMP}attribute: drain 3; on enter {{ burn(crawler-deck, 1) }} }}\n\nhero h \"H\" {{ attack: 2d6 }}"
    ));
    for (word, kind) in [
        ("use", "keyword"),
        ("character", "class"),
        ("imp", "struct"),
        ("\"Imp\"", "string"),
        ("cost", "property"),
        ("creature", "enumMember"),
        ("drain", "macro"),
        ("on", "keyword"),
        ("enter", "event"),
        ("burn", "function"),
        ("crawler-deck", "variable"),
        ("2d6", "number"),
    ] {
        let token = found.iter().find(|(found, _)| found == word);
        assert_eq!(token.map(|(_, kind)| kind.as_str()), Some(kind), "{word}: {found:?}");
    }
}

#[test]
fn averages_and_copies_stand_behind_their_words() {
    let mut editor = Editor::new();
    let text = "hero h \"H\" { attack: 2d6 }\n\nequipment rod \"Rod\" { cost: 1; base { power: 1 } }\n\n\
                deck day \"Day\" for solo { crawler { 3 rod } }";
    let everything = json!({ "range": {
        "start": { "line": 0, "character": 0 }, "end": { "line": 99, "character": 0 } } });
    let answer = editor.at("textDocument/inlayHint", text, everything);
    let notes = answer["result"].as_array().expect("notes").clone();
    let note = |line: u64| {
        let on_line = |note: &&Value| note["position"]["line"] == line;
        notes.iter().find(on_line).map(|note| note["label"].clone()).unwrap_or_default()
    };
    assert_eq!(note(2), "ø 7.00", "{answer}");
    assert_eq!(note(4), "3× Day", "{answer}");
    assert_eq!(notes.len(), 2, "{answer}");
    // Only what is in sight is worked out.
    let first = json!({ "range": {
        "start": { "line": 0, "character": 0 }, "end": { "line": 3, "character": 0 } } });
    let answer = editor.at("textDocument/inlayHint", text, first);
    assert_eq!(answer["result"].as_array().map(Vec::len), Some(1), "{answer}");
}

#[test]
fn what_a_word_takes_is_shown_while_it_is_written() {
    let shown = |text: &str| {
        Editor::new().at("textDocument/signatureHelp", text, json!({}))["result"].clone()
    };
    let help = shown(&format!("{IMP}on enter {{ burn(crawler-deck, $0) }} }}"));
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.starts_with("burn(deck: "), "{help}");
    assert_eq!(help["activeParameter"], 1, "{help}");
    let help = shown(&format!("{IMP}attribute: drain $0 }}"));
    let label = help["signatures"][0]["label"].as_str().unwrap_or_default();
    assert!(label.starts_with("drain n: int"), "{help}");
    assert_eq!(shown(&format!("{IMP}on enter {{ $0 }} }}")), Value::Null);
}

#[test]
fn tests_and_cards_have_commands_above_them() {
    let mut editor = Editor::new();
    let at = editor.open(&format!("{IMP}}}\n\ntest \"t\" {{ expect round == 1 }}"));
    let found = editor.ask("textDocument/codeLens", at.clone())["result"].clone();
    assert_eq!(found.as_array().map(Vec::len), Some(1), "no preview without a page: {found}");
    assert_eq!(found[0]["command"]["command"], "cardwright.runTest");
    assert_eq!(found[0]["command"]["arguments"], json!([editor.uri("moon/cards.card"), 4]));
    editor.session.client.previews = true;
    let found = editor.ask("textDocument/codeLens", at)["result"].clone();
    assert_eq!(found[0]["command"]["title"], "Preview");
    assert_eq!(found[0]["command"]["arguments"][1], "imp");
}

#[test]
fn a_test_is_run_as_it_is_typed() {
    let run = |text: &str, line: u32| {
        let mut editor = Editor::new();
        editor.open(text);
        editor.problems("moon/cards.card");
        let arguments = json!([editor.uri("moon/cards.card"), line]);
        let params = json!({ "command": "cardwright.runTest", "arguments": arguments });
        let (id, method) = (json!("run"), "workspace/executeCommand".to_owned());
        editor.session.receive(Incoming::Request(Request { id: id.clone(), method, params }));
        for job in editor.session.test_jobs() {
            editor.session.tested(job.run(cardwright_games::MODULES));
        }
        let answer = editor.session.outbox.iter().find(|message| message["id"] == id).cloned();
        let told = editor.session.outbox.iter().rev();
        let mut told = told.filter(|message| message["method"] == "window/showMessage");
        let said = told.next().map(|message| message["params"]["message"].clone());
        (answer.expect("an answer"), said.unwrap_or_default())
    };
    let test = |round: u32| {
        format!("test \"the first\" {{\n  encounter: goblin\n  expect round == {round}\n}}\n")
    };
    let (answer, said) = run(&test(1), 2);
    assert_eq!(answer["result"]["verdict"]["result"], "passed", "{answer}");
    assert_eq!(said, "Passed: the first");
    let (answer, said) = run(&test(2), 2);
    assert_eq!(answer["result"]["verdict"]["result"], "failed", "{answer}");
    assert!(said.as_str().is_some_and(|said| said.contains("cards.card:5: expect round == 2")));
    for (text, line, why) in [
        (test(1), 3, "no test begins in line 4 of cards.card"),
        (format!("{}trap t {{ cost: x }}\n", test(1)), 2, "the package has errors"),
    ] {
        let (answer, _) = run(&text, line);
        let message = answer["error"]["message"].as_str().unwrap_or_default();
        assert!(message.contains(why), "{answer}");
    }
}
