import { createHmac } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  dataOf,
  incomeInput,
  issuerProfile,
  newCustomer,
  setUpIssuer,
  startApi,
  startIssuer,
  type Api,
} from '@timbre/testkit/client';
import { until } from '../api/until';
import { jobsOf, languages, missingFor, run } from './program';

/** The XML of an invoice from another organization to the issuer. */
async function xmlFromSupplier(): Promise<Buffer> {
  const supplier = await startApi('Supplier');
  await setUpIssuer(supplier, {
    rfc: 'XIA190128J61',
    legalName: 'XENON INDUSTRIAL ARTICLES',
    taxSystem: '601',
    postalCode: '76343',
  });
  const { postalCode, ...taxpayer } = issuerProfile;
  const address = { postalCode, country: 'MEX' };
  const customerId = await newCustomer(supplier, { ...taxpayer, address });
  const documentRef = await stampedBy(supplier, incomeInput(customerId));
  const path = `/v1/documents/${documentRef}/files/xml`;
  return (await supplier.request('GET', path)).bytes;
}

async function stampedBy(api: Api, draft: object): Promise<string> {
  const { documentRef } = await dataOf(api.request('POST', '/v1/cfdi', { body: draft }));
  await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
  return documentRef as string;
}

/** An invoice on credit, of 233.16, that accounts has received. */
async function onCredit(api: Api, customerId: string): Promise<string> {
  const payment = { timing: 'deferred_or_installments', formCode: '99' };
  const documentRef = await stampedBy(api, incomeInput(customerId, { payment }));
  const owed = () => api.request('GET', '/v1/accounts/receivables');
  await until(30_000, owed, ({ json }) => json.data.length > 0);
  return documentRef;
}

const text = expect.any(String) as unknown;
const pesos = (amount: number) => ({ amount, currency: 'MXN' });

describe('the jobs', () => {
  it('the jobs are the same in every language', () => {
    expect(jobsOf('typescript')).toHaveLength(11);
    for (const language of languages) expect(jobsOf(language)).toEqual(jobsOf('typescript'));
  });
});

describe.each(languages)('the jobs in %s', (language) => {
  const missing = missingFor(language);
  if (missing) {
    it.skip(`the jobs are not run: ${missing} is not installed`, () => {});
    return;
  }

  let api: Api;
  let cwd: string;
  beforeAll(async () => {
    cwd = mkdtempSync(join(tmpdir(), 'timbre-example-'));
    api = await startIssuer();
  });
  afterAll(() => rmSync(cwd, { recursive: true }));

  /** Runs a job, which must succeed, and returns the JSON lines that it prints. */
  const done = async (job: string, ...args: string[]) => {
    const { baseUrl, apiKey } = api;
    const env = { API: baseUrl, KEY: apiKey };
    const { status, printed, said } = await run({ language, job, args, env, cwd });
    expect({ status, said: status === 0 ? '' : said }).toEqual({ status: 0, said: '' });
    const lines = printed.split('\n').filter((line) => line !== '');
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  };

  it('the jobs issue an invoice, from the customer to the cancellation', async () => {
    const [contact] = await done('create-contact');
    const legalName = 'UNIVERSIDAD ROBOTICA ESPAÑOLA';
    expect(contact).toEqual({ contactId: text, legalName, rfc: 'URE180429TM6' });
    const [product] = await done('create-product');
    expect(product).toEqual({ productId: text, sku: 'LIC-ANUAL', price: 1160 });

    const ids = [contact?.['contactId'], product?.['productId']] as string[];
    const [invoice] = await done('stamp-invoice', ...ids);
    const stamped = { documentRef: text, uuid: text, status: 'valid', total: pesos(2320) };
    expect(invoice).toEqual(stamped);
    expect(readFileSync(join(cwd, 'invoice.xml'), 'utf8')).toContain(invoice?.['uuid']);
    expect(readFileSync(join(cwd, 'invoice.pdf'), 'latin1')).toMatch(/^%PDF/);

    // A repeat finds the existing documents.
    expect(await done('stamp-invoice', ...ids)).toEqual([invoice]);
    const canceled = await done('cancel-invoice', invoice?.['documentRef'] as string);
    expect(canceled).toEqual([{ status: 'valid', state: text }]);
  });

  it('the jobs collect a debt, with a payment and its complement', async () => {
    const customerId = await newCustomer(api, {
      rfc: 'IIA040805DZ4',
      legalName: 'INDISTRIA ILUMINADORA DE ALMACENES',
      address: { postalCode: '62661', country: 'MEX' },
    });
    const documentRef = await onCredit(api, customerId);
    const owed = { customerId, total: 233.16, currency: 'MXN', openDocuments: 1 };
    expect(await done('report-receivables')).toEqual([owed]);
    expect(readdirSync(cwd)).toContain(`statement-${customerId}.pdf`);

    const paid = await done('register-payment', customerId, documentRef);
    expect(paid).toEqual([{ kind: 'payment', complement: 'stamped' }]);
    expect(await done('report-receivables')).toEqual([]);
  });

  it('the jobs make a sale at a counter', async () => {
    const sold = { sold: pesos(116), status: 'valid', global: pesos(116) };
    expect(await done('sell')).toEqual([sold]);
  });

  it('the jobs pay a fortnight', async () => {
    const [row, ...others] = await done('run-payroll');
    expect(others).toEqual([]);
    const totals = expect.objectContaining({ net: expect.any(Number) }) as unknown;
    expect(row).toEqual({ employeeName: 'ADRIANA GOMEZ LARA', state: 'stamped', totals });
  });

  it('the jobs store the XML of a supplier', async () => {
    writeFileSync(join(cwd, 'supplier.xml'), await xmlFromSupplier());
    const kept = { uuid: text, counterpartyName: 'XENON INDUSTRIAL ARTICLES', status: 'valid' };
    expect(await done('import-cfdi', 'supplier.xml')).toEqual([kept]);
  });

  it('the jobs receive events, and refuse events that Timbre did not send', async () => {
    const [endpoint] = await done('create-webhook');
    const asked = { url: 'https://example.com/timbre', events: ['cfdi.*'], status: 'enabled' };
    expect(endpoint).toEqual({ webhookId: text, ...asked });

    const secret = readFileSync(join(cwd, 'webhook-secret'), 'utf8').trim();
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const body = JSON.stringify({ type: 'cfdi.stamped', data: { legalName: 'MUÑOZ' } });
    const check = (at: number, input = body, signer = key) => {
      const signed = `event-1.${at}.${body}`;
      const env = {
        HTTP_WEBHOOK_ID: 'event-1',
        HTTP_WEBHOOK_TIMESTAMP: String(at),
        HTTP_WEBHOOK_SIGNATURE: `v1,bm8= v1,${createHmac('sha256', signer).update(signed).digest('base64')}`,
      };
      return run({ language, job: 'check-webhook', env, cwd, input });
    };
    const nowSeconds = Math.floor(Date.now() / 1000);
    const { status, printed } = await check(nowSeconds);
    expect([status, JSON.parse(printed)]).toEqual([0, { type: 'cfdi.stamped' }]);
    expect((await check(nowSeconds, body.replace('stamped', 'canceled'))).status).toBe(1);
    expect((await check(nowSeconds - 301)).status).toBe(1);
    // Anybody can sign with an empty key.
    writeFileSync(join(cwd, 'webhook-secret'), '');
    expect((await check(nowSeconds, body, Buffer.alloc(0))).status).not.toBe(0);
  });
});
