import type { fiscalCfdi } from '@timbre/contract';
import type { CallContext } from '@timbre/kit';
import { archiveCfdi } from '../src/operations/archive-cfdi';
import { listCfdi } from '../src/operations/list-cfdi';
import {
  bringTo,
  customItem,
  newDraft,
  newOrganization,
  refusalOf,
  startCfdi,
  type Cfdi,
} from './cfdi';

let cfdi: Cfdi;
let context: CallContext;
let customerId: string;
beforeAll(async () => {
  cfdi = await startCfdi();
  context = await newOrganization(cfdi);
  customerId = cfdi.commerce.customer(context, {
    legalName: 'Ñandú y Cía',
    rfc: 'CACX7605101P8',
    taxSystem: '612',
  });
  const deferred = { timing: 'deferred_or_installments', formCode: '99' };
  await newDraft(cfdi, context, { customerId });
  const second = await newDraft(cfdi, context, { payment: deferred });
  const third = await newDraft(cfdi, context, {
    customerId,
    items: [{ ...customItem, unitPrice: '7' }],
  });
  await newDraft(cfdi, await newOrganization(cfdi));
  const numbered = await cfdi.service.rows<{ id: string }>(
    `insert into series (id, org_id, version, kind, code, next_folio, is_default, active, search_text,
       created_at, updated_at)
     values (gen_random_uuid(), $1, 1, 'income', 'FÁ', 2, false, true, 'fa', now(), now()) returning id`,
    [context.organizationId],
  );
  const columns = `, series_id = '${numbered[0]!.id}', series = 'FA', folio = 31,
    issued_local = '2026-10-03T10:00:00', dated_on = '2026-10-03'`;
  await bringTo(cfdi, second.documentRef, 'stamped', columns);
  await cfdi.service.answer(archiveCfdi, context, third);
});
afterAll(() => cfdi.service.close());

const list = (request: Partial<fiscalCfdi.ListCfdiRequest>, caller = context) =>
  cfdi.service.page(listCfdi, caller, { page: undefined, ...request });
const amounts = async (request: Partial<fiscalCfdi.ListCfdiRequest>) =>
  (await list(request)).data.map(({ total }) => (total as { amount: number }).amount);

/**
 * The totals of the three documents, newest first: 16.24 archived for Ñandú, 233.16 valid, 233.16 draft for
 * Ñandú.
 */
const [archived, valid, draft] = [16.24, 233.16, 233.16];

describe('listCfdi', () => {
  it("listCfdi returns summaries of the caller's organization, newest first", async () => {
    const { data, pagination } = await list({});
    expect(pagination).toEqual({ nextCursor: null, hasMore: false });
    expect(data).toHaveLength(3);
    expect(data[1]).toEqual({
      documentRef: expect.stringMatching(/^cfdi:/),
      category: 'cfdi',
      kind: 'income',
      cfdiType: 'I',
      direction: 'issued',
      status: 'valid',
      archived: false,
      total: { amount: 233.16, currency: 'MXN' },
      series: 'FA',
      folio: '31',
      uuid: expect.any(String),
      counterpartyName: 'Universidad Robótica Española',
      issuedLocalDateTime: '2026-10-03T10:00:00',
      payment: {
        timing: 'deferred_or_installments',
        formCode: '99',
        methodCode: 'PPD',
        remainingBalance: 233.16,
        effectiveRemainingBalance: 233.16,
      },
    });
  });

  it.each<[string, Partial<fiscalCfdi.ListCfdiRequest>, number[]]>([
    ['no filter', {}, [archived, valid, draft]],
    ['kind', { kind: 'income' }, [archived, valid, draft]],
    ['another kind', { kind: 'transfer' }, []],
    ['direction', { direction: 'received' }, []],
    ['status', { status: 'valid' }, [valid]],
    ['archived', { archived: true }, [archived]],
    ['not archived', { archived: false }, [valid, draft]],
    ['an RFC', { counterparty: 'cacx7605101p8' }, [archived, draft]],
    ['part of a name, without accents', { counterparty: 'NANDU' }, [archived, draft]],
    ['a pattern, which is plain text', { counterparty: '%' }, []],
    ['a query by series and folio', { page: { query: 'fa-31' } }, [valid]],
    ['a query by part of an RFC', { page: { query: 'URE180' } }, [valid]],
    ['dates of issue', { page: { dateFrom: '2026-10-03', dateTo: '2026-10-03' } }, [valid]],
    ['dates of drafting', { page: { dateFrom: '2026-11-21' } }, [archived, draft]],
    ['several', { status: 'draft', archived: false, counterparty: 'cía' }, [draft]],
  ])('listCfdi filters by %s', async (_, request, expected) => {
    expect(await amounts(request)).toEqual(expected);
  });

  it('listCfdi filters by a contact', async () => {
    expect(await amounts({ counterparty: customerId })).toEqual([archived, draft]);
  });

  it('listCfdi finds a document by its UUID', async () => {
    const [{ uuid } = {}] = (await list({ status: 'valid' })).data;
    expect(await amounts({ page: { query: String(uuid).toUpperCase() } })).toEqual([valid]);
  });

  it('the pages of listCfdi contain every document exactly once', async () => {
    const seen: unknown[] = [];
    let cursor: string | undefined;
    do {
      const { data, pagination } = await list({ page: { limit: 1, cursor } });
      seen.push(...data.map((row) => row['documentRef']));
      cursor = pagination.nextCursor ?? undefined;
    } while (cursor);
    expect(seen).toEqual((await list({})).data.map((row) => row['documentRef']));
  });

  it('listCfdi refuses a cursor from a list with other filters', async () => {
    const { pagination } = await list({ page: { limit: 1 } });
    const request = { status: 'draft', page: { cursor: pagination.nextCursor! } };
    const refused = await refusalOf(cfdi, listCfdi, context, request);
    expect(refused.details.issues).toMatchObject([{ path: ['cursor'], code: 'cursor_invalid' }]);
  });
});
