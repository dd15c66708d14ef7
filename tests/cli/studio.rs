//! The studio as its page and as others meet it: who is let in, what edits change, what is saved.

use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::Place;

/// A studio that is open; it closes with the test.
struct Studio {
    child: Child,
    port: u16,
    token: String,
}

impl Studio {
    fn open(place: &Place, path: &str) -> Studio {
        let mut child = Command::new(env!("CARGO_BIN_EXE_cardwright"))
            .args(["studio", "--no-open", path])
            .current_dir(place.path(""))
            .env("CARDWRIGHT_CACHE", crate::cache())
            .env("NO_COLOR", "1")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("the command runs");
        let mut address = String::new();
        let output = child.stdout.take().expect("its words");
        BufReader::new(output).read_line(&mut address).expect("it prints its address");
        let rest = address.trim().strip_prefix("http://127.0.0.1:").expect("it is on this machine");
        let (port, token) = rest.split_once("/#").expect("the token is in the fragment");
        assert_eq!(token.len(), 32, "128 bits");
        Studio { child, port: port.parse().expect("a port"), token: token.to_owned() }
    }

    /// Sends bytes as they are and reads until the connection ends or is silent.
    fn raw(&self, request: &[u8]) -> String {
        let mut stream = TcpStream::connect(("127.0.0.1", self.port)).expect("it listens");
        stream.set_read_timeout(Some(Duration::from_secs(60))).expect("a timeout");
        // It may refuse before it has read everything.
        let _ = stream.write_all(request);
        let _ = stream.shutdown(std::net::Shutdown::Write);
        let mut answer = Vec::new();
        let _ = stream.read_to_end(&mut answer);
        String::from_utf8_lossy(&answer).into_owned()
    }

    fn headers(&self) -> [String; 3] {
        let port = self.port;
        [
            format!("Host: 127.0.0.1:{port}\r\n"),
            format!("Origin: http://127.0.0.1:{port}\r\n"),
            format!("X-Studio-Token: {}\r\n", self.token),
        ]
    }

    fn post(&self, verb: &str, headers: &str, body: &str) -> String {
        let length = body.len();
        let head =
            format!("POST /api/{verb} HTTP/1.1\r\n{headers}Content-Length: {length}\r\n\r\n");
        self.raw(format!("{head}{body}").as_bytes())
    }

    /// Asks as the page does.
    fn ask(&self, verb: &str, body: &Value) -> Result<Value, String> {
        let answer = self.post(verb, &self.headers().concat(), &body.to_string());
        let (head, body) = answer.split_once("\r\n\r\n").expect("a head and a body");
        let value: Value = serde_json::from_str(body).expect("an answer is JSON");
        match head.starts_with("HTTP/1.1 200 ") {
            true => Ok(value),
            false => Err(value["refused"].as_str().expect("a reason").to_owned()),
        }
    }

    fn asked(&self, verb: &str, body: &Value) -> Value {
        self.ask(verb, body).unwrap_or_else(|reason| panic!("{verb} {body}: {reason}"))
    }
}

impl Drop for Studio {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

fn status(answer: &str) -> &str {
    answer.split(' ').nth(1).unwrap_or("")
}

#[test]
fn nobody_but_its_own_page_is_let_in() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let [host, origin, token] = studio.headers();
    assert_eq!(status(&studio.post("hello", &format!("{host}{origin}{token}"), "{}")), "200");
    for headers in [
        format!("{origin}{token}"),
        format!("{host}{token}"),
        format!("{host}{origin}"),
        format!("Host: localhost:{}\r\n{origin}{token}", studio.port),
        format!("Host: evil.example\r\n{origin}{token}"),
        format!("{host}Origin: null\r\n{token}"),
        format!("{host}Origin: https://evil.example\r\n{token}"),
        format!("{host}{origin}X-Studio-Token: {}\r\n", "0".repeat(32)),
    ] {
        for verb in ["hello", "news", "save", "nothing"] {
            assert_eq!(status(&studio.post(verb, &headers, "{}")), "403", "{verb} {headers}");
        }
    }
    let page = studio.raw(format!("GET / HTTP/1.1\r\n{host}\r\n").as_bytes());
    assert_eq!(status(&page), "200");
    for header in [
        "default-src 'self'",
        "nosniff",
        "frame-ancestors vscode-file: vscode-webview:",
        "no-store",
    ] {
        assert!(page.contains(header), "{header} is missing:\n{page}");
    }
    let foreign = studio.raw(b"GET / HTTP/1.1\r\nHost: evil.example\r\n\r\n");
    assert_eq!(status(&foreign), "403");
    for path in ["/../Cargo.toml", "/api/hello", "/studio.css/..", "/moon/cardwright.toml"] {
        let answer = studio.raw(format!("GET {path} HTTP/1.1\r\n{host}\r\n").as_bytes());
        assert_eq!(status(&answer), "404", "{path}");
    }
}

#[test]
fn what_makes_no_sense_is_refused_and_the_studio_goes_on() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let headers = studio.headers().concat();
    for body in ["", "{", "[]", "null", "7", "\"x\"", "{\"package\":7}", "{\"package\":\"moon\"}"] {
        for verb in [
            "shelf",
            "looks",
            "picture",
            "source",
            "edit",
            "undo",
            "settle",
            "complete",
            "hover",
            "fixes",
            "fix",
            "rename",
            "uses",
            "new",
            "copy",
            "remove",
            "append",
            "set",
            "form",
            "grid",
            "print",
            "printed",
            "simulate",
            "start",
            "origins",
            "untested",
            "compare",
            "earlier-picture",
            "built-picture",
            "art",
            "../x",
            "\u{e9}",
        ] {
            let answer = studio.post(verb, &headers, body);
            assert!(
                ["200", "400", "404", "422"].contains(&status(&answer)),
                "{verb} {body}: {answer}"
            );
        }
    }
    let huge = format!("POST /api/edit HTTP/1.1\r\n{headers}Content-Length: 99999999\r\n\r\n");
    assert_eq!(status(&studio.raw(huge.as_bytes())), "413");
    let long = format!("GET /{} HTTP/1.1\r\n\r\n", "a".repeat(40_000));
    assert_eq!(status(&studio.raw(long.as_bytes())), "413");
    for bytes in
        [&b"\0\0\0\0\r\n\r\n"[..], b"GET\r\n\r\n", b"\xff\xfe HTTP/1.1\r\n\r\n", b"{}\r\n\r\n"]
    {
        assert_eq!(status(&studio.raw(bytes)), "400");
    }
    // Damaged bytes of a request that would be right: none of them brings it down.
    let good = format!("POST /api/hello HTTP/1.1\r\n{headers}Content-Length: 2\r\n\r\n{{}}");
    let mut seed = 7u32;
    for _ in 0..300 {
        let mut bytes = good.clone().into_bytes();
        for _ in 0..3 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = (seed >> 8) as usize % bytes.len();
            bytes[at] = (seed >> 24) as u8;
        }
        studio.raw(&bytes);
    }
    assert_eq!(studio.asked("hello", &json!({}))["packages"][0]["id"], "moon");
}

#[test]
fn files_are_named_by_their_package_and_nothing_else_is_written() {
    let place = Place::expansion();
    fs::write(place.path("outside.card"), "secret").expect("it can be written");
    let studio = Studio::open(&place, "moon");
    studio.asked("shelf", &json!({ "package": "moon" }));
    for file in [
        "../outside.card",
        "cards/../../outside.card",
        "/etc/passwd",
        "cardwright.toml",
        "cards/.hidden.card",
        "cards\\..\\..\\outside.card",
        "",
    ] {
        let edit = json!({ "package": "moon", "file": file, "text": "broken" });
        let refused = studio.ask("edit", &edit).expect_err("it is refused");
        assert!(refused.contains("is no file of"), "{file}: {refused}");
        assert!(studio.ask("source", &json!({ "package": "moon", "file": file })).is_err());
    }
    assert_eq!(fs::read_to_string(place.path("outside.card")).expect("it is there"), "secret");
}

/// The text of a card's file, and where the card is in it.
fn source(studio: &Studio, card: &str) -> Value {
    studio.asked("source", &json!({ "package": "moon", "card": card }))
}

#[test]
fn an_edit_is_a_draft_until_it_is_saved_and_survives_the_studio() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let shelf = studio.asked("shelf", &json!({ "package": "moon" }));
    let card = shelf["cards"][0]["id"].as_str().expect("a first card").to_owned();
    let found = source(&studio, &card);
    let (file, text) =
        (found["file"].as_str().expect("a file"), found["text"].as_str().expect("a text"));
    let path = place.path("moon").join(file);
    let on_disk = || fs::read_to_string(&path).expect("the file is there");
    let changed = format!("{text}\n// A note.\n");
    let edit = json!({ "package": "moon", "file": file, "text": changed });
    let state = studio.asked("edit", &edit);
    assert_eq!(state["unsaved"][0]["file"], file);
    assert_eq!(on_disk(), text, "nothing is written before it is saved");
    // The program ends without a word, and the next one knows the draft.
    drop(studio);
    let studio = Studio::open(&place, "moon");
    assert_eq!(studio.asked("hello", &json!({}))["unsaved"][0]["file"], file);
    assert_eq!(source(&studio, &card)["text"], changed);
    studio.asked("save", &json!({}));
    assert_eq!(on_disk(), changed);
    assert_eq!(studio.asked("hello", &json!({}))["unsaved"], json!([]));
}

#[test]
fn a_file_that_another_program_changed_is_not_overwritten() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let shelf = studio.asked("shelf", &json!({ "package": "moon" }));
    let card = shelf["cards"][0]["id"].as_str().expect("a first card").to_owned();
    let found = source(&studio, &card);
    let (file, text) =
        (found["file"].as_str().expect("a file"), found["text"].as_str().expect("a text"));
    let path = place.path("moon").join(file);
    let mine = text.replacen("use ", "// mine\nuse ", 1);
    studio.asked("edit", &json!({ "package": "moon", "file": file, "text": mine }));
    let theirs = text.replacen("use ", "// theirs\nuse ", 1);
    fs::write(&path, &theirs).expect("it can be written");
    let state = studio.asked("save", &json!({}));
    assert_eq!(state["unsaved"][0]["conflict"], theirs);
    assert_eq!(state["unsaved"][0]["mine"], mine);
    assert_eq!(fs::read_to_string(&path).expect("it is there"), theirs);
    studio.asked("settle", &json!({ "package": "moon", "file": file, "mine": true }));
    studio.asked("save", &json!({}));
    assert_eq!(fs::read_to_string(&path).expect("it is there"), mine);
}

#[test]
fn a_new_card_is_made_seen_proved_and_printed() {
    let place = Place::empty();
    fs::create_dir(place.path("moon")).expect("a folder");
    let studio = Studio::open(&place, "moon");
    let hello = studio.asked("hello", &json!({}));
    assert_eq!(hello["packages"], json!([]));
    assert!(hello["starters"].as_array().is_some_and(|games| games.len() >= 5), "{hello}");
    studio.asked("start", &json!({ "game": "bag", "title": "Moon" }));
    let of = json!({ "package": "moon" });
    let before = studio.asked("shelf", &of)["cards"].as_array().expect("cards").len();
    let made = studio
        .asked("new", &json!({ "package": "moon", "kind": "monster", "name": "Bog Lantern" }));
    assert_eq!(made["card"], "bog-lantern");
    let shelf = studio.asked("shelf", &of);
    assert_eq!(shelf["errors"], 0, "{}", source(&studio, "bog-lantern")["problems"]);
    assert_eq!(shelf["cards"].as_array().expect("cards").len(), before + 1);
    let looks = studio.asked("looks", &json!({ "package": "moon", "cards": ["bog-lantern"] }));
    assert!(looks["looks"][0]["front"].is_string(), "{looks}");
    let picture = json!({ "package": "moon", "card": "bog-lantern", "dpi": 72 });
    let answer = studio.post("picture", &studio.headers().concat(), &picture.to_string());
    assert!(answer.contains("Content-Type: image/png"), "{answer}");
    let tests = studio.asked("tests", &of);
    assert_eq!(tests["failed"], 0, "{tests}");
    studio.asked("save", &json!({}));
    let printed = studio.asked("print", &json!({ "package": "moon", "wish": { "paper": "a4" } }));
    assert_eq!(printed["files"][0]["name"], "sheets/a4.pdf", "{printed}");
}

#[test]
fn sheets_are_the_bytes_that_build_writes() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    studio.asked("print", &json!({ "package": "moon", "wish": { "paper": "letter" } }));
    let name = json!({ "name": "sheets/letter.pdf" }).to_string();
    let mut stream = TcpStream::connect(("127.0.0.1", studio.port)).expect("it listens");
    let head = format!(
        "POST /api/printed HTTP/1.1\r\n{}Content-Length: {}\r\n\r\n{name}",
        studio.headers().concat(),
        name.len()
    );
    stream.write_all(head.as_bytes()).expect("it is sent");
    stream.shutdown(std::net::Shutdown::Write).expect("that is all");
    let mut answer = Vec::new();
    stream.read_to_end(&mut answer).expect("an answer");
    let body = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("a head") + 4;
    place.run(&["build", "moon", "--only", "sheets", "--paper", "letter"]).code(0);
    let built = fs::read(place.path("moon/output/moon/sheets/letter.pdf")).expect("it was built");
    assert!(answer[body..] == built, "the studio prints other bytes than `build`");
}

/// The text that says something on a card.
fn said(units: &[u16], hit: &Value) -> Option<String> {
    let (from, to) = (hit["from"].as_u64()?, hit["to"].as_u64()?);
    let part = units.get(usize::try_from(from).ok()?..usize::try_from(to).ok()?)?;
    Some(String::from_utf16_lossy(part))
}

/// The innermost texts around a place, as the page finds them.
fn around(hits: &[Value], at: u64) -> Vec<&Value> {
    let length =
        |hit: &Value| hit["to"].as_u64().zip(hit["from"].as_u64()).map(|(to, from)| to - from);
    let is_around = |hit: &&Value| {
        hit["from"].as_u64().is_some_and(|from| from <= at)
            && hit["to"].as_u64().is_some_and(|to| at <= to)
    };
    let found: Vec<&Value> = hits.iter().filter(is_around).collect();
    let least = found.iter().filter_map(|hit| length(hit)).min();
    found.into_iter().filter(|hit| length(hit) == least).collect()
}

#[test]
fn every_word_on_every_card_leads_into_its_file_or_to_the_template_and_back() {
    let place = Place::empty();
    let content = concat!(env!("CARGO_MANIFEST_DIR"), "/../../content");
    let studio = Studio::open(&place, content);
    let hello = studio.asked("hello", &json!({}));
    let mut counts: std::collections::BTreeMap<String, usize> = std::collections::BTreeMap::new();
    let (mut names, mut cards) = (0, 0);
    for package in hello["packages"].as_array().expect("packages") {
        let package = &package["id"];
        let shelf = studio.asked("shelf", &json!({ "package": package }));
        for card in shelf["cards"].as_array().expect("cards") {
            let id = card["id"].as_str().expect("an id");
            let wanted = json!({ "package": package, "card": id });
            let found = studio.asked("origins", &wanted);
            let source = studio.asked("source", &wanted);
            let text: Vec<u16> = source["text"].as_str().expect("a text").encode_utf16().collect();
            let hits = found["hits"].as_array().expect("hits");
            assert_eq!(found["file"], source["file"], "{package} {id}");
            assert!(found["template"].as_str().is_some_and(|name| name.ends_with(".svg")));
            let (from, to) = (source["from"].as_u64(), source["to"].as_u64());
            for hit in hits {
                *counts.entry(hit["what"].as_str().expect("what").to_owned()).or_default() += 1;
                if hit["what"] == "template" {
                    continue;
                }
                let is_inside = hit["from"].as_u64() >= from && hit["to"].as_u64() <= to;
                assert!(is_inside && hit["from"].is_u64(), "{package} {id}: {hit}");
                let back = around(hits, hit["from"].as_u64().expect("a place"));
                let same = |one: &&Value| one["from"] == hit["from"] && one["to"] == hit["to"];
                assert!(back.iter().any(same), "{package} {id}: {hit}\n{:?}", said(&text, hit));
            }
            names += usize::from(hits.iter().any(|hit| hit["field"] == "name"));
            cards += usize::from(hits.iter().any(|hit| hit["words"] != ""));
            let speaks = card["text"].as_str().is_some_and(|text| text.len() > 40);
            let rules = ["statement", "keyword", "clause", "field", "card"];
            let told = hits.iter().filter(|hit| rules.iter().any(|rule| hit["what"] == *rule));
            assert!(!speaks || told.count() > 1, "{package} {id}: {found}");
        }
    }
    // Standees and charts do not show their names.
    assert!(names * 100 > cards * 96, "{names} of {cards} cards show their name");
    let of = |what: &str| counts.get(what).copied().unwrap_or_default();
    let all: usize = counts.values().sum();
    assert!(of("statement") > 1000 && of("keyword") > 300 && of("field") > 3000, "{counts:?}");
    assert!(of("card") * 20 < all, "too much is only known to be of the card: {counts:?}");
}

#[test]
fn the_way_from_a_word_to_its_statement_survives_a_thousand_other_edits() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let of = json!({ "package": "moon" });
    let shelf = studio.asked("shelf", &of);
    let cards = shelf["cards"].as_array().expect("cards");
    let told = |card: &Value| {
        let wanted = json!({ "package": "moon", "card": card["id"] });
        let (found, source) = (studio.asked("origins", &wanted), studio.asked("source", &wanted));
        let text: Vec<u16> = source["text"].as_str().expect("a text").encode_utf16().collect();
        let hits = found["hits"].as_array().expect("hits").clone();
        hits.iter().map(|hit| (hit["words"].clone(), said(&text, hit))).collect::<Vec<_>>()
    };
    let before: Vec<_> = cards.iter().map(&told).collect();
    let mut number = 0;
    for _ in 0..20 {
        for card in cards {
            let source = studio.asked("source", &json!({ "package": "moon", "card": card["id"] }));
            let mut text = source["text"].as_str().expect("a text").to_owned();
            for _ in 0..(50 / cards.len()).max(1) + 1 {
                number += 1;
                let note = format!("// Note {number}: ünrelated 🂠.\n\n");
                text.insert_str(text.find("\n\n").map_or(0, |at| at + 2), &note);
            }
            let edit = json!({ "package": "moon", "file": source["file"], "text": text });
            studio.asked("edit", &edit);
        }
    }
    assert!(number >= 1000, "{number}");
    let after: Vec<_> = cards.iter().map(told).collect();
    assert_eq!(before, after);
}

#[test]
fn a_package_is_compared_with_a_folder_and_a_revision() {
    let place = Place::expansion();
    let git = |words: &[&str]| {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=A", "-c", "user.email=a@example.org"]).args(words);
        let done = git.current_dir(place.path("moon")).output().expect("git runs");
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    };
    git(&["init", "-q"]);
    git(&["add", "."]);
    git(&["commit", "-q", "-m", "first"]);
    let studio = Studio::open(&place, "moon");
    let shelf = studio.asked("shelf", &json!({ "package": "moon" }));
    let card = shelf["cards"][0]["id"].as_str().expect("a first card").to_owned();
    let change = json!([{ "card": card, "field": "name", "value": "Otherwise" }]);
    studio.asked("set", &json!({ "package": "moon", "changes": change }));
    for with in ["HEAD", "../moon"] {
        let found = studio.asked("compare", &json!({ "package": "moon", "with": with }));
        let changes = found["changes"].as_array().expect("changes");
        assert!(changes.iter().any(|change| change["id"] == card.as_str()), "{with}: {found}");
        let picture = json!({ "package": "moon", "card": card });
        let old = studio.post("earlier-picture", &studio.headers().concat(), &picture.to_string());
        assert!(old.contains("Content-Type: image/png"), "{with}: {old}");
    }
    for with in ["no-such-thing", "--help", "/etc", "HEAD~99"] {
        let refused = studio.ask("compare", &json!({ "package": "moon", "with": with }));
        assert!(refused.is_err(), "{with}: {refused:?}");
    }
}

#[test]
fn a_picture_is_put_on_a_card_and_nothing_is_overwritten() {
    let place = Place::expansion();
    let studio = Studio::open(&place, "moon");
    let shelf = studio.asked("shelf", &json!({ "package": "moon" }));
    let card = shelf["cards"][0]["id"].as_str().expect("a first card").to_owned();
    let put =
        |hex: &str| studio.ask("art", &json!({ "package": "moon", "card": card, "hex": hex }));
    for bad in ["", "zz", "8", "00112233", "3c7376673e"] {
        assert!(put(bad).is_err(), "{bad}");
    }
    // The smallest PNG: one dark dot.
    let dot = "89504e470d0a1a0a0000000d4948445200000001000000010802000000907753de0000000c49444154\
               789c63606060000000040001f61738550000000049454e44ae426082";
    let dot: String = dot.split_whitespace().collect();
    match put(&dot) {
        Ok(_) => {
            let source = studio.asked("source", &json!({ "package": "moon", "card": card }));
            let line = format!("art: \"art/{card}.png\"");
            assert!(source["text"].as_str().is_some_and(|text| text.contains(&line)), "{source}");
            assert!(place.path("moon/art").join(format!("{card}.png")).exists());
        }
        Err(reason) => assert!(reason.contains("no picture of their own"), "{reason}"),
    }
}
