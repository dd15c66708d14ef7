//! Lays blocks out in columns and pages.

/// Something of a fixed height.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Block {
    /// Its height, in millimetres.
    pub(super) height: f32,
    /// True if it may not be the last of a column: a heading stays with what follows it.
    pub(super) keeps_next: bool,
}

/// Where a block stands.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Spot {
    /// Which page, from 0, counted from where the flow began.
    pub(super) page: usize,
    /// Which column, from 0.
    pub(super) column: usize,
    /// From the top of the column, in millimetres.
    pub(super) y: f32,
}

/// The room that blocks flow into.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Room {
    /// Columns on a page.
    pub(super) columns: usize,
    /// Height of the columns of the first page.
    pub(super) first: f32,
    /// Height of those of further pages.
    pub(super) height: f32,
    /// Space between blocks.
    pub(super) spacing: f32,
}

/// Places the blocks. Columns are filled one after the other; those of the last page are made as
/// short as possible, so that they end at about the same height.
pub(super) fn flow(blocks: &[Block], room: &Room) -> Vec<Spot> {
    let mut spots = Vec::with_capacity(blocks.len());
    let mut page = 0;
    let mut rest = blocks;
    while !rest.is_empty() {
        let height = if page == 0 { room.first } else { room.height };
        let mut taken = fill(rest, room, height, page);
        if taken.len() == rest.len() {
            taken = balanced(rest, room, height, page).unwrap_or(taken);
        }
        // A block higher than the page is placed anyway; the caller that draws it reports it.
        if taken.is_empty() && page > 0 {
            taken.push(Spot { page, column: 0, y: 0.0 });
        }
        rest = &rest[taken.len()..];
        spots.extend(taken);
        page += 1;
    }
    spots
}

/// Places as many blocks as fit on a page whose columns have that height.
fn fill(blocks: &[Block], room: &Room, height: f32, page: usize) -> Vec<Spot> {
    let mut spots: Vec<Spot> = Vec::new();
    let (mut column, mut y) = (0, 0.0);
    let mut at = 0;
    while at < blocks.len() {
        // A heading and what follows it stay together.
        let mut end = at;
        while blocks[end].keeps_next && end + 1 < blocks.len() {
            end += 1;
        }
        let group = &blocks[at..=end];
        let spaces = room.spacing * (group.len() - 1) as f32;
        let tall: f32 = group.iter().map(|block| block.height).sum::<f32>() + spaces;
        if y + tall > height + 0.01 {
            if y == 0.0 {
                // Not even an empty column is high enough.
                return spots;
            }
            column += 1;
            y = 0.0;
            if column == room.columns {
                return spots;
            }
            continue;
        }
        for block in group {
            spots.push(Spot { page, column, y });
            y += block.height + room.spacing;
        }
        at = end + 1;
    }
    spots
}

/// Places all blocks in columns that are as short as possible.
fn balanced(blocks: &[Block], room: &Room, most: f32, page: usize) -> Option<Vec<Spot>> {
    if room.columns < 2 {
        return None;
    }
    let total: f32 = blocks.iter().map(|block| block.height + room.spacing).sum();
    let mut height = total / room.columns as f32;
    while height <= most {
        let spots = fill(blocks, room, height, page);
        if spots.len() == blocks.len() {
            return Some(spots);
        }
        height += 1.0;
    }
    None
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn block(height: f32) -> Block {
        Block { height, keeps_next: false }
    }

    const ROOM: Room = Room { columns: 2, first: 50.0, height: 100.0, spacing: 2.0 };

    #[test]
    fn columns_of_the_last_page_end_together() {
        let spots = flow(&[block(10.0); 4], &ROOM);
        let columns: Vec<usize> = spots.iter().map(|spot| spot.column).collect();
        assert_eq!(columns, [0, 0, 1, 1]);
    }

    #[test]
    fn a_heading_goes_with_its_first_entry() {
        let heading = Block { height: 8.0, keeps_next: true };
        let spots = flow(&[block(36.0), heading, block(30.0), block(40.0)], &ROOM);
        assert_eq!((spots[1].column, spots[2].column), (1, 1), "{spots:?}");
    }

    #[test]
    fn a_block_higher_than_the_page_has_one_to_itself() {
        let spots = flow(&[block(10.0), block(400.0), block(10.0)], &ROOM);
        assert_eq!(spots.iter().map(|spot| spot.page).collect::<Vec<_>>(), [0, 1, 2]);
    }

    proptest! {
        #[test]
        fn blocks_stay_in_order_and_do_not_overlap(
            heights in prop::collection::vec((1.0f32..60.0, any::<bool>()), 0..60),
            columns in 1usize..4,
        ) {
            let blocks: Vec<Block> =
                heights.iter().map(|(height, keeps)| Block { height: *height, keeps_next: *keeps && *height < 20.0 }).collect();
            let room = Room { columns, first: 100.0, height: 180.0, spacing: 2.0 };
            let spots = flow(&blocks, &room);
            prop_assert_eq!(spots.len(), blocks.len());
            for (index, pair) in spots.windows(2).enumerate() {
                let (one, next) = (pair[0], pair[1]);
                prop_assert!((one.page, one.column) <= (next.page, next.column));
                if (one.page, one.column) == (next.page, next.column) {
                    prop_assert!(next.y >= one.y + blocks[index].height + 1.99);
                }
            }
            prop_assert!(spots.iter().all(|spot| spot.column < columns));
        }
    }
}
