// The studio in a real browser: `node browser.mjs CARDWRIGHT [SCREENS]`. Every step is what a new user
// does; SCREENS is a folder for pictures of all views at desk and phone width, by day and by night.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { createRequire } from 'node:module';
import { chromium } from 'playwright-core';

const [cardwright, screens] = process.argv.slice(2);
const axe = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const place = fs.mkdtempSync(path.join(os.tmpdir(), 'studio-'));
const folder = path.join(place, 'moon-marsh');
fs.mkdirSync(folder);

/** Starts the command and gives the address it prints. */
const studio = spawn(cardwright, ['studio', '--no-open', folder], { env: { ...process.env, CARDWRIGHT_CACHE: path.join(place, 'cache') }, stdio: ['ignore', 'pipe', 'inherit'] });
const address = await new Promise((heard, failed) => {
  studio.stdout.once('data', (line) => heard(String(line).trim()));
  studio.once('exit', () => failed(new Error('the studio did not start')));
});
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '/usr/bin/chromium', args: ['--no-sandbox'] });

/** A page on which no error happens, no request leaves the machine, and axe finds nothing. */
async function open(options = {}) {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options });
  const page = await context.newPage();
  const origin = new URL(address).origin;
  page.on('pageerror', (error) => { throw error; });
  page.on('console', (message) => { if (message.type() === 'error' && !/status of (404|422)/.test(message.text())) throw new Error(message.text()); });
  page.on('request', (request) => assert.ok(request.url().startsWith(origin) || request.url().startsWith('blob:'), `a request left: ${request.url()}`));
  await page.goto(address);
  return page;
}

async function accessible(page, where) {
  // The content security policy lets no foreign script in, which is as it should be.
  await page.evaluate(axe);
  const { violations } = await page.evaluate(() => /** @type {any} */ (window).axe.run());
  assert.deepEqual(violations.map((one) => `${one.id}: ${one.nodes.map((node) => node.html.slice(0, 120)).join(' | ')}`), [], where);
}

const steps = [];
async function step(name, work) {
  const began = performance.now();
  await work();
  steps.push(`${name} (${Math.round(performance.now() - began)} ms)`);
  console.log(`ok  ${steps.at(-1)}`);
}

try {
  const page = await open();
  const file = path.join(folder, 'cards');
  const texts = () => fs.readdirSync(file).map((name) => fs.readFileSync(path.join(file, name), 'utf8')).join('\n');
  const go = (route) => page.evaluate((hash) => { location.hash = hash; }, `#/moon-marsh${route}`);

  await step('an empty folder offers the games, and makes a package', async () => {
    await page.getByRole('heading', { name: 'What do you want to make?' }).waitFor();
    await accessible(page, 'first steps');
    await page.getByText('Bag of Dungeon').click();
    await page.getByLabel('The title of your set').fill('Moon Marsh');
    await page.getByRole('button', { name: 'Make it' }).click();
    await page.locator('card-shelf .tile img[src]').first().waitFor({ timeout: 60000 });
  });

  await step('the shelf shows every card and finds them by their words', async () => {
    const all = await page.locator('.tile').count();
    assert.ok(all >= 3, `${all} cards`);
    await page.getByPlaceholder('Search names and rules').fill('moth');
    await page.waitForFunction(() => document.querySelectorAll('.tile').length === 1);
    await page.getByPlaceholder('Search names and rules').fill('');
    await page.getByRole('combobox', { name: 'Only' }).selectOption('untested');
    await page.waitForFunction((count) => document.querySelectorAll('.tile').length <= count, all);
    await page.getByRole('combobox', { name: 'Only' }).selectOption('');
    await page.getByLabel('Cut').check();
    await page.locator('.tile .cut').first().waitFor({ timeout: 20000 });
    await page.getByLabel('Cut').uncheck();
    await accessible(page, 'shelf');
  });

  await step('a new monster is made and seen', async () => {
    await page.getByRole('button', { name: '+ New card' }).click();
    await page.getByLabel('Its name').fill('Bog Lantern');
    await page.getByLabel('What it is').selectOption('monster');
    await accessible(page, 'new card');
    await page.locator('dialog').getByRole('button', { name: 'Make it' }).click();
    await page.getByRole('heading', { name: /Bog Lantern/ }).waitFor();
    await page.locator('.print img[src]').waitFor({ timeout: 60000 });
  });

  await step('an address with a view behind the token opens it, as editors do', async () => {
    const hash = await page.evaluate(() => location.hash);
    assert.match(hash, /^#\/moon-marsh\/card\/./);
    const beside = await (await browser.newContext()).newPage();
    await beside.goto(`${address}${hash.slice(1)}`);
    await beside.locator('card-view').waitFor();
    assert.equal(await beside.evaluate(() => location.hash), hash);
    await beside.close();
  });

  await step('the form changes one field, and the picture follows', async () => {
    await page.getByRole('tab', { name: 'Form' }).click();
    const before = await page.locator('.print img').getAttribute('src');
    await page.locator('.entry', { hasText: 'Health' }).getByRole('button', { name: 'Health more' }).click();
    await page.waitForFunction((old) => document.querySelector('.print img')?.getAttribute('src') !== old, before, { timeout: 60000 });
    await accessible(page, 'form');
    assert.ok(!texts().includes('bog-lantern'), 'nothing is written before it is saved');
  });

  await step('a click on the picture leads to what says it, and the cursor to what it made', async () => {
    await page.waitForFunction(() => document.querySelector('card-view').hits.list.some((hit) => hit.field === 'health'), null, { timeout: 60000 });
    const click = async (field) => {
      const at = await page.evaluate((wanted) => {
        const { hits } = document.querySelector('card-view');
        const hit = hits.list.find((one) => one.field === wanted && one.words);
        return { x: (hit.x + hit.width / 2 - hits.frame.left) / hits.frame.wide, y: (hit.y + hit.height / 2 - hits.frame.top) / hits.frame.tall };
      }, field);
      const box = await page.locator('.print').boundingBox();
      await page.mouse.click(box.x + at.x * box.width, box.y + at.y * box.height);
    };
    await click('health');
    assert.equal(await page.evaluate(() => document.activeElement.dataset.field), 'health');
    await page.getByRole('tab', { name: 'Text' }).click();
    await click('health');
    const chosen = () => page.evaluate(() => {
      const { area } = document.querySelector('text-editor');
      return area.value.slice(area.selectionStart, area.selectionEnd);
    });
    assert.match(await chosen(), /^health: \d+$/);
    assert.ok(await page.locator('.hits span').count() > 0, 'the health is marked on the picture');
    await click('name');
    assert.equal(await chosen(), '"Bog Lantern"');
    assert.ok(await page.locator('.hits span').count() > 0, 'the name is marked on the picture');
    await page.evaluate(() => {
      const editor = document.querySelector('text-editor');
      const at = editor.area.value.indexOf('health:');
      editor.select(at, at);
    });
    await page.locator('text-editor textarea').press('ArrowRight');
    const marked = () => page.evaluate(() => {
      const { hits } = document.querySelector('card-view');
      return [hits.layer.childElementCount, hits.of(document.querySelector('card-view').source.from + document.querySelector('text-editor').area.selectionStart).every((hit) => hit.field === 'health')];
    });
    assert.ok((await marked())[0] > 0 && (await marked())[1], 'what the health made is marked');
    await accessible(page, 'what says what');
  });

  await step('an error stands over the last good picture, and is taken back', async () => {
    await page.getByRole('tab', { name: 'Text' }).click();
    const area = page.locator('text-editor textarea');
    const good = await area.inputValue();
    await area.fill(good.replace('health:', 'helth:'));
    await page.locator('.stage.stale').waitFor({ timeout: 60000 });
    await page.locator('.troubles .error').first().waitFor();
    await accessible(page, 'an error');
    await page.locator('.troubles .fixes button').first().click();
    await page.locator('.stage:not(.stale)').waitFor({ timeout: 60000 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.locator('.stage.stale').waitFor({ timeout: 60000 });
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction((text) => document.querySelector('text-editor textarea')?.value === text, good, { timeout: 60000 });
  });

  await step('saving writes the card, and only it is new', async () => {
    const before = texts();
    await page.keyboard.press('Control+s');
    await page.getByText('Saved.', { exact: true }).waitFor();
    const [old, now] = [before, texts()];
    assert.ok(now.includes('monster bog-lantern "Bog Lantern"'), now);
    const rest = now.replace(/\n\nmonster bog-lantern "Bog Lantern" \{[^}]*\}/, '');
    assert.equal(rest.trim(), old.trim());
  });

  await step('a change on disk appears at once', async () => {
    const [name] = fs.readdirSync(file);
    const text = fs.readFileSync(path.join(file, name), 'utf8');
    fs.writeFileSync(path.join(file, name), text.replace('"Bog Lantern"', '"Fen Lantern"'));
    await page.getByRole('heading', { name: /Fen Lantern/ }).waitFor({ timeout: 20000 });
  });

  await step('the grid shows the kind, and a cell is edited', async () => {
    await go('/grid/monster');
    const cell = page.getByLabel('Health of bog-lantern');
    await cell.fill('9');
    await cell.press('Enter');
    await page.waitForFunction(() => document.querySelector('.save')?.textContent?.includes('Save 1'));
    await accessible(page, 'grid');
  });

  await step('cells are pasted from a spreadsheet and taken back in one step', async () => {
    await page.getByLabel('Health of bog-lantern').evaluate((cell) => {
      const data = new DataTransfer();
      data.setData('text/plain', '7\t2');
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction(() => document.querySelector('[aria-label="Dice of bog-lantern"]')?.value === '2', null, { timeout: 20000 });
    await page.locator('.state').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction(() => document.querySelector('[aria-label="Health of bog-lantern"]')?.value === '9', null, { timeout: 20000 });
  });

  await step('lines that are pasted below the last card become cards', async () => {
    const rows = () => page.locator('.grid tbody tr').count();
    const before = await rows();
    await page.locator(`.grid [data-row="${before - 1}"][data-column="0"]`).evaluate((cell) => {
      const data = new DataTransfer();
      data.setData('text/plain', `${cell.value}\nSilt Lantern`);
      cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    });
    await page.waitForFunction((count) => document.querySelectorAll('.grid tbody tr').length === count, before + 1, { timeout: 20000 });
    await page.getByLabel('Name of silt-lantern').waitFor();
    await page.locator('.state').getByRole('button', { name: 'Undo', exact: true }).click();
    await page.waitForFunction((count) => document.querySelectorAll('.grid tbody tr').length === count, before, { timeout: 20000 });
  });

  await step('a card is duplicated, renamed everywhere and deleted', async () => {
    await go('/card/bog-lantern');
    await page.getByRole('button', { name: 'Duplicate' }).click();
    await page.locator('dialog input').fill('Mire Lantern');
    await page.locator('dialog').getByRole('button', { name: 'Duplicate' }).click();
    await page.getByRole('heading', { name: /Mire Lantern/ }).waitFor({ timeout: 20000 });
    await page.getByRole('button', { name: 'Rename' }).click();
    await page.locator('dialog input').fill('mud-lantern');
    await page.locator('dialog').getByRole('button', { name: 'Rename' }).click();
    await page.waitForFunction(() => location.hash.endsWith('/card/mud-lantern'), null, { timeout: 20000 });
    await page.locator('.card-head small', { hasText: 'mud-lantern' }).waitFor({ timeout: 20000 });
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Nothing else names it.').waitFor();
    await page.locator('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.locator('card-shelf').waitFor({ timeout: 20000 });
    assert.equal(await page.locator('[data-card="mud-lantern"]').count(), 0);
  });

  await step('tests run, and a test can be written', async () => {
    await go('/tests');
    await page.getByText(/\d+ passed, 0 failed/).waitFor({ timeout: 60000 });
    await accessible(page, 'tests');
    const tests = path.join(folder, 'tests');
    const [name] = fs.readdirSync(tests);
    await go(`/file/tests/${name}:3`);
    await page.waitForFunction(() => {
      const area = document.querySelector('text-editor textarea');
      return document.activeElement === area && area.value.slice(0, area.selectionStart).split('\n').length === 3;
    }, null, { timeout: 20000 });
  });

  await step('it is compared with a folder', async () => {
    await go('/compare');
    await page.getByLabel('Compare with').fill('../moon-marsh');
    await page.getByRole('button', { name: 'Compare', exact: true }).click();
    await page.locator('.change').first().waitFor({ timeout: 60000 });
    await accessible(page, 'compare');
  });

  await step('figures are counted', async () => {
    await go('/figures');
    await page.getByRole('rowheader', { name: 'Monster' }).first().waitFor();
    await accessible(page, 'figures');
    const bar = page.locator('.column, .line').first();
    const count = Number(await bar.locator('.count').textContent());
    await go('');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('monster');
    await page.getByRole('combobox', { name: 'Value of a field' }).selectOption('health=9');
    await page.waitForFunction(() => document.querySelectorAll('card-shelf .tile').length === 1, null, { timeout: 20000 });
    assert.equal(await page.locator('card-shelf .tile').getAttribute('data-card'), 'bog-lantern');
    await page.getByRole('combobox', { name: 'Kind' }).selectOption('');
    await page.getByRole('combobox', { name: 'Value of a field' }).selectOption('');
    await go('/figures');
    await bar.click();
    await page.waitForFunction((cards) => document.querySelectorAll('card-shelf .tile').length === cards, count, { timeout: 20000 });
    await accessible(page, 'cards of a bar');
    await page.getByTitle('Show all cards again').click();
  });

  await step('the sheets are printed', async () => {
    await go('/print');
    await page.getByRole('button', { name: 'Make the sheets' }).click();
    const [download] = await Promise.all([page.waitForEvent('download', { timeout: 120000 }), page.getByRole('button', { name: /\.pdf/ }).first().click({ timeout: 120000 })]);
    const pdf = fs.readFileSync(/** @type {string} */ (await download.path()));
    assert.equal(pdf.subarray(0, 5).toString(), '%PDF-');
    await page.locator('.paper img[src]').first().waitFor({ timeout: 20000 });
    await accessible(page, 'print');
  });

  if (screens) {
    fs.mkdirSync(screens, { recursive: true });
    for (const [name, width, height] of [['desk', 1400, 900], ['phone', 390, 844]]) {
      for (const colorScheme of ['light', 'dark']) {
        const seen = await open({ viewport: { width, height }, colorScheme });
        for (const view of ['', '/card/bog-lantern', '/grid/monster', '/tests', '/figures', '/print']) {
          await seen.evaluate((hash) => { location.hash = hash; }, `#/moon-marsh${view}`);
          await seen.waitForTimeout(2500);
          await accessible(seen, `${name} ${colorScheme} ${view}`);
          await seen.screenshot({ path: path.join(screens, `${name}-${colorScheme}${view.replace(/\//g, '-')}.png`) });
        }
        await seen.context().close();
      }
    }
  }
  console.log(`${steps.length} passed, 0 failed`);
} finally {
  await browser.close();
  studio.kill();
  fs.rmSync(place, { recursive: true, force: true });
}
