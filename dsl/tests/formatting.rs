//! The canonical layout.

use cardwright_dsl::{WIDTH, format};

#[track_caller]
fn becomes(source: &str, wanted: &str) {
    let formatted = format(source);
    assert_eq!(formatted, wanted, "\n{formatted}");
    assert_eq!(format(&formatted), formatted, "formatting twice changes nothing more");
}

#[track_caller]
fn stays(source: &str) {
    becomes(source, source);
}

#[test]
fn spaces_are_regulated() {
    becomes(
        "use   crawler\ncard  x   \"X\"   {\ncost :1\n  type:a ,b\n a:f( b,c :d )+-1 *2\n   goal:{ 3 ,2 }  ==x\n  }\n",
        "use crawler\ncard x \"X\" {\n  cost: 1\n  type: a, b\n  a: f(b, c: d) + -1 * 2\n  goal: {3, 2} == x\n}\n",
    );
    becomes(
        "keyword drain ( n:int 1 ..9 ) :on-wound { }",
        "keyword drain(n: int 1..9): on-wound {}\n",
    );
    becomes(
        "keyword drain (n:int 1..9=1) :on-wound{}",
        "keyword drain(n: int 1..9 = 1): on-wound {}\n",
    );
    becomes("keyword drain \"Drain\"(n: int){}", "keyword drain \"Drain\" (n: int) {}\n");
    becomes("kind x{field a ?:int 0..=3\n}", "kind x {\n  field a?: int 0.. = 3\n}\n");
    becomes(
        "card x {\n  expect not(a) and has(b) and c has(d)\n}",
        "card x {\n  expect not (a) and has(b) and c has (d)\n}\n",
    );
    becomes(
        "card x {\n  a: b.c .. 6\n  ATT: 2B+1R\n}",
        "card x {\n  a: b.c..6\n  ATT: 2B + 1R\n}\n",
    );
}

#[test]
fn one_entry_stands_on_a_line() {
    becomes(
        "card x {\n  ARM: 2  hearts: 2; permanent\n}\n",
        "card x {\n  ARM: 2\n  hearts: 2\n  permanent\n}\n",
    );
}

#[test]
fn a_block_on_one_line_stays_there_if_it_fits() {
    stays("card x { a: 1; b: 2 }\n");
    becomes("card x {a:1 b:2}", "card x { a: 1; b: 2 }\n");
    stays("card x {\n  on enter { burn(x); draw(1) } limit 1\n  if a { b() } else { c() }\n}\n");
    stays("card x {}\n");
    becomes("card x { }\ncard y {\n\n}\n", "card x {}\ncard y {}\n");
    becomes("card x { a: 1\n  b: 2 }", "card x {\n  a: 1\n  b: 2\n}\n");
    let long = format!("card x {{ a: {}; b: 1 }}\n", "z".repeat(WIDTH));
    becomes(&long, &format!("card x {{\n  a: {}\n  b: 1\n}}\n", "z".repeat(WIDTH)));
}

#[test]
fn long_lists_break_after_commas() {
    let names: Vec<String> = (0..12).map(|number| format!("adventurer-{number}")).collect();
    let formatted = format(&format!("deck x {{\n  party: {}\n}}\n", names.join(", ")));
    assert_eq!(
        formatted,
        "deck x {\n  party: adventurer-0, adventurer-1, adventurer-2, adventurer-3, adventurer-4, adventurer-5,\n    \
         adventurer-6, adventurer-7, adventurer-8, adventurer-9, adventurer-10, adventurer-11\n}\n"
    );
    assert!(formatted.lines().all(|line| line.len() <= WIDTH));
    becomes("deck x {\n  party: a,\n    b,\n    c\n}\n", "deck x {\n  party: a, b, c\n}\n");
}

#[test]
fn long_conditions_break_before_operators() {
    stays(
        "quest x {\n  needs: any(dungeon-cards where cost == 3) and any(dungeon-cards where cost == 2)\n    \
         and any(dungeon-cards where cost == 1) and any(dungeon-cards where cost == 0)\n}\n",
    );
    stays(
        "rule x for deck {\n  require size(crawler) == format.crawler-size\n    \
         \"the crawler deck has {size(crawler)} cards, but {format.name} plays with others\"\n    \
         help \"add or remove some of them, until there are as many as there should be\"\n}\n",
    );
}

#[test]
fn comments_stay_where_they_are() {
    stays(
        "// first\n\nuse crawler  // the game\n\n// before\n/// note\ncard x {  // open\n  // own line\n  a: 1  // trailing\n\n  // last\n}  // closed\n\n// end\n",
    );
    becomes("card x { a: 1 // c\n}", "card x {\n  a: 1  // c\n}\n");
    becomes(
        "card x {\n  a: b, // one\n  c // two\n}",
        "card x {\n  a: b,  // one\n    c  // two\n}\n",
    );
    becomes("card x // c\n{\n}", "card x  // c\n{}\n");
    becomes(
        "card x {\n  if a { b() } // c\n  else { d() }\n}",
        "card x {\n  if a {\n    b()\n  }  // c\n  else {\n    d()\n  }\n}\n",
    );
}

#[test]
fn one_blank_line_is_kept() {
    becomes(
        "use a\n\n\n\ncard x {\n\n  a: 1\n\n\n  b: 2\n\n}\n\n\n",
        "use a\n\ncard x {\n  a: 1\n\n  b: 2\n}\n",
    );
    stays("card x {}\ncard y {}\n");
}

#[test]
fn texts_are_untouched_inside() {
    stays(
        "tile x {\n  map: \"\"\"\n      ####\n    ..  \n  \"\"\"\n  note: \"a  //  b \\\" {\"\n}\n",
    );
}

#[test]
fn broken_items_are_untouched() {
    becomes(
        "card   a { b:1 }\n\ncard   b {\n   cost  =  1\n }\ncard   c { d:1 }\n",
        "card a { b: 1 }\n\ncard   b {\n   cost  =  1\n }\ncard c { d: 1 }\n",
    );
}

#[test]
fn line_breaks_are_unified() {
    becomes("use a\r\ncard x {\r\n  a: 1 // c\r\n}\r\n", "use a\ncard x {\n  a: 1  // c\n}\n");
    becomes("", "");
    becomes("\n\n", "");
    becomes("// only", "// only\n");
}

#[test]
fn columns_of_tables_stand_below_each_other() {
    becomes(
        "// above\ntable monster:  kobold {\nid|name|cost // names\n\n  /// Small.\n x-long|\"X\"|1\n// between\ny||2 z\n}\n",
        "// above\ntable monster: kobold {\n  id     | name | cost  // names\n\n  /// Small.\n  x-long | \"X\"  | 1\n  // between\n  y      |      | 2 z\n}\n",
    );
    stays("table monster {}\n");
}

#[test]
fn arrows_bonuses_and_marks_are_spaced() {
    becomes(
        "quest x {\nroom  a{exit north ->b when  c}\n+1B+1R ARM\nlegend {~:water;.:floor}\nmatch x{1..2->{f()} else ->{g()}}\n}",
        "quest x {\n  room a { exit north -> b when c }\n  +1B +1R ARM\n  legend { ~: water; .: floor }\n  match x { 1..2 -> { f() }; else -> { g() } }\n}\n",
    );
}
