import { parseComprobante } from '@timbre/cfdi';
import { dataOf, startIssuer, type Api } from '@timbre/testkit/client';
import { readFileSync } from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { newReceipt, newTill, type Till } from '../api/sales-receipts/till';
import { fillInTaxInfo, look, openWindow, startBrowser, windows } from './browser';

let browser: Browser;
let api: Api;
let till: Till;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
  till = await newTill(api);
});
afterAll(() => browser.close());

async function newLink() {
  const receipt = await newReceipt(api, till);
  const path = `/v1/sales-receipts/${receipt['documentRef'] as string}/self-invoice-links`;
  const { url } = await dataOf(api.request('POST', path, { body: {} }));
  return { receipt, url: url as string };
}

async function download(page: Page, name: string): Promise<Buffer> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('link', { name }).click();
  return readFileSync(await (await waiting).path());
}

describe.each(windows)('on a %s', (name, options) => {
  it('a buyer creates an invoice from a receipt and downloads its files', async () => {
    const { receipt, url } = await newLink();
    const { page, errors } = await openWindow(browser, options);
    await page.goto(url);
    await look(page, ['receipt', name, 'who']);
    await fillInTaxInfo(page);
    await page.getByRole('button', { name: 'Facturar' }).click();
    await page.getByRole('heading', { name: 'Tu factura está lista' }).waitFor();
    await look(page, ['receipt', name, 'done']);
    const { document } = parseComprobante((await download(page, 'Descargar XML')).toString());
    expect(document.receptor.rfc).toBe('URE180429TM6');
    expect(document.total.toNumber()).toBe((receipt['total'] as { amount: number }).amount);
    const pdf = await download(page, 'Descargar PDF');
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(errors).toEqual([]);
  });
});
