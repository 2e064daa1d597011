import { createServer, type RequestListener } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inRequest } from '@timbre/kit';
import { callContext, freePort, withKey } from '@timbre/testkit';
import { createSandboxCertificate } from '../src/operations/create-sandbox-certificate';
import { listSandboxScenarios } from '../src/operations/list-sandbox-scenarios';
import { putSandboxScenario } from '../src/operations/put-sandbox-scenario';
import { sandboxAuthority } from '../src/providers/authority';
import { issueCodes, refusal, startFiscalCfdi, type FiscalCfdi } from './fiscal-cfdi';

const minted = {
  certificateNumber: '30001000000912345678',
  certificate: 'Y2Vy',
  privateKey: 'a2V5',
  passphrase: '12345678a',
  validFrom: '2026-11-21T14:59:00.000Z',
  validTo: '2030-11-21T14:59:00.000Z',
};
const request = { kind: 'csd', rfc: 'EKU9003173C9', legalName: 'ESCUELA KEMPER URGATE' };
const context = callContext();

/** Sets the authority's next response, and records the requests that the authority received. */
let respond: RequestListener;
let asked: { path: string; body: string }[];
let service: FiscalCfdi;

const server = createServer((incoming, response) => {
  void incoming.toArray().then((chunks: Buffer[]) => {
    asked.push({
      path: `${incoming.method} ${incoming.url}`,
      body: Buffer.concat(chunks).toString(),
    });
    respond(incoming, response);
  });
});

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  service = await startFiscalCfdi({ authority: sandboxAuthority(`http://127.0.0.1:${port}`) });
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await service.close();
});
beforeEach(() => void (asked = []));

const answers = (status: number, body: unknown) => {
  respond = (_, response) =>
    response
      .writeHead(status, { 'content-type': 'application/json' })
      .end(typeof body === 'string' ? body : JSON.stringify(body));
};

describe('listSandboxScenarios', () => {
  it('listSandboxScenarios returns the magic values that the authority publishes', async () => {
    const scenario = {
      id: 'seal_refused',
      trigger: { receiverRfc: ['TIM010101311'], total: '1.00' },
    };
    answers(200, { data: [scenario] });
    const page = await service.page(listSandboxScenarios, context, {});
    expect(page).toEqual({ data: [scenario], pagination: { nextCursor: null, hasMore: false } });
    expect(asked).toEqual([{ path: 'GET /scenarios', body: '' }]);
  });
});

describe('putSandboxScenario', () => {
  const switchOn = { scenarioId: 'seal_refused' };
  let heard: unknown[];
  beforeEach(() => {
    heard = [];
    respond = (incoming, response) => {
      heard.push(incoming.headers['timbre-organization']);
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify(switchOn));
    };
  });

  it('putSandboxScenario sends the organization of the request to the authority', async () => {
    const own = callContext();
    const run = () => service.answer(putSandboxScenario, own, switchOn);
    expect(await inRequest(own.requestId, run, own)).toEqual(switchOn);
    expect(asked).toEqual([{ path: 'PUT /scenarios/switched', body: JSON.stringify(switchOn) }]);
    expect(heard).toEqual([own.organizationId]);
  });

  it('putSandboxScenario does not call the authority in production', async () => {
    const production = callContext({ environment: 'production' });
    const run = () => refusal(service, putSandboxScenario, production, switchOn);
    expect((await inRequest(production.requestId, run, production)).code).toBe('forbidden');
    expect(asked).toEqual([]);
  });
});

describe('createSandboxCertificate', () => {
  it('createSandboxCertificate returns certificate, key and passphrase, created once per idempotency key', async () => {
    answers(201, minted);
    const keyed = withKey(context, 'POST /v1/sandbox/certificates');
    const certificate = await service.answer(createSandboxCertificate, keyed, request);
    expect(certificate).toEqual(minted);
    expect(await service.answer(createSandboxCertificate, keyed, request)).toEqual(certificate);
    expect(asked.map(({ path }) => path)).toEqual(['POST /authority/certificates']);
    expect(JSON.parse(asked[0]!.body)).toEqual(request);
  });

  it('createSandboxCertificate returns the reasons of a refusal', async () => {
    const issues = [
      { path: 'rfc', message: 'is not an RFC', code: 'invalid_format' },
      { path: 'validTo', message: 'must be after validFrom', code: 'custom' },
    ];
    answers(400, { error: { code: 'validation_error', issues } });
    const refused = await refusal(service, createSandboxCertificate, context, request);
    expect(refused.code).toBe('validation_error');
    expect(issueCodes(refused)).toEqual(['rfc invalid_format', 'validTo custom']);
  });

  it.each([
    ['fails', () => answers(500, { error: 'out of entropy' })],
    ['talks nonsense', () => answers(201, '<html>')],
    ['leaves the key out', () => answers(201, { ...minted, privateKey: undefined })],
    ['hangs up', () => void (respond = (_, response) => response.destroy())],
  ])(
    'createSandboxCertificate is unavailable if the authority %s, and can be repeated with its key',
    async (_, set) => {
      set();
      const keyed = withKey(context, 'POST /v1/sandbox/certificates');
      const refused = await refusal(service, createSandboxCertificate, keyed, request);
      expect(refused).toMatchObject({
        code: 'provider_unavailable',
        details: { retryable: true, retryAfterSeconds: expect.any(Number) },
      });
      answers(201, minted);
      expect(await service.answer(createSandboxCertificate, keyed, request)).toMatchObject(minted);
    },
  );

  it('createSandboxCertificate fails with provider_unavailable when the authority is down', async () => {
    const authority = sandboxAuthority(`http://127.0.0.1:${await freePort()}`);
    const runtime = { ...service.runtime, providers: { ...service.runtime.providers, authority } };
    await expect(createSandboxCertificate.run(runtime, context, request)).rejects.toMatchObject({
      code: 'provider_unavailable',
    });
  });

  it('createSandboxCertificate is forbidden in production under any configuration', async () => {
    answers(201, minted);
    const production = callContext({ environment: 'production' });
    const refused = await refusal(service, createSandboxCertificate, production, request);
    expect(refused).toMatchObject({ code: 'forbidden', details: { reason: 'sandbox_only' } });
    const listed = await refusal(service, listSandboxScenarios, production, {});
    expect(listed.code).toBe('forbidden');
    expect(asked).toEqual([]);
  });
});
