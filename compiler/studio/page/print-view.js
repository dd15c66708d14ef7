// Print: paper, backs and bleed; what would go wrong in print; the PDF, the same bytes as `build`.

import { h, counted, notice } from './dom.js';
import { ask, askFile } from './server.js';
import { look, picture } from './pictures.js';

/** The ways to print backs, in words. */
const BACKS = /** @type {Record<string, string>} */ ({
  'duplex-long-edge': 'Both sides, turned at the long edge',
  'duplex-short-edge': 'Both sides, turned at the short edge',
  fold: 'Beside the fronts, to fold and glue',
  separate: 'In a file of their own',
  none: 'No backs',
});

/** Pages that are shown; the file has all. */
const MOST_PAGES = 24;

export class PrintView extends HTMLElement {
  /** @type {any} */ app;

  async connectedCallback() {
    const choices = await ask('print-choices', { package: this.app.package });
    const own = 'As the package says';
    const option = (/** @type {string} */ value, /** @type {string} */ name) => h('option', { value }, name);
    this.paper = h('select', null, option('', `${own} (${choices.paper})`), ...choices.papers.map((/** @type {string} */ name) => option(name, name.toUpperCase().length <= 3 ? name.toUpperCase() : name)));
    this.backs = h('select', null, option('', `${own} (${BACKS[choices.back] ?? choices.back})`), ...choices.backs.map((/** @type {string} */ name) => option(name, BACKS[name] ?? name)));
    this.bleed = h('select', null, option('', `${own} (${choices.bleed} mm)`), ...['0mm', '1mm', '2mm', '3mm', '5mm'].map((size) => option(size, size.replace('mm', ' mm'))));
    this.kind = h('select', null, option('', 'All cards'), ...this.app.shelf.kinds.map((/** @type {any} */ kind) => option(kind.id, `${kind.name} (${kind.count})`)));
    this.preset = h('select', null, option('', 'None: print at home'), ...choices.presets.map((/** @type {string} */ name) => option(name, name)));
    this.ink = h('input', { type: 'checkbox' });
    this.go = h('button.primary', { type: 'submit' }, 'Make the sheets');
    this.result = h('div.results', { 'aria-live': 'polite' });
    const field = (/** @type {string} */ name, /** @type {Node} */ input) => h('label.field', null, h('span', null, name), input);
    this.replaceChildren(h('div.page', null, h('div.page-head', null, h('h1', null, 'Print')),
      h('p.lead', null, 'Sheets to print at home and cut, with everything looked at before a drop of ink is used.'),
      h('form.settings', { onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.print();
      } }, field('Paper', this.paper), field('Backs', this.backs), field('Bleed', this.bleed), field('Which', this.kind), field('Archive for a printing house', this.preset), h('label.check', null, this.ink, 'Save ink: plain cards on white'), this.go), this.result));
  }

  async print() {
    this.go.disabled = true;
    this.result.replaceChildren(h('p.quiet', null, 'Drawing every card, looking at it, placing it on paper …'));
    const wish = { paper: this.paper.value || null, backs: this.backs.value || null, bleed: this.bleed.value || null, kinds: this.kind.value ? [this.kind.value] : [], 'low-ink': this.ink.checked, presets: this.preset.value ? [this.preset.value] : [] };
    try {
      const made = await ask('print', { package: this.app.package, wish });
      this.show(made);
    } catch (error) {
      this.result.replaceChildren(h('p.bad', null, /** @type {Error} */ (error).message));
    }
    this.go.disabled = false;
  }

  /** @param {any} made */
  show({ files, problems, sides }) {
    const worth = problems.filter((/** @type {any} */ one) => one.severity !== 'info');
    const shown = worth.map((/** @type {any} */ one) => h(`li.${one.severity}`, null,
      one.card && this.app.shelf.cards.some((/** @type {any} */ card) => card.id === one.card) ? h('a', { href: `#/${this.app.package}/card/${one.card}` }, one.card) : h('span', null, one.card),
      h('p', null, one.message, one.help ? h('em', null, ` ${one.help}`) : null), h('code', null, one.code)));
    this.result.replaceChildren(
      files.length ? h('p.figure', null, h('b.good', null, counted(sides.length, 'page')), ` with ${counted(sides.reduce((/** @type {number} */ sum, /** @type {any} */ side) => sum + side.pieces.filter((/** @type {any} */ piece) => !piece.back).length, 0), 'card')}`, '. Print at 100 %, without “fit to page”.') : h('p.figure', null, h('b.bad', null, 'No sheets yet'), ': these cards cannot be printed as they are.'),
      h('div.row', null, ...files.map((/** @type {any} */ file) => h('button.button', { type: 'button', onclick: () => this.fetch(file.name) }, `↓ ${file.name.replace('sheets/', '')} (${Math.max(1, Math.round(file.bytes / 1024)).toLocaleString('en')} kB)`))),
      worth.length > 0 && h('section.troubles.open', { 'aria-label': 'Findings' }, h('h2', null, 'Looked at before print'), h('ul', null, ...shown)) || '',
      h('div.sheets', null, ...sides.slice(0, MOST_PAGES).map((/** @type {any} */ side, /** @type {number} */ at) => this.sheet(side, at))),
      sides.length > MOST_PAGES ? h('p.quiet', null, `The other ${counted(sides.length - MOST_PAGES, 'page')} are in the file.`) : '',
      worth.length === 0 && files.length > 0 ? h('p.fine', null, 'Nothing was found that would go wrong in print.') : '');
  }

  /** A page as it will be printed, put together from the pictures of its cards. @param {any} side @param {number} at */
  sheet(side, at) {
    const paper = h('div.paper', { role: 'img', 'aria-label': `Page ${at + 1}: ${side.pieces.map((/** @type {any} */ piece) => piece.card).join(', ')}`, style: { 'aspect-ratio': `${side.width} / ${side.height}` } });
    for (const piece of side.pieces) {
      const image = h('img', { alt: '', style: { left: `${(piece.x / side.width) * 100}%`, top: `${(piece.y / side.height) * 100}%`, width: `${(piece.width / side.width) * 100}%`, height: `${(piece.height / side.height) * 100}%`, rotate: piece.turned ? '180deg' : '0deg' } });
      paper.append(image);
      look(this.app.package, piece.card).then((found) => found && picture(this.app.package, found, { back: piece.back && found.back !== null, dpi: 50 })).then((address) => { if (address) image.src = address; }, () => {});
    }
    return h('figure', null, paper, h('figcaption', null, at + 1));
  }

  /** @param {string} name */
  async fetch(name) {
    try {
      const address = URL.createObjectURL(await askFile('printed', { name }));
      h('a', { href: address, download: `${this.app.package}-${name.split('/').pop()}` }).click();
      setTimeout(() => URL.revokeObjectURL(address), 60000);
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
    }
  }
}

customElements.define('print-view', PrintView);
