import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declarationDetail, eventTypes } from '@timbre/api';
import {
  accounts,
  commerce,
  fiscalCfdi,
  gateway,
  payroll,
  satSync,
  webhooks,
} from '@timbre/contract';
import { rendered } from './rendered';
import { cfdiOf as anyCfdi } from './webhooks';

interface Codec {
  encode(message: never): { finish(): Uint8Array };
}

const id = '019ab0c1-0000-7000-8000-000000000001';
const other = '019ab0c1-0000-7000-8000-000000000002';
/** Returns an invoice with fixed identifiers, as an event of fiscal-cfdi. */
const cfdiOf = (changes: Partial<fiscalCfdi.Cfdi>): fiscalCfdi.Cfdi =>
  anyCfdi({ cfdiId: id, uuid: other, ...changes });
const line = {
  lineRef: id,
  description: 'Café',
  quantity: '2',
  unitPrice: '58.00',
  lineTotal: '116.00',
  refundedQuantity: '1',
  refundedAmount: '58.00',
};
const totals = {
  subtotal: '100',
  taxes: '16',
  total: '116',
  taxBreakdown: [
    {
      type: 'IVA',
      factor: 'Tasa',
      rate: '0.16',
      withholding: false,
      base: '100',
      amount: '16',
      label: 'IVA 16%',
    },
  ],
};
const settlementTerms = {
  installmentCount: 3,
  firstDue: { kind: 'months_after_transaction', months: 1 },
  recurrence: { kind: 'anchor_day' },
};
const cfdi = cfdiOf({
  customerId: other,
  counterpartyName: 'Universidad',
  series: 'A',
  folio: '7',
  paymentTiming: 'deferred_or_installments',
  formCode: '99',
  methodCode: 'PPD',
  dueDate: '2026-12-01',
  settlementTerms,
  issuedLocalDateTime: '2026-11-10T10:00:00',
  relatedDocuments: [{ relationship: '04', documents: [id] }],
});
const canceled = cfdiOf({
  cancellation: { state: 'requested', motive: '01', replacementId: other, requestedBy: 'secret' },
});
const complement = cfdiOf({
  kind: 'payment_complement',
  total: '0',
  currency: 'XXX',
  paidDocuments: [
    {
      uuid: id,
      cfdiId: other,
      currency: 'MXN',
      installment: 1,
      amount: '123456789012.345678',
      previousBalance: '123456789012.345678',
    },
  ],
});
const withholding = {
  withholdingId: id,
  version: 2,
  status: 'valid',
  uuid: other,
  withholdingCode: '14',
  counterpartyName: 'Ana',
  counterpartyRfc: 'URE180429TM6',
  total: '1000',
  withheld: '100',
  taxes: [],
  period: { startMonth: 1, endMonth: 1, year: 2026 },
  archived: false,
};
const expense = {
  expenseId: id,
  version: 2,
  categoryName: 'Renta',
  settledAmount: '10',
  cfdiId: other,
  settlements: [{ settlementId: id, amount: '10', paidOn: '2026-11-20', paymentForm: '03' }],
  cfdiCanceled: false,
  deleted: false,
  reversedSettlements: [],
  fields: {
    description: 'Local',
    categoryId: id,
    settlementMode: 'credit',
    paymentForm: '99',
    total: '100',
    occurredAt: '2026-11-20T10:00:00.000Z',
    businessDate: '2026-11-20',
  },
};
const quote = {
  quoteId: id,
  version: 2,
  folioNumber: 7,
  status: 'accepted',
  customerName: 'Ana',
  issueDate: '2026-11-20',
  validUntil: '2026-12-20',
  items: [line],
  totals,
  acceptance: {
    acceptedAt: '2026-11-20T10:00:00.000Z',
    invoiceRequested: false,
    fiscalTreatment: 'public_general',
    fiscalTotals: totals,
  },
  receiptId: other,
  settlementTerms,
  revisionNumber: 1,
};
const receipt = {
  receiptId: id,
  version: 2,
  status: 'open',
  saleType: 'paid',
  folio: 'A-7',
  businessDate: '2026-11-20',
  createdAt: '2026-11-20T10:00:00.000Z',
  total: '116.00',
  refundedTotal: '58.00',
  invoiceRequested: false,
  lines: [line],
  payments: [{ paymentForm: '01', amount: '116' }],
  taxes: [{ tax: '002', factorType: 'Tasa', rate: '0.16', base: '100', amount: '16' }],
  refund: {
    refundId: other,
    businessDate: '2026-11-20',
    total: '58',
    method: 'cash_back',
    restocked: true,
    lines: [{ lineRef: id, quantity: '1', amount: '58' }],
    taxes: [],
  },
};
const run = (state: string) => ({
  runId: id,
  version: 2,
  state,
  receiptCount: 3,
  net: '300.50',
  period: {
    kind: 'ordinary',
    paymentFrequency: '04',
    periodStartedOn: '2026-11-01',
    periodEndedOn: '2026-11-15',
    paidOn: '2026-11-15',
  },
});
const row = (state: string) => ({
  rowId: id,
  version: 2,
  runId: other,
  employeeId: other,
  state,
  paidOn: '2026-11-15',
  net: '100.50',
  documentRef: `cfdi:${id}`,
});
const contact = (fields: object, deleted = false) => ({
  contactId: id,
  version: 2,
  kind: 'customer',
  fields,
  deleted,
});
const collection = {
  eventId: id,
  kind: 'installment',
  documentRef: `cfdi:${id}`,
  planId: other,
  installment: 1,
  dueOn: '2026-12-01',
  currency: 'MXN',
  amount: '386.67',
  covered: '0',
  open: '386.67',
  status: 'pending',
};
const receivable = {
  documentRef: `cfdi:${id}`,
  version: 2,
  currency: 'MXN',
  customerId: other,
  fiscalBalance: '1160',
  effectiveBalance: '773.33',
  calendar: [collection],
  plan: {
    planId: other,
    state: 'active',
    settlementTerms,
    plannedAt: '2026-11-20T10:00:00.000Z',
    plannedBalance: '1160',
  },
};
const declaration = {
  declarationId: id,
  version: 2,
  rfc: 'EKU9003173C9',
  operationNumber: '1',
  fiscalYear: 2026,
  period: 1,
  periodicity: 'monthly',
  declarationType: 'normal',
  filedOn: '2026-02-17',
  dueOn: '2026-02-17',
  captureLine: '042601JA760048890425',
  total: '100',
  concepts: [],
  payments: [],
  anomalies: [],
};
const listedParty = {
  partyId: id,
  version: 2,
  rfc: 'AAA080810KL3',
  listed: true,
  entries: [{ list: '69b', situation: 'Presunto', since: '2018-06-01', listed: true }],
  contacts: [{ contactId: other, kind: 'supplier', legalName: 'Ana' }],
  listDates: { list69b: '2026-10-31', list69: '2026-10-30' },
};
const counts = { found: 3, imported: 2, updated: 0, skipped: 1 };
const synchronization = {
  syncId: id,
  state: 'partially_completed',
  requestedAt: '2026-11-20T10:00:00.000Z',
  sources: [
    {
      source: 'declarations',
      state: 'failed',
      ...counts,
      issues: [],
      error: { code: 'credential_rejected', message: 'The SAT refuses it.', retryable: false },
    },
    {
      source: 'issued_cfdi',
      state: 'completed',
      ...counts,
      dateFrom: '2026-10-01',
      dateTo: '2026-10-31',
      issues: [{ name: other, code: 'not_at_sat' }],
    },
  ],
};
const webhook = {
  webhookId: id,
  version: 2,
  url: 'https://example.com/',
  status: 'disabled',
  disabledReason: 'gone',
};

const cases: [type: string, subject: string, codec: Codec, message: object][] = [
  ...['drafted', 'changed', 'deleted', 'stamped', 'imported', 'archived'].map(
    (happened): (typeof cases)[number] => [
      ...([`cfdi.${happened}`, `fiscal_cfdi.cfdi.${happened}`] as const),
      fiscalCfdi.Cfdi,
      happened === 'stamped' ? complement : cfdi,
    ],
  ),
  ['cfdi.stamp_failed', 'fiscal_cfdi.cfdi.rejected', fiscalCfdi.Cfdi, cfdi],
  ['cfdi.cancellation_changed', 'fiscal_cfdi.cfdi.cancellation_changed', fiscalCfdi.Cfdi, canceled],
  ['cfdi.canceled', 'fiscal_cfdi.cfdi.canceled', fiscalCfdi.Cfdi, canceled],
  ...[
    'drafted',
    'changed',
    'deleted',
    'stamped',
    'cancellation_changed',
    'canceled',
    'archived',
  ].map((happened): (typeof cases)[number] => [
    ...([`withholding.${happened}`, `fiscal_cfdi.withholding.${happened}`] as const),
    fiscalCfdi.Withholding,
    withholding,
  ]),
  [
    'withholding.stamp_failed',
    'fiscal_cfdi.withholding.rejected',
    fiscalCfdi.Withholding,
    withholding,
  ],
  ...['received', 'settled'].map((happened): (typeof cases)[number] => [
    ...([
      `cancellation_request.${happened}`,
      `fiscal_cfdi.cancellation_request.${happened}`,
    ] as const),
    fiscalCfdi.CancellationRequest,
    {
      requestId: id,
      version: 2,
      uuid: other,
      receiverRfc: 'EKU9003173C9',
      state: 'accepted',
      answer: 'accept',
      answerBefore: '2026-11-25T10:00:00.000Z',
      cfdiId: id,
      kind: 'income',
      issuerRfc: 'URE180429TM6',
      issuerName: 'Robótica',
      total: '116',
      currency: 'MXN',
    },
  ]),
  [
    'fiscal_profile.changed',
    'fiscal_cfdi.fiscal_profile.changed',
    fiscalCfdi.FiscalProfile,
    { version: 1, rfc: 'EKU9003173C9', legalName: 'Kemper', taxSystem: '601', postalCode: '42501' },
  ],
  [
    'certificate.expiring',
    'fiscal_cfdi.certificate.expiring',
    fiscalCfdi.Certificate,
    {
      certificateId: id,
      version: 2,
      kind: 'csd',
      certificateNumber: '30001000000500003416',
      rfc: 'EKU9003173C9',
      legalName: 'Kemper',
      validFrom: '2022-12-01T10:00:00.000Z',
      validTo: '2026-12-01T10:00:00.000Z',
    },
  ],
  [
    'wallet.low',
    'fiscal_cfdi.wallet.low',
    fiscalCfdi.Wallet,
    {
      version: 7,
      balanceMinor: 4_900,
      reservedMinor: 100,
      stampPriceMinor: 100,
      topUpUrl: 'https://example.com/top-up',
    },
  ],
  ['contact.changed', 'commerce.contact.changed', commerce.Contact, contact({ legalName: 'Ana' })],
  ['contact.deleted', 'commerce.contact.changed', commerce.Contact, contact({}, true)],
  [
    'product.changed',
    'commerce.product.changed',
    commerce.Product,
    {
      productId: id,
      version: 2,
      active: true,
      fields: {
        description: 'Café',
        price: '58.00',
        taxRate: '0.16',
        quantityDiscounts: { entries: [{ minQuantity: '10', percentage: '5' }] },
      },
    },
  ],
  ...['changed', 'negative'].map((happened): (typeof cases)[number] => [
    ...([`inventory.${happened}`, `commerce.inventory.${happened}`] as const),
    commerce.InventoryLevel,
    { productId: id, locationId: other, version: 2, stock: '-1.5' },
  ]),
  [
    'location.changed',
    'commerce.location.changed',
    commerce.Location,
    {
      locationId: id,
      version: 2,
      active: true,
      fields: { name: 'Centro', postalCode: '06000', isDefault: true },
    },
  ],
  [
    'price_override.changed',
    'commerce.price_override.changed',
    commerce.PriceOverride,
    {
      overrideId: id,
      version: 2,
      deleted: false,
      fields: { productId: id, price: '50', validFrom: '2026-11-20' },
    },
  ],
  [
    'price_override.deleted',
    'commerce.price_override.changed',
    commerce.PriceOverride,
    { overrideId: id, version: 2, deleted: true, fields: { productId: id } },
  ],
  [
    'import.finished',
    'commerce.import.finished',
    commerce.Import,
    {
      importId: id,
      version: 2,
      kind: 'products',
      state: 'done',
      fileName: 'a.csv',
      created: 1,
      updated: 0,
      unchanged: 0,
      notWritten: 2,
    },
  ],
  ...['recorded', 'changed', 'settled', 'cfdi_linked', 'deleted'].map(
    (happened): (typeof cases)[number] => [
      ...([`expense.${happened}`, `commerce.expense.${happened}`] as const),
      ...([commerce.Expense, expense] as const),
    ],
  ),
  ...['published', 'accepted', 'converted', 'expired', 'canceled'].map(
    (happened): (typeof cases)[number] => [
      ...([`quote.${happened}`, `commerce.quote.${happened}`] as const),
      ...([commerce.Quote, quote] as const),
    ],
  ),
  ...['created', 'refunded', 'canceled', 'invoiced', 'global_invoiced', 'reopened'].map(
    (happened): (typeof cases)[number] => [
      ...([`sales_receipt.${happened}`, `commerce.sales_receipt.${happened}`] as const),
      ...([commerce.SalesReceipt, receipt] as const),
    ],
  ),
  [
    'employee.changed',
    'payroll.employee.changed',
    payroll.Employee,
    { employeeId: id, version: 2, legalName: 'Ana', status: 'active' },
  ],
  ['payroll_run.changed', 'payroll.run.changed', payroll.PayrollRun, run('review')],
  ['payroll_run.changed', 'payroll.run.changed', payroll.PayrollRun, run('stamped')],
  ['payroll_run.changed', 'payroll.run.settled', payroll.PayrollRun, run('review')],
  ['payroll_run.completed', 'payroll.run.settled', payroll.PayrollRun, run('stamped')],
  ['payroll_run.completed', 'payroll.run.settled', payroll.PayrollRun, run('partially_stamped')],
  ['payroll_row.stamped', 'payroll.row.settled', payroll.PayrollRow, row('stamped')],
  ['payroll_row.rejected', 'payroll.row.settled', payroll.PayrollRow, row('rejected')],
  [
    'payroll_row.needs_attention',
    'payroll.row.settled',
    payroll.PayrollRow,
    row('needs_attention'),
  ],
  ['payroll_row.canceled', 'payroll.row.canceled', payroll.PayrollRow, row('canceled')],
  ...['planned', 'plan_cleared', 'settled'].map((happened): (typeof cases)[number] => [
    ...([`receivable.${happened}`, `accounts.receivable.${happened}`] as const),
    ...([accounts.CollectedReceivable, receivable] as const),
  ]),
  ...['due', 'overdue'].map((happened): (typeof cases)[number] => [
    ...([`receivable.${happened}`, `accounts.receivable.${happened}`] as const),
    ...([accounts.CollectionEvent, collection] as const),
  ]),
  ...['receivable', 'payable'].flatMap((side) =>
    ['recorded', 'reversed'].map((happened): (typeof cases)[number] => [
      `${side}_transaction.${happened}`,
      `accounts.transaction.${happened}`,
      accounts.AccountTransaction,
      {
        transactionId: id,
        version: 2,
        kind: 'payment',
        side,
        contactId: other,
        documentRef: `cfdi:${id}`,
        currency: 'MXN',
        amount: '-580',
        formCode: '03',
        occurredOn: '2026-11-20',
        recordedAt: '2026-11-20T10:00:00.000Z',
        applications: [{ documentRef: `cfdi:${id}`, amount: '580' }],
        ...(happened === 'reversed' && { reversedBy: other, reason: 'Depósito devuelto' }),
      },
    ]),
  ),
  ['declaration.changed', 'sat_sync.declaration.changed', satSync.Declaration, declaration],
  [
    'compliance_opinion.recorded',
    'sat_sync.compliance_opinion.recorded',
    satSync.ComplianceOpinion,
    {
      opinionId: id,
      rfc: 'EKU9003173C9',
      folio: '26N1',
      result: 'negative',
      issuedAt: '2026-11-20T10:00:00.000Z',
      validUntil: '2026-12-20',
      omissions: [{ description: 'IVA' }],
    },
  ],
  ['sat_sync.completed', 'sat_sync.sync.completed', satSync.SyncCompleted, synchronization],
  ['blacklist.changed', 'sat_sync.blacklist.changed', satSync.ListedParty, listedParty],
  ...['changed', 'archived', 'restored'].map((happened): (typeof cases)[number] => [
    ...([`organization.${happened}`, `gateway.organization.${happened}`] as const),
    gateway.Organization,
    { organizationId: id, version: 2, name: 'Kemper', status: 'active' },
  ]),
  [
    ...(['sandbox_clock.advanced', 'gateway.sandbox_clock.advanced'] as const),
    gateway.SandboxClock,
    { version: 3, aheadMs: 86_400_000, now: '2026-11-21T15:00:00.000Z' },
  ],
  ...['invited', 'joined', 'changed', 'removed'].map((happened): (typeof cases)[number] => [
    ...([`member.${happened}`, `gateway.member.${happened}`] as const),
    gateway.Member,
    { memberId: id, version: 2, email: 'eva@example.com', role: 'sales', status: 'active' },
  ]),
  ...['created', 'rotated', 'expiring', 'expired', 'revoked', 'exposed'].map(
    (happened): (typeof cases)[number] => [
      ...([`credential.${happened}`, `gateway.credential.${happened}`] as const),
      gateway.Credential,
      {
        credentialId: id,
        version: 2,
        name: 'Caja',
        permissions: ['contacts:read'],
        status: 'active',
        parentCredentialId: other,
        expiresAt: '2026-11-20T10:00:00.000Z',
      },
    ],
  ),
  ...['requested', 'approved', 'failed', 'rejected', 'expired'].map(
    (happened): (typeof cases)[number] => [
      `approval.${happened}`,
      `gateway.approval.${happened}`,
      gateway.Approval,
      {
        approvalId: id,
        version: 2,
        operation: 'stampCfdi',
        credentialId: other,
        status: happened === 'requested' ? 'pending' : happened,
        documentRef: `cfdi:${id}`,
        expiresAt: '2026-12-01T00:00:00.000Z',
        ...(happened === 'rejected' && { decidedBy: `credential:${id}`, reason: 'No' }),
      },
    ],
  ),
  ['webhook.disabled', 'webhooks.webhook.disabled', webhooks.Webhook, webhook],
  [
    'webhook.enabled',
    'webhooks.webhook.enabled',
    webhooks.Webhook,
    { ...webhook, status: 'enabled', disabledReason: undefined },
  ],
];

const bodyOf = (subject: string, payload: Uint8Array) =>
  rendered({
    id,
    orgId: other,
    subject,
    payload,
    aggregate: '',
    aggregateId: '',
    aggregateVersion: 2,
    occurredAt: new Date('2026-11-20T10:00:00.000Z'),
  }).publicBody;

interface Shown {
  type: string;
  data: object;
  truncated?: true;
}

function shownOf(subject: string, codec: Codec, message: object) {
  const body = bodyOf(subject, codec.encode(message as never).finish())!;
  return { ...(JSON.parse(body) as Shown), bytes: body };
}

/** Returns the data of an event as text, because a JSON parser would round its numbers. */
const dataIn = (body: string) => body.slice(body.indexOf('"data":') + '"data":'.length, -1);

describe('the public form of an event', () => {
  it.each(cases)('%s has the data that its schema promises', (type, subject, codec, message) => {
    const event = shownOf(subject, codec, message);
    expect(event.type).toBe(type);
    const { data } = eventTypes.find((one) => one.type === type)!;
    const shown = event.data;
    expect(data.parse(shown)).toEqual(shown);
    expect(JSON.stringify(shown)).not.toContain('secret');
    expect(dataIn(event.bytes)).toMatchSnapshot();
  });

  it('the public form of a declaration event has the same field names as getDeclaration', () => {
    const { data } = shownOf('sat_sync.declaration.changed', satSync.Declaration, declaration);
    const names = Object.keys(data);
    expect(names.filter((name) => !(name in declarationDetail.shape))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['filedAt', 'dueDate', 'captureLine']));
  });

  it('the public form of an event contains exact amounts that a double would round', () => {
    const { bytes } = shownOf('fiscal_cfdi.cfdi.stamped', fiscalCfdi.Cfdi, complement);
    expect(bytes).toContain('"amount":123456789012.345678');
  });

  it('every event type in the catalogue except the test event has a public form', () => {
    const made = new Set(cases.map(([type]) => type));
    const missing = eventTypes.map(({ type }) => type).filter((type) => !made.has(type));
    expect(missing).toEqual(['webhook.test']);
  });

  it('every event that a service emits has a public form, except internal events', () => {
    const text = readFileSync(join(__dirname, '..', '..', '..', 'docs', 'events.md'), 'utf8');
    const subjects = [...text.matchAll(/^\| `(\w+[.]\w+[.]\w+)` +\|/gm)].map(([, name]) => name!);
    expect(subjects.length).toBeGreaterThan(40);
    const unknown = [...new Set(subjects)].filter((subject) => {
      try {
        bodyOf(subject, Buffer.of());
        return false;
      } catch (error) {
        // An empty message lacks values that some events need, such as the state that ends the event's
        // type.
        return /has no public form/.test(String(error));
      }
    });
    expect(unknown).toEqual([]);
  });
});

describe('rendering the body of a large event', () => {
  it('an event body of more than 20 kB contains only the identifiers and states that it was shortened', () => {
    const items = Array.from({ length: 300 }, () => line);
    const { bytes: _, ...body } = shownOf('commerce.quote.accepted', commerce.Quote, {
      ...quote,
      items,
    });
    expect(body).toEqual({
      id,
      type: 'quote.accepted',
      timestamp: '2026-11-20T10:00:00.000Z',
      organizationId: other,
      environment: 'sandbox',
      apiVersion: 'v1',
      aggregateVersion: 2,
      data: { documentRef: `quote:${id}`, receiptDocumentRef: `sales_receipt:${other}` },
      truncated: true,
    });
  });
});
