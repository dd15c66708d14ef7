//! Tags: what a screen reader reads aloud, in reading order.
//!
//! A card is a section with its name as heading, then its picture, then its text boxes as
//! paragraphs. Tags do not follow the order of drawing, so words and the icons between them are
//! sorted back into their lines.

use std::num::NonZeroU16;

use krilla::surface::Surface;
use krilla::tagging::{
    Artifact, ArtifactType, ContentTag, Identifier, SpanTag, Tag, TagGroup, TagTree,
};
use usvg::Node;

use super::book::Caption;
use super::text;
use crate::galley::{self, Galley, RIGHT_TO_LEFT};

/// The document's tags, and those of the card that is being drawn.
#[derive(Default)]
pub(super) struct Tags {
    sections: Vec<TagGroup>,
    boxes: Vec<Vec<Item>>,
    is_in_box: bool,
}

/// Something that is read aloud.
struct Item {
    nature: Nature,
    text: String,
    content: Identifier,
    /// Its baseline and left end.
    y: f32,
    x: f32,
    size: f32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Nature {
    Words,
    /// Words that are read from right to left.
    ReversedWords,
    Sign,
    Picture,
}

impl Tags {
    /// Marks everything up to the end of the tag as decoration.
    pub(super) fn decoration(&self, surface: &mut Surface<'_>) {
        surface.start_tagged(ContentTag::Artifact(Artifact::default()));
    }

    /// Marks everything up to the end of the tag as marks for the people who print and cut.
    pub(super) fn marks(&self, surface: &mut Surface<'_>) {
        let marks = Artifact::with_kind(ArtifactType::Page);
        surface.start_tagged(ContentTag::Artifact(marks));
    }

    /// Starts the tag of a node's words.
    pub(super) fn words(&mut self, surface: &mut Surface<'_>, node: &Node, galley: &Galley) {
        let mut text = String::new();
        let mut line = None;
        gather(node, galley, &mut text, &mut line);
        let is_reversed = text.contains(RIGHT_TO_LEFT) || text.chars().any(is_right_to_left);
        text.retain(|character| !text::is_direction(character));
        // Glyphs go from left to right on the page, whichever way the words are read.
        let is_plain = !matches!(node, Node::Group(_)) && !is_reversed;
        let actual = (!is_plain).then_some(text.as_str());
        let tag = ContentTag::Span(SpanTag::empty().with_actual_text(actual));
        let content = surface.start_tagged(tag);
        let nature = if is_reversed { Nature::ReversedWords } else { Nature::Words };
        self.note(nature, text, content, node, line);
    }

    /// Starts the tag of a drawing that stands for words.
    pub(super) fn sign(&mut self, surface: &mut Surface<'_>, node: &Node, words: &str) {
        let tag = ContentTag::Span(SpanTag::empty().with_actual_text(Some(words)));
        let content = surface.start_tagged(tag);
        self.note(Nature::Sign, words.to_owned(), content, node, None);
    }

    /// Starts the tag of the card's picture.
    pub(super) fn picture(&mut self, surface: &mut Surface<'_>) {
        let content = surface.start_tagged(ContentTag::Other);
        let (nature, text) = (Nature::Picture, String::new());
        self.boxes.push(vec![Item { nature, text, content, y: 0.0, x: 0.0, size: 0.0 }]);
    }

    /// Enters a group; the contents of a text box are read together.
    pub(super) fn open(&mut self, is_box: bool) {
        if is_box {
            self.boxes.push(Vec::new());
            self.is_in_box = true;
        }
    }

    /// Leaves the group.
    pub(super) fn close(&mut self, is_box: bool) {
        if is_box {
            self.is_in_box = false;
        }
    }

    fn note(
        &mut self,
        nature: Nature,
        text: String,
        content: Identifier,
        node: &Node,
        line: Option<(f32, f32)>,
    ) {
        let area = node.abs_bounding_box();
        let (y, size) = line.unwrap_or((area.bottom(), area.height()));
        let item = Item { nature, text, content, y, x: area.x(), size };
        match self.boxes.last_mut() {
            Some(current) if self.is_in_box => current.push(item),
            _ => self.boxes.push(vec![item]),
        }
    }

    /// Ends a card: the collected items become its section.
    pub(super) fn end_card(&mut self, card: Caption<'_>) {
        let boxes = std::mem::take(&mut self.boxes);
        self.is_in_box = false;
        let mut section = TagGroup::new(Tag::Section);
        let (names, rest): (Vec<_>, Vec<_>) =
            boxes.into_iter().partition(|items| is_name(items, card.name));
        let mut names = names.into_iter();
        if let Some(name) = names.next() {
            let tag = Tag::Hn(NonZeroU16::MIN, Some(card.name.to_owned()));
            let mut heading = TagGroup::new(tag);
            name.into_iter().for_each(|item| heading.push(item.content));
            section.push(heading);
        }
        let alt = format!("{}, {}", card.name, card.kind);
        for items in names.chain(rest) {
            paragraphs(items, &alt).into_iter().for_each(|group| section.push(group));
        }
        self.sections.push(section);
    }

    /// Ends a page that is read from top to bottom.
    pub(super) fn end_page(&mut self, title: &str) {
        let mut section = TagGroup::new(Tag::Section);
        self.is_in_box = false;
        for items in std::mem::take(&mut self.boxes) {
            paragraphs(items, title).into_iter().for_each(|group| section.push(group));
        }
        self.sections.push(section);
    }

    pub(super) fn finish(self) -> TagTree {
        let mut tree = TagTree::new();
        self.sections.into_iter().for_each(|section| tree.push(section));
        tree
    }
}

/// True for letters of scripts that are read from right to left.
fn is_right_to_left(character: char) -> bool {
    matches!(character, '\u{590}'..='\u{8ff}' | '\u{fb1d}'..='\u{fdff}' | '\u{fe70}'..='\u{fefc}')
}

fn is_name(items: &[Item], name: &str) -> bool {
    let words: String = items.iter().map(|item| item.text.as_str()).collect();
    let letters = |text: &str| -> String {
        text.chars().filter(|c| !c.is_whitespace()).flat_map(char::to_lowercase).collect()
    };
    items.iter().all(|item| item.nature != Nature::Picture) && letters(&words) == letters(name)
}

/// The items of a text box as paragraphs, pictures as figures.
fn paragraphs(items: Vec<Item>, alt: &str) -> Vec<TagGroup> {
    let mut groups = Vec::new();
    let mut words = Vec::new();
    for item in items {
        if item.nature == Nature::Picture {
            let mut figure = TagGroup::new(Tag::Figure(Some(alt.to_owned())));
            figure.push(item.content);
            groups.push(figure);
        } else {
            words.push(item);
        }
    }
    let lines = lines(words);
    let gaps = lines.windows(2).map(|pair| pair[1][0].y - pair[0][0].y);
    let least = gaps.fold(f32::MAX, f32::min);
    let mut before: Option<f32> = None;
    for line in lines {
        let y = line[0].y;
        // Paragraphs stand further apart than lines.
        let is_next = before.is_none_or(|before| y - before > least * 1.12);
        if is_next {
            groups.push(TagGroup::new(Tag::P));
        }
        before = Some(y);
        if let Some(paragraph) = groups.last_mut() {
            line.into_iter().for_each(|item| paragraph.push(item.content));
        }
    }
    groups
}

/// Sorts words and signs into lines, each in its reading direction. No line is empty.
fn lines(words: Vec<Item>) -> Vec<Vec<Item>> {
    let (words, signs): (Vec<Item>, Vec<Item>) =
        words.into_iter().partition(|item| item.nature != Nature::Sign);
    let mut lines: Vec<Vec<Item>> = Vec::new();
    for word in words {
        // Words arrive line by line, so they can only belong to the last line.
        match lines.last_mut() {
            Some(line) if (line[0].y - word.y).abs() < line[0].size * 0.5 => line.push(word),
            _ => lines.push(vec![word]),
        }
    }
    for sign in signs {
        let middle = sign.y - sign.size / 2.0;
        let distance = |line: &Vec<Item>| (line[0].y - line[0].size * 0.35 - middle).abs();
        let nearest = lines
            .iter_mut()
            .min_by(|a, b| distance(a).total_cmp(&distance(b)))
            .filter(|line| distance(line) < line[0].size.max(sign.size));
        match nearest {
            Some(line) => line.push(sign),
            None => lines.push(vec![sign]),
        }
    }
    for line in &mut lines {
        line.sort_by(|a, b| a.x.total_cmp(&b.x));
        if line.iter().any(|item| item.nature == Nature::ReversedWords)
            && line.iter().all(|item| item.nature != Nature::Words)
        {
            line.reverse();
        }
    }
    lines.sort_by(|a, b| a[0].y.total_cmp(&b[0].y));
    lines
}

/// The words of a node, with the baseline and size of the first.
fn gather(node: &Node, galley: &Galley, text: &mut String, line: &mut Option<(f32, f32)>) {
    match node {
        Node::Group(group) => {
            group.children().iter().for_each(|child| gather(child, galley, text, line));
        }
        Node::Path(mark) => {
            let Some(run) = galley.run(mark) else { return };
            let order = if run.is_rtl { RIGHT_TO_LEFT } else { "" };
            text.push_str(order);
            text.push_str(&run.text);
            let mut start = galley::start(mark);
            mark.abs_transform().map_point(&mut start);
            line.get_or_insert((start.y, run.size));
        }
        Node::Text(words) => {
            for chunk in words.chunks() {
                text.push_str(chunk.text());
            }
            let glyph = words.layouted().iter().flat_map(|span| &span.positioned_glyphs).next();
            if let Some(glyph) = glyph.filter(|_| line.is_none()) {
                let place = words.abs_transform().pre_concat(glyph.transform());
                *line = Some((place.ty, glyph.font_size()));
            }
        }
        _ => {}
    }
}
