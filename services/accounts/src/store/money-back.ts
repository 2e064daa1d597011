import { defineEntity, p } from '@mikro-orm/postgresql';
import { Decimal } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import type { MoneyBack } from '../domain/refunds';

/** The amount of a refund that was paid back as money. */
export const MoneyBackRecord = defineEntity({
  name: 'MoneyBackRecord',
  tableName: 'money_back',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    /** The reference of the refund. */
    refund: p.text().primary(),
    openItem: p.text().name('family').primary(),
    amount: p.decimal(),
  },
});

/**
 * The amounts from which accounts decides how much of a refund is paid back as money. The amounts
 * for this decision are read while the open items of the refund are locked.
 */
interface Refunded {
  /** The open balance before the refund. */
  open: Decimal;
  receipt: string;
  /** The money paid for the receipt itself, minus the money that was already refunded. */
  collected: Decimal;
  /** The open item of the invoice that took over the debt of the receipt. */
  invoice?: string;
}

const paidSql = `select sum(s.amount) from daily_applications s
  where s.org_id = d.org_id and s.family = d.family`;

const backSql = `select sum(m.amount) from money_back m
  where m.org_id = d.org_id and m.family = d.family`;

/**
 * Reads the amounts that decide how much of a refund is paid back. Returns undefined if the decision is
 * already stored, or if the receipt is not stored.
 */
export async function undecidedRefund(
  tx: Transaction,
  refund: string,
  receipt: string,
): Promise<Refunded | undefined> {
  const [row] = await tx.rows<{ open: string; collected: string; invoice: string | null }>(
    `select coalesce(i.open, d.open)::text as open, i.family as invoice,
       (coalesce((${paidSql}), 0) - coalesce((${backSql}), 0))::text as collected
     from documents d left join documents i on i.org_id = d.org_id and i.ref = d.owed_by
       and i.is_valid and i.is_deferred
     where d.org_id = $1 and d.family = $2 and not exists (select 1 from money_back m
       where m.org_id = d.org_id and m.refund = $3)`,
    [tx.organizationId, receipt, refund],
  );
  if (!row) return undefined;
  const { open, collected, invoice } = row;
  const amounts = { open: Decimal.from(open), collected: Decimal.from(collected) };
  return { ...amounts, receipt, ...(invoice !== null && { invoice }) };
}

/** Stores how much of a refund was paid back as money, even if the amount is zero. */
export async function addMoneyBack(
  tx: Transaction,
  refund: string,
  parts: readonly MoneyBack[],
): Promise<void> {
  await tx.rows(
    `insert into money_back (org_id, refund, family, amount)
     select $1, $2, x.* from unnest($3::text[], $4::numeric[]) x`,
    [
      tx.organizationId,
      refund,
      parts.map(({ openItem }) => openItem),
      parts.map(({ amount }) => amount.toString()),
    ],
  );
}
