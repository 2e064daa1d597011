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
import type { OperationRow } from '../../gateway/src/operations/operation';
import { addEmployee, addRun, calculatedRun, employeeInput, settled } from '../api/payroll/people';
import { bodies } from '../api/request-examples';

/** A write that can take effect: the identifiers of its path, and its body. */
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
/** The second: the first may be the default, which cannot be archived. */
const location = async (api: Api) => {
  await created(api, '/v1/locations', bodies['createLocation']!);
  const { locationId } = await created(api, '/v1/locations', bodies['createLocation']!);
  return { locationId: locationId as string };
};
const supplied = async (api: Api) => {
  const supplier = { kind: 'supplier', legalName: 'Maderas' };
  const { contactId } = await created(api, '/v1/contacts', supplier);
  const { productId } = await product(api);
  const body = bodies['putProductSupplier'];
  await dataOf(api.request('PUT', `/v1/products/${productId}/suppliers/${contactId}`, { body }));
  return { productId, contactId: contactId as string };
};
const priced = async (api: Api) => ({
  ...(await product(api)),
  customerId: await newCustomer(api),
  price: 95.5,
});
const category = async (api: Api) => {
  const body = { name: randomUUID() };
  const { categoryId } = await created(api, '/v1/settings/expense-categories', body);
  return { categoryId: categoryId as string };
};
const series = async (api: Api) => {
  const body = { code: randomUUID().slice(0, 8).toUpperCase(), kind: 'income' };
  return { seriesId: (await created(api, '/v1/settings/series', body)).seriesId as string };
};

async function terminated(api: Api) {
  const { employeeId } = await employee(api);
  const body = bodies['terminateEmployee'];
  await dataOf(api.request('POST', `/v1/employees/${employeeId}/terminate`, { body }));
  return { employeeId };
}

/** A receipt that the PAC refused; the employee's data are corrected by now. */
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

/** A stamped receipt. */
async function stampedRow(api: Api): Promise<string> {
  const { runId, rowId } = await calculatedRun(api);
  await dataOf(api.request('POST', `/v1/payroll/runs/${runId}/stamp`));
  await settled(api, runId);
  return rowId;
}

const xmlOf = async (source: Api) => {
  const { documentRef } = await newStamped(source);
  const { bytes } = await source.request('GET', `/v1/documents/${documentRef}/files/xml`);
  return { xml: bytes.toString('base64') };
};

const of = (params: (api: Api) => Promise<Record<string, string>>, body?: unknown): Prepare => {
  return async (api) => ({ params: await params(api), body });
};

/** Creates the resources that a write needs; the other writes are sent as in their example. */
const prepare: Record<string, Prepare> = {
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
  cancelCfdi: of(stamped, { motive: '02' }),
  cancelPayrollRow: of(async (api) => ({ rowId: await stampedRow(api) }), { motive: '02' }),
  cancelWithholding: of(
    async (api) => ({ documentRef: (await newStampedWithholding(api)).documentRef as string }),
    { motive: '02' },
  ),
  createCfdi: async (api) => ({
    body: incomeInput(await newCustomer(api), { items: [customItem] }),
  }),
  createExpenseCategory: () => Promise.resolve({ body: { name: randomUUID() } }),
  createPayrollRun: async (api) => ({
    body: { ...bodies['createPayrollRun'], employeeIds: [await addEmployee(api)] },
  }),
  createProduct: () => Promise.resolve({ body: { ...productInput, sku: randomUUID() } }),
  createSeries: () =>
    Promise.resolve({ body: { code: randomUUID().slice(0, 8).toUpperCase(), kind: 'transfer' } }),
  createWithholding: () => Promise.resolve({ body: withholdingInput() }),
  deleteCertificate: of(certificate),
  deleteCfdi: of(draft),
  deleteContact: of(contact),
  deleteEmployee: of(employee),
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
  putProductSupplier: of(supplied, { preferred: true }),
  reinstateEmployee: of(terminated, bodies['reinstateEmployee']),
  removeProductSupplier: of(supplied),
  restampPayrollRow: of(rejected),
  revokeCredential: of(async (api) => ({
    credentialId: (await created(api, '/v1/credentials', bodies['createCredential']!))
      .credentialId as string,
  })),
  sendDocument: of(stamped, bodies['sendDocument']),
  stampCfdi: of(draft),
  stampPayrollRun: of(async (api) => {
    const runId = await addRun(api, { employeeIds: [await addEmployee(api)] });
    await dataOf(api.request('POST', `/v1/payroll/runs/${runId}/calculate`));
    await settled(api, runId);
    return { runId };
  }),
  stampWithholding: of(withholding),
  synchronizeCfdi: of(stamped),
  terminateEmployee: of(employee, bodies['terminateEmployee']),
  transferInventory: async (api) => ({
    body: {
      fromLocationId: (await location(api)).locationId,
      toLocationId: (await location(api)).locationId,
      items: [{ ...(await product(api)), quantity: 2 }],
    },
  }),
  unarchiveCfdi: of(async (api) => {
    const { documentRef } = await draft(api);
    await dataOf(api.request('POST', `/v1/cfdi/${documentRef}/archive`));
    return { documentRef };
  }),
  updateCfdi: async (api) => ({
    params: await draft(api),
    body: incomeInput(await newCustomer(api), { pdfCustomSection: 'Gracias' }),
  }),
  updateContact: of(contact, bodies['updateContact']),
  updateEmployee: of(employee, bodies['updateEmployee']),
  updateExpenseCategory: of(category, { code: 'P' }),
  updateLocation: of(location, bodies['updateLocation']),
  updatePayrollRow: of(row, { incidents: { absenceDays: 2 } }),
  updateProduct: of(product, bodies['updateProduct']),
  updateSeries: of(series, bodies['updateSeries']),
  updateWithholding: of(withholding, withholdingInput()),
  uploadCertificate: async (api) => ({ body: await mintedFiles(api) }),
  useLastReceiptSalary: of(row),
};

/** The operations in the table above. */
export const targeted = Object.keys(prepare);

/** Whether the resources that an operation names would exist in a storm. */
export const hasTarget = ({ id, path }: OperationRow): boolean =>
  id in prepare || !path.includes('{');

/**
 * Creates the resources for one write of the operation; `source` is another issuer with the same
 * RFC.
 */
export async function newTarget(operation: OperationRow, api: Api, source: Api) {
  const { id, method, path } = operation;
  const { params = {}, body } = (await prepare[id]?.(api, source)) ?? { body: bodies[id] };
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name]!);
  return { method, path: filled, body: body ?? (operation.body ? {} : undefined) };
}
