//! The components of a package: what is printed, how large, how often, on what, and what is done
//! with it afterwards.

use cardwright_model::print::{Length, Shape};
use cardwright_model::{Library, Package};
use serde::Serialize;

use crate::renderer::{copies, size_of};

/// A rigid piece is glued to board that is so thick; picked from what shops sell.
const BOARD: &str = "on paper, glued to grey board of 1.5 to 2 mm";
const CARD: &str = "on card of 250 to 300 gsm";

/// All pieces of one kind and size.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub struct Component {
    /// Identifier of the kind.
    pub kind: String,
    /// Its name.
    pub name: String,
    /// Width of a piece after cutting.
    pub width: Length,
    /// Height of a piece after cutting.
    pub height: Length,
    /// What it is cut along.
    pub shape: &'static str,
    /// What is on the other side.
    pub back: Reverse,
    /// How many different pieces there are.
    pub different: usize,
    /// How many pieces there are with all copies.
    pub pieces: u32,
    /// What to print them on.
    pub material: &'static str,
    /// What to do after printing.
    pub make: &'static str,
    /// Which pieces, and how often.
    pub cards: Vec<Counted>,
}

/// A piece and how often it is there.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Counted {
    /// Identifier of the card.
    pub card: String,
    /// Its name.
    pub name: String,
    /// How often it is printed.
    pub copies: u32,
}

/// What is on the other side of a piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reverse {
    /// Nothing.
    Nothing,
    /// The same back for all.
    Shared,
    /// A face of its own for each.
    Own,
}

impl Component {
    /// The component in words: how many, how large, on what, and what to do.
    pub fn told(&self) -> String {
        let count = match (self.different, self.pieces) {
            (1, 1) => "1 piece".to_owned(),
            (different, pieces) if different as u32 == pieces => {
                format!("{pieces} pieces, all different")
            }
            (different, pieces) => format!("{pieces} pieces, {different} different"),
        };
        let back = match self.back {
            Reverse::Nothing => "printed on one side",
            Reverse::Shared => "with one back for all",
            Reverse::Own => "with a face on both sides",
        };
        let mm = |length: Length| length.to_string().trim_end_matches("mm").to_owned();
        format!(
            "{count}, {} × {} mm, {back}. Print {}; {}.",
            mm(self.width),
            mm(self.height),
            self.material,
            self.make
        )
    }
}

/// The components of a library's package, in the order of their kinds.
pub fn components(library: &Library, package: &Package) -> Vec<Component> {
    let mut found: Vec<Component> = Vec::new();
    for card in &package.cards {
        let Some(kind) = library.kind(&card.kind) else { continue };
        let Some(print) = &kind.print else { continue };
        let number = copies(card, print);
        let Some(size) = size_of(card, print).ok().filter(|_| number > 0) else { continue };
        let (width, height) = (Length::of_mm(size.width), Length::of_mm(size.height));
        let counted = Counted { card: card.id.clone(), name: card.name.clone(), copies: number };
        let same = |known: &&mut Component| {
            known.kind == kind.id && (known.width, known.height) == (width, height)
        };
        if let Some(known) = found.iter_mut().find(same) {
            known.different += 1;
            known.pieces += number;
            known.cards.push(counted);
            continue;
        }
        let back = match (&print.reverse, &print.back) {
            (Some(_), _) => Reverse::Own,
            (None, Some(_)) => Reverse::Shared,
            (None, None) => Reverse::Nothing,
        };
        let (material, make) = how(size.shape);
        found.push(Component {
            kind: kind.id.clone(),
            name: kind.name.clone(),
            width,
            height,
            shape: word(size.shape),
            back,
            different: 1,
            pieces: number,
            material,
            make,
            cards: vec![counted],
        });
    }
    found
}

/// The word for a shape.
fn word(shape: Shape) -> &'static str {
    Shape::WORDS.iter().find(|(_, known)| *known == shape).map_or("card", |(word, _)| word)
}

/// What a piece is printed on, and what is done with it.
fn how(shape: Shape) -> (&'static str, &'static str) {
    match shape {
        Shape::Card => (CARD, "cut along the marks and round the corners, or put it in a sleeve"),
        Shape::Rectangle => (BOARD, "cut along the marks"),
        Shape::Circle => (BOARD, "cut out along the line, or use a punch of that size"),
        Shape::Hex => (BOARD, "cut out along the line"),
        Shape::Standee => (
            "on card of 200 to 250 gsm",
            "cut out along the line, fold in the middle, glue, and put the tab into a base",
        ),
    }
}

#[cfg(test)]
mod tests {
    use cardwright_model::{Entity, Kind, PrintSpec, Value};

    use super::*;

    fn kind(id: &str, size: &str, back: Option<&str>) -> Kind {
        let print = PrintSpec {
            template: id.to_owned(),
            size: size.to_owned(),
            back: back.map(str::to_owned),
            ..PrintSpec::default()
        };
        Kind { id: id.to_owned(), name: id.to_owned(), print: Some(print), ..Kind::default() }
    }

    fn card(id: &str, kind: &str, copies: Option<i64>) -> Entity {
        let fields = copies.map(|copies| ("copies".to_owned(), Value::Int(copies)));
        Entity {
            id: id.to_owned(),
            kind: kind.to_owned(),
            fields: fields.into_iter().collect(),
            ..Entity::default()
        }
    }

    #[test]
    fn pieces_are_counted_by_kind_with_their_copies() {
        let package = Package {
            kinds: vec![kind("spell", "poker", Some("back")), kind("coin", "token", None)],
            cards: vec![
                card("a", "spell", None),
                card("b", "coin", Some(12)),
                card("c", "spell", Some(3)),
            ]
            .into(),
            ..Package::default()
        };
        let library = Library::of(vec![package]);
        let found = components(&library, &library.packages[0]);
        let counts: Vec<(&str, usize, u32)> =
            found.iter().map(|one| (one.kind.as_str(), one.different, one.pieces)).collect();
        assert_eq!(counts, [("spell", 2, 4), ("coin", 1, 12)]);
        assert_eq!(
            found[0].told(),
            "4 pieces, 2 different, 63 × 88 mm, with one back for all. Print on card of 250 to \
             300 gsm; cut along the marks and round the corners, or put it in a sleeve."
        );
        assert_eq!((found[1].shape, found[1].back), ("circle", Reverse::Nothing));
    }
}
