import {
  created,
  customItem,
  dataOf,
  incomeInput,
  mintedFiles,
  newCustomer,
  newStamped,
  newStampedWithholding,
  newWithholdingSeries,
  productInput,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { operations as rows } from '../../gateway/src/edge/operations';
import { proposal, proposerOf } from './approvals/proposals';
import { describedBy, pathOf, type Operation } from './description';
import { startDocumentedIssuer } from './documented';
import { calendarOf, deferred, monthly, planned } from './accounts/books';
import { newImport } from './imports/spreadsheet';
import { issuesOf, refusalOf } from './refused';
import { addEmployee, addRun, calculate } from './payroll/people';
import { ask, newSent } from './quotes/offer';
import { bodies } from './request-examples';
import { newMail } from './sandbox/mails';
import { until } from './until';
import { newWebhook, settledDelivery, testSent } from './webhooks/endpoint';

let own: Api;
let foreign: Api;
/** Identifiers of the other organization, keyed by parameter name. */
let theirs: Record<string, string>;
/**
 * The identifiers of documents whose references have their own prefix, keyed by the first part of
 * the path.
 */
let theirDocuments: Record<string, string>;
let operations: Map<string, Operation>;

beforeAll(async () => {
  [own, foreign] = [await startDocumentedIssuer('Own'), await startDocumentedIssuer('Foreign')];
  const described = (await describedBy(own)).operations;
  operations = new Map(described.map((operation) => [operation.operationId, operation]));
  const make = async (path: string, body: object) => created(foreign, path, body);
  const credential = { name: 'Theirs', permissions: ['contacts:read'] };
  theirs = {
    contactId: await newCustomer(foreign),
    productId: (await make('/v1/products', productInput)).productId,
    locationId: (await make('/v1/locations', bodies['createLocation']!)).locationId,
    categoryId: (await make('/v1/settings/expense-categories', { name: 'Renta' })).categoryId,
    seriesId: (await make('/v1/settings/series', { code: 'B', kind: 'income' })).seriesId,
    certificateId: (await make('/v1/fiscal/certificates', await mintedFiles(foreign)))
      .certificateId,
    credentialId: (await make('/v1/credentials', credential)).credentialId,
    memberId: (await make('/v1/organization/members', { email: 'eva@example.com', role: 'sales' }))
      .memberId,
    employeeId: (await make('/v1/employees', { legalName: 'Ana' })).employeeId,
    documentRef: (await newStamped(foreign)).documentRef,
    ...(await foreignRun()),
  } as Record<string, string>;
  const { categoryId, locationId, productId } = theirs;
  await make(`/v1/products/${productId}/inventory-movements`, {
    ...bodies['adjustInventory'],
    locationId,
  });
  const price = { productId, customerId: theirs.contactId, price: 1 };
  const put = foreign.request('PUT', '/v1/pricing/overrides', { body: price });
  theirs.overrideId = (await dataOf(put)).overrideId as string;
  await newWithholdingSeries(foreign);
  const sale = { saleType: 'paid', paymentForm: '01', items: [customItem] };
  theirDocuments = {
    '/v1/cfdi': theirs.documentRef!,
    '/v1/withholdings': (await newStampedWithholding(foreign)).documentRef,
    '/v1/quotes': (await make('/v1/quotes', { customerName: 'Eva', items: [customItem] }))
      .documentRef as string,
    '/v1/sales-receipts': (await make('/v1/sales-receipts', sale)).documentRef as string,
    '/v1/expenses': (await make('/v1/expenses', { ...bodies['createExpense'], categoryId }))
      .documentRef as string,
  };
  const posted = await until(
    60_000,
    async () => (await foreign.request('GET', '/v1/accounts/transactions')).json.data as Shown[],
    (transactions) => transactions.length > 0,
  );
  theirs.transactionId = posted[0]!.transactionId as string;
  theirs.paymentId = await foreignPayment();
  const invoice = await newStamped(foreign, deferred);
  await planned(foreign, invoice, monthly(1));
  theirs.customerId = invoice.customerId as string;
  theirs.planId = (await calendarOf(foreign))[0]!.planId as string;
  theirs.supplierId = (
    await make('/v1/contacts', { kind: 'supplier', legalName: 'Eva' })
  ).contactId;
  theirs.webhookId = (await newWebhook(foreign)).webhookId as string;
  theirs.eventId = (await testSent(foreign, theirs.webhookId)).eventId as string;
  theirs.deliveryId = (await settledDelivery(foreign, theirs.webhookId)).deliveryId as string;
  theirs.fileId = (await make('/v1/files/uploads', announced)).fileId as string;
  theirs.importId = (await newImport(foreign, 'suppliers', 'nombre\nA\n')).importId as string;
  const documents = { documentRefs: [theirs.documentRef], format: 'xml' };
  theirs.downloadId = (await make('/v1/documents/downloads', documents)).downloadId as string;
  const activity = await foreign.request('GET', '/v1/developer-activity?limit=1');
  theirs.approvalId = (await proposal(foreign, await proposerOf(foreign))).approvalId;
  const links = `/v1/contacts/${theirs.contactId}/tax-info-links`;
  theirs.linkId = (await make(links, {})).linkId as string;
  theirs.mailId = (await newMail(foreign)).mailId as string;
  theirs.requestId = (activity.json.data as Shown[])[0]!.requestId as string;
});

const announced = {
  fileName: 'a.csv',
  contentType: 'text/csv',
  byteSize: 1,
  sha256: '0'.repeat(64),
};

/** Returns a payment of a quote that belongs to the other organization. */
async function foreignPayment(): Promise<string> {
  const { documentRef } = await newSent(foreign);
  const { payment } = await dataOf(ask(foreign, documentRef, 'payments'));
  return (payment as { paymentId: string }).paymentId;
}

/** Returns a calculated payroll run, with a row, that belongs to the other organization. */
async function foreignRun(): Promise<{ runId: string; rowId: string }> {
  await addEmployee(foreign);
  const runId = await addRun(foreign);
  await calculate(foreign, runId);
  const { json } = await foreign.request('GET', `/v1/payroll/runs/${runId}/rows`);
  return { runId, rowId: json.data[0].rowId as string };
}

/**
 * The operations of a sandbox, because a sandbox refuses production operations before it reads an
 * identifier.
 */
const served = rows.filter(({ environments }) => environments !== 'production');
const namesOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);
/** Path parameters that do not belong to an organization. */
const everybodys = ['catalog', 'code', 'format', 'rfc', 'scenarioId'];
const addressed = served
  .filter(({ path }) => namesOf(path).some((name) => !everybodys.includes(name)))
  .map(({ id }) => id);

/** Returns the fields of a body schema, over all its alternatives. */
function fieldsOf(schema: unknown): string[] {
  const { def, shape } = schema as { def: Record<string, unknown>; shape?: object };
  if (shape) return Object.keys(shape);
  const inner = [def['options'] ?? [], def['innerType'] ?? [], def['in'] ?? []].flat();
  return inner.flatMap(fieldsOf);
}

/** Body fields that identify a resource, for operations without an identifier in the path. */
const inBodies = served
  .filter(({ id, body }) => body && !addressed.includes(id))
  .flatMap(({ id, body }): [string, string][] => {
    const named = fieldsOf(body).filter(
      (name) => /(?<!Tax)(Id|Ids|Ref|Refs)$/.test(name) && !everybodys.includes(name),
    );
    return [...new Set(named)].map((name) => [id, name]);
  });

describe('an identifier of another organization', () => {
  it('every path parameter has an identifier of another organization in this test', () => {
    const names = served.flatMap(({ path }) => namesOf(path));
    const unknown = names.filter((name) => !(name in theirs) && !everybodys.includes(name));
    expect([...new Set(unknown)]).toEqual([]);
  });

  it.each(addressed)(
    'another organization’s identifier gets the same answer from %s as an unknown identifier',
    async (id) => {
      const operation = operations.get(id)!;
      const send = (params: Record<string, string>) => {
        const body = bodies[id] ? { body: bodies[id] } : {};
        return own.request(operation.method, pathOf(operation, params), body);
      };
      // The response may depend on identifiers in the body, but must be the same for an identifier
      // of another organization and an unknown identifier.
      const area = Object.keys(theirDocuments).find((path) => operation.path.startsWith(path));
      const documentRef = theirDocuments[area ?? '/v1/cfdi']!;
      const [answer, missing] = [await send({ ...theirs, documentRef }), await send({})];
      expect(refusalOf(answer)).toBe('404 not_found');
      expect(answer.bytes.toString()).toBe(missing.bytes.toString());
    },
  );

  it('the requests of this test do not change the other organization', async () => {
    const paths = {
      contactId: '/v1/contacts', productId: '/v1/products', certificateId: '/v1/fiscal/certificates',
      employeeId: '/v1/employees', locationId: '/v1/locations', documentRef: '/v1/cfdi',
    }; // prettier-ignore
    for (const [name, path] of Object.entries(paths)) {
      const { status } = await foreign.request('GET', `${path}/${theirs[name]}`);
      expect([name, status]).toEqual([name, 200]);
    }
    for (const [area, status] of Object.entries({
      withholdings: 'valid',
      'sales-receipts': 'open',
      quotes: 'draft',
    })) {
      const path = `/v1/${area}`;
      const { json } = await foreign.request('GET', `${path}/${theirDocuments[path]}`);
      expect(json.data).toMatchObject({ status });
    }
  });

  it('the identifier of another organization is refused as unknown in the body of a stock movement', async () => {
    const { productId } = await created(own, '/v1/products', productInput);
    const { locationId } = await created(own, '/v1/locations', bodies['createLocation']!);
    const adjust = { ...bodies['adjustInventory'], locationId: theirs.locationId };
    const items = [{ productId: theirs.productId, quantity: 1 }];
    for (const [path, body, issue] of [
      [`/v1/products/${productId}/inventory-movements`, adjust, 'locationId: location_not_found'],
      [
        '/v1/inventory/transfers',
        { fromLocationId: locationId, toLocationId: theirs.locationId, items },
        'items.0.productId: product_not_found',
      ],
    ] as const) {
      const answer = await own.request('POST', path, { body });
      expect(refusalOf(answer)).toBe('404 not_found');
      expect(issuesOf(answer)).toEqual([issue]);
    }
  });

  it('the identifier of another organization is refused as unknown in a price', async () => {
    const { contactId: customerId, locationId, productId } = theirs;
    const issues = ['customerId: contact_not_found', 'locationId: location_not_found'];
    const ownProduct = (await created(own, '/v1/products', productInput)).productId;
    const wanted = { productId: ownProduct, customerId, locationId, price: 1 };
    const answer = await own.request('PUT', '/v1/pricing/overrides', { body: wanted });
    expect([refusalOf(answer), issuesOf(answer)]).toEqual(['404 not_found', issues]);
    const query = new URLSearchParams({ productId, customerId, locationId } as never).toString();
    const resolved = await own.request('GET', `/v1/pricing/resolve?${query}`);
    expect(issuesOf(resolved)).toEqual([...issues, 'productId: product_not_found']);
  });

  it('the identifier of another organization is refused as unknown in a body', async () => {
    const items = [
      customItem,
      { kind: 'product', productId: theirs.productId, quantity: 1, unitPrice: 1 },
    ];
    const body = incomeInput(theirs.contactId!, { items, seriesId: theirs.seriesId });
    for (const [method, path] of [
      ['POST', '/v1/cfdi'],
      ['POST', '/v1/cfdi/preview'],
      ['PUT', `/v1/cfdi/${(await created(own, '/v1/cfdi', incomeInput(await newCustomer(own)))).documentRef}`],
    ] as const) {
      const answer = await own.request(method, path, { body });
      expect(refusalOf(answer)).toBe('404 not_found');
      expect(issuesOf(answer)).toEqual([
        'customerId: contact_not_found',
        'items.1.productId: product_not_found',
        'seriesId: series_not_found',
      ]);
    } // prettier-ignore
  });

  it.each(inBodies)(
    'another organization’s identifier is answered with 404 in the body of %s: %s',
    async (id, field) => {
      const { method, path, body: schema } = served.find((row) => row.id === id)!;
      const name = field.replace(/s$/, '').toLowerCase();
      const known = Object.keys(theirs).find((one) => name.endsWith(one.toLowerCase()));
      const value = theirs[known!];
      const given = { [field]: field.endsWith('s') ? [value] : value };
      const body = [{ ...bodies[id], ...given }, given].find(
        (one) => schema!.safeParse(one).success,
      );
      // The body of a payroll receipt has no customer and is not tested here. `resolve-draft`
      // rejects both identifiers in the same way.
      if (!body) return expect(field).toBe('employeeId');
      const answer = await own.request(method, path, { body });
      expect([id, field, refusalOf(answer)]).toEqual([id, field, '404 not_found']);
    },
  );

  it('the identifier of another organization matches nothing in a filter', async () => {
    const { json } = await own.request('GET', `/v1/cfdi?counterparty=${theirs.contactId}`);
    expect(json.data).toEqual([]);
  });
});

describe('a list', () => {
  it.each(['/v1/contacts', '/v1/products', '/v1/inventory', '/v1/pricing/overrides', '/v1/sales-receipts', '/v1/locations', '/v1/settings/expense-categories', '/v1/settings/series', '/v1/fiscal/certificates', '/v1/cfdi',
    '/v1/credentials', '/v1/organization/access', '/v1/employees', '/v1/withholdings', '/v1/quotes'])('%s returns nothing of another organization', async (path) => {
    const { bytes } = await own.request('GET', `${path}?limit=50`);
    for (const id of [...Object.values(theirs), ...Object.values(theirDocuments)]) expect(bytes.toString()).not.toContain(id);
  }); // prettier-ignore
});
