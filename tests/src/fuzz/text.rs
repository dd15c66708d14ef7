//! The parser and the formatter, for any text.

use cardwright_dsl::{LineIndex, format as layout, parse as read, split};

/// Whatever is read, places lie inside the text and slices cover it.
pub(super) fn parse(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    for error in &read(text).errors {
        assert!(text.get(error.span.range()).is_some(), "{error:?} lies outside");
        for (span, _) in error.fix.iter().flatten().chain(&error.labels) {
            assert!(text.get(span.range()).is_some(), "{error:?} points outside");
        }
    }
    let end = split(text).iter().fold(0, |end, slice| {
        assert_eq!(slice.span.start, end, "slices lie side by side");
        slice.span.end
    });
    assert_eq!(end as usize, text.len(), "slices cover the text");
    let _ = LineIndex::new(text);
}

/// Formatting twice is formatting once, and a text without errors keeps its tree.
pub(super) fn format(bytes: &[u8]) {
    let text = &*String::from_utf8_lossy(bytes);
    let once = layout(text);
    assert_eq!(layout(&once), once, "formatting twice changes nothing more");
    let before = read(text);
    if before.errors.is_empty() {
        let after = read(&once);
        assert!(after.errors.is_empty(), "formatting makes no mistakes");
        assert_eq!(without_places(&before.file), without_places(&after.file), "the tree is kept");
    }
}

/// A tree as text, without its places.
fn without_places(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    while let Some(start) = rest.find("Span { start: ") {
        let end = rest[start..].find('}').map_or(rest.len(), |end| start + end + 1);
        out.push_str(&rest[..start]);
        rest = &rest[end..];
    }
    out.push_str(rest);
    out
}
