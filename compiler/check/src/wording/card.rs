//! A card's rules text: attribute lines, its own effects, its blocks.

use cardwright_model::{
    Clause, Entity, FieldType, KeywordUse, Kind, Run, Statement, TextBlock, Value,
};

use super::lexicon::humanised;
use super::origin::Turn;
use super::phrase::{Phrase, capitalised, paragraph};
use super::template::parse;
use super::writer::{Hole, Writer};

impl<'a> Writer<'a, '_> {
    /// All blocks of text of the card, in printed order.
    pub(super) fn blocks(&mut self) -> Vec<TextBlock> {
        let card = self.card;
        let kind = self.lexicon.kind(&card.kind);
        let mut blocks: Vec<TextBlock> = Vec::new();
        for (number, used) in card.keywords.iter().enumerate() {
            let own = self.keyword_block(used);
            blocks.extend(self.said_at(&[Turn::Keyword(number)], [own]));
        }
        blocks.extend(self.starts(card));
        if let Some(text) = card.fields.get("text").and_then(Value::as_text) {
            let own = block("rules", self.own_words(text));
            blocks.extend(self.said_at(&[Turn::Field("text".to_owned())], [own]));
        } else {
            blocks.extend(self.field_blocks(card, kind));
            blocks.extend(self.own_effects(card));
        }
        for (number, clause) in card.clauses.iter().enumerate() {
            self.block = Some(&clause.clause);
            let own = self.clause_blocks(clause, kind, number);
            blocks.extend(own);
            self.block = None;
        }
        blocks.retain(|block| !block.paragraphs.is_empty());
        blocks
    }

    /// "This card starts with 3 Wax.": where the counters of a card begin, by `word counter-start`.
    fn starts(&mut self, card: &'a Entity) -> Option<TextBlock> {
        let mut sentences = Vec::new();
        for clause in &card.clauses {
            let name = clause.args.get("name").and_then(Value::as_text);
            let (Some(name), Some(Value::Int(start))) = (name, clause.fields.get("start")) else {
                continue;
            };
            let name = Phrase::term(capitalised(&humanised(name)));
            let start = Phrase::number(*start);
            sentences.push(self.pattern("counter-start", vec![("start", start), ("name", name)]));
        }
        (!sentences.is_empty()).then(|| block("rules", vec![paragraph(sentences)]))
    }

    /// An attribute line, with its `then` parts below.
    fn keyword_block(&mut self, used: &'a KeywordUse) -> TextBlock {
        let mut line = self.keyword(&used.keyword, &used.args);
        if let Some(keyword) = self.lexicon.keyword(&used.keyword)
            && !keyword.reminder.is_empty()
        {
            let reminder = self.keyword_text(&keyword.reminder, &used.args);
            line.push(Run::Reminder { text: format!(" ({reminder})") });
        }
        let mut paragraphs = vec![line.runs];
        for statement in &used.then {
            for sentence in self.sentences_done(std::slice::from_ref(statement)) {
                let sentence = sentence.sentence();
                let line = self.pattern("then-line", vec![("body", sentence)]);
                paragraphs.push(line.runs);
            }
        }
        block("keyword", paragraphs)
    }

    /// The designer's own text of a card or a block, with its icons and terms.
    pub(super) fn own_words(&mut self, text: &str) -> Vec<Vec<Run>> {
        let lines = text.lines().filter(|line| !line.trim().is_empty());
        lines.map(|line| self.render(&parse(line.trim()), &Vec::new()).runs).collect()
    }

    /// Blocks for the fields that hold a condition or a formula.
    fn field_blocks(&mut self, card: &'a Entity, kind: Option<&'a Kind>) -> Vec<TextBlock> {
        let mut blocks = Vec::new();
        for field in kind.map_or(&[][..], |kind| &kind.fields) {
            let Some(Value::Formula { formula }) = card.fields.get(&field.name) else { continue };
            match field.field_type {
                FieldType::Condition => {
                    let condition = self.condition(formula, false);
                    let pattern = format!("{}-condition", field.name);
                    let sentence = self.pattern(&pattern, vec![("condition", condition)]);
                    let sentence = self.with_formulas(sentence);
                    let own = block(&field.name, vec![paragraph(vec![sentence])]);
                    blocks.extend(self.said_at(&[Turn::Field(field.name.clone())], [own]));
                }
                FieldType::Formula { .. } => {
                    let sentence = self.formula_sentence(formula);
                    let own = block("rules", vec![paragraph(vec![sentence])]);
                    blocks.extend(self.said_at(&[Turn::Field(field.name.clone())], [own]));
                }
                _ => {}
            }
        }
        blocks
    }

    /// "X is the number of Creatures in the Dungeon Grave."
    fn formula_sentence(&mut self, formula: &'a cardwright_model::Expr) -> Phrase {
        let value = self.value(formula);
        self.pattern("x-is", vec![("x", Phrase::text("X")), ("value", value)])
    }

    fn own_effects(&mut self, card: &'a Entity) -> Vec<TextBlock> {
        let mut blocks = Vec::new();
        for (number, statement) in card.effects.iter().enumerate() {
            let statement = std::slice::from_ref(statement);
            // An effect that does not last is carried out once, when the card comes into play.
            // A `let` says nothing by itself.
            let says_nothing = matches!(
                statement[0],
                Statement::Let { .. } | Statement::Require { .. } | Statement::Todo { .. }
            );
            let is_done = !statement[0].lasts() && !says_nothing;
            let sentences = if is_done && self.lexicon.forms("word", "own-done").is_some() {
                let body = self.body(statement);
                let sentence = self.pattern("own-done", vec![("body", body)]);
                vec![self.with_formulas(sentence)]
            } else {
                self.sentences(statement)
            };
            let runs = paragraph(sentences);
            if !runs.is_empty() {
                let own = block("rules", vec![runs]);
                blocks.extend(self.said_at(&[Turn::Effect(number)], [own]));
            }
        }
        blocks
    }

    /// A block such as `boost`, then its inner ones such as `win` and `lose`.
    fn clause_blocks(
        &mut self,
        clause: &'a Clause,
        kind: Option<&'a Kind>,
        number: usize,
    ) -> Vec<TextBlock> {
        let mut paragraphs = Vec::new();
        let contribution = self.contribution(clause, kind);
        if !contribution.is_empty() {
            paragraphs.push(contribution.runs);
        }
        let mut sentences = self.timing(kind);
        if let Some(condition) = &clause.condition {
            let condition = self.condition(condition, false);
            let own = format!("{}-condition", clause.clause);
            let pattern = self.first_pattern([own, "only-if".to_owned()]);
            sentences.push(self.pattern(&pattern, vec![("condition", condition)]));
        }
        let definitions = self.take_definitions();
        sentences.extend(definitions);
        let own = own_text(clause);
        if own.is_none() {
            sentences.extend(self.sentences_of_block(&clause.clause, &clause.effects));
        }
        let runs = paragraph(sentences);
        if !runs.is_empty() {
            paragraphs.push(runs);
        }
        paragraphs.extend(own.map(|text| self.own_words(text)).unwrap_or_default());
        for (at, used) in clause.keywords.iter().enumerate() {
            let own = self.keyword_block(used);
            let way = [Turn::Clause(number), Turn::Keyword(at)];
            let own = self.said_at(&way, [own]);
            paragraphs.extend(own.into_iter().flat_map(|block| block.paragraphs));
        }
        let keys = clause.args.values().flat_map(Value::ref_ids).map(ToOwned::to_owned).collect();
        let own = TextBlock {
            role: clause.clause.clone(),
            keys,
            label: clause.label.clone(),
            paragraphs,
        };
        let mut blocks = self.said_at(&[Turn::Clause(number)], [own]);
        for (at, inner) in clause.clauses.iter().enumerate() {
            let paragraphs = match own_text(inner) {
                Some(text) => self.own_words(text),
                None => vec![paragraph(self.sentences_of_block(&inner.clause, &inner.effects))],
            };
            let own = block(&inner.clause, paragraphs);
            blocks.extend(self.said_at(&[Turn::Clause(number), Turn::Clause(at)], [own]));
        }
        blocks
    }

    /// The sentences of a block. A block is carried out once, unless the content says that it lasts
    /// (`word lasting-blocks`).
    pub(super) fn sentences_of_block(
        &mut self,
        block: &str,
        statements: &'a [Statement],
    ) -> Vec<Phrase> {
        let lasting = self.lexicon.forms("word", "lasting-blocks").and_then(|forms| forms.first());
        if lasting.is_some_and(|names| names.split(' ').any(|name| name == block)) {
            self.sentences(statements)
        } else {
            self.sentences_done(statements)
        }
    }

    /// "Play after a kill.": the sentences that the values of the card's fields add to a block,
    /// from `word FIELD-VALUE`, or from `word BLOCK-FIELD-VALUE` where a block says something else.
    fn timing(&mut self, kind: Option<&'a Kind>) -> Vec<Phrase> {
        let mut sentences = Vec::new();
        for field in kind.map_or(&[][..], |kind| &kind.fields) {
            let Some(Value::Ref { id }) = self.card.fields.get(&field.name) else { continue };
            let usual = format!("{}-{id}", field.name);
            let name = match self.block {
                Some(block) => self.first_pattern([format!("{block}-{usual}"), usual]),
                None => usual,
            };
            if let Some(template) = self.lexicon.form("word", &name, 0) {
                sentences.push(self.render(&template, &Vec::new()));
            }
        }
        sentences
    }

    /// What a block adds to combat: "+2 [power] (Fire) Ranged", by `word contribution-FIELD`.
    fn contribution(&mut self, clause: &'a Clause, kind: Option<&'a Kind>) -> Phrase {
        let declared = kind
            .and_then(|kind| kind.clauses.iter().find(|known| known.name == clause.clause))
            .map_or(&[][..], |clause| &clause.fields);
        let mut parts = Vec::new();
        for field in declared.iter().filter(|field| clause.fields.contains_key(&field.name)) {
            let name = format!("contribution-{}", field.name);
            let Some(template) = self.lexicon.form("word", &name, 0) else { continue };
            let mut each = None;
            let mut holes = Vec::new();
            for other in declared {
                let Some(value) = clause.fields.get(&other.name) else { continue };
                let phrase = match value {
                    Value::Bool(false) => Phrase::default(),
                    Value::Int(number) if matches!(other.field_type, FieldType::Formula { .. }) => {
                        Phrase::signed(*number)
                    }
                    Value::Int(number) => Phrase::number(*number),
                    Value::Formula { formula } if other.name == field.name => {
                        match self.for_each(formula) {
                            Some((amount, cards)) => {
                                each = Some(cards);
                                Phrase::signed(amount)
                            }
                            None => self.signed(formula),
                        }
                    }
                    value => {
                        Phrase::term(self.lexicon.value_name(value, domain(&other.field_type)))
                    }
                };
                holes.push((other.name.as_str().into(), Hole::Phrase(phrase)));
            }
            let mut line = self.render(&template, &holes);
            if let Some(cards) = each {
                let noun = self.counted(cards);
                line = self.pattern("for-each", vec![("statement", line), ("noun", noun)]);
            }
            parts.push(line);
        }
        Phrase::list(parts, ", ")
    }
}

/// The designer's own text of a block, which stands for the sentences of its effects.
pub(super) fn own_text(clause: &Clause) -> Option<&str> {
    clause.fields.get("text").and_then(Value::as_text)
}

/// The enum of a field's values.
fn domain(field_type: &FieldType) -> Option<&str> {
    match field_type {
        FieldType::Enum { id } => Some(id),
        FieldType::List { of } => domain(of),
        _ => None,
    }
}

fn block(role: &str, paragraphs: Vec<Vec<Run>>) -> TextBlock {
    let paragraphs = paragraphs.into_iter().filter(|runs| !runs.is_empty()).collect();
    TextBlock { role: role.to_owned(), paragraphs, ..TextBlock::default() }
}
