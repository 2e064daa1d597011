import { commerce, fiscalCfdi } from '@timbre/contract';
import { Decimal } from '@timbre/fiscal';
import {
  conflict,
  createRun,
  isNewer,
  newId,
  type CallContext,
  type ReceivedEvent,
  type Transaction,
} from '@timbre/kit';
import { serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { onCfdi } from '../src/events/on-cfdi';
import { onExpense } from '../src/events/on-expense';
import type { PaymentProviders } from '../src/workflows/record-payment';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';

/**
 * The documents that the simulated services fiscal-cfdi and commerce return, including documents
 * whose events have not arrived yet.
 */
export interface Elsewhere {
  cfdi: Map<string, fiscalCfdi.Cfdi>;
  contacts: Map<string, commerce.Contact>;
  expenses?: Map<string, commerce.Expense>;
  receipts?: Map<string, commerce.OwedReceipt>;
  /** Documents that commerce has deleted but whose deletion events have not arrived. */
  gone?: Set<string>;
  complements?: PaymentProviders['complements'];
  /** A simulated action of commerce that runs before `endFences` resolves. */
  beforeFencesEnd?: () => Promise<unknown>;
}

/** The complement provider for tests that request no complements; each of its calls fails. */
const noComplements: PaymentProviders['complements'] = {
  suggest: () => Promise.reject(new Error('not asked for')),
  draft: () => Promise.reject(new Error('not asked for')),
  stamp: () => Promise.reject(new Error('not asked for')),
  remove: () => Promise.reject(new Error('not asked for')),
};

/** The last delivered state of each expense, by organization. */
const delivered = new Map<string, Map<string, commerce.Expense>>();

/** Stores the state of a delivered expense, which the simulated commerce then returns. */
function keepDelivered({ organizationId }: CallContext, expense: commerce.Expense): void {
  const own = delivered.get(organizationId) ?? new Map<string, commerce.Expense>();
  delivered.set(organizationId, own);
  if (expense.deleted) own.delete(expense.expenseId);
  else if (isNewer(expense.version, own.get(expense.expenseId)?.version)) {
    own.set(expense.expenseId, expense);
  }
}

/** The requests that reversed settlements, keyed by the identifier of the settlement. */
const reversed = new Map<string, string>();

/** Returns simulated providers that return the given documents and contacts. */
export const providersOf = ({
  cfdi,
  contacts,
  expenses = new Map(),
  receipts = new Map(),
  gone = new Set(),
  complements,
  beforeFencesEnd,
}: Elsewhere): PaymentProviders => ({
  complements: complements ?? noComplements,
  documents: {
    find: (_, cfdiId) => Promise.resolve(cfdi.get(cfdiId)),
    openItems: (_, { cfdiIds, contact }) => {
      const isOf = ({ customerId, counterpartyRfc, direction }: fiscalCfdi.Cfdi): boolean =>
        customerId === undefined
          ? counterpartyRfc === contact?.rfc &&
            (direction === 'issued') === (contact?.side === 'receivable')
          : customerId === contact?.id;
      const own = [...cfdi.values()].filter((one) => cfdiIds.includes(one.cfdiId) || isOf(one));
      const uuids = own.map(({ uuid }) => uuid);
      const named = [...cfdi.values()].filter(
        (one) => own.includes(one) || one.paidDocuments.some(({ uuid }) => uuids.includes(uuid)),
      );
      return Promise.resolve(named);
    },
  },
  contacts: { find: (_, contactId) => Promise.resolve(contacts.get(contactId)) },
  trade: {
    read: ({ organizationId }, { expenseIds, receiptIds, contactId }) => {
      const isOf = (party: string | undefined) => contactId !== undefined && party === contactId;
      return Promise.resolve({
        expenses: [
          ...new Map([...(delivered.get(organizationId) ?? []), ...expenses]).values(),
        ].filter(
          ({ expenseId, fields }) =>
            !gone.has(expenseId) && (expenseIds.includes(expenseId) || isOf(fields?.supplierId)),
        ),
        receipts: [...receipts.values()].filter(
          ({ receipt }) => receiptIds.includes(receipt!.receiptId) || isOf(receipt!.customerId),
        ),
      });
    },
    async endFences() {
      await beforeFencesEnd?.();
    },
    reverse(_, { expenseId, settlementIds, reason, requestKey }) {
      const { reversedSettlements, settlements, ...expense } = expenses.get(expenseId)!;
      const key = reversed.get(settlementIds[0]!) ?? requestKey;
      if (key !== requestKey) return Promise.reject(conflict('Reversed.', 'already_reversed'));
      const kept = settlements.filter(({ settlementId }) => !settlementIds.includes(settlementId));
      const gone = settlements.filter((one) => !kept.includes(one));
      for (const { settlementId } of gone) reversed.set(settlementId, requestKey);
      const undone: commerce.Expense = {
        ...expense,
        version: expense.version + Math.min(gone.length, 1),
        settledAmount: Decimal.sum(kept.map(({ amount }) => Decimal.from(amount))).toString(),
        settlements: kept,
        reversedSettlements: [
          ...reversedSettlements,
          ...gone.map(({ settlementId }) => ({ settlementId, reason })),
        ],
      };
      expenses.set(expenseId, undone);
      return Promise.resolve(undone);
    },
  },
});

/**
 * Starts the accounts service with a separate database. The simulated commerce returns all contacts whose
 * events accounts received.
 */
export async function startAccounts(
  elsewhere: Elsewhere = { cfdi: new Map(), contacts: new Map() },
): Promise<ServiceRuntime> {
  const { contacts, gone } = elsewhere;
  const find = async ({ organizationId }: CallContext, contactId: string) => {
    if (gone?.has(contactId)) return undefined;
    if (contacts.has(contactId)) return contacts.get(contactId);
    const [known] = await service.rows<{ version: number; kind: string; deleted: boolean }>(
      `select version, kind, deleted from (
         select 0 as rank, version, kind, deleted from contacts
         where org_id = $2 and id = $1::text::uuid
         union all select 1, 0, case side when 'receivable' then 'customer' else 'supplier' end, false
         from documents where org_id = $2 and contact = $1::text and family is not null) x
       order by rank limit 1`,
      [contactId, organizationId],
    );
    return known && { contactId, ...known, fields: undefined };
  };
  const service = await serviceRuntime<unknown>({
    service: 'accounts',
    entities,
    migrations,
    constraints: {},
    providers: { ...providersOf(elsewhere), contacts: { find } },
  });
  return service;
}

/**
 * Returns an issued PPD invoice of 1,160 pesos with the given changes, in the form of an event of
 * fiscal-cfdi.
 */
export function cfdiOf(changes: Partial<fiscalCfdi.Cfdi> = {}): fiscalCfdi.Cfdi {
  return {
    cfdiId: newId(),
    version: 3,
    kind: 'income',
    status: 'valid',
    uuid: newId(),
    direction: 'issued',
    counterpartyRfc: 'URE180429TM6',
    methodCode: 'PPD',
    currency: 'MXN',
    subtotal: '1000',
    total: '1160',
    archived: false,
    issuedLocalDateTime: '2026-11-10T10:00:00',
    paidDocuments: [],
    relatedDocuments: [],
    ...changes,
  };
}

/** Returns a payment complement that pays the given invoices. */
export const complementOf = (
  paid: { uuid: string; amount: string }[],
  changes: Partial<fiscalCfdi.Cfdi> = {},
): fiscalCfdi.Cfdi =>
  cfdiOf({
    kind: 'payment_complement',
    total: '0',
    currency: 'XXX',
    methodCode: undefined,
    paidDocuments: paid.map(({ uuid, amount }) => ({
      uuid,
      amount,
      currency: 'MXN',
      installment: 1,
      previousBalance: amount,
    })),
    ...changes,
  });

export const creditNoteOf = (
  uuids: string[],
  total: string,
  changes: Partial<fiscalCfdi.Cfdi> & { relationship?: string } = {},
): fiscalCfdi.Cfdi => {
  const { relationship = '01', ...more } = changes;
  return cfdiOf({
    kind: 'credit_note',
    methodCode: 'PUE',
    total,
    relatedDocuments: [{ relationship, documents: uuids }],
    ...more,
  });
};

export const canceled = (cfdi: fiscalCfdi.Cfdi): fiscalCfdi.Cfdi => ({
  ...cfdi,
  version: cfdi.version + 1,
  status: 'canceled',
});

type Delivery = { id?: string; subject?: string };

/** Delivers an event of fiscal-cfdi about a CFDI. */
export const deliverCfdi = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  cfdi: fiscalCfdi.Cfdi,
  { id = newId(), subject = 'fiscal_cfdi.cfdi.stamped' }: Delivery = {},
): Promise<void> =>
  createRun(runtime, context).step((tx) =>
    onCfdi({ id, subject, payload: fiscalCfdi.Cfdi.encode(cfdi).finish() } as ReceivedEvent, tx),
  );

/** Delivers an event of commerce about an expense. */
export const deliverExpense = (
  { runtime }: ServiceRuntime,
  context: CallContext,
  expense: commerce.Expense,
  { id = newId(), subject = 'commerce.expense.changed' }: Delivery = {},
): Promise<void> =>
  createRun(runtime, context).step((tx) => {
    keepDelivered(context, expense);
    const payload = commerce.Expense.encode(expense).finish();
    return onExpense({ id, subject, payload } as ReceivedEvent, tx);
  });

/**
 * Reads the balances of an organization by account. Control accounts have no stored balance, so
 * their entries are added up.
 */
export async function booksOf(
  service: ServiceRuntime,
  { organizationId }: CallContext,
): Promise<Record<string, number>> {
  const rows = await service.rows<{ account: string; amount: number }>(
    `select account, sum(amount)::float8 as amount from entries where org_id = $1
     group by account having sum(amount) <> 0 order by account`,
    [organizationId],
  );
  return Object.fromEntries(rows.map(({ account, amount }) => [account, amount]));
}

/**
 * Returns the number of SQL statements that a function sends in one transaction of the
 * organization.
 */
export async function statementsOf(
  service: ServiceRuntime,
  context: CallContext,
  work: (tx: Transaction) => Promise<void>,
): Promise<number> {
  let statements = 0;
  await createRun(service.runtime, context).step((tx) => {
    const rows = tx.rows.bind(tx);
    const counting = (...asked: Parameters<typeof rows>) => {
      statements += 1;
      return rows(...asked);
    };
    return work(Object.assign(tx, { rows: counting }));
  });
  return statements;
}

/** Returns the violated invariants of the ledger, which are found by SQL queries. */
export async function violationsOf(service: ServiceRuntime): Promise<unknown[]> {
  return [
    ...(await service.rows(
      `select transaction_id from entries group by org_id, transaction_id having sum(amount) <> 0`,
    )),
    ...(await service.rows(
      `select account, currency from (select org_id, account, currency, sum(amount) as amount
         from entries where account like '%:%' group by org_id, account, currency) e
       full join balances b using (org_id, account, currency)
       where coalesce(b.balance, 0) <> coalesce(e.amount, 0)`,
    )),
    ...(await service.rows(
      `select d.ref from documents d cross join lateral (
         select abs(coalesce(sum(amount) filter (where account ~ '^(receivable|payable):'), 0)) as owed,
           abs(coalesce(sum(amount) filter (where account ~ '^uncertified'), 0)) as waiting
         from entries e where e.org_id = d.org_id and e.family = d.family) x
       where d.family is not null and (d.fiscal <> x.owed or d.uncertified <> x.waiting)`,
    )),
    ...(await service.rows(
      `select d.ref from documents d where d.side = 'receivable' and d.family is not null
         and d.open <> (select coalesce(sum(u.open), 0) from dues u
           where u.org_id = d.org_id and u.document_ref = d.ref)`,
    )),
    ...(await service.rows(
      `select w.account from balances w join balances r on r.org_id = w.org_id
         and r.currency = w.currency and r.account = 'receivable' || substr(w.account, 12)
       where w.account like 'uncertified:%' and -w.balance > r.balance`,
    )),
    ...(await service.rows(
      `select family from (select a.org_id, a.family, p.paid_on, coalesce(p.form_code, '17') as form_code,
           sum(a.amount) as amount from applications a
         join payments p on p.org_id = a.org_id and p.id = a.payment_id
         where not exists (select from reversals r where r.org_id = a.org_id and r.reversed = p.id)
         group by 1, 2, 3, 4) a
       full join daily_applications d using (org_id, family, paid_on, form_code)
       where coalesce(a.amount, 0) <> coalesce(d.amount, 0)`,
    )),
    ...(await service.rows(
      `select v.reversed from reversals v join reversals w on w.org_id = v.org_id
         and w.transaction_id = v.reversed`,
    )),
    ...(await service.rows(
      `select e.transaction_id from entries e join transactions t on t.org_id = e.org_id
         and t.id = e.transaction_id where t.currency <> e.currency`,
    )),
    ...(await service.rows(
      `select t.id from transactions t left join entries e on e.transaction_id = t.id
         and e.currency = t.currency where e.transaction_id is null and t.kind <> 'reversal'
         and not exists (select 1 from certifications k where k.org_id = t.org_id and k.payment_id = t.id)`,
    )),
  ];
}

/**
 * Reads the fiscal, uncertified and effective balance of a document (F, U and E), and whether the balance
 * needs a review.
 */
export async function openBalanceOf(
  service: ServiceRuntime,
  { organizationId }: CallContext,
  ref: string,
): Promise<unknown[]> {
  const [row] = await service.rows<{ balance: unknown[] }>(
    `select json_build_array(trim_scale(fiscal), trim_scale(uncertified), trim_scale(open),
       needs_review) as balance from documents where org_id = $1 and ref = $2`,
    [organizationId, ref],
  );
  return row!.balance;
}
