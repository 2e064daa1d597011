import { publicForm } from '@timbre/api';
import { accounts } from '@timbre/contract';
import { instant, messageOf, onlyRow, type Transaction } from '@timbre/kit';
import { isContact } from './contacts';
import { shownAmount } from './ledger';

type Row = Omit<Parameters<typeof messageOf<accounts.AccountTransaction>>[0], 'version'>;

const transactionSql = `select t.id as "transactionId", t.kind, t.side, t.document_ref as "documentRef",
    case when ${isContact('t.contact')} then t.contact end as "contactId",
    case when t.contact ~ '^[A-ZÑ&]{3,4}[0-9]{6}[A-Z0-9]{3}$' then t.contact end as "counterpartyRfc",
    t.currency, trim_scale(${shownAmount('t')})::text as amount, t.occurred_on::text as "occurredOn",
    ${instant('t.recorded_at')} as "recordedAt", p.form_code as "formCode", p.reference,
    (select coalesce(json_agg(json_build_object('documentRef', a.document_ref,
        'amount', trim_scale(a.amount)::text) order by a.document_ref), '[]')
      from applications a where a.org_id = p.org_id and a.payment_id = p.id) as applications,
    v.transaction_id as "reversedBy", v.reason
  from transactions t join payments p on p.org_id = t.org_id and p.id = t.id
  left join reversals v on v.org_id = t.org_id and v.reversed = t.id
  where t.org_id = $1 and t.id = $2`;

/**
 * accounts.transaction.recorded, accounts.transaction.reversed: emits the current state of a
 * payment or of applied credit. For a transaction that a document caused, the event of the document
 * is emitted instead.
 */
export async function announceTransaction(
  tx: Transaction,
  happened: 'recorded' | 'reversed',
  transactionId: string,
): Promise<void> {
  const row = onlyRow(await tx.rows<Row>(transactionSql, [tx.organizationId, transactionId]));
  const version = happened === 'recorded' ? 1 : 2;
  const message = messageOf<accounts.AccountTransaction>({ ...row, version });
  tx.emit({
    subject: `accounts.transaction.${happened}`,
    aggregate: 'transaction',
    aggregateId: transactionId,
    aggregateVersion: version,
    payload: accounts.AccountTransaction.encode(message).finish(),
  });
}

export const publicTransaction = publicForm('accounts.transaction', accounts.AccountTransaction, {
  type: (happened: 'recorded' | 'reversed', { side }) =>
    side === 'payable' ? `payable_transaction.${happened}` : `receivable_transaction.${happened}`,
  data: ({ applications, ...transaction }) => ({
    ...transaction,
    applications: applications.length ? applications : undefined,
  }),
});
