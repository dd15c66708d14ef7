//! The entries that a text style of a theme may have.

use crate::theme::Sort;

/// Entries of `[styles.NAME]`.
pub(crate) const STYLE: &[(&str, Sort)] = &[
    ("font", Sort::Text),
    ("weight", Sort::Number),
    ("italic", Sort::Truth),
    ("colour", Sort::Colour),
    ("size", Sort::Number),
    ("min", Sort::Number),
    ("leading", Sort::Number),
    ("tracking", Sort::Number),
    ("paragraph_gap", Sort::Number),
    ("block_gap", Sort::Number),
    ("icon_scale", Sort::Number),
    ("icon_drop", Sort::Number),
    ("icon_colour", Sort::Colour),
    ("case", Sort::Word(&["upper", "normal"])),
    ("align", Sort::Word(&["start", "middle", "end"])),
    ("valign", Sort::Word(&["top", "middle", "bottom"])),
    ("hyphenate", Sort::Word(&["true", "false", "tight"])),
    ("language", Sort::Text),
    ("balance", Sort::Truth),
    ("tighten", Sort::Number),
    ("same_size", Sort::Word(&["card", "kind", "package"])),
    ("same_size_min", Sort::Number),
    ("line_break", Sort::Word(&["strict", "normal"])),
    ("strong", Sort::Look),
    ("emphasis", Sort::Look),
    ("keyword", Sort::Look),
    ("amount", Sort::Look),
    ("term", Sort::Look),
    ("reminder", Sort::Look),
    ("label", Sort::Look),
];

/// Entries of `[styles.NAME.keyword]` and the like.
pub(crate) const LOOK: &[(&str, Sort)] = &[
    ("font", Sort::Text),
    ("weight", Sort::Number),
    ("italic", Sort::Truth),
    ("colour", Sort::Colour),
];
