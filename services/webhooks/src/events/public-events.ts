import { eventTypes } from '@timbre/api';
import {
  accounts,
  commerce,
  fiscalCfdi,
  gateway,
  payroll,
  satSync,
  webhooks,
} from '@timbre/contract';
import { documentRef, type DocumentPrefix } from '@timbre/fiscal';
import { readPayload, type ReceivedEvent } from '@timbre/kit';
import { projected } from './project';

/** A public event, made of one that a service announced. */
export interface PublicEvent {
  type: string;
  data: Record<string, unknown>;
}

/** Reads the events of an aggregate; each has a public type, or none. */
interface Source {
  /** `<service>.<aggregate>` of the subject. */
  subject: string;
  /** The public type by the last word of the subject and the state that the event tells. */
  typeOf: (happened: string, state: never) => string | undefined;
  /** The state with the names that the public schema has; what it does not name is left out. */
  read: (payload: Uint8Array, happened: string) => object;
}

/** The public type ends like the subject, unless the table says otherwise. */
const named =
  (group: string, others: Record<string, string | undefined> = {}) =>
  (happened: string): string | undefined =>
    Object.hasOwn(others, happened) ? others[happened] : `${group}.${happened}`;

const source = <Message extends object>(
  subject: string,
  codec: { decode(bytes: Uint8Array): Message },
  typeOf: (happened: string, state: Message) => string | undefined,
  shown: (message: Message) => object = (message) => message,
): Source => ({
  subject,
  typeOf: typeOf as Source['typeOf'],
  read: (payload) => {
    const message = readPayload(codec, payload);
    return { ...message, ...shown(message) };
  },
});

const refOf = (prefix: DocumentPrefix, id: string | undefined): string | undefined =>
  id === undefined ? undefined : documentRef(prefix, id);

const peso = (amount: string) => ({ amount, currency: 'MXN' });

function shownCfdi(cfdi: fiscalCfdi.Cfdi): object {
  const { paymentTiming: timing, formCode, methodCode, dueDate, cancellation } = cfdi;
  const payment = { timing, formCode, methodCode, dueDate };
  return {
    documentRef: documentRef('cfdi', cfdi.cfdiId),
    total: { amount: cfdi.total, currency: cfdi.currency },
    payment: Object.values(payment).some(Boolean) ? payment : undefined,
    paidDocuments: filled(
      cfdi.paidDocuments.map((paid) => ({ ...paid, documentRef: refOf('cfdi', paid.cfdiId) })),
    ),
    relatedDocuments: filled(cfdi.relatedDocuments),
    cancellation: cancellation && {
      ...cancellation,
      replacementDocumentRef: refOf('cfdi', cancellation.replacementId),
    },
  };
}

/** A list that the public shape leaves out when it is empty. */
const filled = <Entry>(list: Entry[]): Entry[] | undefined => (list.length ? list : undefined);

const shownWithholding = (withholding: fiscalCfdi.Withholding): object => ({
  category: 'withholding',
  documentRef: documentRef('withholding', withholding.withholdingId),
  total: peso(withholding.total),
  withheld: peso(withholding.withheld),
});

const shownExpense = ({ fields, ...expense }: commerce.Expense): object => ({
  ...fields,
  documentRef: documentRef('expense', expense.expenseId),
  total: peso(fields!.total!),
  expenseCategory: expense.categoryName,
  cfdiDocumentRef: refOf('cfdi', expense.cfdiId),
  cfdiCanceled: expense.cfdiCanceled || undefined,
});

const shownQuote = (quote: commerce.Quote): object => ({
  documentRef: documentRef('quote', quote.quoteId),
  receiptDocumentRef: refOf('sales_receipt', quote.receiptId),
});

const shownReceipt = ({ refund, lines, ...receipt }: commerce.SalesReceipt): object => ({
  documentRef: documentRef('sales_receipt', receipt.receiptId),
  total: peso(receipt.total),
  payments: filled(receipt.payments),
  items: lines,
  refund: refund && {
    ...refund,
    documentRef: documentRef('sales_receipt_refund', refund.refundId),
  },
});

const stamped = ['stamped', 'partially_stamped'];

const sources: Source[] = [
  source(
    'fiscal_cfdi.cfdi',
    fiscalCfdi.Cfdi,
    named('cfdi', { rejected: 'cfdi.stamp_failed' }),
    shownCfdi,
  ),
  source(
    'fiscal_cfdi.cancellation_request',
    fiscalCfdi.CancellationRequest,
    named('cancellation_request'),
    ({ cfdiId, total, currency }) => ({
      documentRef: refOf('cfdi', cfdiId),
      total: total === undefined ? undefined : { amount: total, currency },
    }),
  ),
  source(
    'fiscal_cfdi.withholding',
    fiscalCfdi.Withholding,
    named('withholding', { rejected: 'withholding.stamp_failed' }),
    shownWithholding,
  ),
  source('fiscal_cfdi.fiscal_profile', fiscalCfdi.FiscalProfile, named('fiscal_profile')),
  source('fiscal_cfdi.certificate', fiscalCfdi.Certificate, named('certificate')),
  source('fiscal_cfdi.wallet', fiscalCfdi.Wallet, named('wallet'), () => ({ currency: 'MXN' })),
  source(
    'commerce.contact',
    commerce.Contact,
    (_, { deleted }) => (deleted ? 'contact.deleted' : 'contact.changed'),
    ({ fields }) => ({ ...fields }),
  ),
  source('commerce.product', commerce.Product, named('product'), ({ fields }) => ({ ...fields })),
  source('commerce.inventory', commerce.InventoryLevel, named('inventory')),
  source('commerce.location', commerce.Location, named('location'), ({ fields }) => ({
    ...fields,
  })),
  source(
    'commerce.price_override',
    commerce.PriceOverride,
    (_, { deleted }) => (deleted ? 'price_override.deleted' : 'price_override.changed'),
    ({ fields }) => ({ ...fields }),
  ),
  source('commerce.import', commerce.Import, named('import')),
  source('commerce.expense', commerce.Expense, named('expense'), shownExpense),
  source('commerce.quote', commerce.Quote, named('quote'), shownQuote),
  source('commerce.sales_receipt', commerce.SalesReceipt, named('sales_receipt'), shownReceipt),
  source('payroll.employee', payroll.Employee, named('employee')),
  source(
    'payroll.run',
    payroll.PayrollRun,
    // A run whose receipts were all refused is not complete.
    (happened, { state }) =>
      happened === 'settled' && stamped.includes(state)
        ? 'payroll_run.completed'
        : 'payroll_run.changed',
    ({ period, receiptCount, net }) => ({ ...period, totals: { receiptCount, net } }),
  ),
  source('payroll.row', payroll.PayrollRow, (happened, { state }) =>
    happened === 'draft_dropped' ? undefined : `payroll_row.${state}`,
  ),
  {
    subject: 'accounts.receivable',
    typeOf: named('receivable'),
    read: (payload, happened) =>
      ['due', 'overdue'].includes(happened)
        ? readPayload(accounts.CollectionEvent, payload)
        : readPayload(accounts.CollectedReceivable, payload),
  },
  source(
    'accounts.transaction',
    accounts.AccountTransaction,
    (happened, { side }) =>
      `${side === 'payable' ? 'payable' : 'receivable'}_transaction.${happened}`,
    ({ applications }) => ({ applications: filled(applications) }),
  ),
  source('sat_sync.declaration', satSync.Declaration, named('declaration'), (declaration) => ({
    documentRef: documentRef('declaration', declaration.declarationId),
    filedAt: declaration.filedOn,
    dueDate: declaration.dueOn,
    total: declaration.total === undefined ? undefined : peso(declaration.total),
  })),
  source(
    'sat_sync.compliance_opinion',
    satSync.ComplianceOpinion,
    named('compliance_opinion'),
    ({ opinionId }) => ({ documentRef: documentRef('tax_compliance_opinion', opinionId) }),
  ),
  source('sat_sync.sync', satSync.SyncCompleted, named('sat_sync'), ({ sources }) => ({
    sources: sources.map((one) => ({ ...one, issues: filled(one.issues) })),
  })),
  source('sat_sync.blacklist', satSync.ListedParty, named('blacklist'), ({ listDates }) => ({
    listVersion: { '69b': listDates!.list69b, '69': listDates!.list69 },
  })),
  source(
    'gateway.organization',
    gateway.Organization,
    named('organization', { deleted: undefined }),
  ),
  source('gateway.sandbox_clock', gateway.SandboxClock, named('sandbox_clock'), ({ aheadMs }) => ({
    aheadSeconds: Math.floor(aheadMs / 1_000),
  })),
  source('gateway.member', gateway.Member, named('member')),
  source('gateway.credential', gateway.Credential, named('credential')),
  source('gateway.approval', gateway.Approval, named('approval')),
  source('webhooks.webhook', webhooks.Webhook, named('webhook')),
];

/**
 * Subjects that services announce to each other only. A change of a balance is public as the event
 * of its document.
 */
const internal = [
  /[.][a-z_]+_requested$/,
  /^payroll[.]row[.]draft_dropped$/,
  /^commerce[.]cfdi_stock[.]/,
  /^commerce[.]contact[.]restated$/,
  /^accounts[.](receivable|payable)[.]changed$/,
  /^sat_sync[.](source|tax_profile)[.]/,
];

const bySubject = new Map(sources.map((one) => [one.subject, one]));
const schemaOf = new Map(eventTypes.map(({ type, data }) => [type, data]));

/**
 * The public form of an event of a service; undefined if it is internal.
 * @throws InvalidEvent if its payload cannot be read
 * @throws Error if it is neither internal nor in the catalogue
 */
export function publicEventOf({ subject, payload }: ReceivedEvent): PublicEvent | undefined {
  if (internal.some((pattern) => pattern.test(subject))) return undefined;
  const [service, aggregate, happened] = subject.split('.');
  const known = bySubject.get(`${service}.${aggregate}`);
  if (!known) throw new Error(`${subject} is neither internal nor in the catalogue`);
  const state = known.read(payload, happened!);
  const type = known.typeOf(happened!, state as never);
  if (type === undefined) return undefined;
  const schema = schemaOf.get(type);
  if (!schema) throw new Error(`${type} is not in the catalogue`);
  return { type, data: projected(schema, state) as Record<string, unknown> };
}
