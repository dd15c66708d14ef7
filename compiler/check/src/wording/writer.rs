//! Fills templates: the part that every kind of phrase shares.

use std::borrow::Cow;

use cardwright_model::{Arg, Entity, Expr, Run};

use super::echo::Echo;
use super::lexicon::{Lexicon, MissingWords, humanised};
use super::origin::Marks;
use super::phrase::{Phrase, capitalised};
use super::template::{Part, Template, forms};

/// Words the effects of one card.
pub(super) struct Writer<'a, 'w> {
    pub(super) lexicon: &'w Lexicon<'a>,
    pub(super) card: &'a Entity,
    pub(super) missing: MissingWords<'w>,
    /// The cards at hand in `choose`, `for each` and `on`, innermost last.
    pub(super) its: Vec<AtHand>,
    /// Values that `let` binds, worded in full where they are used.
    pub(super) bound: Vec<(&'a str, &'a Expr)>,
    /// Names whose values were worded where they were bound, as X, Y and Z.
    pub(super) letters: Vec<&'a str>,
    /// What the further letters of the sentence stand for.
    pub(super) formulas: Vec<Phrase>,
    /// The block being worded, which may have words of its own: `word disrupt-attack-power`.
    pub(super) block: Option<&'a str>,
    /// True inside a sentence, false at its beginning.
    pub(super) inline: bool,
    /// True if the text being worded is carried out once and lasts no longer than usual.
    pub(super) momentary: bool,
    /// True if the next block is carried out once for each of several cards.
    pub(super) for_each_of_them: bool,
    /// What the sentence has just named.
    pub(super) echo: Option<Echo>,
    /// Marks what says which words, if somebody wants to know.
    pub(super) marks: Option<Marks>,
}

/// How the text refers to the card at hand.
#[derive(Debug, Clone, Default)]
pub(super) struct AtHand {
    /// `it`, or the name that an event binds.
    pub(super) name: String,
    /// "a Character", "each of 2 Characters"; taken by the first mention.
    pub(super) noun: Option<Phrase>,
    /// "2 Characters": several together, where a verb does something to all of them at once.
    pub(super) group: Option<Phrase>,
    /// "it", "they": afterwards, as the subject of a sentence.
    pub(super) subject: Phrase,
    /// "it", "them": afterwards, as its object.
    pub(super) object: Phrase,
    /// "Character", after "for each".
    pub(super) one: Phrase,
    /// The pronouns of one of them, where several are spoken of together.
    pub(super) pronouns: (Phrase, Phrase),
    /// True if the effect may happen several times, once per card.
    pub(super) several: bool,
    /// True for all cards of a selection, false for a choice among them.
    pub(super) is_each: bool,
    /// True for one specific card, without a choice.
    pub(super) is_certain: bool,
}

/// The grammatical form that a noun is needed in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// "a Character"
    A,
    /// "Character"
    One,
    /// "each Character"
    Each,
    /// "Characters"
    All,
    /// "2 Characters" rather than "each of 2 Characters".
    Group,
    /// "a Character’s"
    Its,
    /// "each Character", and "they" rather than "them".
    Subject,
}

/// What a hole of a template is filled with.
pub(super) enum Hole<'e> {
    /// An expression, worded only when the hole is reached, so that the first mention of a card in
    /// the text is the one that names it.
    Expr(&'e Expr, Form),
    /// Something worded already.
    Phrase(Phrase),
}

/// Named fillings of a template.
pub(super) type Holes<'e> = Vec<(Cow<'e, str>, Hole<'e>)>;

impl<'a, 'w> Writer<'a, 'w> {
    /// A writer at the beginning of a card.
    pub(super) fn new(
        lexicon: &'w Lexicon<'a>,
        card: &'a Entity,
        missing: MissingWords<'w>,
    ) -> Writer<'a, 'w> {
        Writer {
            lexicon,
            card,
            missing,
            its: Vec::new(),
            bound: Vec::new(),
            letters: Vec::new(),
            formulas: Vec::new(),
            block: None,
            inline: false,
            momentary: false,
            for_each_of_them: false,
            echo: None,
            marks: None,
        }
    }

    /// The wording of that category and name, filled in. If there is none, the name itself is
    /// printed and the wording is reported as missing.
    pub(super) fn wording(&mut self, category: &str, name: &str, holes: &Holes<'a>) -> Phrase {
        match self.forms(category, name).and_then(|forms| forms.first()) {
            Some(form) => {
                let template = match form.contains('~') {
                    true => self.lexicon.template(&form.replace('~', "")),
                    false => self.lexicon.template(form),
                };
                self.render(&template, holes).with_possessives()
            }
            None => {
                self.missing.add(category, name);
                Phrase::text(humanised(name))
            }
        }
    }

    /// The forms of a wording: those of the current block, of the card's kind or family for a
    /// selection (`word monster-self`), or otherwise the usual ones.
    pub(super) fn forms(&self, category: &str, name: &str) -> Option<&[&'a str]> {
        let own = |of: &str| self.lexicon.forms("word", &format!("{of}-{name}"));
        let of_block = self.block.filter(|_| category != "word").and_then(own);
        let of_card = || {
            let kind = self.lexicon.kind(&self.card.kind).filter(|_| category == "selection")?;
            own(&kind.id).or_else(|| own(kind.family.as_deref()?))
        };
        of_block.or_else(of_card).or_else(|| self.lexicon.forms(category, name))
    }

    /// The first of these patterns that the content declares, or otherwise the last.
    pub(super) fn first_pattern(&self, names: [String; 2]) -> String {
        let [own, usual] = names;
        if self.lexicon.forms("word", &own).is_some() { own } else { usual }
    }

    /// A pattern of the grammar: `word NAME`.
    pub(super) fn pattern(&mut self, name: &str, holes: Vec<(&'a str, Phrase)>) -> Phrase {
        let holes =
            holes.into_iter().map(|(name, phrase)| (name.into(), Hole::Phrase(phrase))).collect();
        self.wording("word", name, &holes)
    }

    /// Another form of a pattern, if it has one.
    pub(super) fn pattern_form(
        &mut self,
        name: &str,
        form: usize,
        holes: Vec<(&'a str, Phrase)>,
    ) -> Phrase {
        match self.lexicon.form("word", name, form) {
            None => self.pattern(name, holes),
            Some(template) => {
                let holes =
                    holes.into_iter().map(|(name, words)| (name.into(), Hole::Phrase(words)));
                self.render(&template, &holes.collect())
            }
        }
    }

    /// The fillings of a word's arguments.
    pub(super) fn arguments(args: &'a [Arg]) -> Holes<'a> {
        args.iter()
            .map(|arg| {
                // A parameter for several cards means all of them together, one for a single card
                // means each.
                let form = if arg.name == "cards" { Form::All } else { Form::Each };
                (Cow::Borrowed(arg.name.as_str()), Hole::Expr(&arg.value, form))
            })
            .collect()
    }

    /// Fills a template.
    pub(super) fn render(&mut self, template: &Template, holes: &Holes<'a>) -> Phrase {
        let mut filled = Vec::new();
        let mut phrase = Phrase::default();
        self.render_into(template, holes, &mut filled, &mut phrase);
        phrase
    }

    fn render_into(
        &mut self,
        template: &Template,
        holes: &Holes<'a>,
        filled: &mut Vec<(String, Phrase)>,
        phrase: &mut Phrase,
    ) {
        let mut parts = template.parts.as_slice();
        while let Some((part, rest)) = parts.split_first() {
            parts = rest;
            match part {
                // "{subject:its} {stat}"
                Part::Hole { name, form: Some(form) }
                    if form == "its"
                        && matches!(rest, [Part::Text(space), Part::Hole { .. }, ..] if space == " ") =>
                {
                    let owner = self.fill(name, Some("its"), holes).unwrap_or_default();
                    remember(filled, name, &owner);
                    if let [_, Part::Hole { name, form }, after @ ..] = rest {
                        let owned = self.fill(name, form.as_deref(), holes).unwrap_or_default();
                        remember(filled, name, &owned);
                        phrase.append(owner.owner_of(owned));
                        parts = after;
                    }
                }
                Part::Text(text) => phrase.push_text(text),
                Part::Term(text) => phrase.push(Run::Term { text: text.clone() }),
                Part::Icon(id) => {
                    let alt = capitalised(&humanised(id));
                    phrase.push(Run::Icon { id: id.clone(), alt });
                }
                Part::Dice(written) => {
                    let dice = self.written_dice(written, phrase);
                    phrase.append(dice);
                }
                Part::Hole { name, form } => match self.fill(name, form.as_deref(), holes) {
                    Some(filling) => {
                        phrase.plural |= filling.plural && template.parts.len() == 1;
                        phrase.amount = filling.amount.filter(|_| template.parts.len() == 1);
                        remember(filled, name, &filling);
                        phrase.append(filling);
                    }
                    None => phrase.push_text(""),
                },
                Part::Number { name, form, one, many } => {
                    let known = filled.iter().find(|(known, _)| known == name);
                    let filling = match known {
                        Some((_, filling)) => Some(filling.clone()),
                        None => self.count_of(name, form.as_deref(), holes),
                    };
                    // An argument that was left out counts as one.
                    let single = filling.is_none_or(|filling| !filling.plural);
                    self.render_into(if single { one } else { many }, holes, filled, phrase);
                }
                Part::Given { name, value, then, otherwise } => {
                    let holds = match value {
                        None => given(name, holes),
                        Some(value) => self
                            .fill(name, None, holes)
                            .is_some_and(|filling| is_value(&filling, value)),
                    };
                    self.render_into(if holds { then } else { otherwise }, holes, filled, phrase);
                }
            }
        }
    }

    /// The grammatical number of a hole. Does not use up the first mention of a card and does not
    /// introduce another X.
    fn count_of(&mut self, name: &str, form: Option<&str>, holes: &Holes<'a>) -> Option<Phrase> {
        let (its, formulas) = (self.its.clone(), self.formulas.len());
        let filling = self.fill(name, form, holes);
        self.its = its;
        self.formulas.truncate(formulas);
        filling
    }

    fn fill(&mut self, name: &str, form: Option<&str>, holes: &Holes<'a>) -> Option<Phrase> {
        let (_, hole) = holes.iter().find(|(hole, _)| *hole == name)?;
        let form = match form {
            Some("a") => Some(Form::A),
            Some("one") => Some(Form::One),
            Some("each") => Some(Form::Each),
            Some("all") => Some(Form::All),
            Some("group") => Some(Form::Group),
            Some("its") => Some(Form::Its),
            Some("subject") => Some(Form::Subject),
            _ => None,
        };
        Some(match hole {
            Hole::Expr(expr, default) => self.phrase(expr, form.unwrap_or(*default)),
            Hole::Phrase(phrase) => match form {
                Some(Form::A) => phrase.clone().with_article(),
                Some(Form::Its) => phrase.clone().possessive(),
                _ => phrase.clone(),
            },
        })
    }

    /// A keyword as it is printed, with its arguments.
    pub(super) fn keyword(&mut self, id: &'a str, args: &'a [Arg]) -> Phrase {
        let text = match self.lexicon.keyword(id) {
            // `has(bolster)` asks for any form of a keyword that has parameters.
            Some(keyword) if args.is_empty() && !keyword.params.is_empty() => keyword.name.clone(),
            Some(keyword) => self.keyword_text(&keyword.wording, args),
            None => humanised(id),
        };
        Phrase { runs: vec![Run::Keyword { id: id.to_owned(), text }], ..Phrase::default() }
    }

    /// A wording or reminder of a keyword as plain words. Sets are joined with a stroke.
    pub(super) fn keyword_text(&mut self, wording: &str, args: &'a [Arg]) -> String {
        // A bar outside braces has no meaning here.
        let template = self.lexicon.template(&forms(wording).join("|"));
        let fill = |arg: &'a Arg| match &arg.value {
            Expr::Set { items } => {
                let names = items.iter().map(|item| self.phrase(item, Form::A).plain());
                Phrase::text(names.collect::<Vec<_>>().join("/")).plural()
            }
            value => self.phrase(value, Form::A),
        };
        let filled: Vec<Phrase> = args.iter().map(fill).collect();
        let names = args.iter().map(|arg| Cow::Borrowed(arg.name.as_str()));
        let holes = names.zip(filled.into_iter().map(Hole::Phrase)).collect();
        self.render(&template, &holes).plain()
    }
}

fn remember(filled: &mut Vec<(String, Phrase)>, name: &str, filling: &Phrase) {
    if !filled.iter().any(|(known, _)| known == name) {
        filled.push((name.to_owned(), filling.clone()));
    }
}

fn given(name: &str, holes: &Holes<'_>) -> bool {
    holes.iter().any(|(hole, filling)| {
        let empty = matches!(filling, Hole::Phrase(phrase) if phrase.is_empty());
        *hole == name && !empty
    })
}

fn is_value(filling: &Phrase, value: &str) -> bool {
    match filling.amount {
        Some(amount) => amount.to_string() == value,
        None => filling.plain() == value,
    }
}
