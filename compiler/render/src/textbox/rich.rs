//! Rich text: paragraphs of runs, from the model's text blocks or from a marked-up string.

use minijinja::value::{Value, ValueKind};

use crate::icons::Icons;

/// Text in paragraphs.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Rich {
    pub(crate) paragraphs: Vec<Paragraph>,
}

/// A paragraph of runs.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Paragraph {
    pub(crate) pieces: Vec<Piece>,
    /// True if it begins a new block, which is set off a little more.
    pub(crate) starts_block: bool,
}

/// A stretch of text in one style, or an icon.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Piece {
    Words { text: String, nature: Nature },
    Icon { name: String },
}

/// The meaning of a stretch of text; the style says how each looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Nature {
    Plain,
    Strong,
    Emphasis,
    /// Between single stars: the theme says what that is.
    Star,
    Keyword,
    Amount,
    Term,
    Reminder,
    Label,
}

impl Rich {
    /// Reads what a template passed: a string, a block, or a list of blocks, paragraphs or runs.
    /// Dice become pictures if there are icons for them, otherwise words.
    pub(crate) fn from_value(value: &Value, icons: &Icons) -> Rich {
        let mut rich = Rich::default();
        rich.read(value, icons);
        rich
    }

    /// The words, if the text is a single plain run.
    pub(super) fn single(&self) -> Option<&str> {
        match self.paragraphs.as_slice() {
            [Paragraph { pieces, .. }] => match pieces.as_slice() {
                [Piece::Words { text, nature: Nature::Plain }] => Some(text),
                _ => None,
            },
            _ => None,
        }
    }

    fn read(&mut self, value: &Value, icons: &Icons) {
        if value.is_none() || value.is_undefined() {
            return;
        }
        if let Some(text) = value.as_str() {
            self.paragraphs.extend(text.split('\n').map(marked_up));
            return;
        }
        match value.kind() {
            ValueKind::Map => self.read_block(value, icons),
            ValueKind::Seq | ValueKind::Iterable => self.read_list(value, icons),
            _ => self.paragraphs.push(marked_up(&value.to_string())),
        }
    }

    fn read_list(&mut self, value: &Value, icons: &Icons) {
        let items: Vec<Value> = value.try_iter().map(Iterator::collect).unwrap_or_default();
        if items.first().is_some_and(|item| attribute(item, "run").is_some()) {
            self.paragraphs.push(runs(&items, icons));
            return;
        }
        for item in &items {
            self.read(item, icons);
        }
    }

    fn read_block(&mut self, block: &Value, icons: &Icons) {
        let start = self.paragraphs.len();
        let Some(paragraphs) = attribute(block, "paragraphs") else { return };
        for paragraph in paragraphs.try_iter().into_iter().flatten() {
            let items: Vec<Value> = paragraph.try_iter().map(Iterator::collect).unwrap_or_default();
            self.paragraphs.push(runs(&items, icons));
        }
        let label = attribute(block, "label").and_then(|label| label.as_str().map(str::to_owned));
        if let Some(text) = label {
            let label = Piece::Words { text: format!("{text} "), nature: Nature::Label };
            match self.paragraphs.get_mut(start) {
                Some(first) => first.pieces.insert(0, label),
                None => self.paragraphs.push(Paragraph { pieces: vec![label], starts_block: true }),
            }
        }
        if let Some(first) = self.paragraphs.get_mut(start) {
            first.starts_block = true;
        }
    }

    /// Reads what stands between single stars as that. If it is emphasis, terms are as well.
    pub(crate) fn read_stars(&mut self, star: Nature) {
        let pieces = self.paragraphs.iter_mut().flat_map(|paragraph| &mut paragraph.pieces);
        for piece in pieces {
            if let Piece::Words { nature, .. } = piece {
                match nature {
                    Nature::Star => *nature = star,
                    Nature::Term if star == Nature::Emphasis => *nature = star,
                    _ => {}
                }
            }
        }
    }

    /// The same text without reminders; `None` if it has none.
    pub(crate) fn without_reminders(&self) -> Option<Rich> {
        let is_reminder =
            |piece: &Piece| matches!(piece, Piece::Words { nature: Nature::Reminder, .. });
        if !self.paragraphs.iter().flat_map(|paragraph| &paragraph.pieces).any(is_reminder) {
            return None;
        }
        let mut shorter = self.clone();
        for paragraph in &mut shorter.paragraphs {
            paragraph.pieces.retain(|piece| !is_reminder(piece));
        }
        shorter.paragraphs.retain(|paragraph| !paragraph.is_blank());
        Some(shorter)
    }

    /// How many bytes its words have.
    pub(crate) fn length(&self) -> u64 {
        let pieces = self.paragraphs.iter().flat_map(|paragraph| &paragraph.pieces);
        let lengths = pieces.map(|piece| match piece {
            Piece::Words { text, .. } => text.len() as u64,
            Piece::Icon { .. } => 1,
        });
        lengths.sum()
    }

    /// Its letters and digits, small, to find out whether a card says it.
    pub(crate) fn letters(&self) -> String {
        let pieces = self.paragraphs.iter().flat_map(|paragraph| &paragraph.pieces);
        let words = pieces.filter_map(|piece| match piece {
            Piece::Words { text, .. } => Some(text.as_str()),
            Piece::Icon { .. } => None,
        });
        let letters = words.flat_map(str::chars).filter(|letter| letter.is_alphanumeric());
        letters.flat_map(char::to_lowercase).collect()
    }

    /// The first words, for messages.
    pub(crate) fn beginning(&self) -> String {
        const MOST: usize = 32;
        let pieces = self.paragraphs.iter().flat_map(|paragraph| &paragraph.pieces);
        let words: String = pieces
            .filter_map(|piece| match piece {
                Piece::Words { text, .. } => Some(text.as_str()),
                Piece::Icon { .. } => None,
            })
            .collect();
        let start: String = words.trim().chars().take(MOST).collect();
        if words.trim().chars().count() > MOST { format!("{start}…") } else { start }
    }

    /// Removes the blocks' labels, for templates that draw them elsewhere.
    pub(crate) fn drop_labels(&mut self) {
        for paragraph in &mut self.paragraphs {
            paragraph
                .pieces
                .retain(|piece| !matches!(piece, Piece::Words { nature: Nature::Label, .. }));
        }
    }

    /// True if there is nothing to set.
    pub(crate) fn is_blank(&self) -> bool {
        self.paragraphs.iter().all(Paragraph::is_blank)
    }
}

impl Paragraph {
    fn is_blank(&self) -> bool {
        self.pieces.iter().all(|piece| match piece {
            Piece::Words { text, .. } => text.trim().is_empty(),
            Piece::Icon { .. } => false,
        })
    }
}

fn attribute(value: &Value, name: &str) -> Option<Value> {
    if value.kind() != ValueKind::Map {
        return None;
    }
    value.get_attr(name).ok().filter(|found| !found.is_undefined() && !found.is_none())
}

fn runs(items: &[Value], icons: &Icons) -> Paragraph {
    let mut paragraph = Paragraph::default();
    for item in items {
        let word = |name| attribute(item, name).and_then(|value| value.as_str().map(str::to_owned));
        let text = word("text").unwrap_or_default();
        let nature = match word("run").as_deref() {
            Some("icon") => {
                paragraph.pieces.push(Piece::Icon { name: word("id").unwrap_or_default() });
                continue;
            }
            Some("dice") => {
                let drawn = attribute(item, "dice").and_then(|dice| dice_drawn(&dice, icons));
                let words = || vec![Piece::Words { text, nature: Nature::Plain }];
                paragraph.pieces.extend(drawn.unwrap_or_else(words));
                continue;
            }
            Some("keyword") => Nature::Keyword,
            Some("amount") => Nature::Amount,
            Some("term") => Nature::Term,
            Some("reminder") => Nature::Reminder,
            _ => Nature::Plain,
        };
        // Hand-written text may contain markup; generated runs may contain icons.
        if nature == Nature::Plain {
            paragraph.pieces.extend(marked_up(&text).pieces);
        } else {
            paragraph.pieces.extend(with_icons(&text, nature));
        }
    }
    paragraph
}

/// Dice one after the other; many of one colour are counted. `None` if one of them has no icon.
fn dice_drawn(dice: &Value, icons: &Icons) -> Option<Vec<Piece>> {
    /// People cannot count more pictures than this at a glance.
    const AT_A_GLANCE: i64 = 4;
    let mut pieces = Vec::new();
    for die in dice.try_iter().ok()? {
        let name = format!("{}{die}", crate::die::ICON);
        icons.get(&name)?;
        let count = i64::try_from(dice.get_item(&die).ok()?).ok()?;
        let pictures = if count > AT_A_GLANCE {
            let text = format!("{count}\u{a0}");
            pieces.push(Piece::Words { text, nature: Nature::Amount });
            1
        } else {
            count.max(0) as usize
        };
        pieces.extend(std::iter::repeat_n(Piece::Icon { name }, pictures));
    }
    (!pieces.is_empty()).then_some(pieces)
}

/// Reads `**strong**`, `*star*`, `_emphasis_`, `[icon]` and `:icon:`. A mark counts only at the edge
/// of a word, so `2*3` and `snake_case` stay as they are.
fn marked_up(text: &str) -> Paragraph {
    const MARKS: [(&str, Nature); 3] =
        [("**", Nature::Strong), ("*", Nature::Star), ("_", Nature::Emphasis)];
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut plain = String::new();
    while let Some(mark) = rest.chars().next() {
        let opens = !plain.chars().next_back().is_some_and(char::is_alphanumeric);
        let inner = MARKS.into_iter().filter(|_| opens).find_map(|(mark, nature)| {
            let inside = rest.strip_prefix(mark)?;
            Some((mark.len(), closing(inside, mark)?, nature))
        });
        if let Some((mark, length, nature)) = inner {
            pieces.extend(with_icons(&std::mem::take(&mut plain), Nature::Plain));
            pieces.extend(with_icons(&rest[mark..mark + length], nature));
            rest = &rest[2 * mark + length..];
        } else {
            plain.push(mark);
            rest = &rest[mark.len_utf8()..];
        }
    }
    pieces.extend(with_icons(&plain, Nature::Plain));
    Paragraph { pieces, starts_block: false }
}

/// Length of the stretch up to the closing mark, if there is one that closes a word.
fn closing(text: &str, mark: &str) -> Option<usize> {
    let end = text.find(mark)?;
    let inside = &text[..end];
    let fits = !inside.is_empty() && !inside.starts_with(' ') && !inside.ends_with(' ');
    let after = text[end + mark.len()..].chars().next();
    (fits && !after.is_some_and(char::is_alphanumeric)).then_some(end)
}

fn with_icons(text: &str, nature: Nature) -> Vec<Piece> {
    let mut pieces = Vec::new();
    let mut rest = text;
    let mut words = String::new();
    while let Some(start) = rest.find(['[', ':']) {
        let (is_colon, after) = (rest[start..].starts_with(':'), &rest[start + 1..]);
        let name = after.split(if is_colon { ':' } else { ']' }).next().unwrap_or_default();
        // A colon ends a word as well, and stands between hours and minutes.
        let before = rest[..start].chars().next_back();
        let behind = after.get(name.len() + 1..).and_then(|rest| rest.chars().next());
        let is_apart = |letter: Option<char>| !letter.is_some_and(char::is_alphanumeric);
        let is_name = !name.is_empty()
            && name.len() < after.len()
            && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-')
            && (!is_colon
                || name.starts_with(|c: char| c.is_ascii_lowercase())
                    && is_apart(before)
                    && is_apart(behind));
        if is_name {
            words.push_str(&rest[..start]);
            if !words.is_empty() {
                pieces.push(Piece::Words { text: std::mem::take(&mut words), nature });
            }
            pieces.push(Piece::Icon { name: name.to_owned() });
            rest = &after[name.len() + 1..];
        } else {
            words.push_str(&rest[..=start]);
            rest = after;
        }
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(Piece::Words { text: words, nature });
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str, nature: Nature) -> Piece {
        Piece::Words { text: text.to_owned(), nature }
    }

    #[test]
    fn markup_is_read_at_word_edges_only() {
        let paragraph = marked_up("Deal **2 wounds** *now* to 2*3 _foes_ of snake_case.");
        assert_eq!(
            paragraph.pieces,
            [
                words("Deal ", Nature::Plain),
                words("2 wounds", Nature::Strong),
                words(" ", Nature::Plain),
                words("now", Nature::Star),
                words(" to 2*3 ", Nature::Plain),
                words("foes", Nature::Emphasis),
                words(" of snake_case.", Nature::Plain),
            ]
        );
    }

    #[test]
    fn icons_are_read_in_brackets() {
        let paragraph = marked_up("+1 [power] [Not An Icon] é[x]");
        assert_eq!(
            paragraph.pieces,
            [
                words("+1 ", Nature::Plain),
                Piece::Icon { name: "power".into() },
                words(" [Not An Icon] é", Nature::Plain),
                Piece::Icon { name: "x".into() },
            ]
        );
    }

    #[test]
    fn icons_may_stand_between_colons() {
        let paragraph = marked_up("Pay :coin: at 12:30:45: now:then:");
        assert_eq!(
            paragraph.pieces,
            [
                words("Pay ", Nature::Plain),
                Piece::Icon { name: "coin".into() },
                words(" at 12:30:45: now:then:", Nature::Plain),
            ]
        );
    }

    #[test]
    fn a_string_has_a_paragraph_a_line() {
        assert_eq!(Rich::from_value(&Value::from("a\nb"), &Icons::default()).paragraphs.len(), 2);
        assert!(Rich::from_value(&Value::from(()), &Icons::default()).is_blank());
    }

    #[test]
    fn dice_are_pictures_where_there_are_any() {
        let mut icons = Icons::default();
        icons.insert("die-blue", "<svg viewBox=\"0 0 1 1\"/>").unwrap();
        let pieces = |die: &str, count: i64| {
            let dice = Value::from_pairs([(die, count)]);
            let words = ("text", Value::from("2 dice"));
            let run = Value::from_pairs([("run", Value::from("dice")), ("dice", dice), words]);
            Rich::from_value(&Value::from(vec![run]), &icons).paragraphs[0].pieces.clone()
        };
        let blue = Piece::Icon { name: "die-blue".into() };
        assert_eq!(pieces("blue", 2), [blue.clone(), blue.clone()]);
        assert_eq!(pieces("blue", 7), [words("7\u{a0}", Nature::Amount), blue]);
        assert_eq!(pieces("d6", 2), [words("2 dice", Nature::Plain)]);
    }
}
