import { translateDatabaseError, violatedConstraint } from './errors';

const driver = (code: string, over: object = {}) =>
  Object.assign(new Error('from the driver'), { code, ...over });

test.each([
  ['a statement beyond its time', driver('57014'), 'provider_unavailable'],
  ['a server that shuts down', driver('57P01'), 'provider_unavailable'],
  ['too many connections', driver('53300'), 'provider_unavailable'],
  ['a lost connection', driver('08006'), 'provider_unavailable'],
  ['a refused connection', driver('ECONNREFUSED'), 'provider_unavailable'],
  ['a lock that somebody holds', driver('55P03'), 'operation_in_progress'],
  ['a deadlock', driver('40P01'), 'operation_in_progress'],
  ['a serialization failure', driver('40001'), 'operation_in_progress'],
])('%s may be tried again', (_, error, code) => {
  const refusal = translateDatabaseError(error);
  expect(refusal?.code).toBe(code);
  expect(refusal?.details.retryable).toBe(true);
});

test.each([
  'timeout exceeded when trying to connect',
  'Connection terminated unexpectedly',
  'Query read timeout',
  'Client was closed and is not queryable',
  'Client has encountered a connection error and is not queryable',
])('a database out of reach may be tried again: %s', (message) => {
  expect(translateDatabaseError(new Error(message))?.code).toBe('provider_unavailable');
});

test('the error under the wrapping of the ORM counts', () => {
  const wrapped = new Error('wrapped', { cause: driver('57014') });
  expect(translateDatabaseError(wrapped)?.code).toBe('provider_unavailable');
});

test('a version that moved on is a conflict', () => {
  const error = Object.assign(new Error('stale'), { name: 'OptimisticLockError' });
  expect(translateDatabaseError(error)).toMatchObject({
    code: 'conflict',
    details: { reason: 'version_changed' },
  });
});

test('what is our bug stays one', () => {
  for (const code of ['42601', '23502', '22P02']) {
    expect(translateDatabaseError(driver(code))).toBeUndefined();
  }
});

test('a unique violation names its constraint', () => {
  expect(violatedConstraint(driver('23505', { constraint: 'series_code' }))).toBe('series_code');
  expect(violatedConstraint(driver('23503', { constraint: 'x' }))).toBeUndefined();
});

test('nothing of the driver reaches the public message', () => {
  const refusal = translateDatabaseError(driver('57014'));
  expect(JSON.stringify({ ...refusal?.details, text: refusal?.message })).not.toContain('driver');
});
