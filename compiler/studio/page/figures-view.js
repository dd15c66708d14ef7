// Figures: what a set is made of, and how games with it go.

import { h, counted } from './dom.js';
import { ask } from './server.js';
import { title } from './card-form.js';
import { listCards } from './shelf.js';

/** The last games of each package, to compare those after an edit with. @type {Map<string, any[]>} */
const played = new Map();

export class FiguresView extends HTMLElement {
  /** @type {any} */ app;

  async connectedCallback() {
    this.counts = h('div');
    this.games = h('input', { type: 'number', min: 1, max: 2000, value: '20', 'aria-label': 'Games per table' });
    this.bot = h('select', { 'aria-label': 'Bot' }, h('option', { value: 'random' }, 'who choose at random'), h('option', { value: 'greedy' }, 'who take what looks best'));
    this.play = h('button.primary', { type: 'button', onclick: () => this.simulate() }, 'Let them play');
    this.stop = h('button', { type: 'button', hidden: true, onclick: () => ask('stop') }, 'Stop');
    this.bar = h('progress', { hidden: true, max: 1, value: 0, 'aria-label': 'Games played' });
    this.report = h('div.results', { 'aria-live': 'polite' });
    this.replaceChildren(h('div.page', null, h('div.page-head', null, h('h1', null, 'Figures')), this.counts,
      h('section.balance', null, h('h2', null, 'Balance'), h('p.lead', null, 'Bots play every table that your decks make, and the report says how it went.'),
        h('div.row', null, this.games, 'games per table, by bots', this.bot, this.play, this.stop), this.bar, this.report)));
    await this.refresh();
  }

  async refresh() {
    const { kinds, keywords } = await ask('figures', { package: this.app.package });
    const total = kinds.reduce((/** @type {number} */ sum, /** @type {any} */ kind) => sum + kind.copies, 0);
    this.counts.replaceChildren(
      h('table.plain', null, h('thead', null, h('tr', null, ...['Kind', 'Cards', 'Copies printed', 'Letters of rules, on average'].map((name) => h('th', { scope: 'col' }, name)))),
        h('tbody', null, ...kinds.map((/** @type {any} */ kind) => h('tr', null, h('th', { scope: 'row' }, kind.name), h('td', null, kind.cards), h('td', null, kind.copies), h('td', null, kind.letters)))),
        h('tfoot', null, h('tr', null, h('th', { scope: 'row' }, 'All'), h('td', null, this.app.shelf.cards.length), h('td', null, total), h('td')))),
      ...kinds.filter((/** @type {any} */ kind) => kind.curves.length).map((/** @type {any} */ kind) => h('section', null, h('h2', null, kind.name), h('div.curves', null, ...kind.curves.map((/** @type {any} */ curve) => this.curve(curve))))),
      keywords.length > 0 ? h('section', null, h('h2', null, 'Keywords'), h('div.curves', null, this.curve({ field: '', bars: keywords, number: false }))) : '');
  }

  /** @param {any} curve */
  curve({ field, bars, number }) {
    const most = Math.max(...bars.map((/** @type {any} */ bar) => bar.count));
    // A bar leads to its cards on the shelf.
    const first = { href: `#/${this.app.package}` };
    const list = (/** @type {any} */ bar) => () => listCards(this.app.package, `${field ? `${title(field)}: ` : ''}${bar.name}`, bar.cards);
    if (number) {
      return h('figure.curve', null, field && h('figcaption', null, title(field)), h('div.columns', null, ...bars.map((/** @type {any} */ bar) => h('a.column', { ...first, onclick: list(bar), title: `${counted(bar.count, 'card')}: ${bar.cards.slice(0, 12).join(', ')}` },
        h('span.count', null, bar.count), h('span.bar', { style: { height: `${Math.max(3, (bar.count / most) * 90)}px` } }), h('span.name', null, bar.name)))));
    }
    return h('figure.curve', null, field && h('figcaption', null, title(field)), h('div.bars', null, ...bars.map((/** @type {any} */ bar) => h('a.line', { ...first, onclick: list(bar), title: bar.cards.slice(0, 12).join(', ') },
      h('span.name', null, bar.name), h('span.bar', { style: { width: `${Math.max(1, (bar.count / most) * 100)}%` } }), h('span.count', null, bar.count)))));
  }

  /** @param {any} news */
  heard(news) {
    if (news.news !== 'played') return;
    this.bar.max = news.of;
    this.bar.value = news.done;
  }

  async simulate() {
    this.play.disabled = true;
    this.stop.hidden = this.bar.hidden = false;
    this.bar.removeAttribute('value');
    this.report.replaceChildren();
    try {
      const { tables, of, note } = await ask('simulate', { package: this.app.package, games: Number(this.games.value) || 20, bot: this.bot.value });
      const before = played.get(this.app.package);
      played.set(this.app.package, tables);
      const was = (/** @type {any} */ table, /** @type {number} */ seat) => {
        const old = before?.find((one) => one.report.format === table.report.format && one.report.decks.join() === table.report.decks.join())?.report;
        return old ? ` (before: ${old.wins[seat]} of ${old.finished + old.broken})` : '';
      };
      this.report.replaceChildren(
        note ? h('p.quiet', null, note) : '', tables.length < of ? h('p.quiet', null, `Stopped after ${tables.length} of ${of} tables.`) : '',
        ...tables.map((/** @type {any} */ table) => {
          const { report } = table;
          const games = report.finished + report.broken;
          return h('section.table', null, h('h3', null, report.decks.join(' · '), h('small', null, ` ${report.format}`)),
            h('div.wins', null, ...report.wins.map((/** @type {number} */ won, /** @type {number} */ seat) => h('div', null, h('span.bar', { style: { width: `${(won / Math.max(1, games)) * 100}%` } }), h('span', null, `${report.decks[seat]}: ${won} of ${games}${was(table, seat)}`)))),
            h('details', null, h('summary', null, 'More'), h('pre', null, table.told)));
        }));
    } catch (error) {
      this.report.replaceChildren(h('p.bad', null, /** @type {Error} */ (error).message));
    }
    this.play.disabled = false;
    this.stop.hidden = this.bar.hidden = true;
  }
}

customElements.define('figures-view', FiguresView);
