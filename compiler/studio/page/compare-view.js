// Compare: what changed since the last build, a folder, an archive or a revision, with both pictures
// side by side.

import { h, counted } from './dom.js';
import { ask, askFile } from './server.js';
import { look, picture } from './pictures.js';

/** What is remembered while the page is open. */
const remembered = { with: '' };

export class CompareView extends HTMLElement {
  /** @type {any} */ app;

  connectedCallback() {
    this.result = h('div.results');
    this.with = h('input', { type: 'text', autocomplete: 'off', placeholder: 'The last build', list: 'compare-with', value: remembered.with });
    this.replaceChildren(h('div.page', null, h('div.page-head', null, h('h1', null, 'Compare')),
      h('p.lead', null, 'What is different from what `cardwright build` wrote last, or from a folder, an archive or a revision of git beside your package.'),
      h('form.row', { onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.refresh();
      } }, h('label.field', null, h('span', null, 'Compare with'), this.with, h('datalist', { id: 'compare-with' }, h('option', { value: 'HEAD' }), h('option', { value: 'HEAD~1' }))), h('button', { type: 'submit' }, 'Compare')), this.result));
    this.refresh();
  }

  async refresh() {
    this.result.replaceChildren(h('p.quiet', null, 'Comparing …'));
    let found;
    try {
      remembered.with = this.with.value.trim();
      found = await ask('compare', { package: this.app.package, with: remembered.with || null });
    } catch (error) {
      this.result.replaceChildren(h('p.quiet', null, /** @type {Error} */ (error).message));
      return;
    }
    if (!found.changes.length) return void this.result.replaceChildren(h('p.fine', null, `Nothing changed since ${found.old}.`));
    this.result.replaceChildren(h('p.figure', null, `${counted(found.changes.length, 'declaration')} changed since ${found.old}.`), ...found.changes.map((/** @type {any} */ change) => this.change(change)));
  }

  /** @param {any} change */
  change(change) {
    const pictures = h('div.pair');
    if (change.what === 'card') this.pair(change, pictures);
    return h(`section.change.${change.fate}`, null, h('h2', null, h('a', { href: change.what === 'card' ? `#/${this.app.package}/card/${change.id}` : undefined }, change.name || change.id), h('small', null, ` ${change.what}, ${change.fate}`)),
      change.breaking && h('p.bad', null, change.breaking), pictures,
      change.details && h('table.plain', null, h('tbody', null, ...change.details.map((/** @type {any} */ detail) => h('tr', null, h('th', { scope: 'row' }, detail.part), h('td', null, detail.old ?? '—'), h('td', null, detail.new ?? '—'))))));
  }

  /** @param {any} change @param {HTMLElement} place */
  async pair(change, place) {
    const add = (/** @type {string} */ title, /** @type {string} */ address) => place.append(h('figure', null, h('img', { src: address, alt: `${change.name}, ${title}` }), h('figcaption', null, title)));
    if (change.fate !== 'added') {
      const old = await askFile(remembered.with ? 'earlier-picture' : 'built-picture', { package: this.app.package, card: change.id }).catch(() => null);
      if (old) add(remembered.with || 'last build', URL.createObjectURL(old));
    }
    if (change.fate === 'removed') return;
    const found = await look(this.app.package, change.id);
    if (found) add('now', await picture(this.app.package, found, { bleed: !remembered.with, dpi: 150 }));
  }
}

customElements.define('compare-view', CompareView);
