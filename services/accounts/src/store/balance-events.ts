import { betweenServices } from '@timbre/api';
import { accounts } from '@timbre/contract';
import { messageOf, onlyRow, type Reader, type Transaction } from '@timbre/kit';
import type { Debt } from '../domain/reductions';
import { isContact } from './contacts';

type Balance = accounts.DocumentBalance;

/**
 * The debt is null for debts of the organization to suppliers, and for documents that have not changed
 * since the column `debt` was added.
 */
type Row = Omit<{ [Name in keyof Balance]-?: NonNullable<Balance[Name]> }, keyof Debt> & {
  id: string;
  side: string;
  debt: Debt | null;
};

const noDebt = { owed: null, reductions: [] };

const ofReceivable = { subject: 'accounts.receivable.changed', aggregate: 'receivable' };
const ofPayable = { subject: 'accounts.payable.changed', aggregate: 'payable' };

const contactName = `(select c.legal_name from contacts c where c.org_id = d.org_id
  and c.id = case when ${isContact('d.contact')} then d.contact::uuid end)`;

/**
 * SQL that selects the form of payment of the largest payment for the document with the SQL alias
 * `d`. Applied credit counts as compensation (c_FormaPago 17), because it has no form of payment.
 */
export const formCode = `(select s.form_code from daily_applications s
  where s.org_id = d.org_id and s.family = d.family and s.amount > 0
  group by 1 order by sum(s.amount) desc, 1 limit 1)`;

const parts = `(select coalesce(json_agg(json_build_object('dueOn', u.due_on,
    'amount', trim_scale(u.amount)::text, 'dated', u.kind <> 'undated') order by u.due_on, u.number), '[]')
  from dues u where u.org_id = d.org_id and u.document_ref = d.ref and u.state = 'live')`;

/**
 * SQL that selects the balance of a document in the format of its event; the caller appends the
 * condition for one document.
 */
const balanceSql = `select split_part(d.ref, ':', 2) as id, d.side, d.debt, d.ref as "documentRef",
    d.contact, d.currency, d.standing_version as version, trim_scale(d.total)::text as total,
    trim_scale(d.fiscal)::text as fiscal, trim_scale(d.uncertified)::text as uncertified,
    trim_scale(d.open)::text as open, d.needs_review as "needsReview",
    case when d.open > 0 then coalesce(d.next_due_on, d.due_on)::text end as "paymentDueDate",
    (select coalesce(trim_scale(sum(s.amount)), 0)::text from daily_applications s
      where s.org_id = d.org_id and s.family = d.family) as paid,
    ${formCode} as "formCode", p.id as "planId", p.settlement_terms as "settlementTerms",
    coalesce(${contactName}, d.counterparty_name) as name, d.occurred_on::text as "occurredOn",
    trim_scale(d.exchange_rate)::text as "exchangeRate", ${parts} as parts
  from documents d left join plans p on p.org_id = d.org_id and p.document_ref = d.ref
    and p.state in ('active', 'completed')`;

/**
 * accounts.receivable.changed, accounts.payable.changed: emits the current balance of the document
 * with the version of its database row. Code that changes a column that the balance event contains
 * must first increase `standing_version` and then call this function.
 */
export async function announceBalance(tx: Transaction, ref: string): Promise<void> {
  const row = onlyRow(
    await tx.rows<Row>(`${balanceSql} where d.org_id = $1 and d.ref = $2`, [
      tx.organizationId,
      ref,
    ]),
  );
  const { id, side } = row;
  const balance = balanceOf(row);
  tx.emit({
    ...(side === 'payable' ? ofPayable : ofReceivable),
    aggregateId: id,
    aggregateVersion: balance.version,
    payload: accounts.DocumentBalance.encode(balance).finish(),
  });
}

const balanceOf = ({ id: _, side: __, debt, ...shown }: Row): Balance =>
  messageOf<Balance>({ ...noDebt, ...shown, ...debt });

/** Reads the open balance of a document, or returns undefined if the document is unknown. */
export async function balanceOfDocument(read: Reader, ref: string): Promise<Balance | undefined> {
  const [row] = await read.rows<Row>(
    `${balanceSql} where d.org_id = :org and d.ref = $2 and d.family is not null`,
    [ref],
  );
  return row && balanceOf(row);
}

const pageSize = 100;

/** Reads the next balances of customers' documents in a list sorted by reference. */
export async function debtsAfter(read: Reader, ref: string): Promise<Balance[]> {
  const rows = await read.rows<Row>(
    `${balanceSql} where d.org_id = :org and d.side = 'receivable' and d.family is not null
       and d.ref > $2 order by d.ref limit ${pageSize}`,
    [ref],
  );
  return rows.map(balanceOf);
}

/**
 * Only services receive balance events. Users receive events of the document instead of balance
 * events.
 */
export const balancesBetweenServices = [ofReceivable, ofPayable].map(({ subject }) =>
  betweenServices(subject),
);
