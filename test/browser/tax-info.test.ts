import { dataOf, newCustomer, startIssuer, type Api } from '@timbre/testkit/client';
import type { Browser, Page } from 'playwright-core';
import {
  axeFaults,
  desk,
  fillInTaxInfo,
  look,
  openWindow,
  picture,
  startBrowser,
  windows,
} from './browser';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
});
afterAll(() => browser.close());

async function newLink(): Promise<{ contactId: string; url: string }> {
  const contactId = await newCustomer(api, {
    rfc: undefined,
    taxSystem: undefined,
    cfdiUse: undefined,
  });
  const path = `/v1/contacts/${contactId}/tax-info-links`;
  const { url } = await dataOf(api.request('POST', path, { body: {} }));
  return { contactId, url: url as string };
}

async function fillIn(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await fillInTaxInfo(page, 'ure180429tm6');
  await page.getByLabel('Correo electrónico').fill('compras@ure.mx');
}

describe.each(windows)('on a %s', (name, options) => {
  it('a customer fills in its tax data', async () => {
    const { contactId, url } = await newLink();
    const { page, errors } = await openWindow(browser, options);
    await fillIn(page, url);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Recibimos tus datos' }).waitFor();
    expect(await dataOf(api.request('GET', `/v1/contacts/${contactId}`))).toMatchObject({
      rfc: 'URE180429TM6',
      taxSystem: '601',
      cfdiUse: 'G03',
      email: 'compras@ure.mx',
      address: { postalCode: '86991', country: 'MEX' },
    });
    expect(errors).toEqual([]);
    await picture(page, `tax-info-done-${name.replaceAll(' ', '-')}`);
  });
});

it.each([
  ['phone', 'es', {}],
  ['desk', 'en', { ...desk, locale: 'en-US' }],
])('axe finds no violation on a %s in %s, at any step', async (name, language, options) => {
  const { url } = await newLink();
  const { page, errors } = await openWindow(browser, options);
  await page.goto(url);
  expect(await page.getAttribute('html', 'lang')).toBe(language);
  await look(page, ['tax-info', name, 'who']);
  await page.locator('button[name="step"]').first().click();
  await look(page, ['tax-info', name, 'who-faults']);
  await page.getByLabel('RFC').fill('CACX7605101P8');
  await page.locator('#taxSystem').selectOption('626');
  await page.locator('button[name="step"]').first().click();
  await look(page, ['tax-info', name, 'what']);
  await page.locator('#postalCode').fill('00000');
  await page.locator('button[name="step"]').first().click();
  await look(page, ['tax-info', name, 'what-faults']);
  expect(errors).toEqual([]);
});

it('axe finds no violation on the page for an unknown address', async () => {
  const { page } = await openWindow(browser);
  const answer = await page.goto(`${api.baseUrl}/p/AAAAAAAAAAAAAAAAAAAAAA`);
  expect(answer!.status()).toBe(404);
  expect(await axeFaults(page)).toEqual([]);
  await picture(page, 'not-found');
});
