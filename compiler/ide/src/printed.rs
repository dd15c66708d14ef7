//! What is printed on a card, for people at a terminal: numbers, dice, lines, text and maps.

use cardwright_model::{Clause, Entity, Library, Run, TextBlock, Value, words};

/// How many cards of a name are shown.
const SHOWN: usize = 5;

/// What the cards of that name say, or those with a line of that name; one that is called exactly
/// so alone.
pub fn printed(library: &Library, name: &str) -> String {
    let wanted = name.to_lowercase();
    let mut found: Vec<&Entity> =
        library.cards().filter(|card| card.name.to_lowercase().contains(&wanted)).collect();
    if let Some(exact) = found.iter().position(|card| card.name.to_lowercase() == wanted) {
        found = vec![found[exact]];
    }
    if found.is_empty() {
        // Potions and attacks are lines of a card.
        let has_line = |card: &&Entity| {
            let mut labels = card.clauses.iter().filter_map(|clause| clause.label.as_ref());
            labels.any(|label| label.to_lowercase().contains(&wanted))
        };
        found = library.cards().filter(has_line).collect();
    }
    if found.is_empty() {
        return format!(
            "there is no option and no card called `{name}`; `help` says what to type\n"
        );
    }
    let shown = found.iter().take(SHOWN).flat_map(|card| whole(library, card));
    let mut lines: Vec<String> = shown.collect();
    if found.len() > SHOWN {
        let more: Vec<&str> = found[SHOWN..].iter().map(|card| card.name.as_str()).collect();
        lines.push(format!("and: {}", more.join(", ")));
    }
    text(lines)
}

/// What a card of exactly that name does; nothing if there is none.
pub fn rules_of(library: &Library, name: &str) -> String {
    let card = library.cards().find(|card| card.name == name);
    text(card.map(rules).unwrap_or_default())
}

fn text(lines: Vec<String>) -> String {
    lines.into_iter().map(|line| line + "\n").collect()
}

fn rules(card: &Entity) -> Vec<String> {
    let mut lines = Vec::new();
    for block in &card.text {
        let head = heading(block);
        for paragraph in &block.paragraphs {
            let text: String = paragraph.iter().map(Run::plain).collect();
            lines.push(format!("    {head}{text}"));
        }
    }
    lines
}

fn whole(library: &Library, card: &Entity) -> Vec<String> {
    let kind = library.kind(&card.kind);
    let mut lines = vec![format!("{} ({})", card.name, kind.map_or("", |kind| kind.name.as_str()))];
    let fields = kind.map_or(&[][..], |kind| &kind.fields);
    let numbers: Vec<String> = fields
        .iter()
        .filter_map(|field| {
            let field_of_card = card.fields.get(&field.name);
            let value = figure(library, field_of_card.filter(|_| !is_outward(&field.name))?)?;
            Some(format!("{} {value}", field.name.replace('-', " ")))
        })
        .collect();
    if !numbers.is_empty() {
        lines.push(format!("  {}", numbers.join(", ")));
    }
    for bonus in &card.bonuses {
        lines.push(format!("  {} {}", pool(library, &bonus.amount), bonus.to));
    }
    for clause in &card.clauses {
        if let Some(label) = &clause.label {
            lines.push(format!("  {}", line(library, clause, label)));
        }
    }
    lines.extend(rules(card));
    for clause in &card.clauses {
        for map in clause.fields.values().filter_map(Value::as_map) {
            let side = clause.args.values().filter_map(Value::as_ref_id).next();
            lines.push(format!("  {}:", side.unwrap_or(&clause.clause)));
            for row in &map.rows {
                lines.push(format!("    {row}"));
            }
        }
    }
    lines
}

/// True for fields that say where a card comes from and what it looks like.
fn is_outward(field: &str) -> bool {
    ["set", "number", "rarity", "artist", "art", "sprite", "recolour", "copies"].contains(&field)
}

/// What stands before a block of text: its name, or which part of the card it is and for whom.
fn heading(block: &TextBlock) -> String {
    match (block.role.as_str(), &block.label) {
        (_, Some(label)) => format!("{label}: "),
        ("rules" | "keyword", None) => String::new(),
        (role, None) if block.keys.is_empty() => format!("{role}: "),
        (role, None) => format!("{role} {}: ", block.keys.join(", ")),
    }
}

/// A line such as "attack 2 Smite: Knockdown, Fire".
fn line(library: &Library, clause: &Clause, label: &str) -> String {
    let cost = clause.args.values().find_map(Value::as_int);
    let cost = cost.map_or(String::new(), |cost| format!(" {cost}"));
    let keyword = |id: &str| library.keyword(id).map_or_else(|| id.to_owned(), |k| k.name.clone());
    let bonuses =
        clause.bonuses.iter().map(|bonus| format!("{} {}", pool(library, &bonus.amount), bonus.to));
    let says: Vec<String> =
        bonuses.chain(clause.keywords.iter().map(|used| keyword(&used.keyword))).collect();
    let says = if says.is_empty() { String::new() } else { format!(": {}", says.join(", ")) };
    format!("{}{cost} {label}{says}", clause.clause.replace('-', " "))
}

/// Numbers, dice and words such as a type; other fields say nothing here.
fn figure(library: &Library, value: &Value) -> Option<String> {
    match value {
        Value::Int(number) => Some(number.to_string()),
        Value::Pool { pool: dice } => Some(pool(library, dice)),
        Value::Quantity { .. } | Value::Ref { .. } => Some(words::value(value)),
        Value::List(items) => {
            let words: Option<Vec<String>> =
                items.iter().map(|item| figure(library, item)).collect();
            words.filter(|words| !words.is_empty()).map(|words| words.join("/"))
        }
        _ => None,
    }
}

/// Dice as cards write them: `2B 1R`.
fn pool(library: &Library, pool: &cardwright_model::Pool) -> String {
    let code = |id: &str| library.die(id).map_or_else(|| id.to_owned(), |die| die.code.clone());
    let mut parts: Vec<String> =
        pool.dice.iter().map(|(die, count)| format!("{count}{}", code(die))).collect();
    if pool.bonus != 0 || parts.is_empty() {
        parts.push(format!("{:+}", pool.bonus));
    }
    parts.join(" ")
}
