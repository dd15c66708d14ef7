//! Mistakes and their errors: code, place, message. The place is marked `«…»`.

use cardwright_dsl::{CODES, MAX_DEPTH, SyntaxError, ast, format, parse};

/// Entries of a card, the code and the message.
const IN_A_CARD: &[(&str, &str, &str)] = &[
    // Fields.
    ("cost «=» 1", "E0002", "expected `:` after `cost`, found `=`"),
    ("cost «:=» 1", "E0002", "expected `:` after `cost`, found `:=`"),
    ("cost:«»\npower: 2", "E0012", "expected a value after `:`"),
    ("life: 2«» 3", "E0003", "expected `,` or a new line before `3`"),
    ("type: undead«,»\nlife: 1", "E0013", "no value follows this comma"),
    ("aliases: \"a\"«» \"b\"", "E0003", "expected `,` before `\"b\"`"),
    ("power«» count(x)", "E0023", "expected `:` after `power`"),
    ("power«» 3 + 1", "E0023", "expected `:` after `power`"),
    ("permanent: «true»", "E0005", "`true` is written `yes`"),
    ("permanent: «false»", "E0005", "`false` is written `no`"),
    ("«my_cost»: 1", "E0022", "`my_cost` has an underscore; words are joined with `-`"),
    ("type: «undead-»", "E0022", "in `undead-` a `-` joins nothing"),
    ("cost: «99999999999999999999»", "E0020", "the number `99999999999999999999` is too large"),
    ("cost: 5 «$» 3", "E0026", "`$` means nothing here"),
    ("«@»foo", "E0026", "`@` means nothing here"),
    ("«#» a comment", "E0026", "`#` begins no comment"),
    ("type: «[»undead]", "E0026", "`[` means nothing here"),
    ("cost: «to»\nlife: 1", "E0012", "expected a value, found `to`"),
    ("field cost«» int 0..9", "E0023", "expected `:` after `cost`"),
    ("clause boost«» effect", "E0023", "expected `:` after `boost`"),
    // Texts.
    ("flavour: «'single'»", "E0006", "texts stand in `\"…\"`, not in `'`"),
    ("flavour: «“curly”»", "E0006", "texts stand in `\"…\"`, not in `“`"),
    ("flavour: «\"never closed»\ncost: 1", "E0007", "this text is never closed"),
    ("flavour: \"a «\\t» b\"", "E0018", "`\\t` means nothing in a text"),
    // Lists and calls.
    ("burn(deck«» 2)", "E0003", "expected `,` between two values"),
    ("set: {1«» 2}", "E0003", "expected `,` between two values"),
    ("burn(deck«;» 2)", "E0019", "expected `,` between two values, found `;`"),
    ("burn(deck«,»)", "E0013", "no value follows this comma"),
    ("burn(«,»deck)", "E0013", "no value stands before this comma"),
    ("burn(deck«»\ncost: 1", "E0014", "expected `)`"),
    ("restock(cost «=» 1)", "E0002", "expected `:` after `cost`, found `=`"),
    ("quests: rescue« »(required)", "E0031", "no space stands between `rescue` and its `(`"),
    ("goal: «won attack» and x", "E0031", "inside an expression, arguments stand in parentheses"),
    // Operators.
    ("goal: a «&&» b", "E0004", "`&&` is written `and`"),
    ("goal: a «||» b", "E0004", "`||` is written `or`"),
    ("goal: «!»a", "E0004", "`!` is written `not`"),
    ("goal: a «≥» b", "E0004", "`≥` is written `>=`"),
    ("goal: a «<>» b", "E0004", "`<>` is written `!=`"),
    ("goal: a «=» b", "E0016", "a comparison is written `==`"),
    ("goal: a < b «<» c", "E0017", "`<` cannot follow another comparison"),
    ("goal: a or«»", "E0001", "expected a value after `or`"),
    ("goal: (a or b«»", "E0014", "expected `)`"),
    ("goal: 3 «where» y", "E0025", "`where` needs the name of a selection before it, not `3`"),
    ("goal: power «of» self", "E0025", "`of` stands only after `within` and its number"),
    ("goal: any(heroes within 2«»)", "E0025", "expected `of` after `within` and its number"),
    // Statements.
    ("on enter«:» draw(1)", "E0024", "what an event causes stands in `{ … }`"),
    ("on «your turn» { draw(1) }", "E0024", "an event is one word, such as `end-of-round`"),
    ("on «start of» turn { draw(1) }", "E0024", "an event is one word, such as `end-of-round`"),
    (
        "on slain «by» hero { draw(1) }",
        "E0024",
        "who or what `slain` is about follows `where`, not `by`",
    ),
    (
        "modify power by 1 until «end of» turn",
        "E0024",
        "a moment is one word, such as `end-of-round`",
    ),
    (
        "modify power by +1 «for each» character",
        "E0024",
        "an amount for each of several is a formula",
    ),
    ("self«.»power = 5", "E0001", "a card's number is not set with `.`"),
    ("modify power by«»", "E0024", "expected an amount after `by`"),
    ("modify power by«»\nmodify life by 1", "E0024", "expected an amount after `by`"),
    (
        "modify power«» self",
        "E0024",
        "expected `by`, `to`, `times`, `at least` or `at most` after `power`",
    ),
    ("mark self«»", "E0024", "expected `as` after `self`"),
    ("grant drain«»", "E0024", "expected `to` after `drain`"),
    ("revoke drain«» to self", "E0024", "expected `from` after `drain`"),
    ("forbid«»", "E0024", "expected what is forbidden, such as `boost` after `forbid`"),
    ("for«» heroes { }", "E0024", "expected `each` after `for`"),
    (
        "for each «{» wound(it) }",
        "E0024",
        "expected a selection such as `characters` after `each`, found `{`",
    ),
    ("on «{» burn(x) }", "E0024", "expected an event such as `enter` after `on`, found `{`"),
    ("on enter where «{» burn(x) }", "E0024", "expected a condition after `where`, found `{`"),
    ("on enter«» burn(x)", "E0024", "expected `{` after `enter`"),
    ("choose 1«» characters { }", "E0024", "expected `from` after `1`"),
    ("choose «{» burn(x) }", "E0024", "`{` does not belong in this `choose`"),
    (
        "choose { option \"A\" { a() } «burn(x)» }",
        "E0029",
        "a choice holds only `option \"…\" { … }`",
    ),
    ("«option» \"A\" { }", "E0029", "`option` stands outside of a choice"),
    ("offer «{» burn(x) }", "E0024", "expected a text in quotes after `offer`, found `{`"),
    ("if a { } else«» burn(x)", "E0010", "expected `{` after `else`"),
    ("let x«» 3", "E0024", "expected `=` after `x`"),
    ("let x«:» 3", "E0030", "expected `=`, found `:`"),
    ("require cost > 1«»", "E0024", "expected a text in quotes after `1`"),
    ("todo«»", "E0024", "expected a text in quotes after `todo`"),
    ("do«»", "E0024", "expected a command such as `attack` after `do`"),
    ("expect«»", "E0024", "expected a condition after `expect`"),
    ("roll«»", "E0024", "expected dice after `roll`"),
    (
        "modify power by +1 until«»",
        "E0024",
        "expected a moment such as `end-of-round` after `until`",
    ),
    ("do attack ghoul with«»", "E0024", "expected a card after `with`"),
    ("do attack «->» ghoul", "E0024", "`->` does not belong in this `do`"),
    ("spend on «{» x() }", "E0024", "expected an event such as `enter` after `on`, found `{`"),
    ("«when» enter { burn(x) }", "E0024", "an effect that reacts begins with `on`, not `when`"),
    ("field type: list of«»", "E0024", "expected a type such as `int` or `text` after `of`"),
    ("field cost: int «0-9»", "E0004", "the range `0-9` is written `0..9`"),
    ("clause boost(keys«» list of class): effect", "E0023", "expected `:` after `keys`"),
    // Habits from other languages and games.
    ("cost: «1.5»", "E0001", "`1.5` is a decimal; numbers are whole"),
    ("modify power times «0.5»", "E0001", "`0.5` is a decimal; numbers are whole"),
    ("modify power by 2 «×» 3", "E0026", "`×` means nothing here"),
    ("modify power by 1 when x «> =» 2", "E0004", "`> =` is written `>=`"),
    ("«amount - 2»", "E0001", "`amount - 2` is a number or a question; it does nothing by itself"),
    (
        "draw(1) «then» burn(x, 1)",
        "E0001",
        "an effect ends with its line or with `;`, not with `then`",
    ),
    ("attribute: immune «to» fire", "E0001", "`to` does not belong after `immune`"),
    ("worn: mace «by» tincan", "E0001", "`by` does not belong after `mace`"),
    ("attack 2 \"Arc\"«,» fire", "E0001", "a colon follows the name, not a comma"),
    ("flavour: «“»a (b) c”", "E0006", "texts stand in `\"…\"`, not in `“`"),
    ("power: 2 «--» strong", "E0026", "`--` begins no comment"),
    ("power: 2 «/*» strong */", "E0026", "`/*` begins no comment"),
    ("attribute: «drain»: 2", "E0012", "`drain` is followed by a second `:`"),
    ("text: \"He said «\"»hi\" to me\"", "E0006", "a quote inside a text is written `\\\"`"),
    ("good«,» neutral, evil", "E0001", "expected a new line or `;` after `good`, found `,`"),
    ("«/*» comment */", "E0026", "`/*` begins no comment"),
    ("boost druid «or» thief { power: 1 }", "E0003", "these are separated by commas, not by `or`"),
    ("mrak self «as» hidden", "E0001", "`as` does not belong after `self`"),
    ("modify power by «–»2", "E0026", "`–` means nothing here"),
    ("let all = total(cards, «$»)", "E0026", "`$` means nothing here"),
    ("«--» comment", "E0026", "`--` begins no comment"),
    ("«{T}: draw a card»", "E0015", "an entry cannot begin with `{`"),
    ("«4x» goblin", "E0032", "a count is a plain number, not `4x`"),
    ("«4»: goblin", "E0001", "an entry begins with a word, not with `4`"),
];

/// Whole files.
const IN_A_FILE: &[(&str, &str, &str)] = &[
    ("card x \"X\" {\n  cost: 1«»\n", "E0008", "expected `}` to close the block"),
    (
        "card x \"X\" {\n  on enter {\n    burn(x)«»\n}\ncard y \"Y\" {\n}\n",
        "E0008",
        "expected `}` to close the block",
    ),
    ("card x \"X\" {\n}\n«}»\n", "E0009", "`}` without a `{` that it closes"),
    ("card x \"X\"«»\n  cost: 1\n}\n", "E0010", "expected `{` to open the block"),
    ("card «gold dwarf» \"Gold Dwarf\" {\n}\n", "E0022", "an id is one word, not `gold dwarf`"),
    ("card«:» zombie {\n}\n", "E0001", "expected an id after `card`, found `:`"),
    ("use «\"crawler\"»\n", "E0006", "the game that a file uses is named without quotes"),
    ("card z \"Z\" «extends y» {\n}\n", "E0001", "expected `{`, found `extends y`"),
    ("card x «Gold Dwarf» {\n}\n", "E0021", "the name `Gold Dwarf` must stand in quotes"),
    ("card x «\"X» {\n  cost: 1\n}\n", "E0007", "this text is never closed"),
    (
        "card x {\n  a: «\"\"\"»\n  text\n}\n\ncard y {\n}\n",
        "E0007",
        "this block of text is never closed",
    ),
    ("«cost: 3»\n", "E0028", "`cost: 3` is not a declaration"),
    ("«type: undead»\n", "E0028", "`type: undead` is not a declaration"),
    ("«\"text\" { }»", "E0028", "expected a declaration, found `\"text\"`"),
    ("card x \"X\" «-> y» { }", "E0001", "expected `{`, found `-> y`"),
    ("«#» note\ncard x \"X\" {\n}\n", "E0026", "`#` begins no comment"),
    ("«--» note\ncard x \"X\" {\n}\n", "E0026", "`--` begins no comment"),
    ("«<!--» note -->\ncard x \"X\" {\n}\n", "E0026", "`<!--` begins no comment"),
    ("«/*» a\n * b\n c */\ncard x \"X\" {\n}\n", "E0026", "`/*` begins no comment"),
    ("card x \"X\" {\n  a: 1\n  «/*» b\n   c */\n  d: 2\n}\n", "E0026", "`/*` begins no comment"),
    ("quest x \"X\" for «1-4» heroes {\n}\n", "E0004", "the range `1-4` is written `1..4`"),
    ("card x «“»X (x)” {\n}\n", "E0006", "texts stand in `\"…\"`, not in `“`"),
    ("keyword drain(n «=» int) { }", "E0002", "expected `:` after `n`, found `=`"),
];

/// The source without its marks, and the marked place.
fn unmarked(marked: &str) -> (String, ast::Span) {
    let start = marked.find('«').expect("a mark");
    let end = marked.find('»').expect("a mark") - '«'.len_utf8();
    (marked.replace(['«', '»'], ""), ast::Span::new(start, end))
}

fn check(marked: &str, code: &str, message: &str) {
    let (source, span) = unmarked(marked);
    let errors = parse(&source).errors;
    let [error] = &errors[..] else { panic!("one error expected in\n{source}\n{errors:#?}") };
    let got = (error.code, error.message.as_str(), error.span);
    assert_eq!(got, (code, message, span), "in\n{source}");
    assert!(CODES.iter().any(|(known, _)| *known == error.code), "{} has no title", error.code);
    assert!(error.help.is_some(), "{} does not say what to do", error.code);
    if let Some(fixed) = fixed(&source, error) {
        assert!(
            parse(&fixed).errors.is_empty(),
            "the fix does not mend\n{source}\nbut gives\n{fixed}"
        );
    }
}

fn fixed(source: &str, error: &SyntaxError) -> Option<String> {
    let mut edits = error.fix.clone()?;
    edits.sort_by_key(|(span, _)| std::cmp::Reverse(span.start));
    let mut fixed = source.to_owned();
    for (span, text) in edits {
        fixed.replace_range(span.range(), &text);
    }
    Some(fixed)
}

#[test]
fn one_mistake_gives_one_message_at_its_place() {
    for (entries, code, message) in IN_A_CARD {
        check(
            &format!("card x \"X\" {{\n  before: 1\n  {entries}\n  after: 2\n}}\n"),
            code,
            message,
        );
    }
    for (source, code, message) in IN_A_FILE {
        check(source, code, message);
    }
}

#[test]
fn what_surrounds_a_mistake_is_still_read() {
    for (entries, _, _) in IN_A_CARD {
        let (source, _) = unmarked(&format!(
            "card x \"X\" {{\n  before: 1\n  {entries}\n  after: 2\n}}\ncard y {{ }}\n"
        ));
        let parsed = parse(&source);
        let tree = crate::support::dump(&parsed.file);
        for kept in ["(before : 1)", "(after : 2)", "(card y {})"] {
            assert!(tree.contains(kept), "{kept} is lost in\n{source}\n{tree}");
        }
    }
}

#[test]
fn ten_mistakes_give_ten_messages() {
    let source = r#"use crawler

character one "One" {
  cost = 1
  power: count(cards in grave where kind = trap)
  type: undead,
  on enter where { burn(deck 1) }
}

character two Two {
  modify power by
  flavour: 'Nobody knows.'
  attribute: drain 2
}

character three "Three" {
  on enter {
    burn(deck, 1)
}

character four "Four" {
  goal: a && b
  permanent: true
}
"#;
    let errors = parse(source).errors;
    let codes: Vec<&str> = errors.iter().map(|error| error.code).collect();
    let wanted = [
        "E0002", "E0016", "E0013", "E0024", "E0003", "E0021", "E0024", "E0006", "E0008", "E0004",
        "E0005",
    ];
    assert_eq!(codes, wanted, "{errors:#?}");
    let places: Vec<usize> =
        errors.iter().map(|error| source[..error.span.start as usize].lines().count()).collect();
    assert_eq!(places, [4, 5, 6, 7, 7, 10, 11, 12, 18, 22, 23]);
}

#[test]
fn deep_nesting_is_refused_not_followed() {
    for (open, close) in [("(", ")"), ("{", "}"), ("a { ", "}"), ("f(", ")")] {
        let source =
            format!("card x {{ a: {}1{} }}\ncard y {{ }}", open.repeat(5000), close.repeat(5000));
        let parsed = parse(&source);
        assert_eq!(parsed.errors.iter().filter(|error| error.code == "E0011").count(), 1, "{open}");
    }
    let long = [
        "not ".repeat(5000) + "a",
        "a where ".repeat(5000) + "a",
        "a implies ".repeat(5000) + "a",
        "a + ".repeat(5000) + "a",
        format!("a{}", ".b".repeat(5000)),
    ];
    for expression in long {
        let parsed = parse(&format!("card x {{ expect {expression} }}\ncard y {{ }}"));
        assert_eq!(parsed.errors.len(), 1, "{}", &expression[..20]);
        assert!(matches!(parsed.errors[0].code, "E0011" | "E0027"));
    }
    let chain = format!("card x {{ if a {{ }} {} }}", "else if a { } ".repeat(5000));
    assert_eq!(parse(&chain).errors[0].code, "E0011");
}

/// The deepest nesting that is allowed can be read on a small stack and without optimisation.
#[test]
fn the_deepest_nesting_fits_a_small_stack() {
    let depth = MAX_DEPTH - 1;
    for (open, close) in [("(", ")"), ("f(", ")"), ("{", "}")] {
        let source = format!("card x {{ expect {}1{} }}", open.repeat(depth), close.repeat(depth));
        small_stack(source);
    }
    for open in ["a { ", "on a { ", "if a { ", "x: y { ", "for each a { "] {
        small_stack(format!("card x {{ {}b {} }}", open.repeat(depth), "}".repeat(depth)));
    }
}

/// Brackets that one part of the reader could mistake for text and another for code.
#[test]
fn hostile_files_do_not_overflow_the_stack() {
    const DEEP: usize = 20_000;
    let hidden = [
        "\"",
        "'\"'",
        "“\"”",
        "„\"“",
        "‘\"’",
        "'//'",
        "'\"",
        "( \"",
        "( //\n",
        "x \"",
        "x: \"",
        "x: '\"' ",
        "x: '//' ",
        "x: '(' ",
        "x(\"",
        "on \"",
        "]( \"",
        "( '\" ",
        "map: \"\"\"",
    ];
    let openers =
        ["(", "{", "f(", "a {", "( ')' ", "'(' (", "( // )\n", "{ // }\n", "\" (", "( \") "];
    let mut sources = Vec::new();
    for start in hidden {
        for open in openers {
            sources.push(format!("card x {{ {start}{}", open.repeat(DEEP)));
        }
    }
    let flat = [
        "else if a { } ",
        "not ",
        "+1 ",
        "1B ",
        "a | ",
        "- ",
        ".b",
        "a where ",
        "-> ",
        "| ",
        "~: a ",
        "1, ",
    ];
    for part in flat {
        for start in ["a: ", "expect ", "match x { ", "if a { } ", "+1 "] {
            sources.push(format!("card x {{ {start}{}", part.repeat(DEEP / 4)));
        }
    }
    sources.push(format!("table x {{\n{}", "a | ".repeat(DEEP)));
    // Ten megabytes of each bracket.
    sources.extend(["(", "{", "a { "].map(|open| open.repeat((10 << 20) / open.len())));
    let read = move || {
        for source in &sources {
            parse(source);
        }
    };
    let thread = std::thread::Builder::new().stack_size(2 << 20).spawn(read).expect("a thread");
    thread.join().expect("no panic");
}

fn small_stack(source: String) {
    let read = move || {
        assert_eq!(parse(&source).errors, [], "{source}");
        assert_eq!(format(&format(&source)), format(&source));
    };
    let thread = std::thread::Builder::new().stack_size(1 << 20).spawn(read).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn unbalanced_items_do_not_hide_the_next() {
    let source = "card a \"A\" {\n  cost: 1\n  on x {\n    y()\n}\n\n/// Doc.\ncard b \"B\" {\n  cost = 2\n}\n\ncard c \"C\" {\n  cost: 3\n}\n}\n";
    let parsed = parse(source);
    let codes: Vec<&str> = parsed.errors.iter().map(|error| error.code).collect();
    assert_eq!(codes, ["E0008", "E0002", "E0009"]);
    let tree = crate::support::dump(&parsed.file);
    assert!(
        tree.contains("(doc\"Doc.\" card b \"B\" {(cost : 2)})\n(card c \"C\" {(cost : 3)})"),
        "{tree}"
    );
}
