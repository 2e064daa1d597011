import { permissionsOf, roles, type RoleName } from '../../packages/api/src';
import { created, dataOf, type Api } from '@timbre/testkit/client';
import { operations } from '../../gateway/src/edge/operations';
import type { OperationRow } from '../../gateway/src/edge/operations/operation';
import { call } from '../api/assistant/tools';
import { startDocumentedIssuer } from '../api/documented';
import { refusalOf } from '../api/refused';
import { bodies } from '../api/request-examples';
import { until } from '../api/until';
import {
  addEmployee,
  addRun,
  calculate,
  employeeInput,
  rowsOf,
  settled,
} from '../api/payroll/people';

/** Roles without permission to read employees. */
const outsiders = roles
  .filter(({ permissions }) => !permissions.includes('employees:read'))
  .map(({ role }) => role);

let api: Api;
let documentRef: string;
let downloadId: string;
/** Data of the employee and of the pay, which only the payroll area may show. */
let planted: string[];
const keys = new Map<RoleName, Api>();

const withPermissions = async (permissions: readonly string[], limits?: object): Promise<Api> => {
  const body = { name: 'Role', permissions, ...(limits && { limits }) };
  return api.withApiKey((await created(api, '/v1/credentials', body)).apiKey as string);
};

const cancelation = { motive: '02' };

beforeAll(async () => {
  api = await startDocumentedIssuer();
  await created(api, '/v1/settings/series', { code: 'N', kind: 'payroll' });
  const runId = await addRun(api, { employeeIds: [await addEmployee(api)] });
  await calculate(api, runId);
  await api.request('POST', `/v1/payroll/runs/${runId}/stamp`);
  await settled(api, runId);
  const [row] = await rowsOf(api, runId);
  documentRef = row!.documentRef as string;
  const { legalName, rfc, curp } = employeeInput;
  planted = [legalName, rfc, curp, '6592.28', row!.uuid as string, row!.employeeId as string];
  const asked = { documentRefs: [documentRef], format: 'xml' };
  downloadId = (await dataOf(api.request('POST', '/v1/documents/downloads', { body: asked })))
    .downloadId as string;
  const proposer = await withPermissions(permissionsOf('payroll'), { requiresApproval: true });
  const proposed = await proposer.request('POST', `/v1/cfdi/${documentRef}/cancel`, {
    body: cancelation,
  });
  expect(proposed.status).toBe(202);
  for (const role of outsiders) keys.set(role, await withPermissions(permissionsOf(role)));
  await until(
    60_000,
    () => walk(api),
    (seen) => expectedSeen.every((id) => seen.includes(id)),
  );
});

/**
 * Operations that must show the payroll document to the owner. If they did not, the test would prove
 * nothing.
 */
const expectedSeen = [
  'getCfdi',
  'listCfdi',
  'downloadDocument',
  'listEvents',
  'getCfdiReport',
  'listApprovals',
  'listEmployees',
  'listPayrollRuns',
];

/**
 * The filters that the test sends to each operation, one after the other. An operation without this
 * filter rejects the query.
 */
const queries = [
  '',
  '?limit=50',
  '?query=ADRIANA',
  '?kind=payroll',
  '?counterparty=GOLA850312AB1',
  ...['counterparty', 'kind'].map(
    (group) => `?dateFrom=2026-01-01&dateTo=2026-12-31&groupBy=${group}&interval=year`,
  ),
];

/** All reads, and all operations that refer to a document; no other operation can show a document. */
const walked = operations.filter(
  ({ environments, isIdempotent, path }) =>
    environments !== 'production' && (!isIdempotent || path.includes('{documentRef}')),
);

async function textsOf(by: Api, { id, method, path }: OperationRow): Promise<string[]> {
  const named = path
    .replace('{documentRef}', documentRef)
    .replace('{downloadId}', downloadId)
    .replace('{format}', 'xml')
    .replaceAll(/\{\w+\}/g, '01890000-0000-7000-8000-000000000000');
  const body = bodies[id];
  const asked = method === 'GET' ? queries : [''];
  const answers = await Promise.all(
    asked.map((query) => by.request(method, named + query, body ? { body } : {})),
  );
  return answers.map(({ status, bytes }) => (status < 300 ? bytes.toString() : ''));
}

const shows = (text: string): boolean => planted.some((secret) => text.includes(secret));

/** Returns the operations whose response contains data of the document. */
async function walk(by: Api): Promise<string[]> {
  const seen: string[] = [];
  for (const row of walked.filter(({ isIdempotent }) => !isIdempotent)) {
    if ((await textsOf(by, row)).some(shows)) seen.push(row.id);
  }
  return seen;
}

describe.each(outsiders)('a key with the permissions of the role %s', (role) => {
  it('an API key with the permissions of the role sees no part of a payroll document in any operation', async () => {
    const by = keys.get(role)!;
    const seen: string[] = [];
    for (const row of walked) if ((await textsOf(by, row)).some(shows)) seen.push(row.id);
    expect(seen).toEqual([]);
    expect((await dataOf(api.request('GET', `/v1/cfdi/${documentRef}`))).status).toBe('valid');
  });

  it('an API key with the permissions of the role sees no part of a payroll document in any tool', async () => {
    const by = keys.get(role)!;
    const tools = new Set(
      walked.flatMap(({ tool, isIdempotent }) => (isIdempotent ? [] : (tool ?? []))),
    );
    for (const tool of tools) {
      for (const given of [
        { documentRef },
        { category: 'cfdi' },
        { category: 'cfdi', query: 'ADRIANA' },
      ]) {
        const { text } = await call(by, tool, given).catch(() => ({ text: '' }));
        expect([tool, shows(text)]).toEqual([tool, false]);
      }
    }
  });
});

describe('403', () => {
  it('the error names the missing permission when a payroll document is named, drafted or imported', async () => {
    const sales = keys.get('sales')!;
    const xml = (await api.request('GET', `/v1/documents/${documentRef}/files/xml`)).bytes;
    const answers = [
      await sales.request('GET', `/v1/cfdi/${documentRef}`),
      await sales.request('POST', `/v1/cfdi/${documentRef}/cancel`, { body: cancelation }),
      await sales.request('POST', `/v1/cfdi/${documentRef}/duplicate`),
      await sales.request('GET', `/v1/documents/${documentRef}/files/pdf`),
      await sales.request('GET', `/v1/documents/${documentRef}/deliveries`),
      await sales.request('POST', '/v1/cfdi/imports', { body: { xml: xml.toString('base64') } }),
    ];
    expect(answers.map(refusalOf)).toEqual(answers.map(() => '403 forbidden permission_not_held'));
  });

  it('a payroll document is also hidden in a stored response to another caller with the same idempotency key', async () => {
    const payroll = await withPermissions([...permissionsOf('payroll'), 'contacts:manage']);
    const sales = await withPermissions(permissionsOf('sales'));
    const writes = [
      ['POST', `/v1/cfdi/${documentRef}/archive`, undefined],
      ['POST', `/v1/cfdi/${documentRef}/unarchive`, undefined],
      ['POST', '/v1/contacts', bodies['createContact']],
    ] as const;
    const outcomes = [];
    for (const [method, path, body] of writes) {
      const asked = { body, headers: { 'idempotency-key': `repeat ${path}` } };
      const first = await payroll.request(method, path, asked);
      const second = await sales.request(method, path, asked);
      outcomes.push([first.status < 300, second.status < 300 ? second.status : refusalOf(second)]);
    }
    const hidden = [true, '403 forbidden permission_not_held'];
    expect(outcomes).toEqual([hidden, hidden, [true, 201]]);
  });

  it('an API key that may only read employees cannot change payroll documents', async () => {
    const reader = await withPermissions(['employees:read', 'invoices:read', 'invoices:manage']);
    const read = await reader.request('GET', `/v1/cfdi/${documentRef}`);
    expect(read.status).toBe(200);
    const canceled = await reader.request('POST', `/v1/cfdi/${documentRef}/cancel`, {
      body: cancelation,
    });
    expect(refusalOf(canceled)).toBe('403 forbidden permission_not_held');
  });
});
