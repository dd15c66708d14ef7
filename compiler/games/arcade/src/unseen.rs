//! What nobody at the table has seen: the order of all decks, and the tiles still to be drawn.

use super::Arcade;
use super::state::{BOSS_CHALLENGE, CHALLENGE, LOOT, PLOT, State, TREASURE};
use cardwright_engine::core::code::DefId;
use cardwright_engine::rng::Rng;

/// Deals decks and tiles anew.
pub(super) fn deal(arcade: &Arcade, state: &mut State, rng: &mut Rng) {
    let State { zones, flow, .. } = state;
    for deck in [LOOT, TREASURE, CHALLENGE, BOSS_CHALLENGE, PLOT] {
        zones.mix(&[deck], |card| flow.is_shown(card), rng);
    }
    draw_tiles(arcade, state, rng);
}

/// Draws the tiles to lay anew, all but the next one, which lies ready.
fn draw_tiles(arcade: &Arcade, state: &mut State, rng: &mut Rng) {
    let tiles = &mut state.tiles;
    let Some(next) = tiles.to_lay.pop() else { return };
    let drawn = tiles.to_lay.len();
    let mut unseen: Vec<DefId> = tiles.to_lay.drain(..).map(|(tile, _)| tile).collect();
    unseen.append(&mut tiles.left_out);
    unseen.sort_unstable();
    rng.shuffle(0, &mut unseen);
    tiles.left_out = unseen.split_off(drawn);
    for tile in unseen {
        let sides = arcade.facts(tile).faces.len() as u32;
        tiles.to_lay.push((tile, rng.below(0, sides) as u8));
    }
    tiles.to_lay.push(next);
}
