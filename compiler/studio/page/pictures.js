// Pictures of cards: asked for in handfuls, kept while they look the same.

import { ask, askFile } from './server.js';

/**
 * How a card looks: equal letters mean equal pictures.
 * @typedef {{ id: string, front: string | null, back: string | null, width: number, height: number, bleed: number, safe: number, shape: string, problems: any[] }} Look
 */

/** Pictures that are kept; a picture takes about 100 kB. */
const MOST = 600;

/** @type {Map<string, Look>} */
const looks = new Map();
/** @type {Map<string, Promise<string>>} */
const pictures = new Map();
/** @type {Map<string, { id: string, done: (look: Look | undefined) => void, isWanted: () => boolean }[]>} */
const wanted = new Map();
/** Packages whose looks are being asked for. @type {Set<string>} */
const asking = new Set();

/** Forgets how cards look: the package changed. Pictures of the same look are still known. */
export const forgetLooks = () => looks.clear();

/**
 * How a card looks. Whoever does not want it any more when its turn comes is told nothing.
 * @param {string} package_ @param {string} card @param {() => boolean} [isWanted]
 * @returns {Promise<Look | undefined>}
 */
export function look(package_, card, isWanted = () => true) {
  const known = looks.get(`${package_}/${card}`);
  if (known) return Promise.resolve(known);
  return new Promise((done) => {
    const list = wanted.get(package_) ?? [];
    wanted.set(package_, list);
    list.push({ id: card, done, isWanted });
    if (!asking.has(package_)) setTimeout(() => askLooks(package_), 4);
    asking.add(package_);
  });
}

/** Asks for looks, a few at a time, so that the first are seen while the others are drawn. @param {string} package_ */
async function askLooks(package_) {
  for (;;) {
    // What was scrolled past is not drawn.
    const all = (wanted.get(package_) ?? []).filter((one) => one.isWanted() || one.done(undefined));
    const part = all.splice(0, 8);
    wanted.set(package_, all);
    if (!part.length) break;
    /** @type {Look[]} */
    let found = [];
    try {
      found = (await ask('looks', { package: package_, cards: part.map((one) => one.id) })).looks;
    } catch { /* those cards have no picture */ }
    for (const { id, done } of part) {
      const seen = found.find((one) => one.id === id);
      if (seen) looks.set(`${package_}/${id}`, seen);
      done(seen);
    }
  }
  asking.delete(package_);
}

/** Dots per inch for a width on the screen, in a few steps so that pictures are shared. @param {number} mm @param {number} px */
export function dpiFor(mm, px) {
  const exact = (px * Math.min(devicePixelRatio || 1, 2) * 25.4) / mm;
  return [50, 75, 110, 150, 200, 300, 400].find((step) => step >= exact) ?? 400;
}

/**
 * The address of a picture.
 * @param {string} package_ @param {Look} of @param {{ back?: boolean, bleed?: boolean, dpi: number }} how
 * @returns {Promise<string>}
 */
export function picture(package_, of, { back = false, bleed = false, dpi }) {
  const key = `${back ? of.back : of.front} ${bleed} ${dpi}`;
  const known = pictures.get(key);
  if (known) {
    pictures.delete(key);
    pictures.set(key, known);
    return known;
  }
  const made = askFile('picture', { package: package_, card: of.id, back, bleed, dpi }).then((blob) => URL.createObjectURL(blob));
  made.catch(() => pictures.delete(key));
  pictures.set(key, made);
  for (const [old, address] of pictures) {
    if (pictures.size <= MOST) break;
    pictures.delete(old);
    address.then(URL.revokeObjectURL, () => {});
  }
  return made;
}
