//! Draws the blocks of a booklet, lays them out in columns, and puts the pages together.

use std::collections::BTreeMap;

use cardwright_model::{Provenance, Severity};
use minijinja::value::Value;
use rayon::prelude::*;

use super::Booklet;
use super::clauses;
use super::entries::{self, Entry};
use super::flow::{Block, Room, Spot, flow};
use super::places::{Places, Referring};
use super::spec::{Chapter, Spec};
use crate::card::RenderedCard;
use crate::number::short;
use crate::problem::{self, Problem, Subject};
use crate::renderer::Renderer;
use crate::size::CardSize;

/// How often a booklet is laid out until the pages that its texts name are those where things are.
const MOST_PASSES: usize = 6;

/// A drawn block: the inside of its SVG, and how it behaves in the flow.
#[derive(Clone)]
struct Drawn {
    inside: String,
    block: Block,
    /// What a reader looks up: the name of an entry.
    name: Option<String>,
    /// The group that it heads.
    group: Option<String>,
    /// The rule of the rulebook that it is.
    rule: Option<String>,
}

/// A drawn page before its header and footer are added.
#[derive(Default)]
struct Sheet {
    body: String,
    chapter: String,
    names: Vec<String>,
    template: &'static str,
}

/// Where a chapter begins, for the table of contents.
struct Line {
    title: String,
    page: usize,
    /// 1 for a chapter, 2 for a group in it.
    level: usize,
}

/// Where a chapter was laid out.
struct LaidOut {
    page: usize,
    groups: Vec<(String, usize)>,
    rules: Vec<(String, usize)>,
}

/// A booklet without cover and table of contents.
struct Laid {
    sheets: Vec<Sheet>,
    lines: Vec<Line>,
    /// Where its rules are.
    places: Places,
    has_entries: bool,
}

struct Composer<'a, 'b> {
    renderer: &'a Renderer<'b>,
    spec: &'a Spec,
    size: CardSize,
    subject: Subject,
    problems: Vec<Problem>,
    /// Blocks that say nothing about pages, by chapter and entry, from an earlier pass.
    known: BTreeMap<(usize, usize), Drawn>,
    /// True if a block says something about pages.
    refers: bool,
}

pub(super) fn booklet(renderer: &Renderer<'_>, spec: &Spec, size: CardSize) -> Booklet {
    let subject = Subject {
        card: spec.id.clone(),
        provenance: Provenance {
            package: renderer.package().name.clone(),
            file: "cardwright.toml".to_owned(),
            line: 1,
        },
    };
    let mut composer = Composer {
        renderer,
        spec,
        size,
        subject,
        problems: Vec::new(),
        known: BTreeMap::new(),
        refers: false,
    };
    let mut pages = composer.pages();
    pages.par_iter_mut().for_each(|page| renderer.inspect_page(page));
    // A block that was drawn again has its problems again.
    let mut problems: Vec<Problem> = Vec::new();
    for found in std::mem::take(&mut composer.problems) {
        if !problems.contains(&found) {
            problems.push(found);
        }
    }
    composer.problems = problems;
    renderer.judge(&mut composer.problems, &spec.id);
    Booklet { pages, problems: composer.problems }
}

impl Composer<'_, '_> {
    fn pages(&mut self) -> Vec<RenderedCard> {
        let mut laid = self.lay_out(&Places::default());
        for _ in 1..MOST_PASSES {
            if !self.refers || self.failed() {
                break;
            }
            let next = self.lay_out(&laid.places);
            let is_settled = next.places == laid.places;
            laid = next;
            if is_settled {
                break;
            }
        }
        let Laid { mut sheets, lines, has_entries, .. } = laid;
        if !has_entries || self.failed() {
            return Vec::new();
        }
        let mut all = Vec::new();
        if self.spec.cover {
            all.push(Sheet { template: "booklet-cover", ..Sheet::default() });
        }
        // A booklet of one page needs no table of contents.
        if self.spec.contents && sheets.len() > 1 {
            all.push(self.contents(&lines));
        }
        all.append(&mut sheets);
        let count = all.len();
        all.into_iter().enumerate().map(|(index, sheet)| self.page(sheet, index, count)).collect()
    }

    /// Lays all chapters out, with texts that name those pages.
    fn lay_out(&mut self, places: &Places) -> Laid {
        let mut laid = Laid {
            sheets: Vec::new(),
            lines: Vec::new(),
            places: Places::default(),
            has_entries: false,
        };
        let mut used = 0.0;
        let front_matter = usize::from(self.spec.cover) + usize::from(self.spec.contents);
        let place = |sheet: usize| sheet + front_matter + 1;
        let (renderer, spec) = (self.renderer, self.spec);
        let (library, package) = (renderer.library(), renderer.package());
        let numbers = clauses::number(library, package, spec);
        let referring = Referring { library, words: &spec.references, places };
        for (index, chapter) in spec.chapters.iter().enumerate() {
            let entries = match entries::entries(library, package, chapter, &numbers, &referring) {
                Ok(entries) => entries,
                Err(_) if chapter.optional => continue,
                Err(reason) => {
                    let message = format!("{}: {reason}", chapter.title);
                    self.report(problem::BAD_BOOKLET, &chapter.title, message);
                    continue;
                }
            };
            let is_words = chapter.of == super::Source::Words;
            if entries.is_empty() && !is_words {
                continue;
            }
            // An index alone is no booklet.
            laid.has_entries |= !is_words && chapter.of != super::Source::Index;
            let first = self.chapter((index, chapter), entries, &mut laid.sheets, &mut used);
            let title = chapter.title.clone();
            laid.lines.push(Line { title, page: place(first.page), level: 1 });
            if chapter.of != super::Source::Index {
                laid.lines.extend(first.groups.into_iter().map(|(title, sheet)| Line {
                    title,
                    page: place(sheet),
                    level: 2,
                }));
            }
            for (rule, sheet) in first.rules {
                laid.places.note(&rule, place(sheet));
            }
        }
        laid
    }

    /// Width of the printed area, and its height.
    fn area(&self) -> (f32, f32) {
        let [top, outer, bottom, inner] = self.spec.margins.map(|margin| margin.mm());
        (self.size.width - outer - inner, self.size.height - top - bottom)
    }

    /// Lays out a chapter and returns on which pages it and its groups begin.
    fn chapter(
        &mut self,
        (index, chapter): (usize, &Chapter),
        entries: Vec<Entry>,
        sheets: &mut Vec<Sheet>,
        used: &mut f32,
    ) -> LaidOut {
        let (width, height) = self.area();
        let columns = chapter.columns.unwrap_or(self.spec.columns);
        let gap = self.spec.gap.mm();
        let column = (width - gap * (columns - 1) as f32) / columns as f32;
        let note = chapter.note.as_deref().map_or(Value::from(()), Value::from);
        let values = vec![("title", Value::from(chapter.title.as_str())), ("note", note)];
        let heading = self.block("booklet-heading", values, width);
        let blocks = self.blocks((index, chapter), entries, column, height);
        let spacing = chapter.spacing.unwrap_or(self.spec.spacing).mm();
        let heading_height = heading.as_ref().map_or(0.0, |drawn| drawn.block.height) + spacing;
        let least = blocks.first().map_or(0.0, |drawn| drawn.block.height);
        let goes_on = chapter.runs_on
            && !sheets.is_empty()
            && *used + 2.0 * spacing + heading_height + least.max(height * 0.15) <= height;
        let (first, top) = if goes_on {
            (sheets.len() - 1, *used + 2.0 * spacing)
        } else {
            sheets.push(new_sheet(chapter));
            (sheets.len() - 1, 0.0)
        };
        if let Some(heading) = &heading {
            Self::put(&mut sheets[first], heading, (0.0, top));
        }
        let room = Room { columns, first: height - top - heading_height, height, spacing };
        let flat: Vec<Block> = blocks.iter().map(|drawn| drawn.block).collect();
        *used = top + heading_height;
        let mut last = first;
        let (mut groups, mut rules) = (Vec::new(), Vec::new());
        for (drawn, Spot { page, column: place, y }) in blocks.iter().zip(flow(&flat, &room)) {
            let index = first + page;
            while sheets.len() <= index {
                sheets.push(new_sheet(chapter));
            }
            let y = if page == 0 { top + heading_height + y } else { y };
            if index > last {
                last = index;
                *used = 0.0;
            }
            *used = used.max(y + drawn.block.height);
            groups.extend(drawn.group.clone().map(|group| (group, index)));
            rules.extend(drawn.rule.clone().map(|rule| (rule, index)));
            Self::put(&mut sheets[index], drawn, (place as f32 * (column + gap), y));
        }
        LaidOut { page: first, groups, rules }
    }

    /// The entries of a chapter with the headings of their groups.
    fn blocks(
        &mut self,
        (index, chapter): (usize, &Chapter),
        entries: Vec<Entry>,
        column: f32,
        height: f32,
    ) -> Vec<Drawn> {
        let mut blocks = Vec::new();
        let mut group = None;
        for (place, entry) in entries.into_iter().enumerate() {
            if chapter.by.is_some() && entry.group != group {
                group.clone_from(&entry.group);
                let title = group.clone().unwrap_or_default();
                let values = vec![("title", Value::from(title.as_str()))];
                if let Some(mut drawn) = self.block("booklet-group", values, column) {
                    drawn.block.keeps_next = true;
                    drawn.group = Some(title);
                    blocks.push(drawn);
                }
            }
            self.refers |= entry.refers;
            let name = entry.name.clone();
            let known = self.known.get(&(index, place)).cloned();
            let drawn = known.or_else(|| self.block(&chapter.entry, entry.values, column));
            let Some(mut drawn) = drawn else { continue };
            if drawn.block.height > height {
                let message = format!(
                    "`{name}` is {:.0} mm high, the column only {height:.0} mm",
                    drawn.block.height
                );
                self.report(problem::TALL_ENTRY, &name, message);
            }
            drawn.name = Some(name);
            drawn.rule = entry.rule;
            if !entry.refers {
                self.known.insert((index, place), drawn.clone());
            }
            blocks.push(drawn);
        }
        blocks
    }

    /// The table of contents, on a page of its own.
    fn contents(&mut self, lines: &[Line]) -> Sheet {
        let (width, height) = self.area();
        let mut sheet = Sheet { template: "booklet-page", ..Sheet::default() };
        let lines: Vec<Value> = lines
            .iter()
            .map(|line| {
                Value::from_pairs([
                    ("title", Value::from(line.title.as_str())),
                    ("page", Value::from(line.page)),
                    ("level", Value::from(line.level)),
                ])
            })
            .collect();
        let values = vec![("lines", Value::from(lines)), ("height", number(height))];
        if let Some(drawn) = self.block("booklet-contents", values, width) {
            Self::put(&mut sheet, &drawn, (0.0, 0.0));
        }
        sheet
    }

    /// Puts a block on a page, measured from the corner of the printed area. Margins are added
    /// later, when it is known whether the page is a left or a right one.
    fn put(sheet: &mut Sheet, drawn: &Drawn, (x, y): (f32, f32)) {
        sheet.body.push_str(&format!(
            "<g transform=\"translate({} {})\">{}</g>",
            short(x),
            short(y),
            drawn.inside
        ));
        sheet.names.extend(drawn.name.clone());
    }

    /// Draws one block: its template says how high it is.
    fn block(
        &mut self,
        template: &str,
        mut values: Vec<(&'static str, Value)>,
        width: f32,
    ) -> Option<Drawn> {
        values.push(("width", number(width)));
        values.push(("booklet", self.about()));
        let context = entries::context(self.renderer.common(), values);
        let (side, problems) = self.renderer.draw(template, context, self.subject.clone());
        self.problems.extend(problems);
        let tree = side.tree.as_ref()?;
        let height = tree.size().height();
        let block = Block { height, keeps_next: false };
        Some(Drawn { inside: inside(&side.svg), block, name: None, group: None, rule: None })
    }

    fn about(&self) -> Value {
        Value::from_pairs([
            ("title", Value::from(self.spec.title.as_str())),
            ("subtitle", self.spec.subtitle.as_deref().map_or(Value::from(()), Value::from)),
            ("id", Value::from(self.spec.id.as_str())),
            ("cards", Value::from(self.spec.form != super::Form::Booklet)),
        ])
    }

    /// A whole page: its header and footer, and the blocks that were placed on it.
    fn page(&mut self, sheet: Sheet, index: usize, count: usize) -> RenderedCard {
        let number_of_page = index + 1;
        let is_right = number_of_page % 2 == 1;
        let [top, outer, bottom, inner] = self.spec.margins.map(|margin| margin.mm());
        let is_cards = self.spec.form != super::Form::Booklet;
        let left = if is_right && !is_cards { inner } else { outer };
        let name = page_name(&sheet, number_of_page, self.spec);
        let template = if is_cards && sheet.template == "booklet-page" {
            "booklet-card"
        } else {
            sheet.template
        };
        let values = vec![
            ("booklet", self.about()),
            ("chapter", Value::from(sheet.chapter.as_str())),
            ("page", Value::from(number_of_page)),
            ("pages", Value::from(count)),
            ("side", Value::from(if is_right { "right" } else { "left" })),
            ("width", number(self.size.width)),
            ("height", number(self.size.height)),
            ("bleed", number(self.size.bleed)),
            (
                "margin",
                Value::from_pairs([
                    ("top", number(top)),
                    ("bottom", number(bottom)),
                    ("left", number(left)),
                    ("right", number(outer + inner - left)),
                ]),
            ),
        ];
        let context = entries::context(self.renderer.common(), values);
        let (mut side, problems) = self.renderer.draw(template, context, self.subject.clone());
        self.problems.extend(problems);
        if !sheet.body.is_empty() && !side.svg.is_empty() {
            let body = format!(
                "<g transform=\"translate({} {})\">{}</g></svg>",
                short(left + self.size.bleed),
                short(top + self.size.bleed),
                sheet.body
            );
            let whole = side.svg.trim_end();
            let open = whole.strip_suffix("</svg>").unwrap_or(whole).to_owned();
            side = self.renderer.drawn(open + &body, &mut self.problems, &self.subject);
        }
        RenderedCard {
            id: format!("{}-{number_of_page:02}", self.spec.id),
            name,
            kind: self.spec.id.clone(),
            kind_name: if sheet.chapter.is_empty() {
                self.spec.title.clone()
            } else {
                sheet.chapter
            },
            family: String::new(),
            provenance: self.subject.provenance.clone(),
            size: self.size,
            copies: 1,
            front: side,
            back: None,
            problems: Vec::new(),
            left_out: Vec::new(),
        }
    }

    fn report(&mut self, code: &'static str, what: &str, message: String) {
        let file = format!("booklets/{}.toml", self.spec.id);
        let found = self.subject.error(code, what, format!("{file}: {message}"));
        self.problems.push(found.help(format!("`cardwright explain {code}` says more")));
    }

    fn failed(&self) -> bool {
        self.problems.iter().any(|problem| problem.severity == Severity::Error)
    }
}

fn new_sheet(chapter: &Chapter) -> Sheet {
    Sheet { template: "booklet-page", chapter: chapter.title.clone(), ..Sheet::default() }
}

/// The name of a page in the document's outline: the first and last entry on it.
fn page_name(sheet: &Sheet, number: usize, spec: &Spec) -> String {
    match (sheet.names.as_slice(), sheet.template) {
        ([], "booklet-cover") => spec.title.clone(),
        ([], _) => format!("Page {number}"),
        ([one], _) => one.clone(),
        ([first, .., last], _) => format!("{first} – {last}"),
    }
}

/// Everything between the first tag of an SVG and its last.
fn inside(svg: &str) -> String {
    let body = svg.find("<svg").and_then(|start| {
        let open = svg[start..].find('>')? + start + 1;
        let close = svg.rfind("</svg>")?;
        svg.get(open..close)
    });
    body.unwrap_or_default().to_owned()
}

fn number(value: f32) -> Value {
    Value::from((f64::from(value) * 1000.0).round() / 1000.0)
}
