import { commerce, fiscalCfdi } from '@timbre/contract';
import {
  createRun,
  newId,
  TooMuchTogether,
  type CallContext,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { onCfdiChanged, onCfdiStamped } from '../src/events/on-cfdi-changed';
import { adjustInventory } from '../src/operations/adjust-inventory';
import { addLocation, addSoldProduct, inventoryEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
let context: CallContext;
beforeAll(async () => void (service = await startCommerce({})));
afterAll(() => service.close());
beforeEach(() => void (context = callContext()));

type Stamped = Partial<fiscalCfdi.Cfdi>;

const eventOf = (changes: Stamped): ReceivedEvent => {
  const cfdi = {
    cfdiId: newId(),
    kind: 'income',
    version: 2,
    status: 'valid',
    direction: 'issued',
    currency: 'MXN',
    subtotal: '100',
    total: '116',
    archived: false,
    paidDocuments: [],
    relatedDocuments: [],
    ...changes,
  };
  const payload = fiscalCfdi.Cfdi.encode(cfdi as fiscalCfdi.Cfdi).finish();
  return { subject: 'fiscal_cfdi.cfdi.stamped', payload } as ReceivedEvent;
};

const inTransaction = (work: (tx: Transaction) => Promise<void>): Promise<void> =>
  createRun(service.runtime, context).step(work);
const together = (cfdis: readonly Stamped[]): Promise<void> =>
  inTransaction((tx) => onCfdiStamped(cfdis.map(eventOf), tx));
const oneByOne = async (cfdis: readonly Stamped[]): Promise<void> => {
  for (const cfdi of cfdis) await together([cfdi]);
};

/**
 * Creates a tracked product and a product without stock movements, in an organization with two
 * locations.
 */
async function openShop() {
  const locationId = await addLocation(service, context);
  const [tracked, other, untracked] = [
    await addSoldProduct(service, context),
    await addSoldProduct(service, context),
    await addSoldProduct(service, context),
  ];
  for (const productId of [tracked, other]) {
    const counted = { productId, locationId, countedQuantity: '10', reason: 'Conteo' };
    await service.answer(adjustInventory, context, counted);
  }
  return { locationId, tracked, other, untracked };
}

const sold = (productIds: string[], stock: Partial<fiscalCfdi.StockEffect> = {}): Stamped => ({
  cfdiId: newId(),
  stock: {
    isReturn: false,
    items: productIds.map((productId) => ({ productId, quantity: '2' })),
    ...stock,
  } as fiscalCfdi.StockEffect,
});

/** Two identifiers and two keys, with each pair sorted. */
const ids = [newId(), newId()].toSorted();
const originOf = (position: number) => ({ key: `z:${position}`, receiptCount: 0 });

/**
 * Returns the results of the CFDI without identifiers and timestamps; stock movements are sorted by
 * their results.
 */
async function done() {
  const own = [context.organizationId];
  const levels = await service.rows(
    'select stock, version from inventory_levels where org_id = $1 order by stock, version',
    own,
  );
  const movements = await service.rows(
    `select kind, quantity, resulting_stock from inventory_movements
     where org_id = $1 and kind <> 'adjustment' order by kind, resulting_stock, quantity`,
    own,
  );
  const rows = await service.rows<{ payload: Uint8Array }>(
    `select payload from outbox where org_id = $1 and subject = 'commerce.cfdi_stock.changed'`,
    own,
  );
  const announced = rows.map(({ payload }) => commerce.CfdiStock.decode(payload));
  const said = announced.map(({ status, version }) => `${status} ${version}`).toSorted();
  return { levels, movements, said };
}

describe('joint stamps', () => {
  it('CFDI that were stamped together need as many statements as one CFDI if their product is not tracked', async () => {
    const { untracked } = await openShop();
    const counted = async (cfdis: Stamped[]) => {
      let statements = 0;
      await inTransaction((tx) => {
        const rows = tx.rows.bind(tx);
        const counting = (...asked: Parameters<typeof rows>) => {
          statements += 1;
          return rows(...asked);
        };
        return onCfdiStamped(cfdis.map(eventOf), Object.assign(tx, { rows: counting }));
      });
      return statements;
    };
    const one = await counted([sold([untracked])]);
    expect(await counted(Array.from({ length: 50 }, () => sold([untracked])))).toBe(one);
    const { said } = await done();
    expect(said).toEqual(Array(51).fill('none 1'));
  });

  it('CFDI that were stamped together move the same goods as if each were processed alone', async () => {
    const run = async (deliver: typeof together) => {
      context = callContext();
      const { locationId, tracked, other, untracked } = await openShop();
      const repeated = sold([tracked]);
      await together([repeated]);
      await deliver([
        sold([tracked, other, untracked]),
        sold([tracked], { locationId }),
        sold([untracked]),
        sold([other], { isReturn: true }),
        sold([tracked], { locationId: newId() }),
        sold([tracked], { locationId: 'none' }),
        { ...repeated, version: 3 },
        { direction: 'received' },
      ]);
      return done();
    };
    const alone = await run(oneByOne);
    expect(alone.said).toEqual(
      [...Array(3).fill('deducted 1'), 'deducted 1', 'none 1', 'none 1', 'reversed 1'].toSorted(),
    );
    expect(await run(together)).toEqual(alone);
  });

  it('CFDI that were stamped together count once if their event is repeated', async () => {
    const { tracked } = await openShop();
    const cfdi = sold([tracked]);
    await together([{ ...cfdi, version: 3 }, cfdi]);
    const { levels, said } = await done();
    expect(levels).toContainEqual({ stock: '8.000000', version: 2 });
    expect(said).toEqual(['deducted 1']);
  });

  it.each([
    [
      'their identifiers',
      (cfdi: Stamped, position: number) => ({ ...cfdi, cfdiId: ids[position]! }),
    ],
    ['their keys', (cfdi: Stamped, position: number) => ({ ...cfdi, origin: originOf(position) })],
    ['their versions', (cfdi: Stamped, position: number) => ({ ...cfdi, version: 2 + position })],
  ])(
    'CFDI that were stamped together move their goods in the order of their stamps, whatever %s',
    async (_, placed) => {
      const { tracked } = await openShop();
      await together(Array.from({ length: 5 }, () => sold([tracked])));
      const back = placed(sold([tracked], { isReturn: true }), 1);
      const out = placed(sold([tracked]), 0);
      await together([back, out]);
      expect(await inventoryEvents(service, context.organizationId, 'negative')).toEqual([]);
      const rows = await service.rows(
        `select resulting_stock from inventory_movements where org_id = $1 and document_ref = any($2)
       order by resulting_stock`,
        [context.organizationId, [back, out].map(({ cfdiId }) => `cfdi:${cfdiId}`)],
      );
      expect(rows).toEqual([{ resulting_stock: '0.000000' }, { resulting_stock: '2.000000' }]);
    },
  );

  it('CFDI that were stamped together are processed one by one if one of them is a credit note of a receipt', async () => {
    const note = { origin: { key: `credit_note:${newId()}`, receiptCount: 1 } };
    await expect(together([note, {}])).rejects.toThrow(TooMuchTogether);
    await together([note]);
  });
});

it('a CFDI that is canceled while its stamp is being processed reverses the stock movements of the stamp', async () => {
  const { tracked } = await openShop();
  const cfdi = sold([tracked]);
  const [moved, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const stamped = inTransaction(async (tx) => {
    await onCfdiStamped([eventOf(cfdi)], tx);
    moved.resolve();
    await gate.promise;
  });
  await moved.promise;
  const canceled = inTransaction((tx) =>
    onCfdiChanged(eventOf({ ...cfdi, status: 'canceled', version: 3 }), tx),
  );
  await waitsOrEnds(canceled);
  gate.resolve();
  await Promise.all([stamped, canceled]);
  const { said } = await done();
  expect(said).toEqual(['deducted 1', 'reversed 2']);
});

/**
 * Resolves when a session of this database waits for an advisory lock, or when the work has ended.
 */
async function waitsOrEnds(work: Promise<void>): Promise<void> {
  let hasEnded = false;
  const ended = work.finally(() => void (hasEnded = true));
  const isWaiting = async () =>
    (
      await service.rows(
        `select 1 from pg_locks where locktype = 'advisory' and not granted
         and database = (select oid from pg_database where datname = current_database())`,
      )
    ).length > 0;
  while (!hasEnded && !(await isWaiting()));
  if (hasEnded) await ended;
}
