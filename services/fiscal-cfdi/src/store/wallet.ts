import { defineEntity, p } from '@mikro-orm/postgresql';
import { publicForm, type walletTransaction } from '@timbre/api';
import { fiscalCfdi } from '@timbre/contract';
import { documentRef as documentRefOf } from '@timbre/fiscal';
import {
  foldedText,
  onlyRow,
  type Answer,
  instant,
  integer,
  type List,
  type Reader,
  Refusal,
  resource,
  type Transaction,
} from '@timbre/kit';
import { isOpen } from '../domain/stamping/attempt-state';
import type { StampPrice } from '../domain/stamping/stamp-price';
import type { StampAttempt } from './stamping/stamp-attempts';

/** The prepaid balance of an organization, in whole centavos of MXN. */
export const Wallet = defineEntity({
  name: 'Wallet',
  tableName: 'wallets',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    balanceMinor: p.bigint('number'),
    reservedMinor: p.bigint('number'),
    updatedAt: p.datetime(),
    version: p.integer(),
  },
});

/**
 * The kinds of movements of the prepaid balance that pays for stamps. A seal reserves the price, a stamp
 * captures the reservation, and any other end of the attempt releases it. Amounts are whole centavos of
 * MXN.
 */
type Movement = 'top_up' | 'reserve' | 'capture' | 'release';

export const WalletTransaction = defineEntity({
  name: 'WalletTransaction',
  tableName: 'wallet_transactions',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    kind: p.string().$type<Movement>(),
    amountMinor: p.bigint('number'),
    /** The available and the reserved amount after the movement. */
    balanceMinor: p.bigint('number'),
    reservedMinor: p.bigint('number'),
    attemptId: p.uuid().nullable(),
    documentRef: p.text().nullable(),
    /** The operator's reference for a top-up. A second top-up with the same reference is refused. */
    reference: p.text().nullable(),
    actor: p.text(),
    createdAt: p.datetime(),
  },
});

/**
 * The SQL condition for each kind of movement, where `$1` is the name of the kind. Top-ups and releases are
 * rare, so their conditions contain constants that match partial indexes.
 */
export const movementConditions: Readonly<Record<Movement, string>> = {
  top_up: `$1::text is not null and r.kind = 'top_up'`,
  reserve: 'r.kind = $1',
  capture: 'r.kind = $1',
  release: `$1::text is not null and r.kind = 'release'`,
};

/** The available and the reserved amount of the wallet after a movement. */
interface Left {
  version: number;
  balance_minor: string;
  reserved_minor: string;
}

export const walletTransactionList: List = {
  name: 'wallet transactions',
  resource: resource<Answer<typeof walletTransaction>>(
    'wallet transaction',
    'wallet_transactions',
    {
      transactionId: 'r.id',
      kind: 'r.kind',
      amountMinor: integer('r.amount_minor'),
      balanceMinor: integer('r.balance_minor'),
      reservedMinor: integer('r.reserved_minor'),
      documentRef: 'r.document_ref',
      reference: 'r.reference',
      createdAt: instant('r.created_at'),
    },
  ),
  searchColumn: foldedText("concat_ws(' ', r.reference, r.document_ref)"),
  instantColumn: 'r.created_at',
};

/**
 * Reserves the price of a stamp in the transaction of the seal. The row of the wallet stays locked until
 * the commit. Locks are taken in this order: document, series, wallet.
 * @returns the reserved centavos; undefined if stamps are free
 * @throws Refusal with payment_required api_wallet_insufficient if the balance is too low
 */
export async function reserveStamp(
  tx: Transaction,
  stamp: { attemptId: string; documentRef: string },
  price: StampPrice | undefined,
): Promise<number | undefined> {
  if (!price) return undefined;
  const { amountMinor } = price;
  const [left] = await tx.rows<Left>(
    `update wallets set balance_minor = balance_minor - $1, reserved_minor = reserved_minor + $1,
       version = version + 1, updated_at = $2 where org_id = $3 and balance_minor >= $1
     returning version, balance_minor, reserved_minor`,
    [amountMinor, tx.now, tx.organizationId],
  );
  if (!left) throw await insufficient(tx, price);
  note(tx, 'reserve', amountMinor, left, stamp);
  announceLow(tx, left, amountMinor, price);
  return amountMinor;
}

/**
 * Reserves the price for as many stamps, in order, as the balance covers.
 * @returns the number of stamps that the balance covers
 */
export async function reserveStamps(
  tx: Transaction,
  stamps: readonly { attemptId: string; documentRef: string }[],
  price: StampPrice,
): Promise<number> {
  const { amountMinor } = price;
  const [left] = await tx.rows<Left & { covered: number }>(
    `update wallets w set balance_minor = w.balance_minor - c.covered * $2,
       reserved_minor = w.reserved_minor + c.covered * $2,
       version = w.version + 1, updated_at = $4
     from (select least($3::bigint, balance_minor / $2)::int as covered from wallets
       where org_id = $1 for update) c
     where w.org_id = $1 returning w.version, w.balance_minor, w.reserved_minor, c.covered`,
    [tx.organizationId, amountMinor, stamps.length, tx.now],
  );
  if (!left) return 0;
  const { covered } = left;
  for (const [index, stamp] of stamps.slice(0, covered).entries()) {
    const after = (covered - 1 - index) * amountMinor;
    const balance_minor = String(Number(left.balance_minor) + after);
    const reserved_minor = String(Number(left.reserved_minor) - after);
    note(tx, 'reserve', amountMinor, { balance_minor, reserved_minor }, stamp);
  }
  announceLow(tx, left, covered * amountMinor, price);
  return covered;
}

/** Captures or releases the reservation of an attempt that has just ended. */
export async function settleReservation(
  tx: Transaction,
  { id: attemptId, documentKind, documentId, state, reservedMinor }: StampAttempt,
): Promise<void> {
  if (reservedMinor == null || isOpen(state)) return;
  const kind = state === 'stamped' ? 'capture' : 'release';
  const left = onlyRow(
    await tx.rows<Omit<Left, 'version'>>(
      `update wallets set balance_minor = balance_minor + $1, reserved_minor = reserved_minor - $2,
       version = version + 1, updated_at = $3 where org_id = $4 returning balance_minor, reserved_minor`,
      [kind === 'release' ? reservedMinor : 0, reservedMinor, tx.now, tx.organizationId],
    ),
  );
  note(tx, kind, reservedMinor, left, {
    attemptId,
    documentRef: documentRefOf(documentKind, documentId),
  });
}

export async function hasReference(tx: Transaction, reference: string): Promise<boolean> {
  return (await tx.findBy(WalletTransaction, { reference })) !== undefined;
}

/**
 * Adds prepaid money.
 * @returns the new balance
 */
export async function topUp(
  tx: Transaction,
  { amountMinor, reference }: { amountMinor: number; reference?: string | undefined },
): Promise<number> {
  const left = onlyRow(
    await tx.rows<Omit<Left, 'version'>>(
      `insert into wallets as w (id, org_id, balance_minor, reserved_minor, updated_at)
     values ($1, $1, $2, 0, $3) on conflict (org_id, id) do update
     set balance_minor = w.balance_minor + excluded.balance_minor, version = w.version + 1,
       updated_at = excluded.updated_at
     returning balance_minor, reserved_minor`,
      [tx.organizationId, amountMinor, tx.now],
    ),
  );
  note(tx, 'top_up', amountMinor, left, { reference });
  return Number(left.balance_minor);
}

/**
 * The balance counts as low if it covers fewer stamps than this number, so that the organization has time
 * to top it up.
 */
const lowStamps = 50;

/** Publishes fiscal_cfdi.wallet.low if this movement made the balance low. */
function announceLow(
  tx: Transaction,
  { version, balance_minor, reserved_minor }: Left,
  takenMinor: number,
  { amountMinor: stampPriceMinor, topUpUrl }: StampPrice,
): void {
  const balanceMinor = Number(balance_minor);
  const lowMinor = lowStamps * stampPriceMinor;
  if (balanceMinor >= lowMinor || balanceMinor + takenMinor < lowMinor) return;
  const reservedMinor = Number(reserved_minor);
  const message = { version, balanceMinor, reservedMinor, stampPriceMinor, topUpUrl };
  tx.emit({
    subject: 'fiscal_cfdi.wallet.low',
    aggregate: 'wallet',
    aggregateId: tx.organizationId,
    aggregateVersion: version,
    payload: fiscalCfdi.Wallet.encode(message).finish(),
  });
}

export const publicWallet = publicForm('fiscal_cfdi.wallet', fiscalCfdi.Wallet, {
  type: () => 'wallet.low',
  data: (wallet) => ({ ...wallet, currency: 'MXN' }),
});

function note(
  tx: Transaction,
  kind: Movement,
  amountMinor: number,
  left: Omit<Left, 'version'>,
  cause: { attemptId?: string; documentRef?: string; reference?: string | undefined },
): void {
  const { attemptId, documentRef, reference } = cause;
  tx.add(WalletTransaction, {
    kind,
    amountMinor,
    balanceMinor: Number(left.balance_minor),
    reservedMinor: Number(left.reserved_minor),
    attemptId,
    documentRef,
    reference,
    actor: tx.context.actor,
    createdAt: tx.now,
  });
}

async function insufficient(tx: Transaction, { topUpUrl }: StampPrice): Promise<Refusal> {
  const [wallet] = await tx.rows<{ balance_minor: string }>(
    'select balance_minor from wallets where org_id = $1',
    [tx.organizationId],
  );
  return new Refusal(
    'payment_required',
    'The prepaid balance does not cover a stamp; top it up, then stamp again with a new key.',
    {
      reason: 'api_wallet_insufficient',
      balanceMinor: Number(wallet?.balance_minor ?? 0),
      topUpUrl,
    },
  );
}

/** Reads the balance of the organization, which is zero before the first top-up. */
export async function walletOf(
  read: Reader,
): Promise<{ balanceMinor: number; reservedMinor: number }> {
  const wallet = onlyRow(
    await read.rows<{ balance: string; reserved: string }>(
      `select coalesce(w.balance_minor, 0) as balance, coalesce(w.reserved_minor, 0) as reserved
     from (select 1) one left join wallets w on w.org_id = :org`,
    ),
  );
  return { balanceMinor: Number(wallet.balance), reservedMinor: Number(wallet.reserved) };
}
