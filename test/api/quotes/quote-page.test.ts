import {
  created,
  dataOf,
  newCustomer,
  startIssuer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { ask, newQuote, newSent } from './offer';

let api: Api;
beforeAll(async () => void (api = await startIssuer()));

const urlOf = ({ publicLink }: Shown) => (publicLink as { url: string }).url;
const stateOf = ({ documentRef }: Shown) =>
  dataOf(api.request('GET', `/v1/quotes/${documentRef as string}`));

async function show(url: string) {
  const answer = await fetch(url);
  return { status: answer.status, html: await answer.text() };
}
async function send(url: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const answer = await fetch(url, { method: 'POST', body, redirect: 'manual' });
  return { status: answer.status, html: await answer.text() };
}

const buyer = {
  step: 'details',
  revision: '1',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  legalName: 'UNIVERSIDAD ROBOTICA ESPAÑOLA',
  postalCode: '86991',
  cfdiUse: 'G03',
  email: 'compras@ure.mx',
};

describe('the page of a quote', () => {
  it('the page of a quote shows the offer and has a link to its PDF', async () => {
    const quote = await newSent(api);
    const { status, html } = await show(urlOf(quote));
    expect(status).toBe(200);
    expect(html).toContain(`Cotización ${quote['folioNumber']}`);
    const total = (quote['totals'] as { total: number }).total;
    expect(html).toContain(
      new Intl.NumberFormat('es-MX', { style: 'currency', currency: 'MXN' }).format(total),
    );
    const pdf = await fetch(`${urlOf(quote)}/pdf`);
    expect(pdf.headers.get('content-disposition')).toMatch(/^attachment/);
    expect((await pdf.text()).slice(0, 5)).toBe('%PDF-');
  });

  it('the buyer can accept the quote on its page without fiscal data', async () => {
    const quote = await newSent(api);
    expect((await send(urlOf(quote), { step: 'accept', revision: '1' })).status).toBe(303);
    expect(await stateOf(quote)).toMatchObject({
      status: 'accepted',
      acceptance: { invoiceRequested: false, fiscalTreatment: 'public_general' },
    });
    const { html } = await show(urlOf(quote));
    expect(html).toContain('Aceptaste esta cotización');
    expect(html).not.toContain('<form');
    expect((await send(urlOf(quote), { step: 'accept', revision: '1' })).status).toBe(303);
  });

  it('the buyer can accept the quote on its page with fiscal data, which require an email address', async () => {
    const quote = await newSent(api);
    const first = await send(urlOf(quote), { step: 'invoice', revision: '1' });
    expect([first.status, first.html]).toEqual([200, expect.stringContaining('name="rfc"')]);
    const without = await send(urlOf(quote), { ...buyer, email: '' });
    expect([without.status, without.html]).toEqual([400, expect.stringContaining('email-fault')]);
    expect((await send(urlOf(quote), buyer)).status).toBe(303);
    const { step: _, revision: __, ...fiscalCustomer } = buyer;
    expect(await stateOf(quote)).toMatchObject({
      status: 'accepted',
      acceptance: { invoiceRequested: true, fiscalCustomer },
    });
  });

  it('the page of a quote shows the changed quote instead of accepting a revision that the buyer has not seen', async () => {
    const quote = await newSent(api);
    const path = `/v1/quotes/${quote.documentRef as string}`;
    await dataOf(api.request('PATCH', path, { body: { notes: 'Entrega el lunes.' } }));
    await dataOf(ask(api, quote.documentRef, 'publish', { sendEmail: false }));
    const { status, html } = await send(urlOf(quote), { step: 'accept', revision: '1' });
    expect(status).toBe(409);
    expect(html).toContain('La cotización cambió');
    expect(html).toContain('name="revision" value="2"');
    expect(await stateOf(quote)).toMatchObject({ status: 'sent' });
    const nonsense = await send(urlOf(quote), { step: 'accept', revision: 'x' });
    expect(nonsense.status).toBe(409);
    expect((await send(urlOf(quote), { step: 'accept', revision: '2' })).status).toBe(303);
  });

  it('the page of a quote reports that the offer cannot be accepted with these form values', async () => {
    for (const name of ['Centro', 'Norte']) {
      await created(api, '/v1/locations', { name, postalCode: '42501' });
    }
    const customerId = await newCustomer(api, { creditEnabled: true });
    const settlementTerms = {
      installmentCount: 2,
      firstDue: { kind: 'transaction_date' },
      recurrence: { kind: 'last_day' },
    };
    // A quote on credit becomes a receipt immediately, and the acceptance on the page names no
    // location.
    const quote = await newSent(api, { customerId, settlementTerms });
    const { status, html } = await send(urlOf(quote), { step: 'accept', revision: '1' });
    expect(status).toBe(409);
    expect(html).toContain('no se puede aceptar tal como está');
    expect((await send(urlOf(quote), buyer)).status).toBe(409);
    expect(await stateOf(quote)).toMatchObject({ status: 'sent' });
  });

  it('the page of a canceled quote rejects an acceptance', async () => {
    const quote = await newSent(api);
    await dataOf(ask(api, quote.documentRef, 'cancel'));
    expect((await show(urlOf(quote))).html).toContain('canceló esta cotización');
    expect((await send(urlOf(quote), { step: 'accept', revision: '1' })).status).toBe(303);
    expect(await stateOf(quote)).toMatchObject({ status: 'canceled' });
  });

  it('the page of a quote escapes hostile text of the seller', async () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const { documentRef } = await newQuote(api, { customerName: hostile, notes: hostile });
    const quote = await dataOf(ask(api, documentRef, 'publish', { sendEmail: false }));
    const { html } = await show(urlOf(quote));
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(html).not.toContain('<img');
  });
});
