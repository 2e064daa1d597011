import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  dataOf,
  incomeInput,
  mintedFiles,
  newCustomer,
  newDraft,
  newStamped,
  newStampedWithholding,
  newWithholding,
  productInput,
  withholdingInput,
  type Api,
} from '@timbre/testkit/client';
import type { OperationRow } from '../../gateway/src/edge/operations/operation';
import { proposal, proposerOf } from '../api/approvals/proposals';
import { addEmployee, addRun, calculatedRun, employeeInput, settled } from '../api/payroll/people';
import { newImport, uploaded } from '../api/imports/spreadsheet';
import { bodies } from '../api/request-examples';
import { until } from '../api/until';

/** The resources of a write that can succeed: the identifiers in its path, and its body. */
interface Target {
  params?: Record<string, string>;
  body?: unknown;
}

type Prepare = (api: Api, source: Api) => Promise<Target>;

const draft = async (api: Api) => ({ documentRef: await newDraft(api) });
const stamped = async (api: Api) => ({
  documentRef: (await newStamped(api)).documentRef as string,
});
const withholding = async (api: Api) => ({ documentRef: await newWithholding(api) });
const certificate = async (api: Api) => {
  const { certificateId } = await created(api, '/v1/fiscal/certificates', await mintedFiles(api));
  return { certificateId: certificateId as string };
};
const member = async (api: Api) => {
  const body = { ...bodies['inviteMember'], email: `${randomUUID()}@example.com` };
  const { memberId } = await created(api, '/v1/organization/members', body);
  return { memberId: memberId as string };
};
const employee = async (api: Api) => ({ employeeId: await addEmployee(api) });
const run = async (api: Api) => {
  const { runId } = await calculatedRun(api);
  return { runId };
};
const row = async (api: Api) => {
  const { rowId } = await calculatedRun(api);
  return { rowId };
};
const product = async (api: Api) => ({
  productId: (await created(api, '/v1/products', { ...productInput, sku: randomUUID() }))
    .productId as string,
});
const contact = async (api: Api) => ({ contactId: await newCustomer(api) });
/** Creates a second location, because the default location cannot be archived. */
const location = async (api: Api) => {
  await created(api, '/v1/locations', bodies['createLocation']!);
  const { locationId } = await created(api, '/v1/locations', bodies['createLocation']!);
  return { locationId: locationId as string };
};
const quoteBody = { customerName: 'Eva', items: [customItem] };

const quote = async (api: Api) => ({
  documentRef: (await created(api, '/v1/quotes', quoteBody)).documentRef as string,
});

/** Creates a quote and sends it, so that its buyer can open it. */
const sentQuote = async (api: Api) => {
  const { documentRef } = await quote(api);
  await dataOf(api.request('POST', `/v1/quotes/${documentRef}/publish`, { body: {} }));
  return { documentRef };
};

/**
 * Creates a quote with a payment that cannot be applied, because the payment has no form of
 * payment.
 */
const failedPayment = async (api: Api) => {
  const { documentRef } = await sentQuote(api);
  const path = `/v1/quotes/${documentRef}`;
  await dataOf(api.request('POST', `${path}/payments`, { body: {} }));
  const { paymentId } = await until(
    30_000,
    async () => (await dataOf(api.request('GET', path))).payment as Record<string, string>,
    ({ applicationStatus }) => applicationStatus === 'failed',
  );
  return { documentRef, paymentId: paymentId! };
};

/** Creates the body of a sale: a product that is in stock at its location. */
const sale = async (api: Api) => {
  const [{ locationId }, { productId }] = [await location(api), await product(api)];
  const body = { ...bodies['adjustInventory'], locationId };
  await created(api, `/v1/products/${productId}/inventory-movements`, body);
  const items = [customItem, { kind: 'product', productId, quantity: 2 }];
  return { saleType: 'paid', paymentForm: '01', locationId, items };
};
const receipt = async (api: Api) => {
  const { documentRef } = await created(api, '/v1/sales-receipts', await sale(api));
  return { documentRef: documentRef as string };
};
const supplier = async (api: Api) => {
  const body = { kind: 'supplier', legalName: 'Maderas' };
  return (await created(api, '/v1/contacts', body)).contactId as string;
};
const supplied = async (api: Api) => {
  const contactId = await supplier(api);
  const { productId } = await product(api);
  const body = bodies['putProductSupplier'];
  await dataOf(api.request('PUT', `/v1/products/${productId}/suppliers/${contactId}`, { body }));
  return { productId, contactId };
};
const category = async (api: Api) => {
  const body = { name: randomUUID() };
  const { categoryId } = await created(api, '/v1/settings/expense-categories', body);
  return { categoryId: categoryId as string };
};
const expenseInput = async (api: Api, more: object = {}) => ({
  ...bodies['createExpense'],
  ...(await category(api)),
  ...more,
});
const expense = async (api: Api) => {
  const { documentRef } = await created(api, '/v1/expenses', await expenseInput(api));
  return { documentRef: documentRef as string };
};
const expenseOnCredit = async (api: Api) => {
  const credit = { settlementMode: 'credit', supplierId: await supplier(api), paymentForm: '99' };
  const { documentRef } = await created(api, '/v1/expenses', await expenseInput(api, credit));
  return { documentRef: documentRef as string };
};
/** Creates a supplier, and waits until accounts has processed its event. */
const owedSupplier = async (api: Api) => {
  const supplierId = await supplier(api);
  const path = `/v1/accounts/payables/${supplierId}/payments`;
  await until(
    30_000,
    () => api.request('POST', path, { body: bodies['recordPayablePayment'] }),
    ({ status }) => status === 201,
  );
  return { supplierId };
};
/** Records a payment from a customer. */
const received = async (api: Api) => {
  const customerId = await newCustomer(api);
  const path = `/v1/accounts/receivables/${customerId}/payments`;
  const { json } = await until(
    30_000,
    () => api.request('POST', path, { body: bodies['recordReceivablePayment'] }),
    ({ status }) => status === 201,
  );
  return { customerId, transactionId: (json.data as { transactionId: string }).transactionId };
};
const priced = async (api: Api) => ({
  ...(await product(api)),
  customerId: await newCustomer(api),
  price: 95.5,
});
const preview = async (api: Api) => ({
  importId: (await newImport(api, 'suppliers', 'nombre\nMaderas\n')).importId as string,
});
const series = async (api: Api) => {
  const body = { code: randomUUID().slice(0, 8).toUpperCase(), kind: 'income' };
  return { seriesId: (await created(api, '/v1/settings/series', body)).seriesId as string };
};

const webhook = async (api: Api) => ({
  webhookId: (await created(api, '/v1/webhooks', bodies['createWebhook']!)).webhookId as string,
});
const delivery = async (api: Api) => {
  const { webhookId } = await webhook(api);
  const { deliveryId } = await dataOf(api.request('POST', `/v1/webhooks/${webhookId}/test`));
  return { webhookId, deliveryId: deliveryId as string };
};

async function waiting(api: Api) {
  const { approvalId } = await proposal(api, await proposerOf(api));
  return { approvalId };
}

async function terminated(api: Api) {
  const { employeeId } = await employee(api);
  const body = bodies['terminateEmployee'];
  await dataOf(api.request('POST', `/v1/employees/${employeeId}/terminate`, { body }));
  return { employeeId };
}

/** Creates a payroll receipt that the PAC rejects, and then corrects the data of its employee. */
async function rejected(api: Api) {
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const scenarios = json.data as { id: string; trigger: { receiverRfc: [string, string] } }[];
  const rfc = scenarios.find(({ id }) => id === 'receiver_unknown')!.trigger.receiverRfc[1];
  const { employeeId, runId, rowId } = await calculatedRun(api, { rfc });
  await dataOf(api.request('POST', `/v1/payroll/runs/${runId}/stamp`));
  await settled(api, runId);
  const body = { rfc: employeeInput.rfc };
  await dataOf(api.request('PATCH', `/v1/employees/${employeeId}`, { body }));
  return { rowId };
}

/** Creates a stamped payroll receipt. */
async function stampedRow(api: Api): Promise<string> {
  const { runId, rowId } = await calculatedRun(api);
  await dataOf(api.request('POST', `/v1/payroll/runs/${runId}/stamp`));
  await settled(api, runId);
  return rowId;
}

const deferred = { payment: { timing: 'deferred_or_installments', formCode: '99' } };

/** Creates an invoice with an open balance. */
const owed = async (api: Api) => {
  const { customerId, documentRef } = await newStamped(api, deferred);
  return { customerId: customerId as string, documentRef: documentRef as string };
};

const xmlOf = async (source: Api) => {
  const { documentRef } = await newStamped(source);
  const { bytes } = await source.request('GET', `/v1/documents/${documentRef}/files/xml`);
  return { xml: bytes.toString('base64') };
};

const of = (params: (api: Api) => Promise<Record<string, string>>, body?: unknown): Prepare => {
  return async (api) => ({ params: await params(api), body });
};

/** Creates a link that the write under test then revokes. */
const linked = (
  area: string,
  links: string,
  made: (api: Api) => Promise<Record<string, string>>,
): Prepare =>
  of(async (api) => {
    const params = await made(api);
    const path = `${area}/${Object.values(params)[0]}/${links}`;
    const { linkId } = await created(api, path, {});
    return { ...params, linkId: linkId as string };
  });

/** Creates and archives a resource that the write under test then unarchives. */
const archived = (area: string, made: (api: Api) => Promise<Record<string, string>>): Prepare =>
  of(async (api) => {
    const params = await made(api);
    await dataOf(api.request('POST', `/v1/${area}/${Object.values(params)[0]}/archive`));
    return params;
  });

/**
 * Creates the resources that a write operation needs, keyed by operation. For all other operations,
 * the storm sends the request example.
 */
const prepare: Record<string, Prepare> = {
  // This operation exists only in production, and the storm runs in a sandbox, so the identifier is
  // unknown.
  cancelSatSync: () => Promise.resolve({ params: { syncId: 'unknown' } }),
  disconnectApplication: () => Promise.resolve({ params: { applicationId: 'unknown' } }),
  answerCancellationRequest: () =>
    Promise.resolve({ params: { uuid: 'unknown' }, body: { answer: 'reject' } }),
  archiveCfdi: of(draft),
  archiveLocation: of(location),
  archiveProduct: of(product),
  archiveWithholding: of(withholding),
  adjustInventory: async (api) => ({
    params: await product(api),
    body: { ...bodies['adjustInventory'], ...(await location(api)) },
  }),
  activateCertificate: of(certificate),
  calculatePayrollRun: of(run, {}),
  cancelImport: of(preview),
  cancelCfdi: of(stamped, { motive: '02' }),
  cancelPayrollRow: of(async (api) => ({ rowId: await stampedRow(api) }), { motive: '02' }),
  cancelSalesReceipt: of(receipt, bodies['cancelSalesReceipt']),
  cancelWithholding: of(
    async (api) => ({ documentRef: (await newStampedWithholding(api)).documentRef as string }),
    { motive: '02' },
  ),
  commitImport: of(preview),
  createImport: async (api) => ({
    body: { kind: 'suppliers', fileId: await uploaded(api, 'nombre\nMaderas\n') },
  }),
  createCfdi: async (api) => ({
    body: incomeInput(await newCustomer(api), { items: [customItem] }),
  }),
  createExpense: async (api) => ({ body: await expenseInput(api) }),
  createExpenseCategory: () => Promise.resolve({ body: { name: randomUUID() } }),
  createPayrollRun: async (api) => ({
    body: { ...bodies['createPayrollRun'], employeeIds: [await addEmployee(api)] },
  }),
  createProduct: () => Promise.resolve({ body: { ...productInput, sku: randomUUID() } }),
  createSalesReceipt: async (api) => ({ body: await sale(api) }),
  acceptQuote: of(sentQuote, bodies['acceptQuote']),
  cancelQuote: of(sentQuote),
  revokeSelfInvoiceLink: linked('/v1/sales-receipts', 'self-invoice-links', receipt),
  revokeTaxInfoLink: linked('/v1/contacts', 'tax-info-links', contact),
  revokeCollectionFeed: async (api) => {
    await created(api, '/v1/accounts/collection-calendar/feed', {});
    return {};
  },
  planReceivableInvoice: of(owed, bodies['planReceivableInvoice']),
  createQuote: () => Promise.resolve({ body: quoteBody }),
  publishQuote: of(quote, bodies['publishQuote']),
  recordQuotePayment: of(sentQuote, { paymentForm: '01' }),
  retryQuotePayment: of(failedPayment, { paymentForm: '01' }),
  updateQuote: of(sentQuote, bodies['updateQuote']),
  createGlobalInvoice: async (api) => {
    const sold = await sale(api);
    const { businessDate } = await created(api, '/v1/sales-receipts', sold);
    return { body: { periodicity: '01', period: businessDate, locationId: sold.locationId } };
  },
  invoiceSalesReceipt: async (api) => ({
    params: await receipt(api),
    body: { customerId: await newCustomer(api) },
  }),
  createSeries: () =>
    Promise.resolve({ body: { code: randomUUID().slice(0, 8).toUpperCase(), kind: 'transfer' } }),
  createSelfInvoiceLink: of(receipt, {}),
  createTaxInfoLink: of(contact, {}),
  createWithholding: () => Promise.resolve({ body: withholdingInput() }),
  deleteCertificate: of(certificate),
  deleteCfdi: of(draft),
  deleteContact: of(contact),
  deleteEmployee: of(employee),
  deleteExpense: of(expense),
  deleteExpenseCategory: of(category),
  deletePayrollRun: of(run),
  deletePriceOverride: of(async (api) => {
    const body = await priced(api);
    const { overrideId } = await dataOf(api.request('PUT', '/v1/pricing/overrides', { body }));
    return { overrideId: overrideId as string };
  }),
  deleteWithholding: of(withholding),
  downloadDocuments: async (api) => ({
    body: { documentRefs: [(await stamped(api)).documentRef], format: 'xml' },
  }),
  duplicateCfdi: of(stamped),
  importCfdiXml: async (_, source) => ({ body: await xmlOf(source) }),
  includePayrollRow: of(async (api) => {
    const { rowId } = await row(api);
    await dataOf(api.request('POST', `/v1/payroll/rows/${rowId}/omit`));
    return { rowId };
  }),
  omitPayrollRow: of(row),
  recalculatePayrollRow: of(row),
  putPriceOverride: async (api) => ({ body: await priced(api) }),
  linkExpenseCfdi: of(expense, bodies['linkExpenseCfdi']),
  putProductSupplier: of(supplied, { preferred: true }),
  reinstateEmployee: of(terminated, bodies['reinstateEmployee']),
  recordPayablePayment: of(owedSupplier, bodies['recordPayablePayment']),
  recordReceivablePayment: of(received, bodies['recordReceivablePayment']),
  reverseAccountTransaction: of(received, bodies['reverseAccountTransaction']),
  refundSalesReceipt: of(receipt, {}),
  removeProductSupplier: of(supplied),
  removeMember: of(member),
  restampPayrollRow: of(rejected),
  revokeCredential: of(async (api) => ({
    credentialId: (await created(api, '/v1/credentials', bodies['createCredential']!))
      .credentialId as string,
  })),
  rotateCredential: of(async (api) => ({
    credentialId: (await created(api, '/v1/credentials', bodies['createCredential']!))
      .credentialId as string,
  })),
  sendDocument: of(stamped, bodies['sendDocument']),
  settleExpense: of(expenseOnCredit, bodies['settleExpense']),
  stampCfdi: of(draft),
  stampPayrollRun: of(async (api) => {
    const runId = await addRun(api, { employeeIds: [await addEmployee(api)] });
    await dataOf(api.request('POST', `/v1/payroll/runs/${runId}/calculate`));
    await settled(api, runId);
    return { runId };
  }),
  stampWithholding: of(withholding),
  synchronizeCfdi: of(stamped),
  // The write deactivates the scenario, because an active scenario would make the PAC reject the
  // stamps of other keys.
  putSandboxScenario: () => Promise.resolve({ body: { scenarioId: null } }),
  terminateEmployee: of(employee, bodies['terminateEmployee']),
  transferInventory: async (api) => ({
    body: {
      fromLocationId: (await location(api)).locationId,
      toLocationId: (await location(api)).locationId,
      items: [{ ...(await product(api)), quantity: 2 }],
    },
  }),
  unarchiveCfdi: archived('cfdi', draft),
  unarchiveLocation: archived('locations', location),
  unarchiveProduct: archived('products', product),
  unarchiveWithholding: archived('withholdings', withholding),
  updateCfdi: async (api) => ({
    params: await draft(api),
    body: incomeInput(await newCustomer(api), { pdfCustomSection: 'Gracias' }),
  }),
  updateContact: of(contact, bodies['updateContact']),
  updateEmployee: of(employee, bodies['updateEmployee']),
  updateExpense: of(expense, bodies['updateExpense']),
  updateExpenseCategory: of(category, { code: 'P' }),
  updateMember: of(member, bodies['updateMember']),
  updateLocation: of(location, bodies['updateLocation']),
  updatePayrollRow: of(row, { incidents: { absenceDays: 2 } }),
  updateProduct: of(product, bodies['updateProduct']),
  updateSeries: of(series, bodies['updateSeries']),
  updateWithholding: of(withholding, withholdingInput()),
  uploadCertificate: async (api) => ({ body: await mintedFiles(api) }),
  useLastReceiptSalary: of(row),
  approveRequest: of(waiting),
  rejectRequest: of(waiting, bodies['rejectRequest']),
  deleteWebhook: of(webhook),
  recoverWebhook: of(webhook, bodies['recoverWebhook']),
  redeliverWebhook: of(delivery),
  rotateWebhookSecret: of(webhook),
  testWebhook: of(webhook),
  updateWebhook: of(webhook, bodies['updateWebhook']),
};

/** The names of the operations in `prepare`. */
export const targeted = Object.keys(prepare);

/** Whether a storm can create the resources that an operation needs. */
export const hasTarget = ({ id, path }: OperationRow): boolean =>
  id in prepare || !path.includes('{');

/**
 * Creates the resources for one write of the operation. `source` is a second organization with the
 * same RFC.
 */
export async function newTarget(operation: OperationRow, api: Api, source: Api) {
  const { id, method, path } = operation;
  const { params = {}, body } = (await prepare[id]?.(api, source)) ?? { body: bodies[id] };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  return { method, path: filled, body: body ?? (operation.body ? {} : undefined) };
}
