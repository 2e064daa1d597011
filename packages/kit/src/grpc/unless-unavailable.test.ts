import { status } from '@grpc/grpc-js';
import { callContext } from '@timbre/testkit';
import type { CallContext } from '../operation/context';
import { Refusal } from '../refusal/refusal';
import { unlessUnavailable } from './unless-unavailable';

const asked = (code: Refusal['code']) =>
  unlessUnavailable(callContext(), () => Promise.reject(new Refusal(code, 'No.')));

it('a call returns undefined if the service does not respond, and any other refusal is thrown', async () => {
  expect(await asked('provider_unavailable')).toBeUndefined();
  await expect(asked('forbidden')).rejects.toMatchObject({ code: 'forbidden' });
  await expect(asked('internal')).rejects.toMatchObject({ code: 'internal' });
});

it('a call returns undefined if the service is too old for the rpc', async () => {
  const unknown = Object.assign(new Error('unknown'), { code: status.UNIMPLEMENTED });
  const refusal = new Refusal('internal', 'No.', {}, unknown);
  expect(await unlessUnavailable(callContext(), () => Promise.reject(refusal))).toBeUndefined();
});

it('the call sends no idempotency key and has a deadline of two seconds', async () => {
  const deadlineMs = Date.now() + 60_000;
  const idempotency = { key: 'k', route: 'POST /v1/x', fingerprint: 'ff' };
  const context: CallContext = { ...callContext(), deadlineMs, idempotency };
  const seen = await unlessUnavailable(context, (call) => Promise.resolve(call));
  expect(seen!.idempotency).toBeUndefined();
  expect(seen!.deadlineMs).toBeLessThan(deadlineMs);
  const soon = { ...context, deadlineMs: 1 };
  expect((await unlessUnavailable(soon, (call) => Promise.resolve(call)))!.deadlineMs).toBe(1);
});
