//! What an editor can fold away: blocks, long texts, runs of comments and of `use` lines.

use cardwright_dsl::{Token, TokenKind, tokens};
use serde_json::{Value, json};

use crate::protocol::Lines;

/// The stretches of a text that can be folded, by line.
pub(super) fn folds(text: &str, lines: &Lines<'_>) -> Value {
    let line = |offset: u32| lines.position(offset).line;
    let mut found: Vec<(u32, u32, Option<&str>)> = Vec::new();
    let all = tokens(text, 0);
    let mut open: Vec<u32> = Vec::new();
    for token in &all {
        let (first, last) = (line(token.start), line(token.end()));
        match token.text {
            "{" => open.push(first),
            // The closing brace stays in sight.
            "}" => found.extend(open.pop().map(|from| (from, last.saturating_sub(1), None))),
            _ if token.kind == TokenKind::Text => found.push((first, last, None)),
            _ => {}
        }
    }
    for (kind, is_part) in
        [("comment", is_comment as fn(&[Token<'_>], usize) -> bool), ("imports", is_use)]
    {
        let mut run: Option<(u32, u32)> = None;
        for place in 0..all.len() {
            if !is_part(&all, place) {
                continue;
            }
            let here = line(all[place].start);
            run = match run {
                Some((from, to)) if here == to + 1 => Some((from, here)),
                ended => {
                    found.extend(ended.map(|(from, to)| (from, to, Some(kind))));
                    Some((here, here))
                }
            };
        }
        found.extend(run.map(|(from, to)| (from, to, Some(kind))));
    }
    found.retain(|(from, to, _)| from < to);
    found.sort_unstable();
    let folds = found.into_iter().map(|(from, to, kind)| match kind {
        Some(kind) => json!({ "startLine": from, "endLine": to, "kind": kind }),
        None => json!({ "startLine": from, "endLine": to }),
    });
    folds.collect::<Vec<_>>().into()
}

/// A comment on a line of its own.
fn is_comment(all: &[Token<'_>], place: usize) -> bool {
    all[place].kind == TokenKind::Comment && (place == 0 || all[place].newlines > 0)
}

/// The `use` of a line `use crawler`.
fn is_use(all: &[Token<'_>], place: usize) -> bool {
    let begins = place == 0 || all[place].newlines > 0;
    let name = all.get(place + 1);
    begins
        && all[place].text == "use"
        && name.is_some_and(|name| name.kind == TokenKind::Word && name.newlines == 0)
        && all.get(place + 2).is_none_or(|next| next.newlines > 0)
}

#[cfg(test)]
mod tests {
    use cardwright_dsl::Columns;

    use super::*;

    #[test]
    fn blocks_texts_comments_and_uses_fold() {
        let text = "use a\nuse b\n\n// one\n// two\nx y {\n  z {\n    q\n  }\n  t: \"\"\"\n    m\n    \"\"\"\n}\na { b }\n";
        let found = folds(text, &Lines::new(text, Columns::Utf16));
        assert_eq!(
            found,
            json!([
                { "startLine": 0, "endLine": 1, "kind": "imports" },
                { "startLine": 3, "endLine": 4, "kind": "comment" },
                { "startLine": 5, "endLine": 11 },
                { "startLine": 6, "endLine": 7 },
                { "startLine": 9, "endLine": 11 },
            ])
        );
    }

    #[test]
    fn what_is_not_closed_folds_nothing() {
        for text in ["x {\n  y\n", "}\n}\n", "\"\"\"\n", ""] {
            folds(text, &Lines::new(text, Columns::Utf16));
        }
    }
}
