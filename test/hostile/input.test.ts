import {
  created,
  customItem,
  mintedFiles,
  newCustomer,
  newDraft,
  productInput,
  startIssuer,
  type Api,
  type ApiResponse,
} from '@timbre/testkit/client';
import fc from 'fast-check';
import { operations as rows } from '../../gateway/src/edge/operations';
import { describedBy, pathOf, type Operation } from '../api/description';
import { bodies } from '../api/request-examples';
import { until } from '../api/until';

let holders: Api[];
let operations: Map<string, Operation>;
/** Identifiers of existing resources, so that hostile input is processed as far as possible. */
let params: Record<string, string>;
let sent: Record<string, Record<string, unknown>>;

beforeAll(async () => {
  const api = await startIssuer();
  const { json } = await api.request('GET', '/v1/permissions');
  const permissions = json.data.map((entry: { permission: string }) => entry.permission);
  const newKey = async (name: string) =>
    (await created(api, '/v1/credentials', { name, permissions })).apiKey as string;
  // The test uses several credentials, so that the rate limits do not slow the test.
  const keys = await Promise.all(['a', 'b', 'c', 'd', 'e', 'f'].map(newKey));
  holders = keys.map((key) => api.withApiKey(key));
  const described = (await describedBy(api)).operations;
  operations = new Map(described.map((operation) => [operation.operationId, operation]));
  params = await existing(api);
  const { contactId: customerId, productId, seriesId } = params;
  const draft = { ...bodies['createCfdi'], customerId, seriesId };
  const items = [customItem, { kind: 'product', productId, quantity: 1, unitPrice: 1 }];
  sent = { ...bodies, uploadCertificate: await mintedFiles(api) };
  for (const id of ['createCfdi', 'updateCfdi', 'previewCfdi']) sent[id] = { ...draft, items };
});

/**
 * Creates a resource of each kind, and returns the identifiers keyed by the name of their path parameter.
 */
async function existing(api: Api): Promise<Record<string, string>> {
  const product = await created(api, '/v1/products', productInput);
  const series = await created(api, '/v1/settings/series', { code: 'H', kind: 'income' });
  const employee = await created(api, '/v1/employees', { legalName: 'Ana' });
  return {
    contactId: await newCustomer(api),
    documentRef: await newDraft(api),
    productId: product.productId as string,
    seriesId: series.seriesId as string,
    employeeId: employee.employeeId as string,
    catalog: 'c_UsoCFDI',
  };
}

const nobody = '01890000-0000-7000-8000-000000000000';
const values: unknown[] = [
  null, true, -1, 0, 1.5, 1e-7, 1e21, 9007199254740993, '', ' ', '\u0000', '\ufffe', '\u202e', '%s%n',
  "'; drop table cfdi; --", '${7*7}', '../../etc/passwd', 'ﷺ'.repeat(400), 'x'.repeat(20_000),
  '9999-12-31', '0000-00-00', '2026-02-30T25:61:61Z', 'NaN', nobody, [], [[]], [null], {}, { $ne: 1 },
  { toString: 1, constructor: { prototype: 1 } },
]; // prettier-ignore
const words = ['', '%00', '%FF', '%ED%A0%80', "'%20or%201=1--", '..%2F..', '-1', '1e400', 'null',
  '%F0%9F%98%80', 'x'.repeat(2_000), '9'.repeat(40), '0000-01-01', '9999-12-31', '%5B%5D']; // prettier-ignore

type Path = (string | number)[];

/** Returns the paths of all values in a body. An empty body counts as one value. */
function placesIn(value: unknown, at: Path = []): Path[] {
  if (typeof value !== 'object' || value === null) return [at];
  const inner = Object.entries(value).flatMap(([key, child]) =>
    placesIn(child, [...at, Array.isArray(value) ? Number(key) : key]),
  );
  return at.length || !inner.length ? [at, ...inner] : inner;
}

function withValueAt(body: unknown, [key, ...rest]: Path, value: unknown): unknown {
  if (key === undefined) return value;
  const copy = (Array.isArray(body) ? [...body] : { ...(body as object) }) as never;
  copy[key as never] = withValueAt(body![key as never], rest, value) as never;
  return copy;
}

let turn = 0;

/** Repeats a request while a rate limit rejects it, and returns the result if it must not occur. */
async function outcome(method: string, path: string, body?: unknown): Promise<string | undefined> {
  const holder = holders[turn++ % holders.length]!;
  const options = body === undefined ? {} : { body };
  const ask = (): Promise<ApiResponse> => holder.request(method, path, options);
  const { status, bytes } = await until(20_000, ask, (answer) => answer.status !== 429);
  return status >= 500
    ? `${method} ${path} ${JSON.stringify(body)}: ${status} ${bytes}`
    : undefined;
}

/**
 * An organization may have at most nine certificate uploads that are queued or being processed. A tenth
 * upload is rejected and must be retried.
 */
const sideBySide = 8;

/** Runs a few tasks at a time, so that the suite leaves capacity for other processes on the machine. */
async function faultsOf(tasks: (() => Promise<string | undefined>)[]): Promise<string[]> {
  const faults: string[] = [];
  for (let at = 0; at < tasks.length; at += sideBySide) {
    const some = await Promise.all(tasks.slice(at, at + sideBySide).map((task) => task()));
    faults.push(...some.filter((fault) => fault !== undefined));
  }
  return faults;
}

const writers = rows.filter(({ id }) => bodies[id]).map(({ id }) => id);
const askers = rows.filter(({ query }) => query).map(({ id }) => id);
const addressed = rows.filter(({ params }) => params).map(({ id }) => id);

describe('hostile input never causes a server error', () => {
  it.each(writers)('hostile input never causes a server error for %s in its body', async (id) => {
    const { method, ...operation } = operations.get(id)!;
    const path = pathOf({ method, ...operation }, params);
    const tasks = placesIn(sent[id]).flatMap((place) =>
      values.map((value) => () => outcome(method, path, withValueAt(sent[id], place, value))),
    );
    expect(await faultsOf(tasks)).toEqual([]);
  });

  it.each(writers)('hostile input never causes a server error for %s with any JSON', async (id) => {
    const { method, ...operation } = operations.get(id)!;
    const path = pathOf({ method, ...operation }, params);
    const places = placesIn(sent[id]);
    const anywhere = fc.tuple(fc.constantFrom(...places), fc.jsonValue({ maxDepth: 3 }));
    const asked = fc.asyncProperty(anywhere, async ([place, value]) => {
      expect(await outcome(method, path, withValueAt(sent[id], place, value))).toBeUndefined();
    });
    await fc.assert(asked, { numRuns: 20 });
  });

  it.each(askers)('hostile input never causes a server error for %s in its query', async (id) => {
    const operation = operations.get(id)!;
    const names = operation.parameters.filter(({ in: place }) => place === 'query');
    const path = pathOf(operation, params);
    const tasks = names.flatMap(({ name }) =>
      words.map((word) => () => outcome('GET', `${path}?${name}=${word}`)),
    );
    expect(await faultsOf(tasks)).toEqual([]);
  });

  it.each(addressed)('hostile input never causes a server error for %s in its path', async (id) => {
    const operation = operations.get(id)!;
    const names = operation.parameters.filter(({ in: place }) => place === 'path');
    const body = sent[id];
    const tasks = names.flatMap(({ name }) =>
      [...words, `cfdi:${'9'.repeat(40)}`, 'cfdi:%00', `${nobody}%00`].map(
        (word) => () =>
          outcome(operation.method, pathOf(operation, { ...params, [name]: word }), body),
      ),
    );
    expect(await faultsOf(tasks)).toEqual([]);
  });
});
