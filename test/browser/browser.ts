import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AxeResults } from 'axe-core';
import {
  chromium as driver,
  type Browser,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { chromium } from '../../scripts/runtime/chromium.mjs';

/** The browser settings of a phone. */
const phone = {
  viewport: { width: 360, height: 740 },
  deviceScaleFactor: 2,
  isMobile: true,
};
export const desk = { viewport: { width: 1280, height: 900 } };

/** The names and settings of the browser windows in which the tests open pages. */
export const windows: [name: string, options: BrowserContextOptions][] = [
  ['phone', {}],
  ['phone without script', { javaScriptEnabled: false }],
  ['desk', desk],
];

/**
 * The maximum wait for a page or an element, in milliseconds. The limit is longer than the 30 s of
 * Playwright, which are too short on a loaded machine, and shorter than the time limit of a test.
 */
const waitMs = 120_000;

export const startBrowser = async (): Promise<Browser> =>
  driver.launch({
    executablePath: await chromium(),
    // The sandbox of Chromium is disabled for root, because Chromium refuses to run as root with its sandbox.
    args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
  });

/**
 * Opens a new browser window in Spanish, and collects the errors of its pages: violations of their security
 * policy, and missing files.
 */
export async function openWindow(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<{ page: Page; errors: string[] }> {
  const context = await browser.newContext({ locale: 'es-MX', ...phone, ...options });
  context.setDefaultTimeout(waitMs);
  const page = await context.newPage();
  const errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text()))
      errors.push(message.text());
  });
  page.on('pageerror', (error) => errors.push(error.message));
  return { page, errors };
}

const axe = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

/**
 * Returns the accessibility violations that axe finds on the page, as `rule: element`.
 * @param scrolls whether elements of the page overlap or overflow, so that axe cannot check their colors
 */
export async function axeFaults(page: Page, scrolls = false): Promise<string[]> {
  await page.evaluate(axe);
  const { violations, incomplete } = (await page.evaluate('axe.run()')) as AxeResults;
  const unseen = incomplete.filter(({ id }) => id === 'color-contrast' && !scrolls);
  return [...violations, ...unseen].flatMap(({ id, nodes }) =>
    nodes.map(({ target }) => `${id}: ${target.join(' ')}`),
  );
}

/** Whether the page is wider than the browser window. */
export const overflows = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth');

/**
 * Expects that the page has no accessibility violation and is not too wide, and stores a screenshot of the
 * page.
 */
export async function look(
  page: Page,
  [subject, name, step]: [subject: string, window: string, step: string],
  scrolls = false,
): Promise<void> {
  // Axe is a script itself, so it cannot run in a window without scripts.
  const faults = name.endsWith('without script') ? [] : await axeFaults(page, scrolls);
  expect([step, faults, await overflows(page)]).toEqual([step, [], false]);
  await picture(page, `${subject}-${name.replaceAll(' ', '-')}-${step}`);
}

/** Fills in the tax data of a buyer, without an email address. */
export async function fillInTaxInfo(page: Page, rfc = 'URE180429TM6'): Promise<void> {
  await page.getByLabel('RFC').fill(rfc);
  await page.getByLabel('Régimen fiscal').selectOption('601');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByLabel('Nombre o razón social').fill('UNIVERSIDAD ROBOTICA ESPAÑOLA');
  await page.getByLabel('Código postal').fill('86991');
  await page.getByLabel('Uso del CFDI').selectOption('G03');
}

const folder = join(__dirname, '..', '..', '.timbre', 'screenshots');

/**
 * Stores a screenshot of the whole page, or of its visible part, for manual inspection. The CI stores no
 * screenshots, because nobody uses the screenshots there and each takes a second.
 */
export async function picture(page: Page, name: string, fullPage = true): Promise<void> {
  if (process.env['CI']) return;
  mkdirSync(folder, { recursive: true });
  await page.screenshot({ path: join(folder, `${name}.png`), fullPage });
}
