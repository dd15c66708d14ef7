//! Asks the board the question of a corpus file and compares the answers.

use cardwright_engine::board::{
    Aim, Base, Board, Crowd, Dir, Gait, Mover, Point, RangeRule, Reach, Seen, Shape, Shift,
    Shifted, Square, Squares, TileReach, distance, screen, step,
};

use super::case::{Answer, Case};

/// `Ok` if the board gives the answer of the file, otherwise the difference.
pub(crate) fn check(case: &Case) -> Result<(), String> {
    let found =
        Question { case, board: Board::new(case.grid.clone(), case.rules.clone()) }.ask()?;
    match (&case.answer, found) {
        (Answer::Text(expected), Found::Text(found)) if *expected == found => Ok(()),
        (Answer::Text(expected), Found::Text(found)) => {
            Err(format!("{}: expected {expected}, found {found}", case.ask))
        }
        (Answer::Squares(expected), Found::Squares(squares)) => compare(case, expected, squares),
        (Answer::Text(_), Found::Squares(_)) => Err("the answer must be a map".to_owned()),
        (Answer::Squares(_), Found::Text(_)) => Err("the answer must be an `expect:`".to_owned()),
    }
}

fn compare(case: &Case, expected: &[Vec<char>], found: Squares) -> Result<(), String> {
    let mut rows = case.drawn.clone();
    for square in found {
        let at = case.grid.at(square);
        rows[at.y as usize][at.x as usize] = '*';
    }
    let starred = |rows: &[Vec<char>]| -> Vec<Vec<bool>> {
        rows.iter().map(|row| row.iter().map(|glyph| *glyph == '*').collect()).collect()
    };
    if starred(expected) == starred(&rows) {
        return Ok(());
    }
    let width = rows.iter().map(Vec::len).max().unwrap_or(0).max(8);
    let mut text = format!("{}\n{:width$}   found\n", case.ask, "expected");
    for (expected, found) in expected.iter().zip(&rows) {
        let expected: String = expected.iter().collect();
        let found: String = found.iter().collect();
        let mark = if expected == found { "" } else { "   <" };
        text.push_str(&format!("{:1$}   ", expected, width.min(expected.chars().count())));
        text.push_str(&format!("{found}{mark}\n"));
    }
    if case.edges {
        text.push_str("(only the squares are shown)\n");
    }
    Err(text)
}

enum Found {
    Squares(Squares),
    Text(String),
}

struct Question<'c> {
    case: &'c Case,
    board: Board,
}

impl Question<'_> {
    fn ask(&self) -> Result<Found, String> {
        let words: Vec<&str> = self.case.ask.split(' ').collect();
        let unknown = || format!("cannot ask `{}`", self.case.ask);
        let squares = match words[..] {
            ["adjacent", "to", a] => self.board.distances.adjacent(&self.figure(a)?),
            ["within", n, "of", a] => self.board.distances.within(&self.figure(a)?, number(n)?),
            ["distance", a, "to", b] => {
                let (a, b) = (self.figure(a)?, self.figure(b)?);
                let distance = self.board.distances.between_figures(&a, &b);
                let far = distance == distance::FAR;
                return Ok(Found::Text(if far { "far".to_owned() } else { distance.to_string() }));
            }
            ["ranged", "of", a] => self.ranged(self.figure(a)?[0]),
            ["sight", "of", a] => self.sight(a)?,
            ["sees", a, b] => {
                let answer = if self.sees(a, b)? { "yes" } else { "no" };
                return Ok(Found::Text(answer.to_owned()));
            }
            ["move", a, n] => *self.reach(a, number(n)?)?.stops(),
            ["cost", a, "to", b] => {
                let to = self.figure(b)?[0];
                let cost = self.reach(a, 60)?.cost(to);
                let none = cost == step::UNREACHED;
                return Ok(Found::Text(if none { "none".to_owned() } else { cost.to_string() }));
            }
            ["path", a, "to", b] => {
                let to = self.figure(b)?[0];
                self.reach(a, 60)?.path(to).into_iter().collect()
            }
            ["area", shape, x, "of", a] => self.area(shape, x, a, Aim::Around)?,
            ["area", shape, x, "at", t, "of", a] => {
                let target = self.figure(t)?;
                self.area(shape, x, a, Aim::At(target[0]))?
            }
            ["area", shape, x, side, "of", a] => {
                self.area(shape, x, a, Aim::Toward(direction(side).ok_or_else(unknown)?))?
            }
            ["compel", x, t, "by", a] => self.shift(Shift::Compel, x, t, a)?,
            ["pull", x, t, "by", a] => self.shift(Shift::Pull, x, t, a)?,
            ["push", x, t, "by", a] => self.shift(Shift::Push, x, t, a)?,
            ["exits"] => self.board.grid.exits().into_iter().map(|(square, _)| square).collect(),
            ["squares"] => self.board.grid.all(),
            _ => return Err(unknown()),
        };
        Ok(Found::Squares(squares))
    }

    /// The squares of the one figure that a letter marks, its anchor first.
    fn figure(&self, mark: &str) -> Result<Vec<Square>, String> {
        if let Some((x, y)) = mark.split_once(',') {
            let at = Point::new(number(x)?.into(), number(y)?.into());
            let square = self.board.grid.square(at);
            return square.map(|square| vec![square]).ok_or(format!("no square at {mark}"));
        }
        let glyph = mark.chars().next().unwrap_or(' ');
        let cells = self.case.marks.get(&glyph);
        let cells = cells.ok_or_else(|| format!("no figure `{mark}` is on the map"))?;
        Ok(cells.iter().filter_map(|at: &Point| self.board.grid.square(*at)).collect())
    }

    /// All figures with a mark: one if it is large, otherwise one per square.
    fn figures(&self, glyph: char) -> Vec<Seen> {
        let Some(cells) = self.case.marks.get(&glyph) else { return Vec::new() };
        let squares = cells.iter().filter_map(|at| self.board.grid.square(*at));
        let large = self.case.large.contains(&glyph);
        let covers: Vec<Squares> =
            if large { vec![squares.collect()] } else { squares.map(Squares::one).collect() };
        let flies = self.case.flies.contains(&glyph);
        let enemy = self.case.enemies.contains(&glyph);
        covers.into_iter().map(|cover| Seen { cover, large, flies, enemy }).collect()
    }

    fn everybody(&self) -> Vec<Seen> {
        self.case.marks.keys().flat_map(|glyph| self.figures(*glyph)).collect()
    }

    fn covered(&self, by: impl Fn(char) -> bool) -> Squares {
        let marks = self.case.marks.keys().filter(|glyph| by(**glyph));
        marks
            .flat_map(|glyph| self.figures(*glyph))
            .fold(Squares::EMPTY, |all, figure| all | figure.cover)
    }

    fn seen(&self, mark: &str) -> Result<Seen, String> {
        self.figure(mark)?;
        let figures = self.figures(mark.chars().next().unwrap_or(' '));
        figures.first().copied().ok_or_else(|| format!("no figure `{mark}`"))
    }

    fn looks(&self, viewer: &Seen, target: &Seen) -> bool {
        let everybody = self.everybody();
        let screen = screen(self.case.rules.sight.screen, viewer, target, &everybody);
        let aloft = viewer.flies || target.flies;
        let sight = if aloft { &self.board.sight_aloft } else { &self.board.sight };
        let squares = |seen: &Seen| seen.cover.iter().collect::<Vec<_>>();
        sight.figure_sees(&squares(viewer), &squares(target), &screen)
    }

    fn sees(&self, a: &str, b: &str) -> Result<bool, String> {
        Ok(self.looks(&self.seen(a)?, &self.seen(b)?))
    }

    /// The squares where a figure would see another of one square, including its own.
    fn sight(&self, a: &str) -> Result<Squares, String> {
        let viewer = self.seen(a)?;
        let there = |square: Square| {
            let cover = Squares::one(square);
            Seen { cover, large: false, flies: false, enemy: true }
        };
        Ok(self
            .board
            .grid
            .squares()
            .filter(|square| self.looks(&viewer, &there(*square)))
            .collect())
    }

    /// Targets of a ranged attack that needs a space between and reaches joined tiles.
    fn ranged(&self, from: Square) -> Squares {
        let rule = RangeRule { at_least: 2, at_most: distance::FAR, tiles: TileReach::Joined };
        let range = rule.squares(&self.board.grid, &self.board.distances, from);
        range & *self.board.sight.seen_from(from)
    }

    fn reach(&self, a: &str, points: u8) -> Result<Reach, String> {
        let figure = self.figure(a)?;
        let own: Squares = figure.iter().copied().collect();
        let mut crowd = Crowd {
            barred: self.covered(|glyph| self.case.enemies.contains(&glyph)) - own,
            taken: self.covered(|glyph| self.case.friends.contains(&glyph)) - own,
            shunned: Squares::EMPTY,
        };
        // The end of a path is marked with a letter that is not a figure.
        if self.case.ask.starts_with("cost") || self.case.ask.starts_with("path") {
            crowd.barred -= self.covered(|glyph| glyph == 'T');
        }
        for feature in &self.case.shunned {
            crowd.shunned |= self.board.grid.having(feature);
        }
        let bases = self.board.footprints(base_of(&figure));
        let mut reach = Reach::default();
        let ground = self.board.ground(&self.case.gait);
        reach.find(&Mover {
            ground: &ground,
            bases: &bases,
            large: self.case.rules.movement.large,
            anchor: figure[0],
            points,
            crowd: &crowd,
        });
        Ok(reach)
    }

    fn area(&self, shape: &str, x: &str, a: &str, aim: Aim) -> Result<Squares, String> {
        let shape = match shape {
            "burst" => Shape::Burst,
            "wave" => Shape::Wave,
            "aura" => Shape::Aura,
            "cross" => Shape::Cross,
            "lance" => Shape::Lance,
            "spray" => Shape::Spray,
            "sweep" => Shape::Sweep,
            other => return Err(format!("no area is called `{other}`")),
        };
        let user = self.figure(a)?;
        let areas = self.board.areas();
        let target = if let Aim::At(square) = aim { vec![square] } else { Vec::new() };
        if !areas.aims(shape, &user, &target).contains(&aim) {
            return Err(format!("{shape:?} cannot be aimed like that"));
        }
        Ok(areas.squares(shape, number(x)?, &user, aim))
    }

    fn shift(&self, shift: Shift, x: &str, t: &str, a: &str) -> Result<Squares, String> {
        let (moved, mover) = (self.figure(t)?, self.figure(a)?);
        let own: Squares = moved.iter().copied().collect();
        // The moved figure is an enemy of the mover: the mover's friends bar its way.
        let crowd = Crowd {
            barred: self.covered(|glyph| !self.case.enemies.contains(&glyph)) - own,
            taken: self.covered(|glyph| self.case.enemies.contains(&glyph)) - own,
            shunned: Squares::EMPTY,
        };
        let bases = self.board.footprints(base_of(&moved));
        let ground = self.board.ground(&Gait::default());
        let board = self.board.shifts(&ground, &bases);
        Ok(*Shifted::find(&board, shift, number(x)?, &mover, moved[0], &crowd).ends())
    }
}

fn base_of(figure: &[Square]) -> Base {
    Base { side: figure.len().isqrt() as u8 }
}

fn number(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("`{text}` is no number"))
}

fn direction(text: &str) -> Option<Dir> {
    match text {
        "north" => Some(Dir::North),
        "east" => Some(Dir::East),
        "south" => Some(Dir::South),
        "west" => Some(Dir::West),
        _ => None,
    }
}
