//! Places in a file, named by what stands there and not by bytes, so that they stay true while
//! other parts of the file change.

use std::fmt;

use crate::ast::{Block, Declaration, Entry, File, Item, Span, Statement, StatementKind};

/// A declaration of a file; rows of tables count as declarations.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    /// The one with that id, such as `goblin`. Ids of different kinds may be alike.
    Id { kind: String, id: String },
    /// The one of that number in the file, for those without an id, such as tests.
    Number(usize),
}

/// One step into a declaration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// The field of that name: a clause with values and without words between name and colon.
    Field(String),
    /// The entry of that number.
    Entry(usize),
}

/// A declaration, or something in it. All steps but the last lead into blocks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Path {
    /// The declaration.
    pub of: Which,
    /// The way into it; empty for all of it.
    pub steps: Vec<Step>,
}

impl Which {
    /// The declaration of that kind and id.
    pub fn id(kind: impl Into<String>, id: impl Into<String>) -> Which {
        Which::Id { kind: kind.into(), id: id.into() }
    }

    /// The declaration, if the file has it.
    pub fn find<'f>(&self, file: &'f File) -> Option<&'f Declaration> {
        match self {
            Which::Number(number) => declarations(file).nth(*number),
            Which::Id { kind, id } => declarations(file).find(|declaration| {
                declaration.kind.text == *kind
                    && declaration.id.as_ref().is_some_and(|known| known.text == *id)
            }),
        }
    }
}

impl Path {
    /// All of a declaration.
    pub fn whole(of: Which) -> Path {
        Path { of, steps: Vec::new() }
    }

    /// A field of a declaration.
    pub fn field(of: Which, name: impl Into<String>) -> Path {
        Path { of, steps: vec![Step::Field(name.into())] }
    }

    /// The same path with one more step.
    pub fn then(mut self, step: Step) -> Path {
        self.steps.push(step);
        self
    }

    /// The path without its last step.
    pub fn outer(&self) -> Option<Path> {
        let (_, outer) = self.steps.split_last()?;
        Some(Path { of: self.of.clone(), steps: outer.to_vec() })
    }

    /// The entry that the path leads to.
    pub fn entry<'f>(&self, file: &'f File) -> Option<&'f Entry> {
        let (last, outer) = self.steps.split_last()?;
        step(block(self.of.find(file)?, outer)?, last)
    }

    /// The block that the path leads to: of the declaration, or of an entry.
    pub fn block<'f>(&self, file: &'f File) -> Option<&'f Block> {
        block(self.of.find(file)?, &self.steps)
    }

    /// The bytes of what the path leads to.
    pub fn span(&self, file: &File) -> Option<Span> {
        match self.steps.is_empty() {
            true => Some(self.of.find(file)?.span),
            false => Some(self.entry(file)?.span()),
        }
    }

    /// The innermost place that has that byte, such as the statement under a cursor.
    pub fn at(file: &File, place: u32) -> Option<Path> {
        let inside = |span: Span| span.start <= place && place <= span.end;
        let (number, declaration) =
            declarations(file).enumerate().find(|(_, declaration)| inside(declaration.span))?;
        let of = match &declaration.id {
            Some(id) => Which::id(&declaration.kind.text, &id.text),
            None => Which::Number(number),
        };
        let mut path = Path::whole(of);
        let mut block = declaration.body.as_ref();
        while let Some(inner) = block {
            let entries = inner.entries.iter().enumerate();
            let Some((number, entry)) = entries.into_iter().find(|(_, it)| inside(it.span()))
            else {
                break;
            };
            path.steps.push(Step::Entry(number));
            block = blocks(entry).into_iter().find(|block| inside(block.span));
        }
        Some(path)
    }
}

/// All declarations of a file in order, rows of tables included.
pub(super) fn declarations(file: &File) -> impl Iterator<Item = &Declaration> {
    file.items.iter().flat_map(|item| match item {
        Item::Declaration(declaration) => std::slice::from_ref(declaration.as_ref()),
        Item::Table(table) => table.rows.as_slice(),
        Item::Use { .. } | Item::Bad(_) => &[],
    })
}

fn block<'f>(declaration: &'f Declaration, steps: &[Step]) -> Option<&'f Block> {
    let mut block = declaration.body.as_ref()?;
    for next in steps {
        // The first block of an entry is what its text is about: a `then`, a body.
        block = blocks(step(block, next)?).into_iter().next()?;
    }
    Some(block)
}

fn step<'f>(block: &'f Block, step: &Step) -> Option<&'f Entry> {
    match step {
        Step::Entry(number) => block.entries.get(*number),
        Step::Field(name) => block.entries.iter().find(|entry| match entry {
            Entry::Clause(clause) => {
                clause.name.text == *name && clause.args.is_empty() && clause.values.is_some()
            }
            _ => false,
        }),
    }
}

/// The blocks of an entry in order.
pub fn blocks(entry: &Entry) -> Vec<&Block> {
    use StatementKind as Kind;
    match entry {
        Entry::Clause(clause) => clause.block.iter().collect(),
        Entry::ClauseDecl(clause) => clause.body.iter().collect(),
        Entry::Statement(statement) => {
            let Statement { kind, .. } = statement.as_ref();
            match kind {
                Kind::On { body, .. }
                | Kind::ForEach { body, .. }
                | Kind::Repeat { body, .. }
                | Kind::Choose { body, .. }
                | Kind::Offer { body, .. }
                | Kind::Roll { body, .. }
                | Kind::ForSeeds { body, .. } => vec![body],
                Kind::If { then, otherwise, .. } => {
                    std::iter::once(then).chain(otherwise).collect()
                }
                Kind::ChooseOption { options, .. } => {
                    options.iter().map(|option| &option.body).collect()
                }
                Kind::Match { arms, .. } => arms.iter().map(|arm| &arm.body).collect(),
                _ => Vec::new(),
            }
        }
        Entry::Count(_) | Entry::Bonus(_) | Entry::Field(_) | Entry::Bad(_) => Vec::new(),
    }
}

impl fmt::Display for Which {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Which::Id { kind, id } => write!(f, "{kind} `{id}`"),
            Which::Number(number) => write!(f, "declaration {}", number + 1),
        }
    }
}

impl fmt::Display for Path {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for step in self.steps.iter().rev() {
            match step {
                Step::Field(name) => write!(f, "field `{name}` of ")?,
                Step::Entry(number) => write!(f, "entry {} of ", number + 1)?,
            }
        }
        self.of.fmt(f)
    }
}
