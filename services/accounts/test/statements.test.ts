import type { commerce, fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createCollectionFeed, type FeedProviders } from '../src/operations/create-collection-feed';
import {
  exportContactStatement,
  type PaperProviders,
} from '../src/operations/export-contact-statement';
import { getContactStatement } from '../src/operations/get-contact-statement';
import { readCollectionFeed } from '../src/operations/read-collection-feed';
import { revokeCollectionFeed } from '../src/operations/revoke-collection-feed';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { canceled, cfdiOf, complementOf, creditNoteOf, deliverCfdi } from './accounts';

let service: ServiceRuntime<PaperProviders & FeedProviders>;
const printed: unknown[] = [];
/** The contacts of the simulated commerce, with the language of their printed documents. */
const languageOf = new Map<string, commerce.Contact>();

beforeAll(async () => {
  service = await serviceRuntime<PaperProviders & FeedProviders>({
    service: 'accounts',
    entities,
    migrations,
    constraints: {},
    providers: {
      contacts: { find: (_, contactId) => Promise.resolve(languageOf.get(contactId)) },
      paper: {
        print: (_, statement) => Promise.resolve(Buffer.from(String(printed.push(statement)))),
      },
      pages: { digestOf: (id) => Buffer.from(id) },
    },
  });
});
afterAll(() => service.close());

const deliver = (context: CallContext, cfdi: fiscalCfdi.Cfdi) =>
  deliverCfdi(service as unknown as ServiceRuntime, context, cfdi);

const request = (contactId: string, page: object = {}, more: object = {}) => ({
  contactId,
  page: page as never,
  currency: undefined,
  sides: ['receivable', 'payable'],
  ...more,
});

const statement = (context: CallContext, ...asked: Parameters<typeof request>) =>
  service.answer(getContactStatement, context, request(...asked));

interface Paged {
  lines: { balance: number }[];
  pagination: { nextCursor: string | null };
}

/**
 * In January, invoices of 1,160 pesos on credit and of 580 pesos paid at once are issued. In February, a
 * complement reports a payment of 500 pesos, and a credit note of 100 pesos is issued.
 */
async function books(): Promise<{ context: CallContext; contactId: string }> {
  const context = callContext();
  const customerId = newId();
  const on = (day: string) => ({ customerId, issuedLocalDateTime: `${day}T10:00:00` });
  const owed = cfdiOf({ ...on('2026-01-10'), series: 'A', folio: '7' });
  await deliver(context, owed);
  await deliver(context, cfdiOf({ ...on('2026-01-20'), methodCode: 'PUE', total: '580' }));
  await deliver(context, complementOf([{ uuid: owed.uuid!, amount: '500' }], on('2026-02-03')));
  await deliver(context, creditNoteOf([owed.uuid!], '100', on('2026-02-03')));
  await deliver(context, cfdiOf({ ...on('2026-02-05'), currency: 'USD', total: '9' }));
  return { context, contactId: customerId };
}

describe('a statement', () => {
  it('the lines of a statement add up, and each line contains the balance after that line', async () => {
    const { context, contactId } = await books();
    const shown = await statement(context, contactId);
    expect(shown).toMatchObject({
      contactId,
      side: 'receivable',
      currency: 'MXN',
      dateTo: '2026-11-21',
      openingBalance: 0,
      charges: 1740,
      credits: 1180,
      closingBalance: 560,
      lines: [
        { occurredOn: '2026-01-10', kind: 'invoice', folio: 'A-7', charge: 1160, balance: 1160 },
        { occurredOn: '2026-01-20', kind: 'invoice', charge: 580, credit: 580, balance: 1160 },
        { occurredOn: '2026-02-03', kind: 'complement', credit: 500, balance: 660 },
        { occurredOn: '2026-02-03', kind: 'credit_note', credit: 100, balance: 560 },
      ],
      pagination: { nextCursor: null, hasMore: false },
    });
    expect(shown).not.toHaveProperty('dateFrom');
    const february = await statement(context, contactId, {
      dateFrom: '2026-02-01',
      dateTo: '2026-02-28',
    });
    expect(february).toMatchObject({
      openingBalance: 1160,
      charges: 0,
      credits: 600,
      closingBalance: 560,
      lines: [{ balance: 660 }, { balance: 560 }],
    });
    expect(await statement(context, contactId, {}, { currency: 'USD' })).toMatchObject({
      charges: 9,
      closingBalance: 9,
      lines: [{ charge: 9 }],
    });
    const none = { dateFrom: '2030-01-01', dateTo: '2030-01-02' };
    expect(await statement(context, contactId, none)).toMatchObject({
      openingBalance: 560,
      closingBalance: 560,
      lines: [],
    });
  });

  it('a statement has pages, and each page continues after the last line of the previous page', async () => {
    const { context, contactId } = await books();
    const lines: unknown[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = { limit: 1, dateFrom: '2026-01-20', ...(cursor ? { cursor } : {}) };
      const shown = (await statement(context, contactId, page)) as unknown as Paged;
      expect(shown).toMatchObject({ openingBalance: 1160, closingBalance: 560 });
      lines.push(...shown.lines.map(({ balance }) => balance));
      cursor = shown.pagination.nextCursor;
      if (lines.length === 1) {
        const other = statement(context, contactId, { cursor: cursor!, limit: 1 });
        await expect(other).rejects.toMatchObject({ code: 'validation_error' });
      }
    }
    expect(lines).toEqual([1160, 660, 560]);
  });

  it('a statement contains a reversing line for a canceled invoice', async () => {
    const context = callContext();
    const invoice = cfdiOf({ customerId: newId(), issuedLocalDateTime: '2026-01-10T10:00:00' });
    await deliver(context, invoice);
    await deliver(context, canceled(invoice));
    expect(await statement(context, invoice.customerId!)).toMatchObject({
      charges: 1160,
      credits: 1160,
      closingBalance: 0,
      lines: [{ kind: 'invoice' }, { kind: 'cancellation', balance: 0 }],
    });
  });

  it('a statement is visible only to its organization and to callers who may read its side', async () => {
    const { context, contactId } = await books();
    const unknown = { code: 'not_found' };
    await expect(statement(callContext(), contactId)).rejects.toMatchObject(unknown);
    await expect(statement(context, 'x')).rejects.toMatchObject(unknown);
    const sides = { sides: ['payable'] };
    await expect(statement(context, contactId, {}, sides)).rejects.toMatchObject(unknown);
  });

  it('a statement is read with a single index range scan', async () => {
    const context = callContext();
    const contactId = newId();
    await service.rows(
      `insert into transactions (id, org_id, kind, side, contact, document_ref, family, currency,
         amount, occurred_on, source, recorded_at)
       select gen_random_uuid(), $1, 'invoice', 'receivable',
         case when n % 10 = 0 then $2 else (n % 100)::text end, n, n, 'MXN', 1,
         date '2026-01-01' + n % 300, n, now() from generate_series(1, 20000) n`,
      [context.organizationId, contactId],
    );
    await service.rows(
      `insert into contacts (org_id, id, version, kind, deleted) values ($1, $2, 1, 'customer', false)`,
      [context.organizationId, contactId],
    );
    await service.rows('analyze');
    const { statements, pool } = service.runtime;
    const asked = jest.spyOn(statements, 'query');
    const page = { dateFrom: '2026-03-01' };
    expect(await statement(context, contactId, page)).toMatchObject({ openingBalance: 401 });
    const queries = asked.mock.calls.map(([query]) => query as { text: string; values: unknown[] });
    asked.mockRestore();
    const client = await pool.connect();
    try {
      await client.query('set plan_cache_mode = force_generic_plan');
      for (const [index, { text, values }] of queries.slice(-2).entries()) {
        await client.query(`prepare asked_${index} as ${text}`);
        const given = values.map((one) => (one === null ? 'null' : `'${String(one)}'`)).join(', ');
        const { rows } = await client.query(
          `explain (format json) execute asked_${index} (${given})`,
        );
        const plan = JSON.stringify(rows);
        expect(plan).toContain('transactions_statement');
        expect(plan).not.toMatch(/"Node Type":"Seq Scan","[^}]*"Relation Name":"transactions"/);
      }
    } finally {
      client.release(true);
    }
  });

  it('a statement is printed and exported with all its lines', async () => {
    const { context, contactId } = await books();
    const as = (format: string) =>
      exportContactStatement.run(service.runtime, context, {
        statement: request(contactId, { dateFrom: '2026-02-01' }),
        format,
        language: undefined,
      });
    expect(await as('pdf')).toMatchObject({ contentType: 'application/pdf' });
    expect(printed.at(-1)).toMatchObject({
      title: 'Estado de cuenta',
      total: '560.000000',
      currency: 'MXN',
      table: {
        rows: [
          { cells: ['2026-02-01', 'Saldo inicial', '', '', '', '1160'] },
          { cells: ['2026-02-03', 'Complemento de pago', '', '', '500', '660'] },
          { cells: ['2026-02-03', 'Nota de crédito', '', '', '100', '560'] },
          { cells: ['2026-11-21', 'Saldo final', '', '0', '600', '560'] },
        ],
      },
    });
    const { content, fileName } = await as('xlsx');
    expect(fileName).toBe('estado-de-cuenta-2026-11-21.xlsx');
    expect(Buffer.from(content.subarray(0, 2)).toString()).toBe('PK');
    expect((await as('xlsx')).content).toEqual(content);
  });

  it('a statement is written in the language of the contact, or in the requested language', async () => {
    const { context, contactId } = await books();
    const fields = { documentLanguage: 'en' };
    languageOf.set(contactId, { contactId, fields } as commerce.Contact);
    const as = (format: string, language?: string) =>
      exportContactStatement.run(service.runtime, context, {
        statement: request(contactId, { dateFrom: '2026-02-01' }),
        format,
        language,
      });
    const { content, fileName } = await as('csv');
    expect(fileName).toBe('statement-2026-11-21.csv');
    expect(content.toString()).toContain('Date,Concept,Folio,Charge,Credit,Balance');
    expect(content.toString()).toContain('2026-02-03,Payment complement,');
    await as('pdf');
    expect(printed.at(-1)).toMatchObject({ title: 'Statement of account', language: 'en' });
    expect((await as('csv', 'es-en')).content.toString()).toContain('Cargo / Charge');
    expect((await as('csv', 'es')).content.toString()).toContain('Complemento de pago');
  });
});

describe('reading the calendar feed', () => {
  const read = async (linkId: unknown) => {
    const digest = Buffer.from(linkId as string);
    const answer = await readCollectionFeed.run(service.runtime, callContext(), { digest });
    return answer.content.toString();
  };
  const create = (context: CallContext) => service.answer(createCollectionFeed, context, {});

  it('the calendar feed keeps its address until it is revoked, and lists the open installments', async () => {
    const context = callContext();
    const invoice = cfdiOf({ customerId: newId(), dueDate: '2026-12-05', counterpartyName: 'Ana' });
    await deliver(context, invoice);
    const { linkId } = await create(context);
    expect(await create(context)).toEqual({ linkId });
    const events = (await read(linkId)).split('\r\n');
    expect(events).toEqual(
      expect.arrayContaining([
        'DTSTART;VALUE=DATE:20261205',
        'SUMMARY:Cobrar 1\\,160.00 MXN · Ana',
      ]),
    );
    await deliver(context, complementOf([{ uuid: invoice.uuid!, amount: '1160' }]));
    expect(await read(linkId)).not.toContain('VEVENT');
    await service.answer(revokeCollectionFeed, context, {});
    await expect(read(linkId)).rejects.toMatchObject({ code: 'not_found' });
    const again = service.answer(revokeCollectionFeed, context, {});
    await expect(again).rejects.toMatchObject({ code: 'not_found' });
    expect((await create(context))['linkId']).not.toBe(linkId);
  });
});
