// The page as a whole: which view is open, what is saved, and what the studio tells.

import { h, counted, notice, calmly, dialog } from './dom.js';
import { ask, listen } from './server.js';
import { forgetLooks } from './pictures.js';
import './shelf.js';
import './card-view.js';
import './grid.js';
import './tests-view.js';
import './print-view.js';
import './figures-view.js';
import './compare-view.js';
import './first-steps.js';

const rail = /** @type {HTMLElement} */ (document.getElementById('rail'));
const main = /** @type {HTMLElement} */ (document.getElementById('main'));

/** The views of a package: address, name, sign. */
const VIEWS = [['', 'Shelf', '▦'], ['grid', 'Grid', '☰'], ['tests', 'Tests', '✓'], ['figures', 'Figures', '◔'], ['print', 'Print', '▤'], ['compare', 'Compare', '⇄']];

/** A keyword is made like a card; cards name it. */
const KEYWORD = { id: 'keyword', name: 'A keyword', note: 'A word that cards can have, with what it does and a reminder.' };

/** So many cards are listed anew while somebody types; a longer list waits until it is looked at. */
const FEW_CARDS = 1000;

const app = {
  /** @type {any[]} */ packages: [],
  package: '',
  /** @type {any} */ shelf: null,
  /** @type {any[]} */ unsaved: [],
  undo: false,
  redo: false,
  /** @type {any} */ view: null,
  /** @type {[string, string][]} */ starters: [],
  place: '',

  /** Takes over what is saved and what can be taken back. @param {any} state @param {any} [from] the view that knows already */
  took(state, from) {
    this.unsaved = state.unsaved ?? this.unsaved;
    this.undo = state.undo ?? this.undo;
    this.redo = state.redo ?? this.redo;
    // A view that knows already is spared the list of all cards, which may be long.
    if (from && this.shelf && state.errors !== undefined) Object.assign(this.shelf, { errors: state.errors, warnings: state.warnings, isOld: true });
    drawState();
    if (!from) refreshView();
    else if (this.shelf.cards.length < FEW_CARDS) refreshShelf();
  },

  /**
   * Does something that changes texts. `to` says which view is open afterwards, if another one is.
   * @param {string} verb @param {object} body @param {(state: any) => string} [to]
   * @returns {Promise<any>}
   */
  async act(verb, body, to) {
    try {
      const state = await ask(verb, body);
      forgetLooks();
      if (!to) this.took(state);
      else {
        Object.assign(this, { unsaved: state.unsaved, undo: state.undo, redo: state.redo });
        // The view that is left may be about something that is gone; it is not asked again.
        await loadShelf();
        drawState();
        location.hash = `#/${this.package}${to(state)}`;
      }
      return state;
    } catch (error) {
      notice(/** @type {Error} */ (error).message, 'bad');
      return null;
    }
  },

  /** Takes the last edit back, or makes it again. @param {boolean} back */
  step(back) {
    return this.act(back ? 'undo' : 'redo', { package: this.package });
  },

  /** Asks what to make, and makes it. @param {string} [kind] */
  newCard(kind) {
    const { makes } = this.shelf;
    const name = h('input', { type: 'text', required: true, maxlength: 80, autocomplete: 'off', autofocus: true });
    const which = h('select', null, ...[...makes, KEYWORD].map((/** @type {any} */ one) => h('option', { value: one.id, selected: one.id === kind }, one.name)));
    const note = h('p.quiet');
    const tell = () => { note.textContent = [...makes, KEYWORD].find((/** @type {any} */ one) => one.id === which.value)?.note ?? ''; };
    which.addEventListener('change', tell);
    tell();
    dialog('A new card', [h('label.field', null, h('span', null, 'Its name'), name), h('label.field', null, h('span', null, 'What it is'), which), note], 'Make it', async () => {
      const state = await this.act('new', { package: this.package, kind: which.value, name: name.value.trim() }, (made) => (which.value === 'keyword' ? '/file/rules/keywords.card' : `/card/${made.card}`));
      return Boolean(state);
    });
  },

  async save() {
    if (!this.unsaved.length) return notice('Everything is saved.');
    const state = await this.act('save', {});
    if (!state) return;
    if (this.unsaved.some((one) => one.conflict !== null)) notice('Another program changed a file. Choose below which text to keep.', 'bad');
    else if (this.unsaved.length) notice('Another program changed a file as well; both changes are in it now. Look at it, then save again.');
    else notice('Saved.', 'good');
  },
};

/** Reads the shelf again, if it is another package or has changed. */
async function loadShelf() {
  app.shelf = await ask('shelf', { package: app.package });
}

const refreshShelf = calmly(400, async () => {
  await loadShelf().catch(() => {});
  drawState();
});

async function refreshView() {
  await loadShelf().catch((error) => notice(error.message, 'bad'));
  drawState();
  await app.view?.refresh?.(app.shelf);
}

/** @param {string} tag @param {object} given @returns {any} */
const make = (tag, given) => Object.assign(document.createElement(tag), given);

const brand = () => h('a.brand', { href: `#/${app.package}`, 'aria-label': 'Cardwright Studio' }, h('span.mark', { 'aria-hidden': 'true' }), h('span', null, 'Cardwright'));

/** Opens the view of the address. */
async function route() {
  const [package_, view = '', ...rest] = decodeURIComponent(location.hash.replace(/^#\/?/, '')).split('/');
  if (!app.packages.length) {
    const steps = make('first-steps', { starters: app.starters, place: app.place, done: begin });
    rail.replaceChildren(brand());
    return void main.replaceChildren(steps);
  }
  if (!package_ || !app.packages.some((one) => one.id === package_)) {
    const last = localStorage.getItem('package');
    const first = app.packages.find((one) => one.id === last) ?? app.packages[0];
    if (first) location.replace(`#/${first.id}`);
    return;
  }
  if (package_ !== app.package || !app.shelf || app.shelf.isOld) {
    app.package = package_;
    localStorage.setItem('package', package_);
    main.replaceChildren(h('p.quiet.centre', null, 'Looking at the cards …'));
    try {
      await loadShelf();
    } catch (error) {
      main.replaceChildren(h('p.quiet.centre', null, /** @type {Error} */ (error).message));
      drawRail('');
      return;
    }
  }
  drawRail(view);
  if (view === 'card') app.view = make('card-view', { app, package: package_, card: rest[0] });
  else if (view === 'file') {
    const [, file, line] = /^(.*?)(?::(\d+))?$/.exec(rest.join('/')) ?? [];
    app.view = make('card-view', { app, package: package_, file, line: Number(line ?? 0) });
  }
  else if (view === 'grid') app.view = make('card-grid', { app, kind: rest[0] ?? '' });
  else if (VIEWS.some(([address]) => view && address === view)) app.view = make(`${view}-view`, { app });
  else app.view = make('card-shelf', { shelf: app.shelf, app });
  main.replaceChildren(app.view);
  document.title = `${app.shelf.title} · Cardwright Studio`;
}

/** @param {string} view */
function drawRail(view) {
  const { shelf } = app;
  const choose = h('select', { 'aria-label': 'Package', onchange: () => { location.hash = `#/${choose.value}`; } },
    ...app.packages.map((one) => h('option', { value: one.id, selected: one.id === app.package }, one.id)));
  const places = VIEWS.map(([address, name, sign]) => h('a', { href: `#/${app.package}${address ? `/${address}` : ''}`, 'aria-current': (view === address || (!address && ['card'].includes(view))) && 'page' }, h('span.sign', { 'aria-hidden': 'true' }, sign), name));
  const files = h('details.files', { open: view === 'file' }, h('summary', null, 'Files'),
    h('ul', null, ...(shelf?.files ?? []).map((/** @type {string} */ file) => h('li', null, h('a', { href: `#/${app.package}/file/${file}` }, file.replace(/\.card$/, ''))))));
  rail.replaceChildren(
    brand(),
    h('div.package', null, app.packages.length > 1 ? choose : null, h('p.title', null, shelf?.title ?? app.package), h('p.game', null, shelf ? `${shelf.game} · ${shelf.version}` : '')),
    h('nav', { 'aria-label': 'Views' }, ...places), shelf && h('button.new', { type: 'button', onclick: () => app.newCard() }, '+ New', h('span.long', null, ' card')), files,
    h('div.state', { id: 'state' }));
  drawState();
}

/** What is saved and what is wrong, at the foot of the rail. */
function drawState() {
  const place = document.getElementById('state');
  if (!place || !app.shelf) return;
  const { errors, warnings } = app.shelf;
  const health = errors ? h('p.health.bad', null, counted(errors, 'error')) : warnings ? h('p.health.warn', null, counted(warnings, 'warning')) : h('p.health.good', null, 'No problems');
  const conflicts = app.unsaved.filter((one) => one.conflict !== null);
  place.replaceChildren(health,
    ...conflicts.map((one) => h('div.conflict', { role: 'alert' }, h('p', null, `${one.file} was changed by another program in the same place.`),
      h('button', { type: 'button', onclick: () => app.act('settle', { package: one.package, file: one.file, mine: true }) }, 'Keep mine'),
      h('button', { type: 'button', onclick: () => app.act('settle', { package: one.package, file: one.file, mine: false }) }, 'Take the other'))),
    h('div.row', null,
      h('button.quiet.sign', { type: 'button', disabled: !app.undo, title: 'Undo (Ctrl+Z)', 'aria-label': 'Undo', onclick: () => app.step(true) }, '↶'),
      h('button.quiet.sign', { type: 'button', disabled: !app.redo, title: 'Redo (Ctrl+Shift+Z)', 'aria-label': 'Redo', onclick: () => app.step(false) }, '↷'),
      h(`button.save${app.unsaved.length ? '.primary' : ''}`, { type: 'button', title: 'Save (Ctrl+S)', onclick: () => app.save() }, app.unsaved.length ? `Save ${counted(app.unsaved.length, 'file')}` : 'Saved')));
}

addEventListener('hashchange', () => { route(); });
addEventListener('keydown', (event) => {
  if (!(event.ctrlKey || event.metaKey)) return;
  const inField = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
  if (event.key.toLowerCase() === 's') {
    event.preventDefault();
    app.save();
  } else if (event.key.toLowerCase() === 'z' && !inField) {
    event.preventDefault();
    app.step(!event.shiftKey);
  }
});
addEventListener('beforeunload', (event) => {
  // What is not saved is kept by the studio; only a studio that is gone would lose it.
  if (app.unsaved.length && 'gone' in document.documentElement.dataset) event.preventDefault();
});

const onDisk = calmly(120, async () => {
  forgetLooks();
  const hello = await ask('hello').catch(() => null);
  if (!hello) return;
  app.packages = hello.packages;
  app.took(hello);
});

async function begin() {
  try {
    const hello = await ask('hello');
    app.packages = hello.packages;
    Object.assign(app, { unsaved: hello.unsaved, undo: hello.undo, redo: hello.redo, starters: hello.starters, place: hello.place });
    if (hello.unsaved.length) notice(`${counted(hello.unsaved.length, 'file')} not saved yet: as you left them.`);
  } catch (error) {
    main.replaceChildren(h('div.centre', null, h('h1', null, 'The door is closed'), h('p', null, /** @type {Error} */ (error).message)));
    return;
  }
  await route();
}

begin().then(() => listen((news) => {
  if (news.news === 'disk' || news.news === 'back') onDisk();
  app.view?.heard?.(news);
}));
