import { createLogger } from './logger';
import { inRequest } from './request-scope';

function logged(write: (logger: ReturnType<typeof createLogger>) => void) {
  const lines: string[] = [];
  write(createLogger('test', 'trace', { write: (line: string) => void lines.push(line) }));
  return { text: lines.join(''), line: JSON.parse(lines[0]!) as Record<string, unknown> };
}

const planted = 'PLANTED';

test.each([
  ['a member of the logged object', { password: planted }],
  ['a member three levels deep', { a: { b: { privateKey: planted } } }],
  ['a member six levels deep', { a: { b: { c: { d: { e: { rfc: planted } } } } } }],
  ['members of the objects in a list', { contacts: [{ email: planted }, { curp: planted }] }],
  ['a member whose name is in another case', { headers: { Authorization: planted } }],
  [
    'a member with the name of a database column',
    { employee: { social_security_number: planted } },
  ],
  [
    'the identity of an employee',
    { employee: { curp: planted, rfc: planted, socialSecurityNumber: planted } },
  ],
  [
    'the account to which a wage is paid',
    { rows: [{ bankAccount: planted, employeeTaxId: planted }] },
  ],
  ['the wages of a person', { dailyWage: planted, integratedDailySalary: planted }],
  ['the person whom a receipt names', { row: { employeeName: planted, receiverRfc: planted } }],
  [
    'the data of a pupil',
    { iedu: [{ studentName: planted, payerRfc: planted }], complements_json: planted },
  ],
  ['a whole body', { body: { anything: planted } }],
  ['a payload of bytes', { payload: Buffer.from(planted) }],
  ['the detail of a driver error', { err: Object.assign(new Error('x'), { detail: planted }) }],
  ["the members of an error's cause", { err: new Error('x', { cause: { token: planted } }) }],
])('a secret never reaches the log: %s', (_, fields) => {
  const { text } = logged((logger) => logger.error(fields, 'planted'));
  expect(text).not.toContain(planted);
  expect(text).toContain('"msg":"planted"');
});

test('a value that is not secret is logged', () => {
  const { line } = logged((logger) => logger.info({ operation: 'createContact', ms: 1.5 }, 'x'));
  expect(line).toMatchObject({ name: 'test', operation: 'createContact', ms: 1.5, msg: 'x' });
});

test('an error is logged with name, message, stack, code and cause', () => {
  const cause = Object.assign(new Error('duplicate key'), { code: '23505', detail: planted });
  const { line } = logged((logger) => logger.error({ err: new Error('failed', { cause }) }, 'x'));
  expect(line['err']).toMatchObject({
    name: 'Error',
    message: 'failed',
    stack: expect.stringContaining('logger.test.ts') as string,
    cause: { message: 'duplicate key', code: '23505' },
  });
});

test('a circular reference in a logged value is truncated', () => {
  const loop: Record<string, unknown> = {};
  loop['self'] = loop;
  expect(logged((logger) => logger.info({ loop }, 'x')).text).toContain('[too deep]');
});

test('a log line contains the identifiers of its request and its organization, even after an await', async () => {
  const lines: string[] = [];
  const logger = createLogger('test', 'info', { write: (line: string) => void lines.push(line) });
  const work = async () => {
    await Promise.resolve();
    logger.info('inside');
  };
  await inRequest('req_1', work, { organizationId: 'org_1', environment: 'sandbox' });
  logger.info('outside');
  const [inside, outside] = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(inside).toMatchObject({ msg: 'inside', requestId: 'req_1', organizationId: 'org_1' });
  expect(outside).not.toHaveProperty('requestId');
  expect(outside).not.toHaveProperty('organizationId');
});
