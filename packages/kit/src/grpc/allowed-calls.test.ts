import { generateKeyPairSync } from 'node:crypto';
import type { ServiceDefinition } from '@grpc/grpc-js';
import {
  accounts, callersOf, commerce, fiscalCfdi, payroll, reports, satSync, webhooks,
} from '@timbre/contract'; // prettier-ignore
import { pino } from 'pino';
import { callContext } from '../../test/echo';
import { createCallerSigner } from './context-token';
import { RenderedReply, type RpcHandlers } from './rpc';
import { createServe } from './serve-call';

const definitions: Record<string, ServiceDefinition> = {
  accounts: accounts.AccountsService,
  commerce: commerce.CommerceService,
  'fiscal-cfdi': fiscalCfdi.FiscalCfdiService,
  payroll: payroll.PayrollService,
  reports: reports.ReportsService,
  'sat-sync': satSync.SatSyncService,
  webhooks: webhooks.WebhooksService,
};
const called = Object.keys(definitions);
const processes = ['gateway', ...called];
const keys = new Map(processes.map((name) => [name, generateKeyPairSync('ed25519')]));
const keyOf = (name: string) => keys.get(name)!.privateKey;

/** Every permission that any operation requires. */
const all = called.flatMap((name) => [...(callersOf(name).get('gateway')?.values() ?? [])].flat());

/** Starts the calls of a service whose rpcs only count their executions. */
function serviceNamed(name: string) {
  const definition = definitions[name]!;
  const callers = callersOf(name);
  let executed = 0;
  const handler = () => {
    executed += 1;
    return Promise.resolve(new RenderedReply(Buffer.alloc(0)));
  };
  const handlers: RpcHandlers = Object.fromEntries(
    Object.keys(definition).map((rpc) => [rpc, handler]),
  );
  const publicKeys = new Map(
    [...callers.keys()].map((caller) => [caller, [keys.get(caller)!.publicKey]]),
  );
  const serve = createServe(definition, handlers, {
    tokens: { audience: name, environment: 'sandbox', publicKeys },
    callers,
    logger: pino({ level: 'silent' }),
  });
  return {
    rpcs: Object.keys(definition),
    callers,
    /** Calls an rpc and returns `executed`, or the code of the refusal. */
    async call(rpc: string, token: string): Promise<string> {
      const before = executed;
      const scope = { requestId: 'req_1', deadlineMs: Date.now() + 20_000 };
      const code = await serve({
        rpc,
        token,
        scope,
        traceparent: undefined,
        request: () => ({}),
      }).then(
        () => 'executed',
        (refusal: { code: string }) => refusal.code,
      );
      expect(executed - before).toBe(code === 'executed' ? 1 : 0);
      return code;
    },
  };
}

const tokenOf = (issuer: string, audience: string, permissions: readonly string[] = all) =>
  createCallerSigner({ issuer, audience, key: keyOf(issuer) })(
    callContext({ organizationId: '019a0000-0000-7000-8000-0000000000ff', permissions }),
  );

describe.each(processes)('an attacker with the key of %s', (attacker) => {
  test.each(called)('calls at %s only the rpcs that this process may call', async (name) => {
    const { rpcs, callers, call } = serviceNamed(name);
    const allowed = callers.get(attacker);
    const token = tokenOf(attacker, name);
    for (const rpc of rpcs) {
      const refusal = allowed ? 'forbidden' : 'unauthenticated';
      expect([rpc, await call(rpc, token)]).toEqual([
        rpc,
        allowed?.has(rpc) ? 'executed' : refusal,
      ]);
    }
  });

  test.each(called)('cannot sign a context of another process for %s', async (name) => {
    const { rpcs, call } = serviceNamed(name);
    for (const issuer of processes.filter((other) => other !== attacker)) {
      const forged = createCallerSigner({ issuer, audience: name, key: keyOf(attacker) });
      const token = forged(callContext({ permissions: all }));
      expect([issuer, await call(rpcs[0]!, token)]).toEqual([issuer, 'unauthenticated']);
    }
  });

  test.each(called)(
    'cannot send to %s a context that was signed for another service',
    async (name) => {
      const { rpcs, call } = serviceNamed(name);
      for (const audience of called.filter((other) => other !== name)) {
        for (const issuer of processes) {
          const code = await call(rpcs[0]!, tokenOf(issuer, audience));
          expect([issuer, audience, code]).toEqual([issuer, audience, 'unauthenticated']);
        }
      }
    },
  );
});

describe.each(called)('%s', (name) => {
  test('every rpc of the gateway is refused if the context lacks a permission of the operation', async () => {
    const { callers, call } = serviceNamed(name);
    const ofGateway = callers.get('gateway')!;
    expect([...ofGateway.values()].flat().length).toBeGreaterThan(0);
    for (const [rpc, required] of ofGateway) {
      expect([rpc, await call(rpc, tokenOf('gateway', name, required))]).toEqual([rpc, 'executed']);
      for (const missing of required) {
        const others = all.filter((permission) => permission !== missing);
        const code = await call(rpc, tokenOf('gateway', name, others));
        expect([rpc, missing, code]).toEqual([rpc, missing, 'forbidden']);
      }
    }
  });
});
