//! A file of the corpus: headers, drawings, and the answer.

use std::collections::BTreeMap;

use cardwright_engine::board::{BoardRules, Drawing, Glyph, Layout, Legend, Point, Turn, ascii};
use cardwright_engine::board::{Gait, Grid};

/// One question with its answer.
pub(crate) struct Case {
    pub rules: BoardRules,
    pub ask: String,
    pub grid: Grid,
    /// The cells under each mark.
    pub marks: BTreeMap<char, Vec<Point>>,
    /// The characters of the drawing, cell by cell.
    pub drawn: Vec<Vec<char>>,
    pub answer: Answer,
    pub large: Vec<char>,
    pub flies: Vec<char>,
    pub enemies: Vec<char>,
    pub friends: Vec<char>,
    pub shunned: Vec<String>,
    pub gait: Gait,
    pub edges: bool,
}

/// What is expected.
pub(crate) enum Answer {
    /// Rows of characters, cell by cell, `*` on the squares of the answer.
    Squares(Vec<Vec<char>>),
    /// A word or number.
    Text(String),
}

impl Case {
    pub(crate) fn parse(text: &str) -> Result<Self, String> {
        let mut headers: Vec<(String, String)> = Vec::new();
        let mut sections: Vec<(String, Vec<String>)> = Vec::new();
        for (index, line) in text.lines().enumerate() {
            if let Some(name) = line.strip_prefix("== ") {
                let known = ["map", "expect"].contains(&name) || name.starts_with("tile ");
                if !known {
                    return Err(format!("line {}: no section is called `{name}`", index + 1));
                }
                sections.push((name.to_owned(), Vec::new()));
            } else if let Some((_, rows)) = sections.last_mut() {
                rows.push(line.to_owned());
            } else if !line.trim().is_empty() {
                let header = line.split_once(": ");
                let (key, value) =
                    header.ok_or_else(|| format!("line {}: not a header", index + 1))?;
                if !HEADERS.contains(&key) {
                    return Err(format!("line {}: no header is called `{key}`", index + 1));
                }
                headers.push((key.to_owned(), value.trim().to_owned()));
            }
        }
        Reader { headers, sections }.case()
    }
}

const HEADERS: &[&str] = &[
    "rules", "ask", "why", "form", "large", "flies", "enemies", "friends", "shunned", "ignores",
    "passes", "on", "place", "expect",
];

struct Reader {
    headers: Vec<(String, String)>,
    sections: Vec<(String, Vec<String>)>,
}

impl Reader {
    fn case(&self) -> Result<Case, String> {
        let rules = match self.header("rules").ok_or("no `rules:`")? {
            "explore" => cardwright_explore::Explore::board_rules(),
            "arcade" => cardwright_arcade::Arcade::board_rules(),
            "deckbox" => cardwright_deckbox::Deckbox::board_rules(),
            "bag" => crate::board::corridors::board_rules(),
            other => return Err(format!("no rules called `{other}`")),
        };
        let edges = self.header("form") == Some("edges");
        let (grid, marks) = self.grid(&rules, edges)?;
        let mut drawn: Vec<Vec<char>> =
            grid.draw(|_| None).lines().map(|row| row.chars().collect()).collect();
        for row in &mut drawn {
            row.resize(grid.width() as usize, ' ');
        }
        for (mark, cells) in &marks {
            for at in cells {
                drawn[at.y as usize][at.x as usize] = *mark;
            }
        }
        let answer = self.answer(&drawn, edges)?;
        let gait = Gait {
            ignores: self.words("ignores"),
            passes_figures: self.words("passes").contains(&"figures".to_owned()),
            passes_walls: self.words("passes").contains(&"walls".to_owned()),
        };
        Ok(Case {
            rules,
            ask: self.header("ask").ok_or("no `ask:`")?.to_owned(),
            grid,
            marks,
            drawn,
            answer,
            large: self.letters("large"),
            flies: self.letters("flies"),
            enemies: [self.letters("enemies"), vec!['E', 'T']].concat(),
            friends: [self.letters("friends"), vec!['F']].concat(),
            shunned: self.words("shunned"),
            gait,
            edges,
        })
    }

    fn grid(
        &self,
        rules: &BoardRules,
        edges: bool,
    ) -> Result<(Grid, BTreeMap<char, Vec<Point>>), String> {
        let legend = self.legend();
        let draw = |rows: &[String]| -> Result<Drawing, String> {
            let drawing =
                if edges { ascii::parse_edges(rows, &legend) } else { ascii::parse(rows, &legend) };
            drawing.map_err(|error| error.to_string())
        };
        if let Some(rows) = self.section("map") {
            let drawing = draw(rows)?;
            let grid = Grid::of_face(&drawing.face).map_err(|error| error.to_string())?;
            return Ok((grid, drawing.marks));
        }
        let mut layout = Layout::new(rules.joint);
        let mut marks: BTreeMap<char, Vec<Point>> = BTreeMap::new();
        for place in self.headers.iter().filter(|(key, _)| key == "place").map(|(_, place)| place) {
            let words: Vec<&str> = place.split([' ', ',']).collect();
            let [name, turn, x, y] = words[..] else {
                return Err(format!("`place: {place}` is not like `a right 3,4`"));
            };
            let rows = self.section(&format!("tile {name}")).ok_or(format!("no tile `{name}`"))?;
            let turn = match turn {
                "none" => Turn::None,
                "right" => Turn::Right,
                "half" => Turn::Half,
                "left" => Turn::Left,
                other => return Err(format!("no turn is called `{other}`")),
            };
            let number = |text: &str| text.parse::<i16>().map_err(|error| error.to_string());
            let at = Point::new(number(x)?, number(y)?);
            let drawing = draw(rows)?;
            layout.place(&drawing.face, turn, at).map_err(|error| error.to_string())?;
            for (mark, cells) in &drawing.marks {
                marks.entry(*mark).or_default().extend(cells.iter().map(|cell| {
                    let turned = drawing.face.turned_point(*cell, turn);
                    Point::new(turned.x + at.x, turned.y + at.y)
                }));
            }
        }
        if layout.is_empty() {
            return Err("nothing is drawn: no `== map`, no `place:`".to_owned());
        }
        Ok((layout.grid().map_err(|error| error.to_string())?, marks))
    }

    /// The characters that mean the same in all files, and `on: A difficult`.
    fn legend(&self) -> Legend {
        let mut legend = Legend::default()
            .with('~', &["difficult"])
            .with('%', &["structure"])
            .with('^', &["chasm"])
            .with('w', &["water"])
            .with('o', &["pit"])
            .with_marks();
        legend.set('h', Glyph::Half(Vec::new()));
        for on in self.headers.iter().filter(|(key, _)| key == "on").map(|(_, on)| on) {
            if let Some((mark, feature)) = on.split_once(' ')
                && let Some(mark) = mark.chars().next()
            {
                legend.set(mark, Glyph::Mark(vec![feature.to_owned()]));
            }
        }
        legend
    }

    fn answer(&self, drawn: &[Vec<char>], edges: bool) -> Result<Answer, String> {
        if let Some(text) = self.header("expect") {
            return Ok(Answer::Text(text.to_owned()));
        }
        let rows = self.section("expect").ok_or("no answer: neither `== expect` nor `expect:`")?;
        let mut rows: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        while rows.last().is_some_and(|row| row.iter().all(|glyph| *glyph == ' ')) {
            rows.pop();
        }
        if edges {
            let cells = |row: &Vec<char>| row.iter().skip(1).step_by(2).copied().collect();
            rows = rows.iter().skip(1).step_by(2).map(cells).collect();
        }
        if rows.len() != drawn.len() {
            let counts = (drawn.len(), rows.len());
            return Err(format!("{} rows are drawn, but the answer has {}", counts.0, counts.1));
        }
        for (y, row) in rows.iter_mut().enumerate() {
            row.resize(drawn[y].len().max(row.len()), ' ');
            for (x, glyph) in row.iter().enumerate() {
                let same = drawn[y].get(x).is_some_and(|drawn| {
                    *glyph == '*' || glyph == drawn || (*drawn == '.' && "~%^wohD".contains(*glyph))
                });
                if !same {
                    let place = format!("row {}, column {}", y + 1, x + 1);
                    return Err(format!("{place}: the answer has `{glyph}`, not what is drawn"));
                }
            }
        }
        Ok(Answer::Squares(rows))
    }

    fn header(&self, key: &str) -> Option<&str> {
        self.headers.iter().find(|(known, _)| known == key).map(|(_, value)| value.as_str())
    }

    fn words(&self, key: &str) -> Vec<String> {
        self.header(key).unwrap_or("").split_whitespace().map(str::to_owned).collect()
    }

    fn letters(&self, key: &str) -> Vec<char> {
        self.header(key).unwrap_or("").chars().filter(|letter| *letter != ' ').collect()
    }

    fn section(&self, name: &str) -> Option<&Vec<String>> {
        self.sections.iter().find(|(known, _)| known == name).map(|(_, rows)| rows)
    }
}
