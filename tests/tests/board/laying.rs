//! Dungeons laid tile by tile, and tiles joined to maps.

use cardwright_engine::board::laying::Placement;
use cardwright_engine::board::{
    Dir, Edge, Face, Grid, GridError, Joint, Laying, Layout, Legend, Matching, Openings, Point,
    Sight, Square, Squares, Turn, ascii,
};
use proptest::prelude::*;

fn face(rows: &[&str]) -> Face {
    let mut legend = Legend::default();
    legend.set('h', cardwright_engine::board::Glyph::Half(Vec::new()));
    ascii::parse(rows, &legend).expect("it is well drawn").face
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// Lays random tiles next to random tiles. The list of legal placements must equal the one
    /// found by trying every place and turn, and the dungeon must stay sound.
    #[test]
    fn placements_are_all_legal_ways(
        strict: bool,
        tiles in prop::collection::vec((1u8..16, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..40),
    ) {
        let matching = if strict { Matching::Strict } else { Matching::Loose };
        let mut dungeon = Laying::new(matching, 0, Openings::of(&Dir::SIDES));
        for (number, (sides, from, pick)) in tiles.into_iter().enumerate() {
            let open: Vec<Dir> =
                (0..4).filter(|bit| sides >> bit & 1 == 1).map(|bit| Dir::SIDES[bit]).collect();
            let openings = Openings::of(&open);
            let from = from.index(dungeon.tiles().len());
            let placements = dungeon.placements(from, openings);
            for side in Dir::SIDES {
                for turn in Turn::ALL {
                    let at = dungeon.tiles()[from].at.step(side);
                    let legal = legal(&dungeon, from, side, openings.turned(turn), strict);
                    let listed = placements.iter().any(|way| {
                        way.at == at && openings.turned(way.turn) == openings.turned(turn)
                    });
                    prop_assert_eq!(legal, listed);
                    let mut copy = dungeon.clone();
                    let laid = copy.lay(from, 9, openings, Placement { at, turn });
                    prop_assert_eq!(laid.is_some(), legal);
                }
            }
            if placements.is_empty() {
                continue;
            }
            let way = placements[pick.index(placements.len())];
            dungeon.lay(from, number as u16 + 1, openings, way).expect("it is listed");
        }
        let steps = dungeon.distances(0);
        prop_assert!(steps.iter().all(Option::is_some), "every tile can be walked to");
        sight_matches_the_map(&dungeon)?;
    }
}

fn legal(dungeon: &Laying, from: usize, side: Dir, turned: Openings, strict: bool) -> bool {
    let at = dungeon.tiles()[from].at.step(side);
    dungeon.find(at).is_none()
        && dungeon.tiles()[from].openings.has(side)
        && turned.has(side.opposite())
        && (!strict
            || Dir::SIDES.into_iter().all(|side| {
                dungeon.find(at.step(side)).is_none_or(|other| {
                    dungeon.tiles()[other].openings.has(side.opposite()) == turned.has(side)
                })
            }))
}

/// The sight of the dungeon equals that of the map it forms, with blockers too.
fn sight_matches_the_map(dungeon: &Laying) -> Result<(), TestCaseError> {
    let grid = dungeon.grid().expect("it is not large");
    let west = dungeon.tiles().iter().map(|laid| laid.at.x).min().unwrap_or(0);
    let north = dungeon.tiles().iter().map(|laid| laid.at.y).min().unwrap_or(0);
    let square = |tile: usize| {
        let at = dungeon.tiles()[tile].at;
        grid.square(Point::new(at.x - west, at.y - north)).expect("every tile is a square")
    };
    let sight = Sight::new(&grid, &crate::board::corridors::board_rules().sight);
    let blocks = |tile: usize| tile % 3 == 2;
    let monsters: Squares =
        (0..dungeon.tiles().len()).filter(|tile| blocks(*tile)).map(square).collect();
    for from in 0..dungeon.tiles().len() {
        let seen: Squares =
            dungeon.seen_from(from, blocks).into_iter().map(|(tile, _)| square(tile)).collect();
        let there: Squares = grid
            .squares()
            .filter(|to| *to != square(from) && sight.sees_past(square(from), *to, &monsters))
            .collect();
        prop_assert_eq!(seen, there);
    }
    Ok(())
}

#[test]
fn a_tile_that_fits_nowhere_is_lost() {
    // The only open side of the start is taken by a tile with no other opening.
    let mut dungeon = Laying::new(Matching::Strict, 0, Openings::of(&[Dir::East]));
    let end = Openings::of(&[Dir::North]);
    let ways = dungeon.placements(0, end);
    assert_eq!(ways, [Placement { at: Point::new(1, 0), turn: Turn::Left }]);
    dungeon.lay(0, 1, end, ways[0]).expect("it is listed");
    assert!(dungeon.placements(0, Openings::of(&Dir::SIDES)).is_empty());
    assert!(dungeon.open_ends().is_empty());
}

#[test]
fn strict_matching_looks_at_every_neighbour() {
    // The tiles surround an empty place: the start below it is closed, the one beside it open.
    let all = Openings::of(&Dir::SIDES);
    let lay = |matching| {
        let mut dungeon = Laying::new(matching, 0, Openings::of(&[Dir::East]));
        dungeon.lay(0, 1, all, Placement { at: Point::new(1, 0), turn: Turn::None }).expect("open");
        dungeon
            .lay(1, 2, all, Placement { at: Point::new(1, -1), turn: Turn::None })
            .expect("open");
        dungeon
    };
    let corner = Openings::of(&[Dir::East, Dir::South]);
    let west = Point::new(0, -1);
    let ways = |dungeon: &Laying| {
        dungeon.placements(2, corner).into_iter().filter(|way| way.at == west).count()
    };
    assert_eq!(ways(&lay(Matching::Strict)), 1, "only with its other side away from the start");
    assert_eq!(ways(&lay(Matching::Loose)), 2);
}

#[test]
fn a_charge_takes_the_shortest_way_and_publishes_ties() {
    // A ring of four tiles has two ways from corner to corner.
    let all = Openings::of(&Dir::SIDES);
    let mut dungeon = Laying::new(Matching::Strict, 0, all);
    for (from, tile, x, y) in [(0, 1, 1, 0), (0, 2, 0, 1), (1, 3, 1, 1)] {
        let place = Placement { at: Point::new(x, y), turn: Turn::None };
        dungeon.lay(from, tile, all, place).expect("open");
    }
    assert_eq!(dungeon.onward(0, 3), [1, 2]);
    assert_eq!(dungeon.onward(1, 3), [3]);
    assert_eq!(dungeon.distances(0)[3], Some(2));
}

#[test]
fn tiles_join_only_where_doorways_meet() {
    let tile = face(&["...", "..D", "..."]);
    let mut layout = Layout::new(Joint::Rim);
    layout.place(&tile, Turn::None, Point::new(0, 0)).expect("the first lies anywhere");
    assert_eq!(layout.place(&tile, Turn::None, Point::new(3, 0)), Err(GridError::NoDoorMeets));
    let overlap = layout.place(&tile, Turn::Half, Point::new(2, 0));
    assert_eq!(overlap, Err(GridError::Overlap(Point::new(2, 0))));
    let spots = layout.spots(&tile);
    assert_eq!(spots.len(), 1, "one doorway meets one doorway in one way");
    assert_eq!((spots[0].turn, spots[0].at), (Turn::Half, Point::new(3, 0)));
    assert_eq!(layout.place(&tile, spots[0].turn, spots[0].at), Ok(1));
    assert!(layout.grid().expect("it is small").exits().is_empty());
    assert!(layout.place(&tile, Turn::None, Point::new(i16::MAX, 0)).is_err());
}

#[test]
fn half_spaces_meet_half_spaces() {
    let hall = face(&["#####", "#...#", "h...h", "#...#", "#####"]);
    let cell = face(&["##h##", "#...#", "#...#", "#...#", "#####"]);
    let mut layout = Layout::new(Joint::Shared);
    layout.place(&hall, Turn::None, Point::new(0, 0)).expect("the first");
    let wrong = layout.place(&cell, Turn::None, Point::new(4, 0));
    assert_eq!(wrong, Err(GridError::HalfMeetsWall(Point::new(4, 2))));
    // The arrow of the new tile, on its north side, is aligned with the doorway.
    let spots = layout.beyond(Point::new(4, 2), &cell, Dir::North);
    assert_eq!(spots.len(), 1);
    assert_eq!((spots[0].turn, spots[0].at), (Turn::Left, Point::new(4, 0)));
    layout.place(&cell, spots[0].turn, spots[0].at).expect("it is listed");
    let grid = layout.grid().expect("it is small");
    let joined = grid.square(Point::new(4, 2)).expect("a space");
    assert_eq!((grid.place(joined).tiles, grid.place(joined).half), ([0, 1], None));
    assert_eq!(grid.exits(), [(grid.square(Point::new(0, 2)).expect("a half"), Dir::West)]);
    assert_eq!(cardwright_engine::board::distance::joined_tiles(&grid, 0), [1]);
    let inside = face(&["###", "#h#", "###"]);
    assert_eq!(Grid::of_face(&inside), Err(GridError::HalfInside(Point::new(1, 1))));
}

#[test]
fn drawings_that_cannot_be_read_say_where() {
    let legend = Legend::default();
    let problem = |rows: &[&str]| Grid::parse(rows, &legend).expect_err("wrong").to_string();
    assert_eq!(problem(&["..", ".x"]), "row 2, column 2: the legend does not say what `x` is");
    assert_eq!(problem(&[]), "the map is empty");
    assert_eq!(problem(&["##"]), "the map has no square");
    assert!(problem(&[".".repeat(64).as_str()]).contains("at most 63"));
    let full: Vec<String> = vec![".".repeat(63); 63];
    assert!(Grid::parse(&full, &legend).expect_err("large").to_string().contains("3969 squares"));
    let edges = |rows: &[&str]| Grid::parse_edges(rows, &legend).expect_err("wrong").to_string();
    assert!(edges(&["+-+", "|."]).contains("odd number"));
    assert!(edges(&["+-+", "x.|", "+-+"]).contains("`x` is no edge"));
}

#[test]
fn a_door_can_be_locked() {
    let rows = ["+-+-+", "|. .|", "+-+-+"];
    let mut grid = Grid::parse_edges(&rows, &Legend::default()).expect("it is well drawn");
    assert_eq!(grid.across(Square(0), Dir::East), Some(Square(1)));
    grid.set_edge(Square(0), Dir::East, Edge::Wall);
    assert_eq!(grid.across(Square(1), Dir::West), None);
}
