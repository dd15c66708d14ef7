//! Which proposals belong to a place.

use cardwright_check::{WordClass, language};
use cardwright_model::{ALL_KEYWORDS, ClauseDecl, ClauseShape, FieldDecl, FieldType, Kind, Role};

use super::place::{CursorPlace, is_word};
use super::proposal::{Proposal, Stock};
use cardwright_model::words::type_words;

/// Declarations that every game has.
const BUILT_IN: [&str; 11] = [
    "use", "abstract", "table", "keyword", "kind", "enum", "die", "rule", "test", "wordings",
    "amend",
];
/// What may stand at a place.
pub(super) fn propose(stock: &Stock<'_>, place: &CursorPlace<'_>) -> Vec<Proposal> {
    let Some((head, inner)) = place.heads.split_first() else { return top(stock, place.before) };
    let mut words = head.split_whitespace().filter(|word| *word != "abstract");
    match words.next().unwrap_or_default() {
        "test" => test(stock, place),
        "keyword" => keyword(stock, place),
        "rule" => rule(stock, place),
        "kind" => kind(stock, place),
        "enum" | "die" | "game" | "wordings" | "table" => Vec::new(),
        "amend" => {
            let card = words.next().unwrap_or_default();
            let known = stock.library.packages.iter().flat_map(|package| &package.cards);
            let card = known.into_iter().find(|known| known.id == card);
            let kind = card.and_then(|card| stock.library.kind(&card.kind));
            kind.map(|kind| entity(stock, place, kind, inner)).unwrap_or_default()
        }
        kind => match stock.library.kind(kind) {
            Some(kind) => entity(stock, place, kind, inner),
            None => Vec::new(),
        },
    }
}

/// Outside of all braces: heads of declarations.
fn top(stock: &Stock<'_>, before: &str) -> Vec<Proposal> {
    let words: Vec<&str> = before.split_whitespace().collect();
    match words[..] {
        [] => {
            let mut found = stock.kinds();
            found.extend(BUILT_IN.iter().map(|word| Proposal::word(word).rank(2)));
            found
        }
        ["use"] => {
            let packages = stock.library.packages.iter();
            packages.map(|package| Proposal::word(&package.name)).collect()
        }
        ["abstract" | "table"] => stock.kinds(),
        ["amend"] => stock.entities("card"),
        ["rule", .., "for"] => stock.kinds_and_families(),
        [.., "for"] => stock.of_role(Role::Format),
        ["abstract", kind, ..] | [kind, ..] if before.trim_end().ends_with(':') => {
            if kind == "kind" { stock.kinds() } else { stock.parents(kind) }
        }
        _ => Vec::new(),
    }
}

/// Inside a card, deck, format or record.
fn entity(
    stock: &Stock<'_>,
    place: &CursorPlace<'_>,
    kind: &Kind,
    inner: &[&str],
) -> Vec<Proposal> {
    let mut fields: &[FieldDecl] = &kind.fields;
    let mut clauses: &[ClauseDecl] = &kind.clauses;
    let mut has_effects = kind.role == Role::Card;
    for head in inner {
        let name = first_word(head);
        match clauses.iter().find(|clause| clause.name == name) {
            Some(ClauseDecl { shape: ClauseShape::Cards { of }, .. }) => {
                return stock.entities(of);
            }
            Some(clause) => {
                (fields, clauses) = (&clause.fields, &clause.clauses);
                has_effects = clause.shape != ClauseShape::Fields;
            }
            // The block of a statement.
            None => return statement(stock, place.before),
        }
    }
    if place.before.is_empty() {
        let mut found = members(stock, place, fields, clauses);
        if has_effects {
            found.extend(statement(stock, ""));
        }
        return found;
    }
    let name = first_word(place.before);
    if let Some((_, value)) = value_of(place.before) {
        if let Some(field) = fields.iter().find(|field| field.name == name) {
            return field_values(stock, &field.field_type, value);
        }
        if name == "provisional" || name == "remove" {
            return fields.iter().map(|field| Proposal::word(&field.name)).collect();
        }
    }
    match clauses.iter().find(|clause| clause.name == name) {
        Some(clause) => clause_values(stock, place.before, clause, kind),
        None if has_effects => statement(stock, place.before),
        None => Vec::new(),
    }
}

/// Fields and clauses that are not written yet, those that are needed first.
fn members(
    stock: &Stock<'_>,
    place: &CursorPlace<'_>,
    fields: &[FieldDecl],
    clauses: &[ClauseDecl],
) -> Vec<Proposal> {
    let open = fields.iter().filter(|field| !place.written.contains(&field.name.as_str()));
    let mut found: Vec<Proposal> = open
        .map(|field| {
            let needed = !field.optional && field.default.is_none();
            let detail = type_words(&field.field_type);
            stock.field(&field.name, detail, field.note.as_deref(), needed)
        })
        .collect();
    found.extend(clauses.iter().map(|clause| match clause.shape {
        ClauseShape::Keywords => {
            stock.field(&clause.name, "keywords".into(), clause.note.as_deref(), false)
        }
        _ => {
            let params: Vec<&str> = clause.params.iter().map(|param| param.name.as_str()).collect();
            stock.clause(&clause.name, params.join(", "), clause.note.as_deref())
        }
    }));
    if !found.is_empty() && !place.written.contains(&"provisional") {
        found.push(stock.field("provisional", "fields".into(), None, false).rank(3));
    }
    found
}

fn field_values(stock: &Stock<'_>, field_type: &FieldType, value: &str) -> Vec<Proposal> {
    match field_type {
        // Behind a parenthesis or an operator formulas go on like everywhere.
        FieldType::Formula { .. } | FieldType::Condition | FieldType::Selection => {
            expression(stock, value)
        }
        other => stock.values_of(other),
    }
}

fn clause_values(
    stock: &Stock<'_>,
    before: &str,
    clause: &ClauseDecl,
    kind: &Kind,
) -> Vec<Proposal> {
    let Some((_, value)) = value_of(before) else {
        // `boost scout, thief`, `attack 2`.
        let written = before.split_whitespace().skip(1).count();
        let last = clause.params.len().saturating_sub(1);
        let param = clause.params.get(written.min(last));
        return param.map(|param| stock.values_of(&param.field_type)).unwrap_or_default();
    };
    match &clause.shape {
        ClauseShape::Condition => expression(stock, value),
        ClauseShape::Cards { of } => stock.entities(of),
        _ => match arguments_of(stock, value) {
            Some(found) => found,
            None => {
                let mut found = stock.keywords(Some(&kind.id));
                found.extend(stock.words(WordClass::Stat).into_iter().map(|stat| stat.rank(2)));
                found
            }
        },
    }
}

/// `heal 3, immune f…`: what the keyword before the word may be used with.
fn arguments_of(stock: &Stock<'_>, value: &str) -> Option<Vec<Proposal>> {
    let last = value.rsplit(',').next()?.trim_start();
    let mut words = last.split_whitespace();
    let keyword = stock.library.keyword(words.next()?)?;
    let written = words.filter(|word| *word != "|").count();
    let param = keyword.params.get(written).or(keyword.params.last())?;
    let is_list = matches!(param.field_type, FieldType::List { .. });
    (is_list || written < keyword.params.len()).then(|| stock.values_of(&param.field_type))
}

/// Where an effect is written.
fn statement(stock: &Stock<'_>, before: &str) -> Vec<Proposal> {
    let words: Vec<&str> = before.split_whitespace().collect();
    match words[..] {
        [] => {
            let mut found: Vec<Proposal> =
                language::STATEMENTS.iter().map(|word| statement_word(word).rank(2)).collect();
            found.extend(stock.words(WordClass::Verb).into_iter().map(|verb| verb.rank(2)));
            found
        }
        ["on"] | [.., "on"] => stock.words(WordClass::Event),
        ["modify"] => stock.words(WordClass::Stat),
        ["grant"] => stock.keywords(None),
        ["revoke"] => {
            let mut found = stock.keywords(None);
            found.push(Proposal::word(ALL_KEYWORDS));
            found
        }
        ["forbid"] => stock.words(WordClass::Act),
        ["mark", .., "as"] => stock.words(WordClass::Mark),
        [.., "until"] => stock.words(WordClass::Window),
        _ => expression(stock, before),
    }
}

/// A word that begins a statement. Every `for` is a `for each`.
fn statement_word(word: &str) -> Proposal {
    Proposal::word(if word == "for" { "for each" } else { word })
}

/// Where a condition, a formula, a selection or an argument is written.
fn expression(stock: &Stock<'_>, before: &str) -> Vec<Proposal> {
    let Some((callee, arguments)) = open_call(before) else { return stock.expression() };
    let Some(word) = stock.called(callee) else { return stock.expression() };
    let parts: Vec<&str> = arguments.split(',').collect();
    let (last, others) = parts.split_last().unwrap_or((&"", &[]));
    if let Some((label, _)) = last.split_once(':') {
        let param = word.params.iter().find(|param| param.name == label.trim());
        return param.map(|param| stock.values_of_type(param.ty)).unwrap_or_default();
    }
    let labelled = |name: &str| {
        others.iter().any(|part| part.split(':').next().is_some_and(|label| label.trim() == name))
    };
    let mut found: Vec<Proposal> = word
        .params
        .iter()
        .filter(|param| last.trim().is_empty() && !labelled(param.name))
        .map(|param| Proposal::label(param.name, param.ty))
        .collect();
    if let Some(param) = word.params.get(others.len()).or(word.params.last()) {
        found.extend(stock.values_of_type(param.ty));
    }
    found
}

fn test(stock: &Stock<'_>, place: &CursorPlace<'_>) -> Vec<Proposal> {
    let words: Vec<&str> = place.before.split_whitespace().collect();
    match words[..] {
        [] => {
            let setup = stock.words(WordClass::Setup).into_iter();
            let mut found: Vec<Proposal> = setup
                .filter(|field| !place.written.contains(&field.label.as_str()))
                .map(|field| field.rank(1))
                .collect();
            found.extend(["do", "expect"].iter().map(|word| Proposal::word(word).rank(0)));
            found.extend(["after", "proves", "dice", "map", "legend"].map(Proposal::word));
            found
        }
        ["do"] | ["expect", "illegal" | "legal"] => stock.words(WordClass::Command),
        ["expect"] => {
            let mut found = stock.expression();
            found.extend(["illegal", "legal"].iter().map(|word| Proposal::word(word)));
            found
        }
        ["expect", ..] => {
            let mut found = expression(stock, place.before);
            found.extend(stock.entities("card").into_iter().map(|card| card.rank(2)));
            found
        }
        ["do", command, ..] => {
            let commands = stock.vocabulary.map(|words| words.commands).unwrap_or_default();
            let known = commands.iter().find(|word| word.name == command);
            let params = known.map(|word| word.params).unwrap_or_default();
            let mut found: Vec<Proposal> =
                params.iter().map(|param| Proposal::word(param.name).rank(2)).collect();
            found.extend(stock.entities("card"));
            found
        }
        ["proves:" | "proves", ..] => stock.book_rules(chapter_before(place.before)),
        [name, ..] => {
            let setup = stock.vocabulary.map(|words| words.setup).unwrap_or_default();
            let name = name.trim_end_matches(':');
            let field = setup.iter().find(|word| word.name == name);
            match field {
                Some(field) => {
                    let mut found = stock.values_of_type(field.result);
                    found.extend(stock.entities("card").into_iter().map(|card| card.rank(2)));
                    found
                }
                None => Vec::new(),
            }
        }
    }
}

/// The chapter before the dot that what was typed ends with: `proves: goal.1, fights.`.
fn chapter_before(before: &str) -> Option<&str> {
    before.strip_suffix('.')?.rsplit(|letter: char| !is_word(letter)).next()
}

fn keyword(stock: &Stock<'_>, place: &CursorPlace<'_>) -> Vec<Proposal> {
    if place.heads.len() > 1 {
        return statement(stock, place.before);
    }
    match (place.before.is_empty(), first_word(place.before)) {
        (true, _) => {
            let open =
                language::KEYWORD_PROPERTIES.iter().filter(|name| !place.written.contains(name));
            let mut found: Vec<Proposal> =
                open.map(|name| stock.field(name, String::new(), None, true)).collect();
            found.extend(statement(stock, ""));
            found
        }
        (false, "hosts") => stock.kinds_and_families(),
        (false, "stacking") => ["sum", "highest", "once"].map(Proposal::word).into(),
        (false, "wording" | "reminder" | "icon") => Vec::new(),
        _ => statement(stock, place.before),
    }
}

fn rule(stock: &Stock<'_>, place: &CursorPlace<'_>) -> Vec<Proposal> {
    match (place.before.is_empty(), first_word(place.before)) {
        (true, _) => {
            let words = ["require", "for each", "if", "let", "where", "severity", "note"];
            words.map(Proposal::word).into()
        }
        (false, "severity") => ["error", "warning", "info"].map(Proposal::word).into(),
        _ => stock.rule_expression(),
    }
}

fn kind(stock: &Stock<'_>, place: &CursorPlace<'_>) -> Vec<Proposal> {
    let is_typed = value_of(place.before).is_some() || place.before.trim_end().ends_with(" of");
    match (place.before.is_empty(), first_word(place.before)) {
        (true, _) => ["field", "clause", "family", "role", "print"].map(Proposal::word).into(),
        (false, "role") => ["card", "deck", "format", "record"].map(Proposal::word).into(),
        (false, "clause") if is_typed => {
            let mut found: Vec<Proposal> =
                language::SHAPES.iter().map(|word| Proposal::word(word)).collect();
            found.extend(stock.kinds_and_families().into_iter().map(|kind| kind.rank(2)));
            found
        }
        (false, "field") if is_typed => {
            let mut found: Vec<Proposal> =
                language::TYPES.iter().map(|word| Proposal::word(word)).collect();
            found.extend(stock.enums());
            found.extend(stock.kinds_and_families());
            found
        }
        _ => Vec::new(),
    }
}

fn first_word(text: &str) -> &str {
    text.trim_start().split(|letter: char| !is_word(letter)).next().unwrap_or_default()
}

/// What stands before and behind the colon of an entry, outside of parentheses and quotes.
fn value_of(before: &str) -> Option<(&str, &str)> {
    let (mut parens, mut quoted) = (0usize, false);
    for (at, letter) in before.char_indices() {
        match letter {
            '"' => quoted = !quoted,
            '(' if !quoted => parens += 1,
            ')' if !quoted => parens = parens.saturating_sub(1),
            ':' if !quoted && parens == 0 => return Some((&before[..at], &before[at + 1..])),
            _ => {}
        }
    }
    None
}

/// The innermost call that is still open: its name, and what is written of its arguments.
fn open_call(before: &str) -> Option<(&str, &str)> {
    let mut closed = 0usize;
    for (at, letter) in before.char_indices().rev() {
        match letter {
            ')' => closed += 1,
            '(' if closed > 0 => closed -= 1,
            '(' => {
                let name = before[..at].rsplit(|letter: char| !is_word(letter)).next()?;
                return (!name.is_empty()).then_some((name, &before[at + 1..]));
            }
            _ => {}
        }
    }
    None
}
