import { callContext } from '@timbre/testkit';
import fc from 'fast-check';
import { commitImport } from '../src/operations/commit-import';
import { readImport } from '../src/workflows/imports/read-import';
import { writeImport } from '../src/workflows/imports/write-import';
import { createImport } from '../src/operations/create-import';
import { addLocation, addProduct, productEvents } from './commerce';
import { shownImport, startImporting, type ImportService } from './importing';

let service: ImportService;
beforeAll(async () => void (service = await startImporting()));
afterAll(() => service.close());

/**
 * The number of rows, which fill three chunks: every third row changes a product, all other rows
 * create a product, and all rows set the stock.
 */
const rows = 1_200;
const every = 3;
const lines = Array.from({ length: rows }, (_, n) => `S-${n},P ${n},${n + 1},${n}`);

/** A simulated crash: in a transaction at its nth new identifier, or right after its commit. */
interface Death {
  at: 'identifier' | 'commit';
  after: number;
}
const death: fc.Arbitrary<Death> = fc.oneof(
  fc.record({ at: fc.constant('identifier' as const), after: fc.integer({ min: 0, max: 2_500 }) }),
  fc.record({ at: fc.constant('commit' as const), after: fc.integer({ min: 0, max: 3 }) }),
);

/**
 * Returns a service that stops at the crash. The clock of this service is far ahead, so no lease or
 * wait delays the service.
 */
function mortal({ at, after }: Death, hours: number): ImportService['runtime'] {
  let left = after;
  const step = (kind: Death['at']) => {
    if (kind === at && (left -= 1) < 0) throw new Error('the process dies');
  };
  const { runtime } = service;
  return {
    ...runtime,
    now: () => new Date(runtime.now().getTime() + hours * 3_600_000),
    newId: () => (step('identifier'), runtime.newId()),
    eventsLeft: () => step('commit'),
  };
}

it('an import that crashes at any point, any number of times, ends complete and without duplicates', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(death, { maxLength: 4 }), async (deaths) => {
      const context = callContext();
      await addLocation(service, context);
      for (let n = 0; n < rows; n += every * 100) await addProduct(service, context, { sku: `S-${n}` });
      const known = (await productEvents(service, context.organizationId)).length;
      service.files.set('kills.csv', Buffer.from(['sku,description,price,stock', ...lines, ''].join('\n')));
      const asked = { kind: 'products', fileId: 'kills.csv' };
      const importId = (await service.answer(createImport, context, asked)).importId as string;
      let hours = 0;
      const lives = [...deaths, { at: 'commit' as const, after: Infinity }];
      await readImport(service.runtime, context, importId);
      await service.answer(commitImport, context, { importId, onlyIfAllValid: true });
      for (const one of lives) {
        await writeImport(mortal(one, (hours += 1)), context, importId).catch(() => undefined);
      }
      // The loop is needed, because one pass does not write all rows on a slow machine.
      while ((await shownImport(service, context, importId)).state === 'committing') {
        await writeImport(mortal(lives.at(-1)!, (hours += 1)), context, importId);
      }
      expect(await shownImport(service, context, importId)).toMatchObject({
        state: 'done',
        rowsDone: rows,
        results: { created: rows - known, updated: known, unchanged: 0, changedSincePreview: 0 },
      });
      const [found] = await service.rows(
        `select (select count(*)::int from products where org_id = $1) as products,
           (select count(distinct sku)::int from products where org_id = $1) as skus,
           (select count(*)::int from inventory_movements where org_id = $1) as movements,
           (select sum(stock)::int from inventory_levels where org_id = $1) as stock,
           (select count(*)::int from outbox where org_id = $1
             and subject = 'commerce.product.changed') as changes,
           (select count(*)::int from outbox where org_id = $1
             and subject = 'commerce.import.finished') as finished`,
        [context.organizationId],
      );
      expect(found).toEqual({
        products: rows, skus: rows, movements: rows, changes: rows + known, finished: 1,
        stock: (rows * (rows - 1)) / 2,
      });
    }),
    { numRuns: 8 },
  );
}); // prettier-ignore

it('reading starts again after a crash, and each row is stored once', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(death, { maxLength: 2 }), async (deaths) => {
      const context = callContext();
      service.files.set('kills.csv', Buffer.from(['sku,description,price', ...lines.map((line) => line.replace(/,\d+$/, '')), ''].join('\n')));
      const asked = { kind: 'products', fileId: 'kills.csv' };
      const importId = (await service.answer(createImport, context, asked)).importId as string;
      let hours = 0;
      for (const one of [...deaths, { at: 'commit' as const, after: Infinity }]) {
        await readImport(mortal(one, (hours += 1)), context, importId).catch(() => undefined);
      }
      expect(await shownImport(service, context, importId)).toMatchObject({
        state: 'preview', rowsDone: rows, rowsTotal: rows,
        counts: { create: rows, update: 0, unchanged: 0, invalid: 0, duplicateInFile: 0 },
      });
      const sql = `select count(*)::int as count, count(distinct line)::int as lines
        from import_rows where org_id = $1`;
      expect(await service.rows(sql, [context.organizationId])).toEqual([{ count: rows, lines: rows }]);
    }),
    { numRuns: 6 },
  );
}); // prettier-ignore
