// The grid: the cards of a kind as a table. Cells are edited in place, filled down, and pasted into
// from a spreadsheet; each change is an edit of the text.

import { h, counted, notice } from './dom.js';
import { ask } from './server.js';
import { title } from './card-form.js';

/** Rows that are shown at once; the rest follows when one scrolls to the end. */
const AT_ONCE = 200;

export class CardGrid extends HTMLElement {
  /** @type {any} */ app;
  kind = '';
  /** @type {any[]} */ columns = [];
  /** @type {any[]} */ order = [];
  /** @type {string} */ sorted = '';
  down = false;
  shown = AT_ONCE;

  async connectedCallback() {
    this.kind ||= this.app.shelf.kinds[0]?.id ?? '';
    const choose = h('select', { 'aria-label': 'Kind', onchange: () => { location.hash = `#/${this.app.package}/grid/${choose.value}`; } }, ...this.app.shelf.kinds.map((/** @type {any} */ kind) => h('option', { value: kind.id, selected: kind.id === this.kind }, `${kind.name} (${kind.count})`)));
    this.table = h('table.grid');
    this.hint = h('p.count', { role: 'status' });
    this.scroller = h('div.scroller', { tabindex: 0, role: 'region', 'aria-label': 'Grid' }, this.table);
    this.replaceChildren(h('h1.sr', null, 'Grid'), h('div.tools', null, choose, h('button', { type: 'button', onclick: () => this.fill() }, 'Fill down'), h('button', { type: 'button', onclick: () => this.app.newCard(this.kind) }, 'New row'), this.hint), this.scroller);
    this.table.addEventListener('paste', (/** @type {ClipboardEvent} */ event) => this.paste(event));
    this.table.addEventListener('keydown', (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.scroller.addEventListener('scroll', () => {
      if (this.grid && this.shown < this.grid.rows.length && this.scroller.scrollTop + this.scroller.clientHeight > this.scroller.scrollHeight - 300) {
        this.shown += AT_ONCE;
        this.draw();
      }
    });
    await this.refresh();
  }

  async refresh() {
    if (!this.kind) return;
    try {
      this.grid = await ask('grid', { package: this.app.package, kind: this.kind });
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
      return;
    }
    this.draw();
  }

  draw() {
    const { fields, rows } = this.grid;
    const used = fields.filter((/** @type {any} */ field) => !field.optional || rows.some((/** @type {any} */ row) => row.values[field.name] !== undefined)).filter((/** @type {any} */ field) => field.type !== 'map');
    this.columns = [{ name: 'name', type: 'text' }, ...used];
    const held = document.activeElement instanceof HTMLInputElement && this.contains(document.activeElement) ? [document.activeElement.dataset.row, document.activeElement.dataset.column] : null;
    const order = [...rows];
    if (this.sorted) {
      const value = (/** @type {any} */ row) => (this.sorted === 'id' ? row.id : this.text(row, this.sorted));
      order.sort((one, two) => value(one).localeCompare(value(two), 'en', { numeric: true }) * (this.down ? -1 : 1));
    }
    this.order = order;
    const head = ['id', ...this.columns.map((/** @type {any} */ column) => column.name)].map((name) => h('th', { scope: 'col', 'aria-sort': this.sorted === name ? (this.down ? 'descending' : 'ascending') : undefined }, h('button.link', { type: 'button', onclick: () => {
      this.down = this.sorted === name && !this.down;
      this.sorted = name;
      this.draw();
    } }, title(name))));
    this.table.replaceChildren(h('thead', null, h('tr', null, ...head)), h('tbody', null, ...order.slice(0, this.shown).map((row, at) => h('tr', null,
      h('th', { scope: 'row' }, h('a', { href: `#/${this.app.package}/card/${row.id}` }, row.id)),
      ...this.columns.map((/** @type {any} */ column, /** @type {number} */ place) => this.cell(row, at, column, place))))));
    this.hint.textContent = counted(rows.length, 'card');
    if (held) /** @type {HTMLElement | null} */ (this.table.querySelector(`[data-row="${held[0]}"][data-column="${held[1]}"]`))?.focus();
  }

  /** What a cell says. @param {any} row @param {string} column */
  text(row, column) {
    return column === 'name' ? row.name : row.values[column] ?? '';
  }

  /** @param {any} row @param {number} at @param {any} column @param {number} place */
  cell(row, at, column, place) {
    const text = this.text(row, column.name);
    const wrong = row.problems.find((/** @type {any} */ one) => one.field === column.name);
    const input = h('input', { type: 'text', value: text, 'aria-label': `${title(column.name)} of ${row.id}`, 'aria-invalid': wrong ? 'true' : undefined, title: wrong?.message ?? column.note ?? '', data: { row: at, column: place }, style: { 'min-width': `${Math.min(34, Math.max(4, text.length + 2))}ch` } });
    input.commit = () => {
      if (input.value === input.defaultValue) return;
      input.defaultValue = input.value;
      this.set([{ card: row.id, field: column.name, value: input.value.trim() || null }]);
    };
    input.defaultValue = text;
    if (wrong) input.addEventListener('focus', () => { this.hint.textContent = wrong.message; });
    input.addEventListener('change', input.commit);
    return h(`td.${column.type === 'number' ? 'number' : 'words'}${wrong ? '.wrong' : ''}`, null, input);
  }

  /** @param {{ card: string, field: string, value: string | null }[]} changes */
  set(changes) {
    return this.app.act('set', { package: this.app.package, changes, group: '' });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const cell = event.target;
    if (!(cell instanceof HTMLInputElement)) return;
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    const to = event.key === 'Enter' || event.key === 'ArrowDown' ? [row + 1, column] : event.key === 'ArrowUp' ? [row - 1, column] : null;
    if (to) {
      event.preventDefault();
      /** @type {any} */ (cell).commit();
      const next = /** @type {HTMLInputElement | null} */ (this.table.querySelector(`[data-row="${to[0]}"][data-column="${to[1]}"]`));
      next?.focus();
      next?.select();
    } else if (event.key === 'd' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      this.last = cell;
      this.fill();
    }
  }

  /** Gives all cards below what this cell says. */
  fill() {
    const cell = document.activeElement instanceof HTMLInputElement && this.contains(document.activeElement) ? document.activeElement : this.last;
    if (!cell) return notice('Click a cell first; what it says is given to all cards below it.');
    const column = this.columns[Number(cell.dataset.column)].name;
    const below = this.order.slice(Number(cell.dataset.row) + 1);
    return this.set(below.map((/** @type {any} */ row) => ({ card: row.id, field: column, value: cell.value.trim() || null })));
  }

  /** Takes cells from a spreadsheet. @param {ClipboardEvent} event */
  paste(event) {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    const cell = event.target;
    if (!(cell instanceof HTMLInputElement) || !/[\t\n]/.test(text.replace(/\r?\n$/, ''))) return;
    event.preventDefault();
    const [row, column] = [Number(cell.dataset.row), Number(cell.dataset.column)];
    const lines = text.replace(/\r?\n$/, '').split(/\r?\n/).map((line) => line.split('\t'));
    this.put(lines, row, column);
  }

  /** Puts cells into the grid from a cell on; lines below the last card become new cards. @param {string[][]} lines @param {number} row @param {number} column */
  async put(lines, row, column) {
    const cards = this.order.slice(row, row + lines.length).map((one) => one.id);
    const name = this.columns.findIndex((one) => one.name === 'name') - column;
    for (const line of lines.slice(cards.length)) {
      try {
        const made = await ask('new', { package: this.app.package, kind: this.kind, name: line[name]?.trim() || `New ${this.kind} ${this.order.length + cards.length}` });
        cards.push(made.card);
      } catch (error) {
        notice(/** @type {Error} */ (error).message, 'bad');
        break;
      }
    }
    const changes = lines.flatMap((line, down) => line.map((value, right) => ({ card: cards[down], field: this.columns[column + right]?.name, value: value.trim() || null }))).filter((one) => one.card && one.field);
    const state = await this.set(changes);
    if (state) notice(`${counted(changes.length, 'cell')} pasted.`, 'good');
  }
}

customElements.define('card-grid', CardGrid);
