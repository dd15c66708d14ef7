//! The effort of reading is proportional to the length of the text, whatever the text is.

use std::num::NonZeroUsize;

use cardwright_dsl::parse;

/// Fragments that, when repeated, have made parsers try everything over and over.
const NASTY: &[&str] = &[
    "{",
    "}",
    "(",
    "\"",
    "\"\"\" ",
    "a: {",
    "a { ",
    "on x { } ) ",
    "f(",
    "a.",
    "not ",
    "a, ",
    "// c\n",
    "/// d\n",
    "\n",
    "card x {\n",
    "card x \"X\" {\n  a: 1\n",
    "a: b c d ",
    "a |",
    "1..",
    "[",
    "x: (a ",
    "\\",
    "a = b\n",
    "}\n{\n",
    "card x\n",
    "f(a b) ",
    "a & b ",
    "'a' ",
];

/// How many steps the grammar needs for a text, up to a factor of two: the smallest limit with
/// which the result does not change.
fn effort(source: &str) -> usize {
    pest::set_call_limit(None);
    let unlimited = parse(source);
    let mut limit = source.len().max(1);
    loop {
        pest::set_call_limit(NonZeroUsize::new(limit));
        if parse(source) == unlimited {
            return limit;
        }
        limit *= 2;
    }
}

/// This variable is set in the process that counts.
const COUNTS: &str = "CARDWRIGHT_COUNTS_EFFORT";

/// The limit that counts the effort applies to a whole process. So this test runs in a process of
/// its own: the test program starts itself again with this test only.
#[test]
fn effort_grows_with_the_size_of_the_file() {
    if std::env::var_os(COUNTS).is_some() {
        return count();
    }
    let program = std::env::current_exe().expect("this program has a path");
    let test = "effort::effort_grows_with_the_size_of_the_file";
    let output = std::process::Command::new(program)
        .args(["--exact", test, "--nocapture"])
        .env(COUNTS, "1")
        .output()
        .expect("this program can be run");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{told}{}", String::from_utf8_lossy(&output.stderr));
    assert!(told.contains("1 passed"), "{told}");
}

/// What may open again inside itself, in every place that holds an expression.
const OPENERS: &[&str] = &[
    "(a + ",
    "(a ",
    "(",
    "f(a where ",
    "f(a, ",
    "f(x: ",
    "f(",
    "a and (",
    "a + f(",
    "not (",
    "{1, ",
    "{a | ",
    "1 + (",
    "a.b + (",
    "(a\n    or ",
    "a where b(c ",
    "drain (",
    "2B + (",
    "-(",
    "\"t\" + (",
    "(a == (b) and ",
];

/// Where an expression may stand, up to it.
const PLACES: &[&str] = &[
    "x: ",
    "x = ",
    "x a: ",
    "f(",
    "on e where ",
    "modify a of ",
    "modify a by ",
    "mark ",
    "mark a as ",
    "grant ",
    "grant a to ",
    "forbid a to ",
    "for each ",
    "choose ",
    "choose 1 from ",
    "option \"o\" when ",
    "offer \"o\" when ",
    "if ",
    "match ",
    "set a to ",
    "let a = ",
    "roll ",
    "require ",
    "expect ",
    "do a ",
    "do a with ",
    "expect legal a b == ",
    "exit a -> b when ",
    "a on b where ",
    "modify a by 1 when ",
    "on e { } limit ",
    "field a: int = ",
    "clause a(b: int = ",
    "~: ",
    "+1B ",
    "3 ",
    "table a {\n  ",
];

/// How an expression may break off.
const ENDS: &[&str] = &[":", "", " {"];

/// How deep things are nested in the two texts that are compared.
const DEPTHS: (usize, usize) = (6, 24);

/// The effort of nested expressions that break off grows with their depth, and no faster.
fn count_nested() {
    for place in PLACES {
        for opener in OPENERS {
            for end in ENDS {
                let text = |depth: usize| {
                    format!("card x {{\n  {place}{}{end}\n}}\n", opener.repeat(depth))
                };
                let few = effort(&text(DEPTHS.0));
                // Twice for the count, and room for reading again from every level at most once.
                let bound = few * (DEPTHS.1 / DEPTHS.0) * 4;
                assert!(
                    takes_at_most(&text(DEPTHS.1), bound),
                    "{place:?} {opener:?} {end:?}: {few} steps, then more than {bound}"
                );
            }
        }
    }
}

/// Whether a text is read the same with a limit as without; the limit that is no limit still
/// ends what would go on for ever.
fn takes_at_most(source: &str, limit: usize) -> bool {
    pest::set_call_limit(NonZeroUsize::new(limit));
    let limited = parse(source);
    pest::set_call_limit(NonZeroUsize::new(limit.saturating_mul(64)));
    limited == parse(source)
}

fn count() {
    count_nested();
    for fragment in NASTY {
        let (small, large) = (1_500, 12_000);
        let effort = |bytes: usize| effort(&fragment.repeat(bytes / fragment.len()));
        let (few, many) = (effort(small), effort(large));
        // Each count is exact up to a factor of two; quadratic effort exceeds this bound by far.
        let bound = few * (large / small) * 3;
        assert!(many <= bound, "{fragment:?}: {few} steps for {small} bytes, {many} for {large}");
    }
}
