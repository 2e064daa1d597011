import type { commerce, fiscalCfdi, payroll } from '@timbre/contract';
import { newId, type CallContext, type Operation, type Refusal } from '@timbre/kit';
import { callContext, serviceRuntime, type ServiceRuntime } from '@timbre/testkit';
import { createCfdi } from '../src/operations/create-cfdi';
import { importReader } from '../src/providers/import-reader';
import type { ImportReaderProviders } from '../src/domain/drafting/read-documents';
import type { CfdiProviders } from '../src/workflows/drafting/draft-sources';
import { putFiscalProfile } from '../src/operations/put-fiscal-profile';
import { constraints } from '../src/store/constraints';
import { entities } from '../src/store/entities';
import { migrations } from '../src/store/migrations';
import { fakePacCertificate } from './fake-pac';
import { samplePayrollSource } from './sample-payroll';

type TestProviders = CfdiProviders & ImportReaderProviders;

export interface Cfdi {
  service: ServiceRuntime<TestProviders>;
  commerce: FakeCommerce;
  payroll: FakePayroll;
}

/**
 * A fake payroll service that returns the employees of organizations. A test can make the fake unavailable.
 */
export class FakePayroll {
  readonly employees = new Map<string, payroll.ResolvedEmployee & { organizationId: string }>();
  calls = 0;
  failure: Error | undefined;

  resolveEmployees = async (
    { employeeIds }: payroll.ResolveEmployeesRequest,
    { organizationId }: CallContext,
  ): Promise<payroll.ResolveEmployeesResponse> => {
    this.calls += 1;
    if (this.failure) throw this.failure;
    const known = employeeIds.flatMap((id) => this.employees.get(id.toLowerCase()) ?? []);
    return { employees: known.filter((one) => one.organizationId === organizationId) };
  };

  /** Adds an employee to the organization. */
  employee(
    { organizationId }: CallContext,
    fields: Partial<payroll.ResolvedEmployee> = {},
  ): string {
    const employeeId = newId();
    const all = { ...samplePayrollSource, ...fields, employeeId, organizationId };
    this.employees.set(employeeId, all);
    return employeeId;
  }
}

/**
 * A fake commerce service that returns the contacts and products of organizations. A test can make the fake
 * unavailable.
 */
export class FakeCommerce {
  readonly contacts = new Map<string, commerce.Contact & { organizationId: string }>();
  readonly products = new Map<string, commerce.Product & { organizationId: string }>();
  readonly locations = new Map<string, commerce.Location & { organizationId: string }>();
  /** The price that the fake commerce returns for every product. */
  price = { unitPrice: '90', taxIncluded: false, ruleKind: 'list' };
  calls = 0;
  failure: Error | undefined;

  resolveDraftSources = async (
    { contactIds, productIds, locationIds, prices }: commerce.ResolveDraftSourcesRequest,
    { organizationId }: CallContext,
  ): Promise<commerce.ResolveDraftSourcesResponse> => {
    this.calls += 1;
    if (this.failure) throw this.failure;
    const own = <T extends { organizationId: string }>(ids: string[], all: Map<string, T>) =>
      ids.flatMap((id) => all.get(id) ?? []).filter((r) => r.organizationId === organizationId);
    return {
      contacts: own(contactIds, this.contacts),
      products: own(productIds, this.products),
      locations: own(locationIds, this.locations),
      prices: (prices?.items ?? []).map((item) => ({ ...item, ...this.price })),
    };
  };

  /** Adds a location to the organization. */
  location({ organizationId }: CallContext, postalCode: string, active = true): string {
    const locationId = newId();
    const fields = { name: 'Sucursal', postalCode };
    this.locations.set(locationId, { locationId, version: 1, active, fields, organizationId });
    return locationId;
  }

  /** Adds a customer to the organization. */
  customer(
    { organizationId }: CallContext,
    fields: Partial<commerce.ContactFields> = {},
    kind = 'customer',
  ): string {
    const contactId = newId();
    const all = { ...customerFields, ...fields };
    const contact = { contactId, version: 1, kind, fields: all, deleted: false, organizationId };
    this.contacts.set(contactId, contact);
    return contactId;
  }

  /** Adds a product to the organization. */
  product({ organizationId }: CallContext, fields: Partial<commerce.ProductFields> = {}): string {
    const productId = newId();
    const all = { ...productFields, ...fields };
    this.products.set(productId, {
      productId, version: 1, active: true, fields: all, organizationId,
    }); // prettier-ignore
    return productId;
  }
}

export const customerFields = {
  legalName: 'Universidad Robótica Española',
  rfc: 'URE180429TM6',
  taxSystem: '601',
  address: { postalCode: '86991', country: 'MEX' },
};

const productFields = {
  description: 'Silla',
  sku: 'S-1',
  satProductCode: '56101504',
  satUnitCode: 'H87',
};

export const customItem = {
  kind: 'custom',
  description: 'Consultoría',
  satProductCode: '80101500',
  satUnitCode: 'E48',
  quantity: '2',
  unitPrice: '100.5',
};

/** Returns the certificate with this number if it is the certificate of the fake PAC. */
const knownPacs = (number: string) =>
  number === fakePacCertificate.number ? fakePacCertificate : undefined;

/** Returns a reader of documents that trusts the stamps of the fake PAC. */
export const newReader = () => importReader({ isChained: false }, { pacCertificate: knownPacs });

/** Starts fiscal-cfdi with its own database and with fakes for commerce and payroll. */
export async function startCfdi(): Promise<Cfdi> {
  const fakes = { commerce: new FakeCommerce(), payroll: new FakePayroll() };
  const providers = { ...fakes, importReader: newReader() };
  const parts = { service: 'fiscal_cfdi', entities, migrations, constraints, providers };
  return { service: await serviceRuntime<TestProviders>(parts), ...fakes };
}

/** Creates an organization that can create drafts. */
export async function newOrganization(
  { service }: Cfdi,
  postalCode = '42501',
): Promise<CallContext> {
  const context = callContext();
  const place = { taxSystem: '601', postalCode };
  const profile = { rfc: 'EKU9003173C9', legalName: 'Escuela Kemper Urgate', ...place };
  await service.answer(putFiscalProfile as never, context, profile);
  return context;
}

/** Returns an income input without issues, for a new customer of the organization. */
export function incomeInput(
  { commerce }: Cfdi,
  context: CallContext,
  changes: Partial<fiscalCfdi.CfdiInput> = {},
): fiscalCfdi.CfdiInput {
  return {
    kind: 'income',
    customerId: changes.customerId ?? commerce.customer(context),
    items: [customItem],
    cfdiUse: 'G03',
    payment: { timing: 'single_payment', formCode: '03' },
    ...changes,
  };
}

type Detail = Record<string, unknown> & { documentRef: string };

/** Creates the draft of an income document. */
export async function newDraft(
  cfdi: Cfdi,
  context: CallContext,
  changes: Partial<fiscalCfdi.CfdiInput> = {},
): Promise<Detail> {
  const input = incomeInput(cfdi, context, changes);
  return (await cfdi.service.answer(createCfdi, context, { input })) as Detail;
}

export const idOf = ({ documentRef }: { documentRef: string }): string => documentRef.slice(5);

/** Runs an operation that must be refused, and returns the refusal. */
export function refusalOf<Request>(
  { service }: Cfdi,
  operation: Operation<Request, TestProviders>,
  context: CallContext,
  request: Request,
): Promise<Refusal> {
  return service.answer(operation, context, request).then(
    (answer) => Promise.reject(new Error(`not refused: ${JSON.stringify(answer).slice(0, 200)}`)),
    (error: Refusal) => error,
  );
}

/** Sets the stage of a draft in the database, without a PAC. */
export async function bringTo(
  { service }: Cfdi,
  documentRef: string,
  stage: 'stamping' | 'unknown' | 'rejected' | 'stamped',
  columns = '',
): Promise<void> {
  const status = stage === 'stamped' ? `, status = 'valid', uuid = gen_random_uuid()` : '';
  await service.rows(`update cfdi set stage = '${stage}'${status}${columns} where id = $1`, [
    idOf({ documentRef }),
  ]);
}
