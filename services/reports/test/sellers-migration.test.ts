import { createRun } from '@timbre/kit';
import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import { salesShape } from '../src/domain/sales-facts';
import { getSalesReport } from '../src/operations/get-sales-report';
import { AddSellers } from '../src/store/migrations/0008-sellers';
import { compareFacts } from '../src/workflows/compare-facts';
import { foldNow, receiptOf, startReports, ingestReceipt } from './reports';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startReports();
});
afterAll(() => service.close());

/**
 * Runs the migration's statements as the owner of the tables, so that row-level security policies also
 * apply.
 */
async function migrate(direction: 'up' | 'down'): Promise<void> {
  const migration = new AddSellers({} as never, {} as never);
  migration[direction]();
  const owner = testPool(service.database.ownerUrl, 1);
  for (const sql of migration.getQueries()) await owner.query(String(sql));
  await owner.end();
}

it('sales that were recorded before sellers were stored have no seller and are still included in the sums', async () => {
  const contexts = [callContext(), callContext()];
  for (const context of contexts) {
    for (const businessDate of ['2026-10-31', '2026-11-10']) {
      await ingestReceipt(service, context, receiptOf({ businessDate }));
    }
    await foldNow(service, context, salesShape);
    // In this test, the deltas of the receipt are not yet added to the rollup.
    await ingestReceipt(service, context, receiptOf());
  }
  await migrate('down');
  expect(await service.rows(`select 1 from sales_rollup where dimension = 'seller'`)).toEqual([]);
  await migrate('up');
  for (const context of contexts) {
    await ingestReceipt(service, context, receiptOf({ seller: 'user:eva' }));
    const report = { dateFrom: '2026-01-01', dateTo: '2026-12-31', groupBy: 'seller' };
    const asked = { report, sellerNames: { 'user:eva': 'Eva' } };
    expect(await service.answer(getSalesReport, context, asked)).toMatchObject({
      totals: { receipts: 4, net: 4640 },
      groups: [
        { key: 'none', name: 'Sin vendedor', receipts: 3, net: 3480 },
        { key: 'user:eva', name: 'Eva', receipts: 1, net: 1160 },
      ],
    });
    await foldNow(service, context, salesShape);
    expect(await compareFacts(createRun(service.runtime, context), [salesShape])).toEqual([]);
  }
});
