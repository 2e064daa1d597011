import { commerce } from '@timbre/contract';
import { createRun, newId, type CallContext, type ReceivedEvent } from '@timbre/kit';
import { onCfdiStockChanged } from '../src/events/on-cfdi-stock-changed';
import { getCfdi } from '../src/operations/get-cfdi';
import { idOf, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';

let cfdi: Cfdi;
let context: CallContext;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());
beforeEach(async () => void (context = await newOrganization(cfdi)));

const appliedAt = '2026-03-01T10:00:00.000Z';

const told = (cfdiId: string, version: number, status = 'deducted'): ReceivedEvent =>
  ({
    subject: 'commerce.cfdi_stock.changed',
    payload: commerce.CfdiStock.encode({
      cfdiId,
      version,
      status,
      appliedAt,
    } as commerce.CfdiStock).finish(),
  }) as ReceivedEvent;

/**
 * Consumes the events.
 * @returns the number of database statements
 */
async function tell(events: readonly ReceivedEvent[], caller = context): Promise<number> {
  let statements = 0;
  await createRun(cfdi.service.runtime, caller).step((tx) => {
    const rows = tx.rows.bind(tx);
    const counting = (...asked: Parameters<typeof rows>) => {
      statements += 1;
      return rows(...asked);
    };
    return onCfdiStockChanged(events, Object.assign(tx, { rows: counting }));
  });
  return statements;
}

const impactOf = async (draft: { documentRef: string }) =>
  (await cfdi.service.answer(getCfdi, context, draft))['inventoryImpact'];

it('the stock movements of many documents are stored by one statement', async () => {
  const drafts = [await newDraft(cfdi, context), await newDraft(cfdi, context)];
  const others = Array.from({ length: 98 }, () => told(newId(), 1));
  expect(await tell([...drafts.map((draft) => told(idOf(draft), 1)), ...others])).toBe(1);
  for (const draft of drafts)
    expect(await impactOf(draft)).toEqual({ status: 'deducted', appliedAt });
});

it('the newest version of a document is stored, in any order of events', async () => {
  const draft = await newDraft(cfdi, context);
  const id = idOf(draft);
  await tell([told(id, 3, 'reversed'), told(id, 2), told(id, 1)]);
  expect(await impactOf(draft)).toMatchObject({ status: 'reversed' });
  await tell([told(id, 2)]);
  expect(await impactOf(draft)).toMatchObject({ status: 'reversed' });
  await tell([told(id, 4, 'none')]);
  expect(await impactOf(draft)).toBeUndefined();
});

it('an event of another organization changes nothing', async () => {
  const draft = await newDraft(cfdi, context);
  const before = await impactOf(draft);
  await tell([told(idOf(draft), 1)], await newOrganization(cfdi));
  expect(await impactOf(draft)).toEqual(before);
});
