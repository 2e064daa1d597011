import { randomUUID } from 'node:crypto';
import { dataOf, startApi, type Api } from '@timbre/testkit/client';
import { startProduction } from '../production';
import { issuesOf, refusalOf } from '../refused';
import { bodies } from '../request-examples';

let api: Api;
beforeAll(async () => {
  api = await startProduction();
});

const path = '/v1/sat/sync-schedule';
const schedule = bodies['putSatSyncSchedule'] as Record<string, unknown>;
const put = (body: object, key: string = randomUUID()) =>
  api.request('PUT', path, { body, headers: { 'idempotency-key': key } });

describe('200', () => {
  it('putSatSyncSchedule replaces the schedule', async () => {
    expect(await dataOf(put(schedule))).toMatchObject(schedule);
    const other = { ...schedule, enabled: false, sources: ['declarations'] };
    expect(await dataOf(put(other))).toMatchObject(other);
    expect(await dataOf(api.request('GET', path))).toMatchObject(other);
  });

  it('putSatSyncSchedule sets the schedule once for the same idempotency key', async () => {
    const key = randomUUID();
    const first = await put(schedule, key);
    expect((await put(schedule, key)).bytes.equals(first.bytes)).toBe(true);
    const other = { ...schedule, enabled: false };
    expect(refusalOf(await put(other, key))).toBe('409 idempotency_conflict');
  });
});

describe('400', () => {
  it('putSatSyncSchedule reports all faults at once', async () => {
    const answer = await put({
      timeOfDay: '24:00',
      sources: ['declarations', 'declarations'],
      freshEveryHours: 25,
    });
    expect(issuesOf(answer)).toEqual([
      'enabled: required',
      'freshEveryHours: too_big',
      'sources: source_repeated',
      'timeOfDay: invalid_format',
    ]);
    expect(issuesOf(await put({ ...schedule, sources: [] }))).toEqual(['sources: too_small']);
  });
});

describe('403', () => {
  it('putSatSyncSchedule is refused in a sandbox', async () => {
    const sandbox = await startApi();
    const answer = await sandbox.request('PUT', path, { body: schedule });
    expect(refusalOf(answer)).toBe('403 forbidden production_only');
  });
});
