import { createLogger, forgetOld, migrate, newId } from '@timbre/kit';
import { startDatabase, type TestDatabase, testPool } from '@timbre/testkit';
import type { Pool } from 'pg';
import type { OperationRow } from '../operations/operation';
import { migrations } from '../store/migrations';
import { createActivityRecorder } from './recorder';

const logger = createLogger('test', 'silent');
const row = { id: 'createContact' } as OperationRow;
const credential = {
  id: newId(),
  organizationId: newId(),
  permissions: new Set<string>(),
  expiresAt: undefined,
};
const answered = { requestId: 'req_1', row, credential, status: 409, code: 'conflict' };

let database: TestDatabase;
let admin: Pool;
let system: Pool;

beforeAll(async () => {
  database = await startDatabase('gateway', (url) => migrate(url, [], migrations));
  admin = testPool(database.adminUrl);
  system = testPool(database.systemUrl);
});
afterAll(async () => {
  await Promise.all([admin.end(), system.end()]);
  await database.drop();
});
beforeEach(() => admin.query('delete from activity'));

const kept = async () => (await admin.query('select * from activity')).rows as unknown[];

test('an authenticated request is stored with its outcome when the recorder stops', async () => {
  const { record, stop } = createActivityRecorder(system, newId, logger);
  record({ ...answered, durationMs: 12.5 });
  await stop();
  expect(await kept()).toMatchObject([
    {
      org_id: credential.organizationId, credential_id: credential.id, request_id: 'req_1',
      operation: 'createContact', status: 409, code: 'conflict', duration_ms: 12.5,
    },
  ]); // prettier-ignore
});

test('a request without a credential is not stored', async () => {
  const { record, stop } = createActivityRecorder(system, newId, logger);
  record({ requestId: 'req_1', row, status: 401, code: 'unauthenticated', durationMs: 1 });
  await stop();
  expect(await kept()).toEqual([]);
});

test('activity is deleted after thirty days', async () => {
  const { record, stop } = createActivityRecorder(system, newId, logger);
  record({ ...answered, durationMs: 1 });
  record({ ...answered, requestId: 'req_2', durationMs: 1 });
  await stop();
  await admin.query(`update activity set at = now() - interval '31 days'
    where request_id = 'req_1'`);
  await forgetOld(system, ['activity']);
  expect(await kept()).toMatchObject([{ request_id: 'req_2' }]);
});
