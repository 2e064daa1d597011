import { generateKeyPairSync } from 'node:crypto';
import { common } from '@timbre/contract';
import { createCallerSigner } from '../src/grpc/context-token';
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

/**
 * Creates a process that calls a test service, and the options with which the service accepts all
 * calls of this process.
 */
export function callingProcess(definition: object) {
  const { privateKey: key, publicKey } = generateKeyPairSync('ed25519');
  const process = { issuer: 'gateway', audience: 'test', key };
  const rpcs = new Map(Object.keys(definition).map((rpc) => [rpc, []]));
  return {
    sign: createCallerSigner(process),
    serving: {
      tokens: {
        audience: process.audience,
        environment: 'sandbox' as const,
        publicKeys: new Map([[process.issuer, [publicKey]]]),
      },
      callers: new Map([[process.issuer, rpcs]]),
    },
  };
}
