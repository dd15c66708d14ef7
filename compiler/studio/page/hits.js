// From a word on the picture to the statement that says it, and from the cursor in the text to what it
// made. The studio knows what says what; here are only boxes.

import { h } from './dom.js';
import { ask } from './server.js';

/**
 * Something on a card, in millimetres from the corner of the trimmed card, and the part of the file that says it.
 * @typedef {{ x: number, y: number, width: number, height: number, words: string, what: string, field: string | null, from: number | null, to: number | null, maker: { what: string, text: string, package: string, file: string, line: number } | null }} Hit
 */

export class Hits {
  /** @type {Hit[]} */ list = [];
  template = '';
  layer = h('div.hits', { 'aria-hidden': 'true' });
  turn = 0;
  frame = { left: 0, top: 0, wide: 1, tall: 1 };

  /** Asks what is where. @param {string} package_ @param {string} card @param {boolean} back */
  async load(package_, card, back) {
    const turn = (this.turn += 1);
    const found = await ask('origins', { package: package_, card, back }).catch(() => null);
    if (turn !== this.turn) return false;
    this.list = found?.hits ?? [];
    this.template = found?.template ?? '';
    return true;
  }

  /** The picture shows this part of the card. @param {{ left: number, top: number, wide: number, tall: number }} frame */
  place(frame) {
    this.frame = frame;
  }

  /** What is under a point of the picture, given as parts of its width and height. @param {number} across @param {number} down */
  at(across, down) {
    const [x, y] = [this.frame.left + across * this.frame.wide, this.frame.top + down * this.frame.tall];
    const reach = 0.4;
    const under = this.list.filter((hit) => hit.x - reach <= x && x <= hit.x + hit.width + reach && hit.y - reach <= y && y <= hit.y + hit.height + reach);
    // The smallest lies on top of the others: a number in its badge, a word in its box.
    return under.sort((one, two) => one.width * one.height - two.width * two.height)[0];
  }

  /** What the text around a place of the file made. @param {number} offset */
  of(offset) {
    const around = this.list.filter((hit) => hit.from !== null && hit.to !== null && hit.from <= offset && offset <= hit.to);
    const length = (/** @type {Hit} */ hit) => Number(hit.to) - Number(hit.from);
    const least = Math.min(...around.map(length));
    return around.filter((hit) => length(hit) === least);
  }

  /** What the same part of the file made. @param {Hit} hit */
  like(hit) {
    return hit.from === null ? [hit] : this.list.filter((one) => one.from === hit.from && one.to === hit.to);
  }

  /** Marks these on the picture. @param {Hit[]} hits */
  show(hits) {
    const { left, top, wide, tall } = this.frame;
    this.layer.replaceChildren(...hits.map((hit) => h('span', { style: {
      left: `${((hit.x - left) / wide) * 100}%`, top: `${((hit.y - top) / tall) * 100}%`,
      width: `${(hit.width / wide) * 100}%`, height: `${(hit.height / tall) * 100}%`,
    } })));
  }
}
