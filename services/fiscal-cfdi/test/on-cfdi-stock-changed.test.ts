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

const eventOf = (cfdiId: string, version: number, status = 'deducted'): ReceivedEvent =>
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
 * @returns how many database statements the handling of the events takes
 */
async function deliver(events: readonly ReceivedEvent[], caller = context): Promise<number> {
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
  const others = Array.from({ length: 98 }, () => eventOf(newId(), 1));
  expect(await deliver([...drafts.map((draft) => eventOf(idOf(draft), 1)), ...others])).toBe(1);
  for (const draft of drafts)
    expect(await impactOf(draft)).toEqual({ status: 'deducted', appliedAt });
});

it('the newest version of a document is stored, regardless of the order of events', async () => {
  const draft = await newDraft(cfdi, context);
  const id = idOf(draft);
  await deliver([eventOf(id, 3, 'reversed'), eventOf(id, 2), eventOf(id, 1)]);
  expect(await impactOf(draft)).toMatchObject({ status: 'reversed' });
  await deliver([eventOf(id, 2)]);
  expect(await impactOf(draft)).toMatchObject({ status: 'reversed' });
  await deliver([eventOf(id, 4, 'none')]);
  expect(await impactOf(draft)).toBeUndefined();
});

it('an event of another organization changes nothing', async () => {
  const draft = await newDraft(cfdi, context);
  const before = await impactOf(draft);
  await deliver([eventOf(idOf(draft), 1)], await newOrganization(cfdi));
  expect(await impactOf(draft)).toEqual(before);
});
