//! `cardwright lsp` over pipes, as an editor starts it.

use std::io::{BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStdout, Command, ExitStatus, Stdio};

use serde_json::{Value, json};

use super::Place;

/// An editor with the language server behind it.
struct Editor {
    child: Child,
    output: BufReader<ChildStdout>,
    root: String,
    asked: i64,
    /// Notifications of the server, which answer no request.
    told: Vec<Value>,
}

impl Editor {
    /// Starts the server on the expansion of a place.
    fn start(place: &Place) -> Editor {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .arg("lsp")
            .current_dir(place.path("."))
            .env("CARDWRIGHT_CACHE", super::cache())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the server starts");
        let output = BufReader::new(child.stdout.take().expect("its output"));
        let root = format!("file://{}", place.path("moon").display());
        Editor { child, output, root, asked: 0, told: Vec::new() }
    }

    fn uri(&self, name: &str) -> String {
        format!("{}/{name}", self.root)
    }

    fn send(&mut self, message: &Value) {
        let body = message.to_string();
        let input = self.child.stdin.as_mut().expect("its input");
        write!(input, "Content-Length: {}\r\n\r\n{body}", body.len()).expect("it listens");
        input.flush().expect("it listens");
    }

    fn tell(&mut self, method: &str, params: Value) {
        self.send(&json!({ "jsonrpc": "2.0", "method": method, "params": params }));
    }

    fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("a header"), 0, "it is gone");
            match line.trim() {
                "" => break,
                header => {
                    if let Some(value) = header.strip_prefix("Content-Length: ") {
                        length = value.parse().expect("a length");
                    }
                }
            }
        }
        let mut body = vec![0; length];
        self.output.read_exact(&mut body).expect("a body");
        let message: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
        self.asked += 1;
        let id = self.asked;
        self.send(&json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params }));
        loop {
            let message = self.read();
            if message["id"] == id && message.get("method").is_none() {
                return message;
            }
            self.told.push(message);
        }
    }

    /// Waits for the next problems of a file.
    fn problems(&mut self, name: &str) -> Vec<Value> {
        let uri = self.uri(name);
        loop {
            let message = match self.told.is_empty() {
                true => self.read(),
                false => self.told.remove(0),
            };
            if message["method"] == "textDocument/publishDiagnostics"
                && message["params"]["uri"] == uri.as_str()
            {
                return message["params"]["diagnostics"].as_array().expect("a list").clone();
            }
        }
    }

    fn open(&mut self, name: &str, text: &str) {
        let document =
            json!({ "uri": self.uri(name), "languageId": "card", "version": 1, "text": text });
        self.tell("textDocument/didOpen", json!({ "textDocument": document }));
    }

    /// The place of a word in a text.
    fn at(&self, name: &str, text: &str, word: &str) -> Value {
        let offset = text.find(word).expect("the word is there") + 1;
        let before = &text[..offset];
        let line = before.matches('\n').count();
        let character = before.rsplit('\n').next().map_or(0, |line| line.encode_utf16().count());
        json!({
            "textDocument": { "uri": self.uri(name) },
            "position": { "line": line, "character": character },
        })
    }

    fn end(mut self) -> ExitStatus {
        drop(self.child.stdin.take());
        self.child.wait().expect("it ends")
    }
}

const CARD: &str = "use crawler\n\ncharacter moon-imp \"Moon Imp\" {\n  cost: 1\n  power: 1\n  \
                    life: 1\n  type: creature\n  tribe: goblin\n  attribute: drian 2\n  set: MOO\n  number: 90\n  rarity: common\n}\n";

#[test]
fn an_editor_is_served_from_hello_to_goodbye() {
    let place = Place::expansion();
    let mut editor = Editor::start(&place);
    let early = editor.ask("textDocument/hover", json!({}));
    assert_eq!(early["error"]["code"], -32002);
    let hello = editor.ask("initialize", json!({ "capabilities": {}, "rootUri": editor.root }));
    let can = &hello["result"]["capabilities"];
    assert_eq!(can["positionEncoding"], "utf-16");
    for provider in [
        "hoverProvider",
        "definitionProvider",
        "documentFormattingProvider",
        "inlayHintProvider",
        "foldingRangeProvider",
    ] {
        assert_eq!(can[provider], true, "{provider}");
    }
    editor.tell("initialized", json!({}));

    // A mistake is shown with its fix, and is gone when it is repaired.
    let file = "cards/imps.card";
    editor.open(file, CARD);
    let problems = editor.problems(file);
    let mistake = problems.iter().find(|problem| problem["code"] == "E0102").expect("the mistake");
    assert!(mistake["message"].as_str().is_some_and(|text| text.contains("`drain`")));
    let change = json!({
        "textDocument": { "uri": editor.uri(file), "version": 2 },
        "contentChanges": [{ "range": mistake["range"], "text": "drain" }],
    });
    editor.tell("textDocument/didChange", change);
    assert!(editor.problems(file).iter().all(|problem| problem["severity"] != 1));

    let mended = CARD.replace("drian", "drain");
    let at = editor.at(file, &mended, "drain");
    let shown = editor.ask("textDocument/hover", at);
    let shown = shown["result"]["contents"]["value"].as_str().expect("a text").to_owned();
    assert!(shown.starts_with("**Drain**: keyword") && shown.contains("Drain 2"), "{shown}");

    let at = editor.at(file, &mended, "creature");
    let proposed = editor.ask("textDocument/completion", at);
    let proposed = proposed["result"]["items"].as_array().expect("a list").clone();
    assert!(proposed.iter().any(|item| item["label"] == "undead"), "{proposed:?}");

    let mut rename = editor.at(file, &mended, "moon-imp");
    rename["newName"] = "sun-imp".into();
    let renamed = editor.ask("textDocument/rename", rename);
    let edits = &renamed["result"]["changes"][editor.uri(file)];
    assert_eq!(edits.as_array().map(Vec::len), Some(1), "{renamed}");

    // Nonsense on the wire gets an answer, and the conversation continues.
    let input = editor.child.stdin.as_mut().expect("its input");
    input.write_all(b"Content-Length: 5\r\n\r\n{oops").expect("it listens");
    assert_eq!(editor.read()["error"]["code"], -32700);

    assert_eq!(editor.ask("shutdown", Value::Null)["result"], Value::Null);
    assert_eq!(editor.ask("textDocument/hover", json!({}))["error"]["code"], -32600);
    editor.tell("exit", Value::Null);
    assert_eq!(editor.end().code(), Some(0));
    assert!(!place.path("moon").join(file).exists(), "nothing is written");
}

#[test]
fn an_editor_that_leaves_without_goodbye_is_noticed() {
    let place = Place::expansion();
    let mut editor = Editor::start(&place);
    editor.ask("initialize", json!({ "capabilities": {} }));
    assert_eq!(editor.end().code(), Some(1));
}

#[test]
fn the_odds_under_the_pointer_are_those_of_the_command() {
    let place = Place::empty();
    place.run(&["new", "moon", "--game", "explore"]).code(0);
    let printed = place.run(&["odds", "2B 1R", "moon"]).code(0).stdout();
    let mut editor = Editor::start(&place);
    editor.ask("initialize", json!({ "capabilities": {} }));
    editor.tell("initialized", json!({}));
    let text = "use explore\n\nhero probe \"Probe\" {\n  ATT: 2B 1R\n}\n";
    editor.open("cards/probe.card", text);
    let at = editor.at("cards/probe.card", text, "2B 1R");
    let shown = editor.ask("textDocument/hover", at);
    let shown = shown["result"]["contents"]["value"].as_str().expect("a text").to_owned();
    let (head, rows) = printed.split_once('\n').expect("lines");
    let average = head.rsplit(": ").next().expect("an average");
    assert!(shown.contains(average), "{average} in {shown}");
    for row in rows.lines() {
        let words: Vec<&str> = row.split_whitespace().collect();
        let [value, exactly, _, _, _, _, or_more, ..] = words[..] else { panic!("{row}") };
        let row = format!("| {value} | {exactly} % | {or_more} % |");
        assert!(shown.contains(&row), "{row} in {shown}");
    }
    // The hover also lists what the dice beat: another stat of the game's cards.
    assert!(shown.contains("Chance to beat") && shown.contains("- ARM: "), "{shown}");
}

#[test]
fn the_command_above_a_test_runs_it() {
    let place = Place::expansion();
    let mut editor = Editor::start(&place);
    editor.ask("initialize", json!({ "capabilities": {}, "rootUri": editor.root }));
    editor.tell("initialized", json!({}));
    let text = std::fs::read_to_string(place.path("moon/tests/first.card")).expect("a test");
    editor.open("tests/first.card", &text);
    let document = json!({ "textDocument": { "uri": editor.uri("tests/first.card") } });
    let lenses = editor.ask("textDocument/codeLens", document)["result"].clone();
    let command = lenses[0]["command"].clone();
    assert_eq!(command["title"], "▶ Run test", "{lenses}");
    let answer = editor.ask("workspace/executeCommand", command);
    assert_eq!(answer["result"]["verdict"]["result"], "passed", "{answer}");
    let said = editor.told.iter().find(|message| message["method"] == "window/showMessage");
    let said = said.map(|message| message["params"]["message"].to_string()).unwrap_or_default();
    assert!(said.contains("Passed: "), "{said}");
    let unknown = json!({ "command": "cardwright.dance", "arguments": [] });
    let answer = editor.ask("workspace/executeCommand", unknown);
    assert_eq!(answer["error"]["code"], -32803, "{answer}");
}
