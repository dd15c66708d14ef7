//! What a test can say about a position, in the words of a test.

use cardwright_model::{Arg, Expr};
use cardwright_vocabulary::{Type, Word};

use super::{CoreScript, Staged};
use crate::game::{Choice, Game};

/// Something that a test can ask, and the answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Told {
    /// The question as a test writes it: `wounds(ghoul)`.
    asked: String,
    answer: Answered,
}

#[derive(Debug, Clone, PartialEq, Eq)]
enum Answered {
    Number(i32),
    Truth(bool),
    /// Dice as a test writes them.
    Dice(String),
}

/// What sort of answer a question has.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Number,
    Truth,
    Dice,
}

impl Told {
    /// The line of a test that expects this answer, if a test can write it.
    pub(crate) fn expected(&self) -> Option<String> {
        let asked = &self.asked;
        Some(match &self.answer {
            Answered::Number(number) => format!("expect {asked} == {number}"),
            Answered::Truth(false) => format!("expect not {asked}"),
            Answered::Truth(true) => format!("expect {asked}"),
            Answered::Dice(dice) => {
                // Symbols without dice, and dice taken away, have no form there.
                let is_plain = |part: &str| part.chars().all(char::is_alphanumeric);
                if !dice.split(" + ").all(is_plain) {
                    return None;
                }
                format!("expect {asked} == {dice}")
            }
        })
    }
}

impl<G: Staged> CoreScript<'_, G> {
    /// Everything that tests may ask about the position and these cards, in a fixed order.
    pub(crate) fn told(&mut self, cards: &[String]) -> Vec<Told> {
        let questions = self.questions(cards);
        let lowered = self.lower(|lowerer, scope| {
            let nodes = questions.iter().map(|(expr, _, sort)| match sort {
                Sort::Number => lowerer.number(expr, scope).ok(),
                Sort::Truth => lowerer.condition(expr, scope).ok(),
                Sort::Dice => lowerer.pool(expr, scope).ok(),
            });
            Ok(nodes.collect::<Vec<_>>())
        });
        let (look, context) = (self.look(), self.context());
        let asked = questions.into_iter().zip(lowered.unwrap_or_default());
        asked
            .filter_map(|((_, asked, sort), node)| {
                let answer = match sort {
                    Sort::Number => Answered::Number(look.number(node?, &context)),
                    Sort::Truth => Answered::Truth(look.truth(node?, &context)),
                    Sort::Dice => {
                        let pool = look.pool(node?, &context);
                        Answered::Dice(look.code.dice.in_words(&pool))
                    }
                };
                Some(Told { asked, answer })
            })
            .collect()
    }

    /// Queries and numbers of these cards and of the game, and how many cards are where.
    fn questions(&self, cards: &[String]) -> Vec<(Expr, String, Sort)> {
        let mut all = Vec::new();
        for word in G::VOCABULARY.stats.iter().chain(G::VOCABULARY.queries) {
            let sort = match word.result {
                Type::Bool => Sort::Truth,
                Type::Int => Sort::Number,
                Type::Pool => Sort::Dice,
                _ => continue,
            };
            for (args, written) in self.arguments(word, cards) {
                let asked = match written.is_empty() {
                    true => word.name.to_owned(),
                    false => format!("{}({written})", word.name),
                };
                let expr = Expr::Query { name: word.name.to_owned(), args };
                all.push((expr, asked, sort));
            }
        }
        for zone in G::VOCABULARY.zones {
            let value = Expr::Zone { id: zone.name.to_owned() };
            let args = vec![Arg { name: "cards".to_owned(), value }];
            let expr = Expr::Query { name: "count".to_owned(), args };
            all.push((expr, format!("count({})", zone.name), Sort::Number));
        }
        all
    }

    /// The arguments to try a word with: nothing, each card, each zone, or a card and each value of
    /// an enum.
    fn arguments(&self, word: &Word, cards: &[String]) -> Vec<(Vec<Arg>, String)> {
        let mut all = vec![(Vec::new(), String::new())];
        let needed = word.params.iter().enumerate();
        for (place, param) in needed {
            let is_subject = place == 0 && param.ty == Type::Card;
            if param.optional && !is_subject {
                continue;
            }
            let values: Vec<(Expr, &str)> = match param.ty {
                Type::Card => {
                    let fits =
                        |card: &&String| param.kinds.is_empty() || self.is_of(card, param.kinds);
                    let card = |id: &String| Expr::Card { id: id.clone(), with: Vec::new() };
                    cards.iter().filter(fits).map(|id| (card(id), id.as_str())).collect()
                }
                Type::Zone => {
                    let zones = G::VOCABULARY.zones.iter().map(|zone| zone.name);
                    zones.map(|id| (Expr::Zone { id: id.to_owned() }, id)).collect()
                }
                Type::Enum(domain) => {
                    let known = self.library.enums().filter(|one| one.id == domain);
                    let values = known.flat_map(|one| &one.values).map(|value| value.id.as_str());
                    let symbol =
                        |id: &str| Expr::Symbol { domain: domain.to_owned(), id: id.to_owned() };
                    values.map(|id| (symbol(id), id)).collect()
                }
                _ => return Vec::new(),
            };
            let extended = all.iter().flat_map(|(args, written)| {
                values.iter().map(move |(value, id)| {
                    let mut args: Vec<Arg> = args.clone();
                    args.push(Arg { name: param.name.to_owned(), value: value.clone() });
                    let comma = if written.is_empty() { "" } else { ", " };
                    (args, format!("{written}{comma}{id}"))
                })
            });
            all = extended.collect();
        }
        all
    }

    fn is_of(&self, card: &str, kinds: &[&str]) -> bool {
        let mut cards = self.library.packages.iter().flat_map(|package| {
            package.cards.iter().chain(&package.records).filter(|entity| entity.id == card)
        });
        cards
            .next()
            .is_some_and(|card| kinds.iter().any(|kind| self.library.kind_fits(&card.kind, kind)))
    }

    /// The legal options in words, each with its place among those that read the same, from 1.
    pub(crate) fn labels(&self) -> Vec<(String, usize)> {
        let mut labels: Vec<(String, usize)> = Vec::new();
        for choice in &G::flow(&self.state).options {
            let label = self.label_of(*choice);
            let nth = labels.iter().filter(|(known, _)| *known == label).count() + 1;
            labels.push((label, nth));
        }
        labels
    }

    /// An option in words, without the chance of success that some end with: it is foretold, and
    /// no part of what is chosen.
    fn label_of(&self, choice: Choice) -> String {
        let own = self.look().label(choice);
        let label = own.unwrap_or_else(|| Game::label(self.game, &self.state, choice));
        match label.rsplit_once(", ") {
            Some((before, chance)) if chance.ends_with(" %") => before.to_owned(),
            _ => label,
        }
    }

    /// Whether the decision that is due is that of a player, the first of whom is 1.
    pub(crate) fn check_decider(&self, by: i64) -> Result<(), String> {
        match G::flow(&self.state).decision() {
            Some(decision) if i64::from(decision.seat) + 1 != by => {
                Err(format!("this is not the decision of player {by} but of {}", decision.seat + 1))
            }
            _ => Ok(()),
        }
    }

    /// Takes the option that reads so; of several that do, the `nth`, from 1.
    pub(crate) fn decide(&mut self, label: &str, nth: usize) -> Result<(), String> {
        let labels = self.labels();
        match labels.iter().position(|(known, place)| known == label && *place == nth) {
            Some(option) => self.take(option),
            None => Err(format!("this is not possible; {}", self.legal())),
        }
    }
}

/// The line of a test, behind `do` or `expect illegal`, that takes an option by its words.
pub(crate) fn decide_line((label, nth): &(String, usize)) -> String {
    let label = label.replace('\\', "\\\\").replace('"', "\\\"");
    match nth {
        1 => format!("decide \"{label}\""),
        nth => format!("decide \"{label}\", {nth}"),
    }
}
