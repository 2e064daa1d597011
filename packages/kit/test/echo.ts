import { common } from '@timbre/contract';
import type { CallContext } from '../src/operation/context';

/** Returns a method whose requests and responses are plain bytes. */
export const echoMethod = (name: string) => ({
  path: `/timbre.test.v1.Test/${name}`,
  requestStream: false,
  responseStream: false,
  requestSerialize: (v: common.Reply) => Buffer.from(common.Reply.encode(v).finish()),
  requestDeserialize: (b: Buffer) => common.Reply.decode(b),
  responseSerialize: (v: common.Reply) => Buffer.from(common.Reply.encode(v).finish()),
  responseDeserialize: (b: Buffer) => common.Reply.decode(b),
});

export const callContext = (over: Partial<CallContext> = {}): CallContext => ({
  organizationId: '019a0000-0000-7000-8000-000000000001',
  environment: 'sandbox',
  actor: 'credential:1',
  permissions: [],
  requestId: 'req_1',
  deadlineMs: Date.now() + 20_000,
  ...over,
});
