import { globSync } from 'node:fs';
import { join } from 'node:path';
import { startApi, type Api } from '@timbre/testkit/client';
import type { Browser } from 'playwright-core';
import { desk, look, openWindow, overflows, picture, startBrowser } from './browser';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startApi()]);
});
afterAll(() => browser.close());

it.each([
  ['phone', {}],
  ['desk', desk],
] as const)(
  'a reader finds a page, its steps and an error in a window: %s',
  async (name, options) => {
    const { page, errors } = await openWindow(browser, { ...options, locale: 'en-US' });
    await page.goto(`${api.baseUrl}/`);
    await page.getByRole('heading', { level: 1 }).waitFor();
    await look(page, ['site', name, 'home'], true);
    await page.getByRole('link', { name: 'Stamp a CFDI in five steps' }).click();
    await page.getByLabel('Your API key').fill('sk_test_1');
    await page.getByText(`API=${new URL(api.baseUrl).origin}\nKEY=sk_test_1`).waitFor();
    await look(page, ['site', name, 'quick-start'], true);
    await page.goto(`${api.baseUrl}/docs/errors/`);
    await page.getByRole('link', { name: 'rfc_invalid', exact: true }).click();
    await page.getByRole('heading', { name: 'rfc_invalid' }).waitFor();
    await look(page, ['site', name, 'error'], true);
    await page.goto(`${api.baseUrl}/docs/reference`);
    await page.getByRole('heading', { name: 'Timbre' }).first().waitFor();
    expect(errors).toEqual([]);
  },
);

it.each([
  ['phone', {}],
  ['desk', desk],
] as const)(
  'a reader of the reference changes to Spanish and stays at the operation, in a window: %s',
  async (name, options) => {
    const { page, errors } = await openWindow(browser, options);
    await page.goto(`${api.baseUrl}/docs/reference#tag/contacts/POST/v1/contacts`);
    await page.getByRole('heading', { name: 'Create a contact', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Español' }).click();
    await page.getByRole('heading', { name: 'Crear un contacto', exact: true }).waitFor();
    await picture(page, `site-${name}-reference-spanish`, false);
    expect(new URL(page.url()).pathname).toBe('/docs/es/reference');
    expect([await overflows(page), errors]).toEqual([false, []]);
  },
);

it('the Spanish site leads to the Spanish reference', async () => {
  const { page, errors } = await openWindow(browser, desk);
  await page.goto(`${api.baseUrl}/docs/es/`);
  await page.getByRole('link', { name: 'Referencia de la API' }).first().click();
  await page.getByRole('heading', { name: 'Organización', exact: true }).waitFor();
  expect([new URL(page.url()).pathname, errors]).toEqual(['/docs/es/reference', []]);
});

it('the search of the site finds a guide without requests to another origin', async () => {
  const { page, errors } = await openWindow(browser, { ...desk, locale: 'en-US' });
  const foreign: string[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(api.baseUrl)) foreign.push(request.url());
  });
  await page.goto(`${api.baseUrl}/docs/`);
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('searchbox').fill('idempotency');
  await page.getByRole('option').first().waitFor();
  expect([foreign.filter((url) => !url.startsWith('data:')), errors]).toEqual([[], []]);
});

it('a reader can switch to Spanish, and search and copying also work there', async () => {
  const { page, errors } = await openWindow(browser, { ...desk, locale: 'en-US' });
  await page.goto(`${api.baseUrl}/docs/quick-start`);
  await page.getByRole('button', { name: 'Change language' }).click();
  await page.getByRole('link', { name: 'Español' }).click();
  await page.getByRole('heading', { name: 'Primeros pasos', level: 1 }).waitFor();
  await page.getByLabel('Su llave de API').fill('sk_test_1');
  await page.getByText('KEY=sk_test_1').waitFor();
  await page.getByRole('button', { name: 'Copiar' }).waitFor();
  await look(page, ['site', 'desk', 'spanish'], true);
  await page.getByRole('button', { name: 'Buscar' }).click();
  await page.getByRole('searchbox').fill('complemento de pago');
  await page.getByRole('option', { name: 'Pagos y complementos' }).first().waitFor();
  expect(errors).toEqual([]);
});

it.each([
  ['phone', {}],
  ['desk', desk],
] as const)('no list or table of a page is cut in a window: %s', async (name, options) => {
  const { page } = await openWindow(browser, options);
  const cut: string[] = [];
  for (const path of pages) {
    await page.goto(`${api.baseUrl}/docs/${path}`);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    const isCut = await page.evaluate<boolean>(
      "[...document.querySelectorAll('table, dl')].some((one) => one.scrollWidth > one.clientWidth + 1)",
    );
    if (isCut) cut.push(path);
  }
  expect([name, cut]).toEqual([name, []]);
});

/** The paths of the site's pages, except the pages of single error codes. */
const site = join(__dirname, '..', '..', 'docs', 'site');
const pages = globSync('**/*.md', { cwd: site, exclude: ['node_modules'] })
  .filter((file) => !file.endsWith('README.md'))
  .map((file) => file.replace(/(index)?\.md$/, ''));
