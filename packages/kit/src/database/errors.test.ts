import { translateDatabaseError, violatedConstraint } from './errors';

const driver = (code: string, over: object = {}) =>
  Object.assign(new Error('from the driver'), { code, ...over });

test.each([
  ['a statement timeout', driver('57014'), 'provider_unavailable'],
  ['a server that shuts down', driver('57P01'), 'provider_unavailable'],
  ['too many connections', driver('53300'), 'provider_unavailable'],
  ['a lost connection', driver('08006'), 'provider_unavailable'],
  ['a refused connection', driver('ECONNREFUSED'), 'provider_unavailable'],
  ['a lock held by another session', driver('55P03'), 'operation_in_progress'],
  ['a deadlock', driver('40P01'), 'operation_in_progress'],
  ['a serialization failure', driver('40001'), 'operation_in_progress'],
])('the database error of %s is retryable', (_, error, code) => {
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
])('an unreachable database is retryable: %s', (message) => {
  expect(translateDatabaseError(new Error(message))?.code).toBe('provider_unavailable');
});

test('an error that the ORM wrapped is recognized', () => {
  const wrapped = new Error('wrapped', { cause: driver('57014') });
  expect(translateDatabaseError(wrapped)?.code).toBe('provider_unavailable');
});

test('a changed version is reported as a conflict', () => {
  const error = Object.assign(new Error('stale'), { name: 'OptimisticLockError' });
  expect(translateDatabaseError(error)).toMatchObject({
    code: 'conflict',
    details: { reason: 'version_changed' },
  });
});

test('an error that is a bug is not translated', () => {
  for (const code of ['42601', '23502', '22P02']) {
    expect(translateDatabaseError(driver(code))).toBeUndefined();
  }
});

test('the constraint of a unique violation is returned', () => {
  expect(violatedConstraint(driver('23505', { constraint: 'series_code' }))).toBe('series_code');
  expect(violatedConstraint(driver('23503', { constraint: 'x' }))).toBeUndefined();
});

test('the public message contains no text from the driver', () => {
  const refusal = translateDatabaseError(driver('57014'));
  expect(JSON.stringify({ ...refusal?.details, text: refusal?.message })).not.toContain('driver');
});
