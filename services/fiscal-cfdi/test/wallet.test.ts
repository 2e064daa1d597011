import { fiscalCfdi } from '@timbre/contract';
import { newId, operatorCommand, type CallContext } from '@timbre/kit';
import { runTopUp } from '../src/commands/top-up-wallet';
import { getOrganizationWallet } from '../src/operations/get-organization-wallet';
import { listWalletTransactions } from '../src/operations/list-wallet-transactions';
import { topUpWallet } from '../src/commands/top-up-wallet';
import type { StampPrice } from '../src/domain/stamping/stamp-price';
import { newDraft } from './cfdi';
import { operatorRuntime } from './fiscal-cfdi';
import { entities } from '../src/store/entities';
import { loses, rejects, stampsAndLoses, unreachable } from './fake-pac';
import {
  loseStamp, moveClock, newIssuer, newItem, newStampable, reached, stamp, stampKey, stampRefused, startStamping,
  stateOf, type Stamping,
} from './stamping'; // prettier-ignore

const topUpUrl = 'https://example.com/top-up';
let stamping: Stamping;
beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(() => {
  moveClock(stamping, 0);
  charge({ amountMinor: 150, topUpUrl });
  for (const pac of stamping.pacs) {
    pac.answers.length = pac.lookups.length = pac.sends.length = pac.looks = 0;
    pac.stamps.clear();
  }
});

/** Sets the price of a stamp. */
function charge(price: StampPrice | undefined): void {
  Object.assign(stamping.service.runtime.providers, { stampPrice: price });
}

const first = () => stamping.pacs[0];
const second = () => stamping.pacs[1];

const topUp = ({ organizationId }: CallContext, amountMinor: number, reference?: string) =>
  topUpWallet(stamping.service.runtime, { organizationId, amountMinor, reference });

const wallet = (context: CallContext) =>
  stamping.service.answer(getOrganizationWallet as never, context, {} as never);

const balance = async (context: CallContext) => {
  const { balanceMinor, reservedMinor } = await wallet(context);
  return [balanceMinor, reservedMinor];
};

async function movements(context: CallContext, request: object = {}): Promise<unknown[][]> {
  const { data } = await stamping.service.page(
    listWalletTransactions as never,
    context,
    request as never,
  );
  return data.map(({ kind, amountMinor, balanceMinor, reservedMinor }) => [
    kind,
    amountMinor,
    balanceMinor,
    reservedMinor,
  ]);
}

async function newPaying(amountMinor = 300) {
  const stampable = await newStampable(stamping);
  await topUp(stampable.context, amountMinor);
  return stampable;
}

/** Returns the balances in the events about a low balance. */
async function lows({ organizationId }: CallContext): Promise<number[]> {
  const rows = await stamping.service.rows<{ payload: Buffer; version: number }>(
    `select payload, aggregate_version as version from outbox
     where org_id = $1 and subject = 'fiscal_cfdi.wallet.low' order by id`,
    [organizationId],
  );
  return rows.map(({ payload, version }) => {
    const message = fiscalCfdi.Wallet.decode(payload);
    expect(message).toMatchObject({ version, stampPriceMinor: 150, topUpUrl });
    return message.balanceMinor;
  });
}

describe('a balance', () => {
  it('a low balance is announced once when it covers fewer than 50 stamps, and again after a top-up', async () => {
    const { context, documentRef } = await newPaying(50 * 150 + 149);
    const stampNext = async () => {
      const next = await newDraft(stamping, context, { items: [newItem()] });
      await stamp(stamping, stampKey(context), next.documentRef);
    };
    await stamp(stamping, stampKey(context), documentRef);
    await stampNext();
    expect(await lows(context)).toEqual([49 * 150 + 149]);
    await topUp(context, 300);
    await stampNext();
    await stampNext();
    expect(await lows(context)).toEqual([49 * 150 + 149, 49 * 150 + 149]);
  });
});

describe('a stamp', () => {
  it('the price of a stamp is reserved by the seal and captured when the document is stamped', async () => {
    const { context, documentRef } = await newPaying();
    await stamp(stamping, stampKey(context), documentRef);
    expect(await movements(context)).toEqual([
      ['capture', 150, 150, 0],
      ['reserve', 150, 150, 150],
      ['top_up', 300, 300, 0],
    ]);
    expect(await wallet(context)).toEqual({
      currency: 'MXN', balanceMinor: 150, reservedMinor: 0, stampPriceMinor: 150, topUpUrl,
    }); // prettier-ignore
  });

  it('a stamp is charged once for repeated requests with the same key', async () => {
    const { context, documentRef } = await newPaying();
    const keyed = stampKey(context);
    await stamp(stamping, keyed, documentRef);
    await stamp(stamping, keyed, documentRef);
    await stampRefused(stamping, stampKey(context), documentRef);
    expect(await balance(context)).toEqual([150, 0]);
  });

  it('the price of a stamp is released when the PAC rejects the document, and reserved again by the next seal', async () => {
    const { context, documentRef } = await newPaying();
    first().answers.push(rejects);
    await stampRefused(stamping, stampKey(context), documentRef);
    expect(await balance(context)).toEqual([300, 0]);
    await stamp(stamping, stampKey(context), documentRef);
    expect((await movements(context)).map(([kind]) => kind)).toEqual([
      'capture', 'reserve', 'release', 'reserve', 'top_up',
    ]); // prettier-ignore
  });

  it('the price of a stamp is released when the document was not sent', async () => {
    const { context, documentRef } = await newPaying();
    first().answers.push(unreachable);
    second().answers.push(unreachable);
    await stampRefused(stamping, stampKey(context), documentRef);
    expect(await balance(context)).toEqual([300, 0]);
  });

  it('the price of a stamp stays reserved while its outcome is unknown, and is captured when the stamp is found', async () => {
    const { context, documentRef } = await newPaying();
    first().answers.push(stampsAndLoses);
    first().lookups.push(loses, loses, loses, loses);
    await loseStamp(stamping, stampKey(context), documentRef);
    expect(await balance(context)).toEqual([150, 150]);
    first().lookups.length = 0;
    moveClock(stamping, 60);
    await stamping.reconcile();
    await reached(stamping, documentRef, 'stamped');
    expect(await balance(context)).toEqual([150, 0]);
  });

  it('a stamp is free if its price is 0, and the wallet does not change', async () => {
    charge(undefined);
    const { context, documentRef } = await newStampable(stamping);
    await stamp(stamping, stampKey(context), documentRef);
    expect(await movements(context)).toEqual([]);
    expect(await wallet(context)).toMatchObject({ balanceMinor: 0, stampPriceMinor: 0 });
  });

  it('a price change does not affect the price that was reserved for a stamp', async () => {
    const { context, documentRef } = await newPaying();
    first().answers.push(() => {
      charge({ amountMinor: 999, topUpUrl });
      return rejects();
    });
    await stampRefused(stamping, stampKey(context), documentRef);
    expect(await balance(context)).toEqual([300, 0]);
  });
});

describe('a balance that does not cover a stamp', () => {
  it('a stamp that the balance does not cover is refused with the balance and the top-up page, and no document is sealed', async () => {
    const { context, documentRef } = await newPaying(149);
    const { code, details } = await stampRefused(stamping, stampKey(context), documentRef);
    expect(code).toBe('payment_required');
    expect(details).toEqual({ reason: 'api_wallet_insufficient', balanceMinor: 149, topUpUrl });
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['stage'], cfdi['folio'], attempts]).toEqual(['draft', null, []]);
    expect(first().sends).toEqual([]);
  });

  it('the balance is zero for an organization without a top-up', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const { details } = await stampRefused(stamping, stampKey(context), documentRef);
    expect(details).toMatchObject({ balanceMinor: 0 });
  });

  it('a stamp that the balance does not cover is refused again for a repeated key, and stamped with a new key after a top-up', async () => {
    const { context, documentRef } = await newStampable(stamping);
    const keyed = stampKey(context);
    await stampRefused(stamping, keyed, documentRef);
    await topUp(context, 150);
    expect((await stampRefused(stamping, keyed, documentRef)).code).toBe('payment_required');
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({
      status: 'valid',
      folio: '1',
    });
  });

  it('concurrent stamps never use the same part of the balance twice', async () => {
    const context = await newIssuer(stamping);
    await topUp(context, 450);
    const drafts = await Promise.all(
      Array.from({ length: 8 }, () => newDraft(stamping, context, { items: [newItem()] })),
    );
    const made = await Promise.allSettled(
      drafts.map(({ documentRef }) => stamp(stamping, stampKey(context), documentRef)),
    );
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    expect(await balance(context)).toEqual([0, 0]);
  });
});

describe('the ledger', () => {
  it('the transactions of the wallet add up to its balance', async () => {
    const { context, documentRef } = await newPaying(1_000);
    first().answers.push(rejects);
    await stampRefused(stamping, stampKey(context), documentRef);
    await stamp(stamping, stampKey(context), documentRef);
    const [sums] = await stamping.service.rows<{ spendable: number; reserved: number }>(
      `select sum(case kind when 'top_up' then amount_minor when 'release' then amount_minor
           when 'reserve' then -amount_minor else 0 end)::int as spendable,
         sum(case kind when 'reserve' then amount_minor when 'top_up' then 0
           else -amount_minor end)::int as reserved
       from wallet_transactions where org_id = $1`,
      [context.organizationId],
    );
    expect([sums!.spendable, sums!.reserved]).toEqual(await balance(context));
  });

  it.each(['update wallet_transactions set amount_minor = 1', 'delete from wallet_transactions'])(
    'the ledger cannot be changed: %s',
    async (sql) => {
      const { context } = await newPaying();
      const tried = stamping.service.asOrganization(context.organizationId, sql);
      await expect(tried).rejects.toThrow('permission denied');
    },
  );

  it('the transactions of the wallet are listed only for their own organization, and can be filtered by kind', async () => {
    const { context, documentRef } = await newPaying();
    await stamp(stamping, stampKey(context), documentRef);
    expect(await movements(context, { kind: 'capture' })).toEqual([['capture', 150, 150, 0]]);
    expect(await movements(await newIssuer(stamping))).toEqual([]);
  });
});

describe('a top-up', () => {
  it.each(['production', 'sandbox'] as const)(
    'a top-up is booked in the environment of its deployment: %s',
    async (environment) => {
      process.env['TIMBRE_DATABASE_URL'] = stamping.service.database.appUrl;
      process.env['TIMBRE_ENVIRONMENT'] = environment;
      const lines: string[] = [];
      const run = operatorCommand({
        work: ({ runtime }) => Promise.resolve(void lines.push(runtime.environment)),
      });
      await run({ name: 'fiscal-cfdi', entities, constraints: {} }, []);
      expect(lines).toEqual([environment]);
    },
  );

  it("a top-up is booked by the operator's command, once per reference", async () => {
    const context = await newIssuer(stamping);
    const { organizationId } = context;
    const args = ['--organization', organizationId, '--amount-minor', '5000', '--reference', 'F-1'];
    const runtime = operatorRuntime(stamping);
    expect(JSON.parse(await runTopUp(runtime, args))).toEqual({
      organizationId,
      balanceMinor: 5_000,
    });
    await expect(runTopUp(runtime, args)).rejects.toMatchObject({
      details: { reason: 'reference_used' },
    });
    expect(await topUp(context, 1)).toBe(5_001);
  });

  it.each([0, -1, 1.5, Number.NaN, 1_000_000_001])(
    'a top-up is refused for an amount of %d',
    async (amountMinor) => {
      const context = await newIssuer(stamping);
      await expect(async () => topUp(context, amountMinor)).rejects.toMatchObject({
        code: 'validation_error',
      });
    },
  );

  it('a top-up is not booked for an unknown organization', async () => {
    const stranger = { organizationId: newId() } as CallContext;
    await expect(topUp(stranger, 100)).rejects.toMatchObject({
      details: { reason: 'organization_unknown' },
    });
  });
});
