import { Metadata, status as grpc } from '@grpc/grpc-js';
import { Refusal, refusals, type RefusalCode } from '../refusal/refusal';
import { fromStatus, readRefusal, toStatus, writeRefusal } from './status';

const codes = Object.keys(refusals) as RefusalCode[];
const details = { retryable: true, issues: [{ path: ['a', 0], message: 'no', code: 'x' }] };

test.each(codes)('%s is sent with its code, message and details, and without its cause', (code) => {
  const refusal = new Refusal(code, 'words', details, new Error('internal cause'));
  const packed = writeRefusal(refusal);
  expect(packed.toString()).not.toContain('internal cause');
  expect(readRefusal(packed)).toMatchObject({ code, message: 'words', details });
});

test.each(codes)('%s has an error status over HTTP and over gRPC', (code) => {
  const { http, grpc: name } = refusals[code];
  expect(http).toBeGreaterThanOrEqual(400);
  expect(http).toBeLessThan(600);
  expect(toStatus(new Refusal(code, 'words')).code).toBe(grpc[name]);
  expect(grpc[name]).toBeGreaterThan(grpc.OK);
});

test('the table contains exactly the codes that the API documents', () => {
  expect(codes.toSorted()).toEqual([
    'conflict', 'forbidden', 'idempotency_conflict', 'internal', 'method_not_allowed',
    'migration_required', 'not_found', 'operation_in_progress', 'payment_required',
    'provider_unavailable', 'rate_limited', 'recovery_required', 'unauthenticated',
    'validation_error',
  ]); // prettier-ignore
});

test('a status contains the refusal in one trailer', () => {
  const { code, details: word, metadata } = toStatus(new Refusal('not_found', 'none', details));
  expect([code, word]).toEqual([grpc.NOT_FOUND, 'not_found']);
  const [packed] = (metadata as Metadata).get('timbre-refusal-bin');
  expect(readRefusal(packed as Buffer)).toMatchObject({ code: 'not_found', details });
});

describe('oversized refusals', () => {
  const bytesMax = 40 << 10;
  const issueOf = (path: string | number) => ({
    path: [path],
    message: 'x'.repeat(1_000),
    code: 'c',
  });
  const arrived = (refusal: Refusal) => {
    const packed = writeRefusal(refusal);
    expect(packed.length).toBeLessThanOrEqual(bytesMax);
    return readRefusal(packed);
  };

  test('a refusal above the header limit lists its first issues and states how many issues it omits', () => {
    const issues = Array.from({ length: 90 }, (_, index) => issueOf(index));
    const { message, details: listed } = arrived(new Refusal('conflict', 'no', { issues }));
    const count = listed.issues!.length;
    expect(count).toBeGreaterThan(20);
    expect(listed.issues).toEqual(issues.slice(0, count));
    expect(message).toBe(`no ${90 - count} of its issues are not listed.`);
  });

  test('a single issue that exceeds the header limit is omitted, and the other details are kept', () => {
    const issues = [issueOf('a'), issueOf('b'.repeat(bytesMax)), issueOf('c')];
    const refusal = new Refusal('conflict', 'no', { reason: 'r', issues });
    expect(arrived(refusal)).toMatchObject({
      message: 'no 1 of its issues are not listed.',
      details: { reason: 'r', issues: [issues[0], issues[2]] },
    });
  });

  test('a message above the header limit is truncated, also in multi-byte characters', () => {
    const { message, details } = arrived(new Refusal('conflict', '漢'.repeat(bytesMax)));
    expect(message).toBe('漢'.repeat(1_000));
    expect(details).toEqual({});
  });
});

describe('a call that failed', () => {
  const failed = (code: number, words: string) =>
    Object.assign(new Error(), { code, details: words, metadata: new Metadata() });

  test.each([
    ['found no connection', grpc.UNAVAILABLE, 'No connection established.', false],
    ['had its stream refused', grpc.UNAVAILABLE, 'Stream refused by server', true],
  ])('a call that %s is reported as not done', (_, code, words, hasLeft) => {
    expect(fromStatus(failed(code, words), hasLeft)).toMatchObject({
      code: 'provider_unavailable',
      details: { retryable: true, retryAfterSeconds: 2, reason: 'service_unreachable' },
    });
  });

  test.each([
    ['lost its connection', grpc.UNAVAILABLE, 'Connection dropped', true],
    ['waited too long', grpc.DEADLINE_EXCEEDED, 'Deadline exceeded', false],
    ['broke off', grpc.INTERNAL, 'Received RST_STREAM with code 2', true],
  ])('a call that %s is reported with an unknown outcome', (_, code, words, hasLeft) => {
    expect(fromStatus(failed(code, words), hasLeft)).toMatchObject({
      code: 'provider_unavailable',
      details: { retryable: true, retryAfterSeconds: 2, reason: 'outcome_unknown' },
    });
  });

  test.each([
    ['was too large', grpc.RESOURCE_EXHAUSTED],
    ['is not known', grpc.UNIMPLEMENTED],
  ])('a call that %s is reported as internal and not retryable', (_, code) => {
    const refusal = fromStatus(failed(code, ''), true);
    expect(refusal).toMatchObject({ code: 'internal', details: {} });
  });
});
