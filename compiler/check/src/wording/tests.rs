//! Tests of generated text on a small game built by hand; the shipped cards have their own.

use cardwright_model::{
    Arg, BinaryOp, Choice, Chooser, Clause, Die, Entity, EnumDecl, EnumValue, Expr, FieldDecl,
    FieldType, Keyword, KeywordUse, Kind, Library, ModifyOp, Package, Param, Pool, Run, Statement,
    Value, Wording,
};

use super::{MissingWording, write_texts};

fn int(value: i64) -> Expr {
    Expr::Int { value }
}

fn var(name: &str) -> Expr {
    Expr::Var { name: name.into() }
}

fn args(args: &[(&str, Expr)]) -> Vec<Arg> {
    args.iter().map(|(name, value)| Arg { name: (*name).into(), value: value.clone() }).collect()
}

fn query(name: &str, with: &[(&str, Expr)]) -> Expr {
    Expr::Query { name: name.into(), args: args(with) }
}

fn select(source: &str, filter: Option<Expr>) -> Expr {
    Expr::Select { source: source.into(), args: vec![], filter: filter.map(Box::new) }
}

fn call(verb: &str, with: &[(&str, Expr)]) -> Statement {
    Statement::Call { verb: verb.into(), args: args(with) }
}

fn binary(left: Expr, operator: BinaryOp, right: Expr) -> Expr {
    Expr::Binary { operator, left: Box::new(left), right: Box::new(right) }
}

fn modify(subject: Option<Expr>, amount: Expr, condition: Option<Expr>) -> Statement {
    Statement::Modify {
        stat: "power".into(),
        subject,
        operation: ModifyOp::Add,
        amount,
        condition,
        until: None,
    }
}

fn choose(count: i64, from: Expr, body: Vec<Statement>) -> Statement {
    Statement::Choose { by: Chooser::You, count: int(count), up_to: false, from, body }
}

fn die(id: &str, name: &str, code: &str) -> Die {
    Die { id: id.into(), name: name.into(), code: code.into(), ..Die::default() }
}

fn pool(dice: &[(&str, i64)], bonus: i64) -> Expr {
    let dice = dice.iter().map(|(die, count)| ((*die).to_owned(), *count)).collect();
    Expr::Pool { pool: Pool { dice, bonus } }
}

/// A game with a handful of wordings and one kind.
fn game() -> Package {
    let wordings = [
        ("word slain-with-attacker", "when {attacker} {attacker|slays|slay} {victim}"),
        ("word slain-downed", "when {victim} dies on its back"),
        ("word multiple-of", "a multiple of {n}"),
        ("word more-than", "more than {n}"),
        ("word die", "{name} die|{name} dice"),
        ("word die-d6", "die|dice"),
        ("word roll", "roll {pool}: {body}"),
        ("verb draw", "draw {count|a card|{count} cards}"),
        ("verb wound", "deal {count|1 Wound|{count} Wounds} to {card}"),
        ("verb lock", "lock {card}"),
        ("verb reset", "reset {card:group} to {card|its|their} place"),
        ("event enter", "when this enters"),
        ("event slain", "when {victim} dies"),
        ("stat power", "Power"),
        ("selection characters", "~Character~|~Characters~"),
        ("selection adventurers", "Adventurer|Adventurers|they|them"),
        ("selection self", "this"),
        ("query count", "#the number of {cards}"),
        ("query wounds", "#the Wounds on {card}"),
        ("filter type", "={n}|is {n:a}"),
        ("filter has", "with {keyword}|has {keyword}|without {keyword}|lacks {keyword}"),
        ("filter cost", "of Cost {n}|costs {n}"),
        ("word on", "{event}{condition?, if {condition}}, {body}"),
        ("word when", "{statement} if {condition}"),
        ("word then", ", then "),
        ("word and", "and"),
        ("word or", "or"),
        ("word each", "each {noun}"),
        ("word each-of", "each of {count} {noun}"),
        ("word group", "{count} {noun}"),
        ("word there-is", "there is {noun}"),
        ("word there-is-no", "there is no {noun}"),
        ("word there-are-at-least", "there are {n} or more {noun}"),
        ("word at-most", "{n} or less"),
        ("word at-least", "{n} or more"),
        ("word is", "{left} is {right}"),
        ("word minus", "{left} minus {right}"),
        ("word modify-add", "{subject} {subject|gets|get} {amount} {stat}"),
        ("word modify-game-add", "{amount} to your {stat}"),
        ("word for-each", "{statement} for each {noun}"),
        ("word where", "{statement}, where {definitions}"),
        ("word x-is", "{x} is {value}"),
        ("word choose-one", "choose one: {options}"),
        ("word option-or", "; or "),
        ("word option-if", "{body} (if {condition})"),
        ("word victim", "~card~|~cards~"),
        ("word then-line", "+ {body}"),
        ("verb prevent-it", "prevent it"),
        ("verb gain", "{card} {card|gains|gain} {count} gold"),
        ("event hit", "when its attack gets through"),
        ("event foiled", "when {attacker} attacks {victim} in vain"),
        ("word attacker", "~card~|~cards~"),
        ("word hit-victim", "Adventurer|Adventurers|they|them"),
        ("selection hand", "~card~ in hand|~cards~ in hand"),
        ("selection slain", "~Character~|~Characters~"),
        ("selection owner", "you|you"),
        ("word count-slain", "#the number of {cards} you have slain"),
        ("query first", "+the first {count|{cards:one}|{count} {cards}}"),
        ("query treasure", "#the treasure of {figure}"),
        ("query downed", "{figure} {figure|is|are} downed|{figure} {figure|is|are} not downed"),
        ("query rank", "the rank of {card}"),
        ("filter rank", "^{n}|{noun|is|are} {n}|^non-{n}|{noun|is|are} not {n}"),
        ("filter power", "with Power {n}|{noun|has|have} Power {n}"),
        ("window round-end", "this round"),
        ("word until", "{statement} {window}"),
        ("word usual-until", "round-end"),
        ("word usual-until-stays", ""),
        ("word lasting-blocks", "rule"),
        ("word modify-set", "{subject:its} {stat} is {amount}"),
        ("word if", "if {condition}, {body}"),
        ("word else", "otherwise, {body}"),
        ("word if-else", "if {condition}, {body}; otherwise, {otherwise}"),
        ("word then-always", "; then, in any case, "),
        ("word choose", "choose {noun}, then {body}"),
        ("word offer", "you may {body}"),
        ("word offer-that", "you may do this: {body}"),
        ("word let", "let {x} be {value}"),
        ("word of", "of {noun}"),
        ("word for-each-of-them", "{body} for each of them"),
        ("word each-in-turn", "for each {noun}: {body}|for each {noun}, {body}"),
        ("word chosen-in-turn", "choose {noun}; for each of them: {body}"),
        ("word other-than", "other than {noun}"),
        ("word such-that", "for which {condition}"),
        ("word that", "that {condition}"),
        ("word that-one", "that {noun}"),
        ("word whose", "whose {condition}"),
        ("word is-not", "{left} is not {right}"),
        ("word contribution-power", "{power} [power]{damage? ({damage})}"),
        ("word window-late", "Play late."),
    ];
    let field = |name: &str, field_type: FieldType| FieldDecl {
        name: name.into(),
        field_type,
        optional: true,
        default: None,
        note: None,
    };
    let value = |id: &str, name: &str| EnumValue {
        id: id.into(),
        name: name.into(),
        ..EnumValue::default()
    };
    let base = cardwright_model::ClauseDecl {
        name: "base".into(),
        params: vec![],
        shape: cardwright_model::ClauseShape::Effect,
        fields: vec![
            field("power", FieldType::Formula { range: None }),
            field(
                "damage",
                FieldType::List { of: Box::new(FieldType::Enum { id: "damage".into() }) },
            ),
        ],
        clauses: vec![],
        note: None,
    };
    let drain = Keyword {
        id: "drain".into(),
        name: "Drain".into(),
        params: vec![Param {
            name: "n".into(),
            field_type: FieldType::Int { range: None },
            default: None,
        }],
        wording: "Drain {n}".into(),
        reminder: "Burn {n|1 card|{n} cards}.".into(),
        ..Keyword::default()
    };
    Package {
        name: "game".into(),
        wordings: wordings
            .iter()
            .map(|(of, text)| Wording {
                of: (*of).into(),
                text: (*text).into(),
                ..Wording::default()
            })
            .collect(),
        enums: vec![
            EnumDecl {
                id: "type".into(),
                values: vec![value("undead", "Undead"), value("imp", "Imp")],
                ..EnumDecl::default()
            },
            EnumDecl {
                id: "damage".into(),
                values: vec![value("fire", "Fire"), value("cold", "Cold")],
                ..EnumDecl::default()
            },
        ],
        kinds: vec![Kind {
            id: "thing".into(),
            name: "Thing".into(),
            fields: vec![
                field("power", FieldType::Formula { range: None }),
                field("window", FieldType::Enum { id: "window".into() }),
            ],
            clauses: vec![base],
            ..Kind::default()
        }],
        keywords: vec![drain],
        dice: vec![die("blue", "Blue", "B"), die("red", "Red", "R"), die("d6", "Die", "d6")],
        ..Package::default()
    }
}

fn worded(card: Entity) -> (Vec<String>, Vec<MissingWording>) {
    let library = Library { packages: vec![game()] };
    let mut package =
        Package { name: "cards".into(), cards: vec![card].into(), ..Package::default() };
    let missing = write_texts(&library, &mut package);
    let lines = package.cards[0].text.iter().flat_map(|block| {
        block.paragraphs.iter().map(|runs| {
            let words: String = runs.iter().map(cardwright_model::Run::plain).collect();
            format!("{}: {words}", block.role)
        })
    });
    (lines.collect(), missing)
}

fn thing(effects: Vec<Statement>) -> Entity {
    Entity { id: "it".into(), kind: "thing".into(), effects, ..Entity::default() }
}

/// The text of one effect; every wording it needs must be there.
fn text(effect: Statement) -> String {
    let (lines, missing) = worded(thing(vec![effect]));
    assert_eq!(missing, []);
    lines.join(" ").replacen("rules: ", "", 1)
}

#[test]
fn numbers_choose_singular_and_plural() {
    assert_eq!(text(call("draw", &[("count", int(1))])), "Draw a card.");
    assert_eq!(text(call("draw", &[("count", int(3))])), "Draw 3 cards.");
}

#[test]
fn the_first_mention_names_a_chosen_card_and_later_ones_use_a_pronoun() {
    let both = || vec![call("wound", &[("card", var("it"))]), call("lock", &[("card", var("it"))])];
    let one = choose(1, select("adventurers", None), both());
    assert_eq!(text(one), "Deal 1 Wound to an Adventurer, then lock them.");
    let two = choose(2, select("characters", None), both());
    assert_eq!(text(two), "Deal 1 Wound to each of 2 Characters, then lock them.");
    let each = Statement::ForEach { selection: select("characters", None), body: both() };
    assert_eq!(text(each), "Deal 1 Wound to each Character, then lock it.");
}

#[test]
fn several_at_once_are_a_group() {
    let reset = |count| {
        choose(count, select("characters", None), vec![call("reset", &[("card", var("it"))])])
    };
    assert_eq!(text(reset(1)), "Reset a Character to its place.");
    assert_eq!(text(reset(2)), "Reset 2 Characters to their place.");
}

#[test]
fn filters_become_part_of_the_noun() {
    let undead = Expr::Symbol { domain: "type".into(), id: "undead".into() };
    let type_filter = binary(query("type", &[("card", var("it"))]), BinaryOp::Has, undead);
    let cheap = binary(query("cost", &[("card", var("it"))]), BinaryOp::Less, int(3));
    let both = binary(type_filter, BinaryOp::And, cheap);
    let wound = vec![call("wound", &[("card", var("it"))])];
    let chosen = choose(1, select("characters", Some(both)), wound);
    assert_eq!(text(chosen), "Deal 1 Wound to an Undead of Cost 2 or less.");
}

#[test]
fn amounts_have_signs_and_count_for_each() {
    let all = || Some(select("characters", None));
    assert_eq!(text(modify(all(), int(-1), None)), "Each Character gets −1 Power.");
    assert_eq!(text(modify(None, int(2), None)), "+2 to your Power.");
    let count = query("count", &[("cards", select("adventurers", None))]);
    let twice = binary(int(2), BinaryOp::Multiply, count.clone());
    assert_eq!(
        text(modify(Some(var("self")), twice, None)),
        "This gets +2 Power for each Adventurer."
    );
    let less = binary(count, BinaryOp::Subtract, int(1));
    assert_eq!(
        text(modify(Some(var("self")), less, None)),
        "This gets +X Power, where X is the number of Adventurers minus 1."
    );
}

#[test]
fn conditions_are_clauses_and_their_opposites() {
    let any = query("any", &[("cards", select("characters", None))]);
    let not =
        Expr::Unary { operator: cardwright_model::UnaryOp::Not, value: Box::new(any.clone()) };
    assert_eq!(text(modify(None, int(1), Some(any))), "+1 to your Power if there is a Character.");
    assert_eq!(text(modify(None, int(1), Some(not))), "+1 to your Power if there is no Character.");
    let count = query("count", &[("cards", select("adventurers", None))]);
    let many = binary(count, BinaryOp::Greater, int(2));
    assert_eq!(
        text(modify(None, int(1), Some(many))),
        "+1 to your Power if there are 3 or more Adventurers."
    );
}

#[test]
fn what_a_condition_says_of_the_victim_is_part_of_the_event() {
    let imp = Expr::Symbol { domain: "type".into(), id: "imp".into() };
    let condition = binary(query("type", &[("card", var("victim"))]), BinaryOp::Has, imp);
    let on = Statement::On {
        event: "slain".into(),
        condition: Some(condition),
        body: vec![call("lock", &[("card", var("victim"))])],
        limit: None,
        per_game: false,
        once: false,
        until: None,
    };
    assert_eq!(text(on), "When an Imp dies, lock it.");
}

#[test]
fn options_are_joined_and_say_their_conditions() {
    let any = query("any", &[("cards", select("adventurers", None))]);
    let options = Statement::ChooseOption {
        by: Chooser::You,
        count: None,
        up_to: false,
        options: vec![
            Choice {
                label: "Draw".into(),
                condition: None,
                body: vec![call("draw", &[("count", int(1))])],
            },
            Choice { label: "Rest".into(), condition: Some(any), body: vec![] },
        ],
    };
    assert_eq!(text(options), "Choose one: draw a card; or rest (if there is an Adventurer).");
}

#[test]
fn keywords_have_a_line_with_reminder_and_then_parts() {
    let card = Entity {
        keywords: vec![KeywordUse {
            keyword: "drain".into(),
            args: args(&[("n", int(2))]),
            then: vec![call("draw", &[("count", int(1))])],
        }],
        ..thing(vec![])
    };
    let (lines, missing) = worded(card);
    assert_eq!(lines, ["keyword: Drain 2 (Burn 2 cards.)", "keyword: + Draw a card."]);
    assert_eq!(missing, []);
}

#[test]
fn a_block_says_its_contribution_its_window_and_its_effects() {
    let fire =
        Value::List(vec![Value::Ref { id: "fire".into() }, Value::Ref { id: "cold".into() }]);
    let base = Clause {
        clause: "base".into(),
        fields: [("power".into(), Value::Int(2)), ("damage".into(), fire)].into(),
        effects: vec![call("draw", &[("count", int(1))])],
        ..Clause::default()
    };
    let mut card = Entity { clauses: vec![base], ..thing(vec![]) };
    card.fields.insert("window".into(), Value::Ref { id: "late".into() });
    let (lines, missing) = worded(card);
    assert_eq!(lines, ["base: +2 Power (Fire/Cold)", "base: Play late. Draw a card."]);
    assert_eq!(missing, []);
}

#[test]
fn a_formula_says_what_x_is() {
    let mut card = thing(vec![]);
    let count = query("count", &[("cards", select("characters", None))]);
    card.fields.insert("power".into(), Value::Formula { formula: count });
    assert_eq!(worded(card).0, ["rules: X is the number of Characters."]);
}

#[test]
fn a_text_of_ones_own_replaces_what_is_generated() {
    let mut card = thing(vec![call("draw", &[("count", int(1))])]);
    card.fields.insert("text".into(), Value::Text("Take *one* card.\n\n[power] Or not.".into()));
    assert_eq!(worded(card).0, ["rules: Take one card.", "rules: Power Or not."]);
}

#[test]
fn a_missing_wording_is_reported_once_and_never_blank() {
    let effects = vec![call("sing-loud", &[]), call("sing-loud", &[])];
    let (lines, missing) = worded(thing(effects));
    assert_eq!(lines, ["rules: Sing loud.", "rules: Sing loud."]);
    let expected =
        MissingWording { category: "verb".into(), name: "sing-loud".into(), card: "it".into() };
    assert_eq!(missing, [expected]);
}

#[test]
fn a_package_may_reword_what_it_builds_on() {
    let library = Library { packages: vec![game()] };
    let reworded =
        Wording { of: "verb draw".into(), text: "take {count}".into(), ..Wording::default() };
    let mut package = Package {
        name: "cards".into(),
        cards: vec![thing(vec![call("draw", &[("count", int(2))])])].into(),
        wordings: vec![reworded],
        ..Package::default()
    };
    write_texts(&library, &mut package);
    assert_eq!(package.cards[0].text[0].paragraphs[0][0].plain(), "Take 2.");
}

#[test]
fn names_that_lead_back_to_themselves_end() {
    let one = Statement::Let { name: "a".into(), value: var("b") };
    let two = Statement::Let { name: "b".into(), value: var("a") };
    let three = Statement::Let { name: "a".into(), value: binary(var("a"), BinaryOp::Add, int(1)) };
    let on = Statement::On {
        event: "enter".into(),
        condition: None,
        body: vec![one, two, three, call("draw", &[("count", var("b"))])],
        limit: None,
        per_game: false,
        once: false,
        until: None,
    };
    let (lines, _) = worded(thing(vec![on]));
    assert_eq!(lines.len(), 1);
}

fn each(from: Expr, body: Vec<Statement>) -> Statement {
    Statement::ForEach { selection: from, body }
}

fn on(event: &str, body: Vec<Statement>) -> Statement {
    Statement::On {
        event: event.into(),
        condition: None,
        body,
        limit: None,
        per_game: false,
        once: false,
        until: None,
    }
}

fn branch(condition: Expr, then: Vec<Statement>, otherwise: Vec<Statement>) -> Statement {
    Statement::If { condition, then, otherwise }
}

fn wounded(name: &str) -> Expr {
    binary(query("wounds", &[("card", var(name))]), BinaryOp::AtLeast, int(1))
}

fn draw(count: i64) -> Statement {
    call("draw", &[("count", int(count))])
}

fn lock(name: &str) -> Statement {
    call("lock", &[("card", var(name))])
}

#[test]
fn whom_an_event_binds_has_a_name_even_if_its_wording_does_not_say_it() {
    assert_eq!(
        text(on("hit", vec![lock("victim"), call("wound", &[("card", var("victim"))])])),
        "When its attack gets through, lock the Adventurer, then deal 1 Wound to the Adventurer."
    );
    // "it" could be either of two.
    assert_eq!(
        text(on("foiled", vec![lock("attacker")])),
        "When a card attacks a card in vain, lock the attacker."
    );
}

#[test]
fn what_is_done_for_each_of_several_cards_says_so() {
    let both = || vec![lock("it"), draw(1)];
    assert_eq!(
        text(each(select("characters", None), both())),
        "Lock each Character, then draw a card for each of them."
    );
    assert_eq!(
        text(choose(2, select("characters", None), both())),
        "Lock each of 2 Characters, then draw a card for each of them."
    );
    assert_eq!(
        text(choose(1, select("characters", None), both())),
        "Lock a Character, then draw a card."
    );
    assert_eq!(
        text(choose(2, select("characters", None), vec![draw(1)])),
        "Choose 2 Characters, then draw a card for each of them."
    );
    assert_eq!(
        text(each(select("adventurers", None), vec![draw(1)])),
        "Draw a card for each Adventurer."
    );
}

#[test]
fn what_is_decided_for_each_card_names_the_card_first() {
    let decide = || vec![branch(wounded("it"), vec![lock("it")], vec![draw(1)])];
    assert_eq!(
        text(each(select("characters", None), decide())),
        "For each Character: if the Wounds on it is 1 or more, lock it; otherwise, draw a card."
    );
    assert_eq!(
        text(choose(2, select("characters", None), decide())),
        "Choose 2 Characters; for each of them: if the Wounds on it is 1 or more, lock it; \
         otherwise, draw a card."
    );
    let options = Statement::ChooseOption {
        by: Chooser::You,
        count: None,
        up_to: false,
        options: vec![
            Choice { label: "Lock".into(), condition: None, body: vec![lock("it")] },
            Choice { label: "Draw".into(), condition: None, body: vec![draw(1)] },
        ],
    };
    assert_eq!(
        text(each(select("adventurers", None), vec![options])),
        "For each Adventurer, choose one: lock them; or draw a card."
    );
}

#[test]
fn what_follows_a_choice_of_two_is_no_part_of_it() {
    let any = query("any", &[("cards", select("characters", None))]);
    let body = vec![branch(any.clone(), vec![draw(1)], vec![draw(2)]), draw(3)];
    assert_eq!(
        text(on("enter", body)),
        "When this enters, if there is a Character, draw a card; otherwise, draw 2 cards; then, \
         in any case, draw 3 cards."
    );
    // At the top there are two sentences.
    assert_eq!(
        text(branch(any, vec![draw(1)], vec![draw(2)])),
        "If there is a Character, draw a card. Otherwise, draw 2 cards."
    );
}

#[test]
fn some_of_a_certain_group_are_some_of_it() {
    let first = |count| query("first", &[("count", int(count)), ("cards", select("hand", None))]);
    assert_eq!(
        text(choose(1, first(3), vec![lock("it")])),
        "Lock one of the first 3 cards in hand."
    );
    assert_eq!(text(choose(2, first(3), vec![lock("it")])), "Lock 2 of the first 3 cards in hand.");
    assert_eq!(text(each(first(3), vec![lock("it")])), "Lock each of the first 3 cards in hand.");
    assert_eq!(text(each(first(1), vec![lock("it")])), "Lock the first card in hand.");
}

#[test]
fn a_number_that_may_change_is_said_where_it_is_bound() {
    let count = || query("count", &[("cards", select("hand", None))]);
    let bound = || Statement::Let { name: "n".into(), value: count() };
    let less = binary(var("n"), BinaryOp::Subtract, count());
    let later = vec![bound(), lock("self"), call("draw", &[("count", less)])];
    assert_eq!(
        text(on("enter", later)),
        "When this enters, let X be the number of cards in hand, then lock this, then draw Y \
         cards, where Y is X minus the number of cards in hand."
    );
    // Used at once, it is said where it is used.
    assert_eq!(
        text(on("enter", vec![bound(), call("draw", &[("count", var("n"))])])),
        "When this enters, draw X cards, where X is the number of cards in hand."
    );
}

#[test]
fn what_is_done_once_says_how_long_it_lasts() {
    let all = || Some(select("characters", None));
    let weaker = || modify(all(), int(-1), None);
    assert_eq!(text(weaker()), "Each Character gets −1 Power.");
    assert_eq!(
        text(on("enter", vec![weaker()])),
        "When this enters, each Character gets −1 Power this round."
    );
    let any = query("any", &[("cards", select("characters", None))]);
    assert_eq!(
        text(branch(any, vec![weaker()], vec![])),
        "If there is a Character, each Character gets −1 Power this round."
    );
    let block =
        |name: &str| Clause { clause: name.into(), effects: vec![weaker()], ..Clause::default() };
    let clauses = vec![block("base"), block("rule")];
    let mut card = Entity { clauses, ..thing(vec![]) };
    let lines = worded(card.clone()).0;
    assert_eq!(
        lines,
        ["base: Each Character gets −1 Power this round.", "rule: Each Character gets −1 Power."]
    );
    card.fields.insert("stays".into(), Value::Bool(true));
    assert_eq!(worded(card).0[0], "base: Each Character gets −1 Power.");
}

#[test]
fn what_is_counted_keeps_its_own_words() {
    let slain = query("count", &[("cards", select("slain", None))]);
    assert_eq!(
        text(modify(Some(var("self")), slain, None)),
        "This gets +1 Power for each Character you have slain."
    );
}

#[test]
fn filters_without_words_of_their_own_are_relative_clauses() {
    let them = |filter| each(select("characters", Some(filter)), vec![lock("it")]);
    assert_eq!(text(them(query("downed", &[]))), "Lock each Character that is downed.");
    let rich = binary(query("treasure", &[]), BinaryOp::AtLeast, int(2));
    assert_eq!(text(them(rich)), "Lock each Character whose treasure is 2 or more.");
    let other = binary(var("it"), BinaryOp::NotEqual, var("self"));
    assert_eq!(text(them(other)), "Lock each Character other than this.");
    let rank = |name| query("rank", &[("card", var(name))]);
    let same = binary(rank("it"), BinaryOp::Equal, rank("self"));
    assert_eq!(text(them(same)), "Lock each Character whose rank is the rank of this.");
}

#[test]
fn an_owner_with_much_to_say_stands_behind() {
    let cheap = binary(query("cost", &[("card", var("it"))]), BinaryOp::AtMost, int(2));
    let none = Statement::Modify {
        stat: "power".into(),
        subject: Some(var("it")),
        operation: ModifyOp::Set,
        amount: int(0),
        condition: None,
        until: None,
    };
    assert_eq!(
        text(choose(1, select("characters", Some(cheap)), vec![none])),
        "The Power of a Character of Cost 2 or less is 0 this round."
    );
}

#[test]
fn an_offer_of_what_is_no_command_says_so() {
    let offer = |body| Statement::Offer {
        label: "Do".into(),
        condition: None,
        body,
        limit: None,
        per_game: false,
    };
    assert_eq!(text(offer(vec![draw(1)])), "You may draw a card.");
    let gain = call("gain", &[("card", var("self")), ("count", int(2))]);
    assert_eq!(text(offer(vec![gain])), "You may do this: this gains 2 gold.");
    let own = call("gain", &[("card", var("owner")), ("count", int(2))]);
    assert_eq!(text(on("enter", vec![own])), "When this enters, you gain 2 gold.");
}

#[test]
fn dice_are_told_in_words_and_kept_for_pictures() {
    let roll = |dice: Expr| text(Statement::Roll { pool: dice, body: vec![draw(1)] });
    assert_eq!(
        roll(pool(&[("blue", 2), ("red", 1)], 0)),
        "Roll 2 blue dice and a red die: draw a card."
    );
    assert_eq!(roll(pool(&[("d6", 1)], 2)), "Roll a die +2: draw a card.");
    let change = |dice: Expr| text(modify(Some(var("self")), dice, None));
    assert_eq!(change(pool(&[("blue", 1)], 0)), "This gets +1 blue die Power.");
    assert_eq!(
        change(pool(&[("blue", 2), ("red", -1)], 0)),
        "This gets +2 blue dice and −1 red die Power."
    );
    let mut own = thing(vec![]);
    own.fields.insert("text".into(), Value::Text("Roll [2B 1R], +[1R] or [1X].".into()));
    let library = Library { packages: vec![game()] };
    let mut package =
        Package { name: "cards".into(), cards: vec![own].into(), ..Package::default() };
    write_texts(&library, &mut package);
    let runs = &package.cards[0].text[0].paragraphs[0];
    let words: String = runs.iter().map(Run::plain).collect();
    assert_eq!(words, "Roll 2 blue dice and a red die, +1 red die or [1X].");
    let dice = runs.iter().filter_map(|run| match run {
        Run::Dice { dice, .. } => Some(dice.clone()),
        _ => None,
    });
    let of = |dice: &[(&str, i64)]| dice.iter().map(|(die, n)| ((*die).to_owned(), *n)).collect();
    let expected = [of(&[("blue", 2), ("red", 1)]), of(&[("red", 1)])];
    assert_eq!(dice.collect::<Vec<_>>(), expected);
}

fn not(condition: Expr) -> Expr {
    Expr::Unary { operator: cardwright_model::UnaryOp::Not, value: Box::new(condition) }
}

fn is(left: Expr, right: Expr) -> Expr {
    binary(left, BinaryOp::Equal, right)
}

fn downed(name: &str) -> Expr {
    query("downed", &[("figure", var(name))])
}

#[test]
fn a_sentence_goes_on_with_a_pronoun() {
    let change = modify(Some(var("self")), int(1), Some(downed("self")));
    assert_eq!(text(change), "This gets +1 Power if it is downed.");
    let dies = |body: Vec<Statement>| Statement::On {
        event: "slain".into(),
        condition: Some(is(var("victim"), var("self"))),
        body,
        limit: None,
        per_game: false,
        once: false,
        until: None,
    };
    assert_eq!(text(dies(vec![lock("self")])), "When this dies, lock it.");
    let all = each(select("characters", None), vec![lock("it")]);
    let both = text(dies(vec![all, lock("self")]));
    assert_eq!(both, "When this dies, lock each Character, then lock this.");
}

#[test]
fn an_event_may_have_sentences_for_what_is_asked_about_it() {
    let slain = |condition: Expr| {
        text(Statement::On {
            event: "slain".into(),
            condition: Some(condition),
            body: vec![draw(1)],
            limit: None,
            per_game: false,
            once: false,
            until: None,
        })
    };
    assert_eq!(slain(is(var("attacker"), var("self"))), "When this slays a card, draw a card.");
    assert_eq!(slain(is(var("attacker"), var("owner"))), "When you slay a card, draw a card.");
    assert_eq!(slain(downed("victim")), "When a card dies on its back, draw a card.");
    assert_eq!(slain(not(downed("victim"))), "When a card dies, if it is not downed, draw a card.");
}

#[test]
fn conditions_read_as_they_are_meant() {
    let told = |condition: Expr| text(modify(None, int(1), Some(condition)));
    let any = |cards: Expr| query("any", &[("cards", cards)]);
    let all = not(any(select("adventurers", Some(not(downed("it"))))));
    assert_eq!(told(all), "+1 to your Power if each Adventurer is downed.");
    let both = binary(any(select("adventurers", None)), BinaryOp::And, downed("self"));
    let either = binary(any(select("characters", None)), BinaryOp::Or, both);
    assert_eq!(
        told(either),
        "+1 to your Power if there is a Character, or there is an Adventurer and this is downed."
    );
    let treasure = || query("treasure", &[("figure", var("self"))]);
    let thirds = binary(treasure(), BinaryOp::Divide, int(3));
    let thirds = is(binary(thirds, BinaryOp::Multiply, int(3)), treasure());
    assert_eq!(told(thirds), "+1 to your Power if the treasure of this is a multiple of 3.");
    let count = query("count", &[("cards", select("adventurers", None))]);
    assert_eq!(
        told(binary(treasure(), BinaryOp::Greater, count)),
        "+1 to your Power if the treasure of this is more than the number of Adventurers."
    );
}
