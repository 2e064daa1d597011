import { exchange } from '@timbre/contract';
import { writeCallBatch } from './call-batch';

const callOf = (id: number, requestBytes: number): exchange.Call => ({
  id,
  rpc: 'importCfdi',
  caller: 'token',
  request: Buffer.alloc(requestBytes, 'ñ'),
  traceparent: id % 2 ? '00-a-b-01' : undefined,
  scope: { requestId: `r${id}`, deadlineMs: 1_764_547_200_000, idempotency: undefined, judged: [] },
});

test.each([0, 1, 127, 128, 16_383, 16_384, 70_000])(
  "a batch of calls with a request of %d bytes is read as the contract's encoder writes it",
  (bytes) => {
    const batch = { calls: [callOf(1, bytes), callOf(4_294_967_295, 3), callOf(2, bytes)] };
    const plain = exchange.CallBatch.decode(exchange.CallBatch.encode(batch).finish());
    expect(exchange.CallBatch.decode(writeCallBatch(batch))).toEqual(plain);
  },
);

test('an empty batch of calls is encoded as zero bytes', () => {
  expect(writeCallBatch({ calls: [] })).toHaveLength(0);
});
