import { payloadBytesMax } from '../messaging/event';
import { outboxRow } from './outbox';
import type { Transaction } from './transaction';

const tx = {
  newId: () => 'id',
  organizationId: 'org',
  context: { requestId: 'req_1' },
} as unknown as Transaction;
const event = (bytes: number) => ({
  subject: 'things.thing.changed',
  aggregate: 'thing',
  aggregateId: '1',
  aggregateVersion: 1,
  payload: new Uint8Array(bytes),
});

test('an event contains the identifier of the request that caused it', () => {
  expect(outboxRow(tx, event(1))).toMatchObject({ carrier: { requestId: 'req_1' } });
});

test('an event above the NATS size limit is rejected when it is written', () => {
  expect(() => outboxRow(tx, event(payloadBytesMax))).not.toThrow();
  expect(() => outboxRow(tx, event(payloadBytesMax + 1))).toThrow(
    `things.thing.changed has ${payloadBytesMax + 1} bytes; ${payloadBytesMax} is the most`,
  );
});
