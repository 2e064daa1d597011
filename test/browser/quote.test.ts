import { deflateSync, crc32 } from 'node:zlib';
import { dataOf, startIssuer, type Api } from '@timbre/testkit/client';
import type { Browser } from 'playwright-core';
import { ask, newQuote } from '../api/quotes/offer';
import { fillInTaxInfo, look, openWindow, startBrowser, windows } from './browser';

let browser: Browser;
let api: Api;
beforeAll(async () => {
  [browser, api] = await Promise.all([startBrowser(), startIssuer()]);
  const logo = stripes().toString('base64');
  await dataOf(
    api.request('PUT', '/v1/organization/branding', { body: { accentColor: '#FFB000', logo } }),
  );
});
afterAll(() => browser.close());

/** Returns a two-color logo of 240 by 80 pixels. */
function stripes(): Buffer {
  const [width, height] = [240, 80];
  const rows = Array.from({ length: height }, () => {
    const pixels = Array.from({ length: width }, (_, x) =>
      x % 48 < 24 ? [255, 176, 0] : [32, 48, 64],
    );
    return Buffer.from([0, ...pixels.flat()]);
  });
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data]);
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
    length.writeUInt32BE(data.length);
    sum.writeUInt32BE(crc32(body));
    return Buffer.concat([length, body, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const data = chunk('IDAT', deflateSync(Buffer.concat(rows)));
  return Buffer.concat([signature, chunk('IHDR', head), data, chunk('IEND', Buffer.alloc(0))]);
}

async function newPage() {
  const item = {
    kind: 'custom',
    description: 'Instalación de lámparas en la nave norte, con andamios y retiro del cascajo',
    quantity: 12,
    unitPrice: 1_250.5,
    satProductCode: '72151500',
    satUnitCode: 'E48',
    taxability: 'standard',
    taxRate: 0.16,
  };
  const { documentRef } = await newQuote(api, {
    customerName: 'Constructora del Golfo',
    notes: 'Incluye transporte.\nEl material se entrega en la obra.',
    items: [
      item,
      { ...item, description: 'Visita técnica', quantity: 1, unitPrice: 800, discount: 80 },
    ],
  });
  const quote = await dataOf(ask(api, documentRef, 'publish', { sendEmail: false }));
  return { documentRef: documentRef as string, url: (quote['publicLink'] as { url: string }).url };
}

describe.each(windows)('on a %s', (name, options) => {
  it('a buyer accepts a quote with an invoice', async () => {
    const { documentRef, url } = await newPage();
    const { page, errors } = await openWindow(browser, options);
    await page.goto(url);
    await look(page, ['quote', name, 'offer']);
    await page.getByRole('button', { name: 'Aceptar con factura' }).click();
    await fillInTaxInfo(page);
    await page.getByLabel('Correo electrónico').fill('compras@ure.mx');
    await page.getByRole('button', { name: 'Aceptar con factura' }).click();
    await page.getByText('Aceptaste esta cotización').waitFor();
    await look(page, ['quote', name, 'accepted']);
    expect(errors).toEqual([]);
    const path = `/v1/quotes/${documentRef}`;
    expect(await dataOf(api.request('GET', path))).toMatchObject({ status: 'accepted' });
  });
});
