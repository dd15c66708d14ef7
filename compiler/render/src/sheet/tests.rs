//! Properties of plans: nothing leaves the paper, and every back lands behind its front.

use std::sync::Arc;

use cardwright_model::print::Between;
use proptest::prelude::*;

use super::*;
use crate::card::Side;
use crate::fonts::Fonts;
use crate::picture::Pictures;

fn poker() -> CardSize {
    CardSize::named("poker").unwrap()
}

fn grid(options: &SheetOptions) -> Grid {
    Grid::fit(poker(), options).unwrap()
}

fn blank() -> Side {
    Side {
        svg: String::new(),
        tree: None,
        galley: Arc::default(),
        fonts: Arc::new(Fonts::new(Vec::new()).0),
        pictures: Arc::new(Pictures::default()),
        digest: std::sync::OnceLock::new(),
    }
}

fn piece(side: &Side, size: CardSize, copies: u32) -> Piece<'_> {
    Piece {
        id: "x",
        name: "X",
        kind: "k",
        kind_name: "K",
        size,
        front: side,
        back: Some(side),
        copies,
    }
}

#[test]
fn nine_poker_cards_fit_on_a4_and_letter() {
    for name in ["a4", "letter"] {
        let paper = Paper::named(name).unwrap();
        let grid = grid(&SheetOptions { paper, ..SheetOptions::default() });
        assert_eq!((grid.columns, grid.rows), (3, 3), "{name}");
        assert!(grid.page_height > grid.page_width);
    }
    let grid = grid(&SheetOptions::default());
    assert_eq!((grid.places[0].x, grid.places[0].y), (10.5, 16.5));
    assert_eq!((grid.places[8].x, grid.places[8].y), (136.5, 192.5));
}

#[test]
fn with_bleed_a4_lies_on_its_side() {
    let grid = grid(&SheetOptions { bleed: 3.0, ..SheetOptions::default() });
    assert_eq!((grid.columns, grid.rows), (4, 2));
    assert_eq!(grid.page_width, 297.0);
    assert_eq!((grid.places[0].x, grid.places[0].y), (13.5, 14.0));
    let paper = Paper::named("letter").unwrap();
    let options = SheetOptions { bleed: 3.0, paper, ..SheetOptions::default() };
    assert_eq!(Grid::fit(poker(), &options).unwrap().places.len(), 6);
}

#[test]
fn shared_bleed_keeps_nine_cards_on_a4() {
    let options = SheetOptions { bleed: 2.0, between: Between::Shared, ..SheetOptions::default() };
    let side = blank();
    let pages = plan(&[piece(&side, poker(), 9)], &options).unwrap();
    assert_eq!(pages.len(), 1);
    let [first, second] = [pages[0].fronts[0], pages[0].fronts[1]];
    assert_eq!(first.window.right, second.window.left, "they meet in the middle");
    assert!((first.window.right - (first.place.x + 63.0) - 1.0).abs() < 1e-4);
    assert!((first.place.x - first.window.left - 2.0).abs() < 1e-4, "the outer bleed is whole");
}

#[test]
fn long_edge_swaps_columns_of_an_upright_page() {
    let side = blank();
    let pages = plan(&[piece(&side, poker(), 9)], &SheetOptions::default()).unwrap();
    let (fronts, backs) = (&pages[0].fronts, &pages[0].backs);
    assert_eq!(backs[0].place, fronts[2].place);
    assert_eq!(backs[4].place, fronts[4].place);
}

#[test]
fn short_edge_swaps_rows_and_turns_the_backs() {
    let side = blank();
    let options = SheetOptions { backs: Backs::ShortEdge, ..SheetOptions::default() };
    let pages = plan(&[piece(&side, poker(), 9)], &options).unwrap();
    let (front, back) = (pages[0].fronts[6].place, pages[0].backs[0].place);
    assert_eq!((back.x, back.y, back.turn), (front.x, front.y, Turn::Half));
}

#[test]
fn offset_moves_backs_only() {
    let side = blank();
    let options = SheetOptions { back_offset: [1.0, -0.5], ..SheetOptions::default() };
    let pages = plan(&[piece(&side, poker(), 9)], &options).unwrap();
    let (front, back) = (pages[0].fronts[4].place, pages[0].backs[4].place);
    assert_eq!((back.x, back.y), (front.x + 1.0, front.y - 0.5));
    assert_eq!((front.x, front.y), (73.5, 104.5));
}

#[test]
fn a_job_without_backs_has_no_pages_for_them() {
    let side = blank();
    let piece = Piece { back: None, ..piece(&side, poker(), 3) };
    let pages = plan(&[piece], &SheetOptions::default()).unwrap();
    assert!(!pages[0].is_duplex);
}

#[test]
fn standees_lie_unfolded() {
    let side = blank();
    let size = CardSize::named("standee").unwrap();
    let pages = plan(&[piece(&side, size, 2)], &SheetOptions::default()).unwrap();
    let [back, front] = [pages[0].fronts[0], pages[0].fronts[1]];
    assert_eq!((back.face, back.place.turn), (Face::Back, Turn::Half));
    assert_eq!((front.face, front.place.turn), (Face::Front, Turn::None));
    assert_eq!(back.window.bottom, front.window.top, "they meet at the fold");
    assert!(pages[0].backs.is_empty() && !pages[0].is_duplex);
    assert_eq!(pages[0].fronts.len(), 4);
}

#[test]
fn a_piece_without_room_for_one_square_is_refused() {
    let side = blank();
    let paper = Paper::named("30x30mm").unwrap();
    let options = SheetOptions { paper, ..SheetOptions::default() };
    let size = CardSize::named("12in x 12in").unwrap();
    let refused = plan(&[piece(&side, size, 1)], &options);
    assert!(matches!(refused, Err(SheetError::TooLarge { .. })));
}

/// The point of a piece that is printed at a point of a page, in the piece's own coordinates.
fn point_of(placed: &Placed, size: &CardSize, x: f32, y: f32) -> (f32, f32) {
    match placed.place.turn {
        Turn::None => (x - placed.place.x, y - placed.place.y),
        Turn::Half => (placed.place.x + size.width - x, placed.place.y + size.height - y),
    }
}

prop_compose! {
    fn any_options()(
        paper in prop::sample::select(vec!["a4", "letter", "a3", "tabloid", "a5", "250x333mm"]),
        bleed in prop::sample::select(vec![0.0f32, 1.0, 2.0, 3.0]),
        shared in any::<bool>(),
        gutter in prop::sample::select(vec![0.0f32, 2.5]),
        backs in prop::sample::select(
            vec![Backs::LongEdge, Backs::ShortEdge, Backs::Fold, Backs::Separate]),
    ) -> SheetOptions {
        SheetOptions {
            paper: Paper::named(paper).unwrap(),
            bleed,
            between: if shared { Between::Shared } else { Between::Own },
            gutter,
            backs,
            ..SheetOptions::default()
        }
    }
}

proptest! {
    /// When the sheet is turned over as the options say, behind each point lies the mirrored point
    /// of the same piece, for cards and for parts of large tiles.
    #[test]
    fn backs_lie_behind_their_fronts(
        options in any_options(),
        (width, height) in (20.0f32..700.0, 20.0f32..700.0),
        copies in 1u32..30,
    ) {
        let side = blank();
        let size = CardSize { width, height, shape: Shape::Rectangle, ..poker() };
        let pieces = [piece(&side, size, copies)];
        let pages = plan(&pieces, &options).unwrap();
        for page in &pages {
            if page.part.is_some() && options.backs == Backs::Fold {
                prop_assert!(page.backs.is_empty());
                continue;
            }
            prop_assert_eq!(page.fronts.len(), page.backs.len());
            let lies_upright = page.height >= page.width;
            let over_upright = match options.backs {
                Backs::LongEdge | Backs::Separate => lies_upright,
                Backs::ShortEdge => !lies_upright,
                _ => false,
            };
            for (front, back) in page.fronts.iter().zip(&page.backs) {
                let window = &front.window;
                for (x, y) in [
                    (window.left + 1.0, window.top + 2.0),
                    (window.right - 3.0, window.bottom - 1.0),
                ] {
                    let behind =
                        if over_upright { (page.width - x, y) } else { (x, page.height - y) };
                    prop_assert!(behind.0 >= back.window.left - 1e-3);
                    prop_assert!(behind.0 <= back.window.right + 1e-3);
                    prop_assert!(behind.1 >= back.window.top - 1e-3);
                    prop_assert!(behind.1 <= back.window.bottom + 1e-3);
                    let on_front = point_of(front, &size, x, y);
                    let on_back = point_of(back, &size, behind.0, behind.1);
                    prop_assert!((on_front.0 + on_back.0 - size.width).abs() < 2e-3);
                    prop_assert!((on_front.1 - on_back.1).abs() < 2e-3);
                }
            }
        }
    }

    /// Every window is on the paper, inside its margins, and overlaps no other.
    #[test]
    fn nothing_overlaps_or_leaves_the_paper(
        options in any_options(),
        (width, height) in (20.0f32..700.0, 20.0f32..700.0),
        copies in 1u32..30,
    ) {
        let side = blank();
        let size = CardSize { width, height, shape: Shape::Rectangle, ..poker() };
        let pages = plan(&[piece(&side, size, copies)], &options).unwrap();
        let in_grid: usize =
            pages.iter().filter(|page| page.part.is_none()).map(|page| page.fronts.len()).sum();
        let has_parts = pages.iter().any(|page| page.part.is_some());
        prop_assert_eq!(in_grid, if has_parts { 0 } else { copies as usize });
        for page in &pages {
            let below = if page.fold.is_some() { page.backs.as_slice() } else { &[] };
            let windows: Vec<Window> =
                page.fronts.iter().chain(below).map(|placed| placed.window).collect();
            for (index, one) in windows.iter().enumerate() {
                prop_assert!(one.left >= options.margin - 0.02 && one.top >= options.margin - 0.02);
                prop_assert!(one.right <= page.width - options.margin + 0.02);
                prop_assert!(one.bottom <= page.height - options.margin + 0.02);
                for other in &windows[index + 1..] {
                    let apart = one.right <= other.left + 0.01
                        || other.right <= one.left + 0.01
                        || one.bottom <= other.top + 0.01
                        || other.bottom <= one.top + 0.01;
                    prop_assert!(apart, "{one:?} {other:?}");
                }
            }
        }
    }

    /// The parts of a large piece cover it, each square once, along whole inches.
    #[test]
    fn parts_cover_the_piece(
        options in any_options(),
        (columns, rows) in (9u32..30, 9u32..30),
    ) {
        let side = blank();
        let (width, height) = (columns as f32 * 25.4, rows as f32 * 25.4);
        let size = CardSize { width, height, shape: Shape::Rectangle, ..poker() };
        let pages = plan(&[piece(&side, size, 1)], &options).unwrap();
        let mut covered = vec![0; (columns * rows) as usize];
        for page in pages.iter().filter(|page| {
            page.part.as_ref().is_some_and(|part| part.face == Face::Front)
        }) {
            let part = page.part.as_ref().unwrap();
            let place = &page.fronts[0].place;
            let squares = |from: f32| {
                let squares = from / 25.4;
                (squares.round() - squares).abs() < 1e-3
            };
            prop_assert!(squares(part.area.left - place.x) && squares(part.area.top - place.y));
            let from = |edge: f32, start: f32| ((edge - start) / 25.4).round() as u32;
            for column in from(part.area.left, place.x)..from(part.area.right, place.x) {
                for row in from(part.area.top, place.y)..from(part.area.bottom, place.y) {
                    covered[(row * columns + column) as usize] += 1;
                }
            }
        }
        prop_assume!(pages.iter().any(|page| page.part.is_some()));
        prop_assert!(covered.iter().all(|count| *count == 1));
    }
}
