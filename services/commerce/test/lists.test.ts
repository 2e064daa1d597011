import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import fc from 'fast-check';
import { archiveProduct } from '../src/operations/archive-product';
import { listContacts } from '../src/operations/list-contacts';
import { listProducts } from '../src/operations/list-products';
import { addContact, addProduct, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

type Filters = { kind?: string; query?: string };

/** Returns all pages of contacts as names, in the order of the responses. */
async function walk(context: CallContext, limit: number, { kind, query }: Filters = {}) {
  const pages: string[][] = [];
  let cursor: string | undefined;
  do {
    const request = { kind, page: { cursor, limit, query } };
    const { data, pagination } = await service.page(listContacts, context, request);
    pages.push(data.map(({ legalName }) => legalName as string));
    expect(pagination.hasMore).toBe(pagination.nextCursor !== null);
    cursor = pagination.nextCursor ?? undefined;
  } while (cursor !== undefined);
  return pages;
}

const firstCursor = async (context: CallContext, filters: Filters = {}) =>
  (
    await service.page(listContacts, context, {
      kind: filters.kind,
      page: { limit: 1, query: filters.query },
    })
  ).pagination.nextCursor as string;

describe('pages', () => {
  it('pages show every contact once, newest first, for any page size', async () => {
    const oneContact = fc.constantFrom('customer', 'supplier');
    await fc.assert(
      fc.asyncProperty(
        fc.array(oneContact, { maxLength: 25 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom(undefined, 'customer', 'supplier'),
        async (kinds, limit, kind) => {
          const context = callContext();
          const made: [kind: string, name: string][] = kinds.map((of, index) => [of, `N${index}`]);
          for (const [of, legalName] of made) {
            await addContact(service, context, { kind: of, legalName });
          }
          const expected = made.filter(([of]) => kind === undefined || of === kind);
          const pages = await walk(context, limit, kind === undefined ? {} : { kind });
          expect(pages.flat()).toEqual(expected.map(([, name]) => name).reverse());
          expect(pages.length).toBe(Math.max(1, Math.ceil(expected.length / limit)));
        },
      ),
      { numRuns: 15 },
    );
  });

  it('pages do not skip or repeat contacts while contacts are added', async () => {
    const context = callContext();
    for (const legalName of ['A', 'B', 'C', 'D']) await addContact(service, context, { legalName });
    const first = await service.page(listContacts, context, { page: { limit: 2 } });
    await addContact(service, context, { legalName: 'E' });
    const cursor = first.pagination.nextCursor as string;
    const second = await service.page(listContacts, context, { page: { limit: 2, cursor } });
    const names = [...first.data, ...second.data].map(({ legalName }) => legalName);
    expect(names).toEqual(['D', 'C', 'B', 'A']);
  });

  it('pages have 20 entries by default', async () => {
    const context = callContext();
    for (let index = 0; index < 21; index += 1) await addContact(service, context);
    const { data, pagination } = await service.page(listContacts, context, {});
    expect([data.length, pagination.hasMore]).toEqual([20, true]);
  });
});

describe('a cursor', () => {
  const refused = {
    code: 'validation_error',
    details: { issues: [{ path: ['cursor'], code: 'cursor_invalid' }] },
  };
  let context: CallContext;
  beforeAll(async () => {
    context = callContext();
    for (let index = 0; index < 3; index += 1) await addContact(service, context);
  });

  it('a cursor of another list is rejected', async () => {
    const page = { cursor: await firstCursor(context) };
    await expect(service.page(listProducts, context, { page })).rejects.toMatchObject(refused);
  });

  it.each<[string, Filters, Filters]>([
    ['no filter', {}, { kind: 'customer' }],
    ['another kind', { kind: 'customer' }, { kind: 'supplier' }],
    ['a search', { query: 'kemper' }, {}],
    ['another search', { query: 'kemper' }, { query: 'escuela' }],
  ])('a cursor made with %s is refused', async (_, made, { kind, query }) => {
    const page = { cursor: await firstCursor(context, made), query };
    await expect(service.page(listContacts, context, { kind, page })).rejects.toMatchObject(
      refused,
    );
  });

  it.each([
    ['text', 'nextCursor'],
    ['no JSON', Buffer.from('{').toString('base64url')],
    ['another shape', Buffer.from('["contacts","[]",7]').toString('base64url')],
    ['a malformed identifier', Buffer.from('["contacts","[]","x"]').toString('base64url')],
  ])('a cursor that is %s is refused', async (_, cursor) => {
    const attempt = service.page(listContacts, context, { page: { cursor } });
    await expect(attempt).rejects.toMatchObject(refused);
  });

  it('a cursor returns no rows of another organization', async () => {
    const cursor = await firstCursor(context);
    const { data } = await service.page(listContacts, callContext(), { page: { cursor } });
    expect(data).toEqual([]);
  });
});

describe('a search', () => {
  const names = async (context: CallContext, query: string) =>
    (await service.page(listContacts, context, { page: { query } })).data
      .map(({ legalName }) => legalName as string)
      .sort();

  it('a search ignores accents and case in the query and in the data', async () => {
    const context = callContext();
    await addContact(service, context, { legalName: 'Muñoz y Asociados' });
    await addContact(service, context, { legalName: 'MUNOZ HERMANOS' });
    await addContact(service, context, { legalName: 'Otro' });
    for (const query of ['munoz', 'MUÑOZ', 'Múnoz']) {
      expect(await names(context, query)).toEqual(['MUNOZ HERMANOS', 'Muñoz y Asociados']);
    }
  });

  it('a search matches name, RFC, code and email, and treats wildcards as plain characters', async () => {
    const context = callContext();
    await addContact(service, context, {
      legalName: '100% Natural_',
      rfc: 'EKU9003173C9',
      code: 'C\\1',
      email: 'ana@uno.mx',
    });
    await addContact(service, context, { legalName: '1000 Naturales' });
    for (const query of ['100%', 'natural_', 'eku9003', 'c\\1', 'ANA@uno']) {
      expect(await names(context, query)).toEqual(['100% Natural_']);
    }
    expect(await names(context, '%')).toEqual(['100% Natural_']);
  });
});

describe('filters', () => {
  it('the filter active returns active products, archived products, or both', async () => {
    const context = callContext();
    const archived = await addProduct(service, context, { description: 'Vieja' });
    await service.answer(archiveProduct, context, { productId: archived });
    await addProduct(service, context, { description: 'Nueva' });
    const shown = async (active: boolean | undefined) =>
      (await service.page(listProducts, context, { active })).data.map((p) => p.description);
    expect(await shown(true)).toEqual(['Nueva']);
    expect(await shown(false)).toEqual(['Vieja']);
    expect(await shown(undefined)).toEqual(['Nueva', 'Vieja']);
  });

  it('filters for the day of creation include both days', async () => {
    const context = callContext();
    for (const day of ['2026-01-01', '2026-01-02', '2026-01-03']) {
      service.setClock(`${day}T12:00:00Z`);
      await addContact(service, context, { legalName: day });
    }
    const shown = async (dateFrom?: string, dateTo?: string) =>
      (await service.page(listContacts, context, { page: { dateFrom, dateTo } })).data.map(
        ({ legalName }) => legalName,
      );
    expect(await shown('2026-01-02')).toEqual(['2026-01-03', '2026-01-02']);
    expect(await shown(undefined, '2026-01-02')).toEqual(['2026-01-02', '2026-01-01']);
    expect(await shown('2026-01-02', '2026-01-02')).toEqual(['2026-01-02']);
  });

  it.each([
    ['America/Tijuana', '2026-11-20'],
    ['America/Mexico_City', '2026-11-21'],
    [undefined, '2026-11-21'],
  ])('filters use the midnight of the clocks in %s', async (timeZone, day) => {
    const context = callContext({ timeZone });
    // At this time it is 22:30 in Tijuana and half past midnight in Mexico City.
    service.setClock('2026-11-21T06:30:00Z');
    await addContact(service, context, { legalName: 'Eva' });
    const count = async (on: string) =>
      (await service.page(listContacts, context, { page: { dateFrom: on, dateTo: on } })).data
        .length;
    for (const on of ['2026-11-19', '2026-11-20', '2026-11-21', '2026-11-22']) {
      expect([on, await count(on)]).toEqual([on, on === day ? 1 : 0]);
    }
  });
});
