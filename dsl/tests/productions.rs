//! Every production of the grammar, with the tree it makes.

use crate::support::{dump, expr};
use cardwright_dsl::{ast, parse};

/// The short notation of a file without errors.
fn tree(source: &str) -> String {
    let parsed = parse(source);
    assert!(parsed.errors.is_empty(), "{source}\n{:#?}", parsed.errors);
    dump(&parsed.file)
}

/// The short notation of the entries of a block.
fn entries(source: &str) -> String {
    let tree = tree(&format!("thing x {{\n{source}\n}}"));
    tree.strip_prefix("(thing x {")
        .and_then(|rest| rest.strip_suffix("})"))
        .expect("one declaration")
        .to_owned()
}

/// The short notation of an expression, as a formula reads it.
fn expression(source: &str) -> String {
    let parsed = parse(&format!("thing x {{ expect {source} }}"));
    assert!(parsed.errors.is_empty(), "{source}\n{:#?}", parsed.errors);
    let [ast::Item::Declaration(declaration)] = &parsed.file.items[..] else {
        panic!("one declaration")
    };
    match &declaration.body.as_ref().expect("a body").entries[..] {
        [ast::Entry::Statement(statement)] => match &statement.kind {
            ast::StatementKind::Expect { condition } => expr(condition),
            other => panic!("{other:?}"),
        },
        other => panic!("{source}: {other:#?}"),
    }
}

#[track_caller]
fn is(got: String, wanted: &str) {
    assert_eq!(got, wanted);
}

#[test]
fn use_lines() {
    is(tree("use crawler"), "(use crawler)");
    is(tree("\u{feff}// first\nuse crawler // last\n"), "(use crawler)");
}

#[test]
fn declarations_have_one_outline() {
    is(tree("wordings { }"), "(wordings {})");
    is(tree("character zombie"), "(character zombie)");
    is(tree("character zombie \"Zombie\" { }"), "(character zombie \"Zombie\" {})");
    is(tree("test \"no id\" { }"), "(test \"no id\" {})");
    is(tree("abstract monster kobold { }"), "(abstract monster kobold {})");
    is(
        tree("monster ironscale \"Ironscale\": kobold { }"),
        "(monster ironscale \"Ironscale\" :kobold {})",
    );
    is(tree("rule copies for deck, format { }"), "(rule copies for deck,format {})");
    is(
        tree("keyword drain(n: int 1..9): on-wound { }"),
        "(keyword drain <n:int 1..9> :on-wound {})",
    );
    is(
        tree("keyword reaver \"Reaver\" (prey: type = a): life { }"),
        "(keyword reaver \"Reaver\" <prey:type=a> :life {})",
    );
    is(tree("/// One.\n/// Two.\ncard x {}"), "(doc\"One.\" doc\"Two.\" card x {})");
    is(tree("card x\n{\n}\ncard y {}"), "(card x {})\n(card y {})");
    is(tree("card a {} card b {}"), "(card a {})\n(card b {})");
}

#[test]
fn ids_may_begin_with_digits() {
    is(
        tree("trap 10-foot-pit-trap \"10' Pit Trap\" {}"),
        "(trap 10-foot-pit-trap \"10' Pit Trap\" {})",
    );
    is(entries("8-bit \"8-Bit\"  16-bit \"16-Bit\""), "(8-bit \"8-Bit\") (16-bit \"16-Bit\")");
}

#[test]
fn fields_flags_and_clauses() {
    is(entries("cost: 1"), "(cost : 1)");
    is(entries("permanent"), "(permanent)");
    is(entries("type: undead, spirit"), "(type : undead, spirit)");
    is(entries("ARM: 2  hearts: 2; movement: 5"), "(ARM : 2) (hearts : 2) (movement : 5)");
    is(entries("print { template: \"x\" }"), "(print {(template : \"x\")})");
    is(entries("boost scout, thief { power: 1 }"), "(boost scout thief {(power : 1)})");
    is(entries("attack 2 \"Magma Strike\": fire"), "(attack 2 \"Magma Strike\" : fire)");
    is(
        entries("spend on would-wound where target is adventurer { prevent() }"),
        "(spend on would-wound where (target Is adventurer) {prevent[]})",
    );
    is(
        entries("challenge: won(a) and won(b) { win { } lose { } }"),
        "(challenge : (won[a] And won[b]) {(win {}) (lose {})})",
    );
    is(
        entries("verb burn: \"text\"\nquery has: \"text\""),
        "(verb burn : \"text\") (query has : \"text\")",
    );
    is(entries("/// Why.\ncost: 1"), "(cost doc\"Why.\" : 1)");
    is(entries("limit: 1\non: x\nroll: star, blank"), "(limit : 1) (on : x) (roll : star, blank)");
    is(entries("base\n{ power: 1 }"), "(base {(power : 1)})");
    is(entries("space 1..3 { }"), "(space (1 Range 3) {})");
}

#[test]
fn counted_cards() {
    is(entries("4 goblin\n2 10-foot-pit-trap  1 ghoul"), "4×goblin 2×10-foot-pit-trap 1×ghoul");
}

#[test]
fn keyword_uses() {
    is(entries("attribute: drain 2"), "(attribute : <drain 2>)");
    is(
        entries("attribute: immune fire | cold, armour +1"),
        "(attribute : <immune (fire Alternative cold)>, <armour (Plus 1)>)",
    );
    is(entries("attribute: resist 1 magic"), "(attribute : <resist 1 magic>)");
    is(entries("attribute: area(2, shape: ring)"), "(attribute : area[2 shape=ring])");
    is(
        entries("attribute: reaver creature then summon(cost: 2, types: undead | spirit)"),
        "(attribute : (<reaver creature> then summon[cost=2 types=(undead Alternative spirit)]))",
    );
    is(entries("type: undead life: 3"), "(type : undead) (life : 3)");
    is(entries("type: a\nb"), "(type : a) (b)");
}

#[test]
fn field_and_clause_declarations() {
    is(entries("field cost: int 0..9"), "(field cost: int 0..9)");
    is(
        entries("field life: int 0..\nfield x?: list of damage = harm"),
        "(field life: int 0..) (field x?: []damage = harm)",
    );
    is(entries("field low: int -3..+3"), "(field low: int (Minus 3)..(Plus 3))");
    is(entries("clause attribute: keywords"), "(clause attribute: keywords)");
    is(entries("clause crawler: cards of crawler"), "(clause crawler: cards/crawler)");
    is(
        entries("clause boost(keys: list of class): effect { field power?: formula }"),
        "(clause boost<keys:[]class>: effect {(field power?: formula)})",
    );
    is(entries("field: 1\nclause: 2"), "(field : 1) (clause : 2)");
}

#[test]
fn effects() {
    is(entries("on enter { burn(deck, 1) }"), "(on enter {burn[deck 1]})");
    is(entries("on hit where it is self { } limit 1"), "(on hit where (it Is self) {} limit 1)");
    is(entries("modify power by +1"), "(modify power By (Plus 1))");
    is(
        entries("modify power of characters where cost <= 1 times 2 when x until end-of-round"),
        "(modify power of <<characters where (cost AtMost 1)>> Times 2 when x until end-of-round)",
    );
    is(
        entries("modify a to 1\nmodify b at least 1\nmodify c at most 2"),
        "(modify a To 1) (modify b AtLeast 1) (modify c AtMost 2)",
    );
    is(entries("mark self as linked(fate)"), "(mark self as linked[fate])");
    is(entries("grant drain 2 to heroes until end"), "(grant <drain 2> heroes until end)");
    is(entries("revoke stealth from it"), "(revoke stealth it)");
    is(entries("forbid play, spend to skills when x"), "(forbid play,spend to skills when x)");
    is(
        entries("for each heroes where poisons > 0 { cure(it) }"),
        "(each <<heroes where (poisons Greater 0)>> {cure[it]})",
    );
    is(entries("choose 1 from characters { }"), "(choose 1 from characters {})");
    is(entries("choose up to 2 from characters { }"), "(choose up-to 2 from characters {})");
    is(entries("choose 1 at random from x { }"), "(choose-at-random 1 from x {})");
    is(entries("opponent chooses up to 2 from x { }"), "(opponent-chooses up-to 2 from x {})");
    is(
        entries("choose 2 { option \"A\" { } option \"B\" { } option \"C\" { } }"),
        "(choose 2 (\"A\" {}) (\"B\" {}) (\"C\" {}))",
    );
    is(entries("choose 1 at random { option \"A\" { } }"), "(choose-at-random 1 (\"A\" {}))");
    is(entries("repeat n + 1 { a() }"), "(repeat (n Add 1) {a[]})");
    is(entries("on x { } once until y"), "(on x {} once until y)");
    is(entries("on x { } limit 2 until y"), "(on x {} limit 2 until y)");
    is(
        entries("choose { option \"A\" when x { } option \"B\" { a() } }"),
        "(choose (\"A\" when x {}) (\"B\" {a[]}))",
    );
    is(entries("offer \"Pay\" when x { }"), "(offer \"Pay\" when x {})");
    is(entries("if a { } else if b { } else { }"), "(if a {} else {(if b {} else {})})");
    is(entries("let n = 1 + 1"), "(let n (1 Add 1))");
    is(entries("roll 2d6 { }"), "(roll 2'd6 {})");
    is(entries("todo \"later\""), "(todo \"later\")");
    is(entries("on enter\n  where x\n{\n}"), "(on enter where x {})");
    is(entries("mark(self)\non(lava)"), "mark[self] on[lava]");
}

#[test]
fn requirements_and_scenarios() {
    is(
        entries("require a <= b \"no {a}\" help \"less\""),
        "(require (a AtMost b) \"no {a}\" help \"less\")",
    );
    is(entries("require a\n  \"no\"\n  help \"less\""), "(require a \"no\" help \"less\")");
    is(entries("do build; expect x == 5"), "(do build) (expect (x Equal 5))");
    is(entries("do attack a, b with c, d at e"), "(do attack a, b with c, d at e)");
    is(entries("do play x on y choose \"z\" by 2"), "(do play x on y choose \"z\" by 2)");
    is(entries("expect illegal defend a by b"), "(illegal defend a by b)");
    is(entries("expect illegal"), "(expect illegal)");
    is(entries("do pass\non enter { }"), "(do pass) (on enter {})");
}

#[test]
fn operators_bind_as_documented() {
    is(expression("a implies b or c and d"), "(a Implies (b Or (c And d)))");
    is(expression("a implies b implies c"), "(a Implies (b Implies c))");
    is(expression("a or b or c"), "((a Or b) Or c)");
    is(expression("not a has b and c"), "((Not (a Has b)) And c)");
    is(expression("a + b * c - d"), "((a Add (b Multiply c)) Subtract d)");
    is(expression("type has undead | spirit"), "(type Has (undead Alternative spirit))");
    is(expression("1..6 | 8"), "((1 Range 6) Alternative 8)");
    is(expression("-a * b"), "((Minus a) Multiply b)");
    is(expression("a is not b"), "(a IsNot b)");
    is(expression("a == {3, 2, 1}"), "(a Equal #{3, 2, 1})");
    is(expression("(a or b) and c"), "(group(a Or b) And c)");
    is(expression("2B+1R"), "(2'B Add 1'R)");
    is(expression("50% > 3mm"), "(50'% Greater 3'mm)");
    is(expression("a - b"), "(a Subtract b)");
    is(expression("gold-dwarf-warrior"), "gold-dwarf-warrior");
    is(expression("a\n  and b and\n  c"), "((a And b) And c)");
}

#[test]
fn selections() {
    is(
        expression("any(cards in grave where kind == trap and cost > 1)"),
        "any[<<cards in grave where ((kind Equal trap) And (cost Greater 1))>>]",
    );
    is(
        expression("any(heroes within 2 of self where x)"),
        "any[<<heroes within 2 of self where x>>]",
    );
    is(expression("cost in 1..3 and x"), "(<<cost in (1 Range 3)>> And x)");
    is(expression("power(self) in 1..3"), "(power[self] In (1 Range 3))");
    is(expression("count(a where b) + 1 >= c"), "((count[<<a where b>>] Add 1) AtLeast c)");
    is(expression("not any(a where has(b))"), "(Not any[<<a where has[b]>>])");
    is(expression("it in deck.quests"), "<<it in deck.quests>>");
}

#[test]
fn calls_and_members() {
    is(expression("f()"), "f[]");
    is(expression("f(a, label: b,\n c)"), "f[a label=b c]");
    is(
        expression("format.hand-limit == top(grave).cost"),
        "(format.hand-limit Equal top[grave].cost)",
    );
    is(expression("has(stealth) or type has undead"), "(has[stealth] Or (type Has undead))");
}

#[test]
fn texts() {
    is(entries(r#"a: "say \"hi\"\\ \n""#), r#"(a : "say \"hi\"\\ \n")"#);
    is(
        entries("a: \"\"\"\n    one\n      two\n\n    three\n  \"\"\""),
        "(a : \"one\\n  two\\n\\nthree\")",
    );
    is(entries("a: \"\"\"one\"\"\""), "(a : \"one\")");
    is(entries("a: \"// no comment\" // comment"), "(a : \"// no comment\")");
    is(entries("a: \"} {\""), "(a : \"} {\")");
}

#[test]
fn lines_end_in_either_fashion() {
    let source = "use crawler\r\n\r\n/// Doc.\r\ncard x \"X\" {\r\n  cost: 1\r\n  a: \"t\", b\r\n  // c\r\n  on enter {\r\n  }\r\n}\r\n";
    is(
        tree(source),
        "(use crawler)\n(doc\"Doc.\" card x \"X\" {(cost : 1) (a : \"t\", b) (on enter {})})",
    );
}

#[test]
fn spans_are_exact() {
    let source = "use a\ncard x \"X\" {\n  cost: count(b) + 1 // c\n}\n";
    let parsed = parse(source);
    let ast::Item::Declaration(declaration) = &parsed.file.items[1] else {
        panic!("a declaration")
    };
    let at = |span: ast::Span| &source[span.range()];
    assert_eq!(at(declaration.span), "card x \"X\" {\n  cost: count(b) + 1 // c\n}");
    let body = declaration.body.as_ref().expect("a body");
    assert_eq!(at(body.span), "{\n  cost: count(b) + 1 // c\n}");
    let ast::Entry::Clause(clause) = &body.entries[0] else { panic!("a clause") };
    assert_eq!(at(clause.span), "cost: count(b) + 1");
    let value = &clause.values.as_ref().expect("values")[0];
    assert_eq!(at(value.span), "count(b) + 1");
}

#[test]
fn numbers_count_what_follows() {
    is(entries("summons: 2 whelp, 1 wyrmling"), "(summons : [2 whelp], [1 wyrmling])");
    is(entries("ATT: 3B 1R"), "(ATT : [3'B 1'R])");
    is(entries("ATT: 2B+1R"), "(ATT : (2'B Add 1'R))");
    is(entries("combat: 2 dice +2"), "(combat : [2 dice (Plus 2)])");
    is(
        entries("attack 2 \"Magma Strike\": +1B+1R WILL, fire"),
        "(attack 2 \"Magma Strike\" : [(Plus 1'B) (Plus 1'R) WILL], fire)",
    );
    is(entries("cost: 1 life: 2"), "(cost : 1) (life : 2)");
    is(entries("a: 2 - 1"), "(a : (2 Subtract 1))");
    is(entries("a: 2\n  + 1"), "(a : (2 Add 1))");
    is(entries("roll 2B 1R { f() }"), "(roll [2'B 1'R] {f[]})");
}

#[test]
fn bonuses_begin_with_their_sign() {
    is(entries("+1B ARM"), "[(Plus 1'B) ARM]");
    is(entries("linked: starfire\n+1B ARM"), "(linked : starfire) [(Plus 1'B) ARM]");
    is(entries("space 6 { +1 STR; move }"), "(space 6 {[(Plus 1) STR] (move)})");
}

#[test]
fn legends_have_marks() {
    is(
        entries("legend { L: lava; ~: a, b; .: floor }"),
        "(legend {(L : lava) (~ : a, b) (. : floor)})",
    );
    is(entries("legend { L: lava  ~: difficult }"), "(legend {(L : lava) (~ : difficult)})");
}

#[test]
fn links_and_conditions_of_clauses() {
    is(entries("exit north -> crypt"), "(exit north -> crypt)");
    is(
        entries("exit north -> 4B when a and b { c: 1 }"),
        "(exit north -> 4'B when (a And b) {(c : 1)})",
    );
    is(entries("action \"Still\" when a { f() }"), "(action \"Still\" when a {f[]})");
}

#[test]
fn match_has_arms() {
    is(
        entries("match result { 1..2 -> { f() }\n 3, 5 -> { } else -> { g() } }"),
        "(match result ((1 Range 2) -> {f[]}) (3, 5 -> {}) ( -> {g[]}))",
    );
}

#[test]
fn flags_are_set() {
    is(entries("set rung\nset seals to seals - 1"), "(set rung) (set seals to (seals Subtract 1))");
    is(entries("set: UNB"), "(set : UNB)");
}

#[test]
fn tests_list_legal_choices_and_seeds() {
    is(entries("expect legal attack a at b == c, d"), "(legal attack a at b == c, d)");
    is(entries("for seeds 0..200 { do pass }"), "(seeds 0..200 {(do pass)})");
}

#[test]
fn heads_say_for_how_many() {
    is(tree("chart x for 3..4 heroes { }"), "(chart x for 3..4 for heroes {})");
}

#[test]
fn tables_are_declarations() {
    is(
        tree("table m: p {\n  id | name | cost | a\n  x | \"X\" | 1 | b, c\n  y | | | 2 z\n}"),
        "(table m (m x \"X\" :p {(cost : 1) (a : b, c)}) (m y :p {(a : [2 z])}))",
    );
}
