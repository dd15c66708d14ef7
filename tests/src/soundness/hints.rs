//! Which plays to try first for a probe: those in which others like it acted, then scenarios that
//! name a card of its kind.

use std::collections::{BTreeMap, BTreeSet};

use cardwright_engine::parting::Baseline;

use super::{Bench, Fate, Probe};

/// How many plays are remembered for a word or a place. Picked by eye.
const REMEMBERED: usize = 12;

/// What is known about where probes act.
pub(super) struct Hints {
    /// All plays in their usual order.
    usual: Vec<usize>,
    /// The plays of scenarios that name cards of a kind.
    of_kind: BTreeMap<String, Vec<usize>>,
    /// The plays in which probes of a word or a place acted, the latest first.
    acted: BTreeMap<String, Vec<usize>>,
}

impl Hints {
    pub(super) fn new(bench: &Bench, baseline: &Baseline) -> Hints {
        let packages = &bench.library.packages;
        let entities = packages
            .iter()
            .flat_map(|one| one.cards.iter().chain(&one.records).chain(&one.formats));
        let kinds: BTreeMap<&str, &str> =
            entities.map(|one| (one.id.as_str(), one.kind.as_str())).collect();
        let scenarios = bench.scenarios();
        let mut of_kind: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (play, scenario) in baseline.scenarios() {
            let text = serde_json::to_string(scenarios[scenario]).expect("a scenario is data");
            let names = text.split('"').skip(1).step_by(2);
            let named: BTreeSet<&str> = names.filter_map(|name| kinds.get(name).copied()).collect();
            for kind in named {
                of_kind.entry(kind.to_owned()).or_default().push(play);
            }
        }
        Hints { usual: baseline.order().collect(), of_kind, acted: BTreeMap::new() }
    }

    /// All plays, the likely ones first.
    pub(super) fn order(&self, probe: &Probe) -> Vec<usize> {
        let acted = keys(probe).map(|key| self.acted.get(&key).into_iter().flatten());
        let of_kind = self.of_kind.get(&probe.kind).into_iter().flatten();
        let usual = self.usual.iter();
        // The first of the usual plays is a whole game, in which most probes act.
        let all =
            acted.into_iter().flatten().chain(usual.clone().take(1)).chain(of_kind).chain(usual);
        let mut seen = BTreeSet::new();
        all.copied().filter(|play| seen.insert(*play)).collect()
    }

    pub(super) fn learn(&mut self, probe: &Probe, fate: &Fate) {
        let Fate::Acts(parting) = fate else { return };
        for key in keys(probe) {
            let plays = self.acted.entry(key).or_default();
            plays.retain(|play| *play != parting.play);
            plays.insert(0, parting.play);
            plays.truncate(REMEMBERED);
        }
    }
}

/// The word at this place, the word, and the place.
fn keys(probe: &Probe) -> [String; 3] {
    let place = format!("{} {}", probe.kind, probe.spot);
    [format!("{place} {}", probe.about), probe.about.clone(), place]
}
