import { status as grpc, type Metadata } from '@grpc/grpc-js';
import { Refusal, refusals, type RefusalCode } from '../refusal/refusal';
import { readRefusal, toStatus, writeRefusal } from './status';

const codes = Object.keys(refusals) as RefusalCode[];
const details = { retryable: true, issues: [{ path: ['a', 0], message: 'no', code: 'x' }] };

test.each(codes)('%s travels with its code, message and details, and no cause', (code) => {
  const refusal = new Refusal(code, 'words', details, new Error('internal cause'));
  const packed = writeRefusal(refusal);
  expect(packed.toString()).not.toContain('internal cause');
  expect(readRefusal(packed)).toMatchObject({ code, message: 'words', details });
});

test.each(codes)('%s is an error over HTTP and over gRPC', (code) => {
  const { http, grpc: number } = refusals[code];
  expect(http).toBeGreaterThanOrEqual(400);
  expect(http).toBeLessThan(600);
  expect(number).not.toBe(grpc.OK);
  expect(grpc[number]).toBeDefined();
});

test('the table has exactly the codes that the API documents', () => {
  expect(codes.toSorted()).toEqual([
    'conflict', 'forbidden', 'idempotency_conflict', 'internal', 'method_not_allowed',
    'migration_required', 'not_found', 'operation_in_progress', 'payment_required',
    'provider_unavailable', 'rate_limited', 'recovery_required', 'unauthenticated',
    'validation_error',
  ]); // prettier-ignore
});

test('a status carries the refusal in one trailer', () => {
  const { code, details: word, metadata } = toStatus(new Refusal('not_found', 'none', details));
  expect([code, word]).toEqual([grpc.NOT_FOUND, 'not_found']);
  const [packed] = (metadata as Metadata).get('timbre-refusal-bin');
  expect(readRefusal(packed as Buffer)).toMatchObject({ code: 'not_found', details });
});
