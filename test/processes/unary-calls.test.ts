import { once } from 'node:events';
import { constants, createServer, type ServerHttp2Stream } from 'node:http2';
import type { AddressInfo } from 'node:net';
import {
  accessTo, created, dataOf, incomeInput, newCustomer, setUpIssuer, type Api,
} from '@timbre/testkit/client'; // prettier-ignore
import { startObserved, type ObservedDeployment } from '../telemetry/observed-deployment';

const environment = { TIMBRE_LOG_LEVEL: 'warn', TIMBRE_UNARY_CALLS: 'true' };

describe('with TIMBRE_UNARY_CALLS', () => {
  let deployment: ObservedDeployment;
  let api: Api;
  beforeAll(async () => {
    deployment = await startObserved(environment, { owner: 'unary' });
    const { organizationId, apiKey } = await deployment.bootstrap('Unary');
    api = accessTo(deployment.baseUrl, organizationId, apiKey);
  }, 180_000);
  afterAll(() => deployment?.stop(), 60_000);

  it('a client drafts, stamps and reads documents over unary gRPC calls', async () => {
    await setUpIssuer(api);
    const draft = await created(api, '/v1/cfdi', incomeInput(await newCustomer(api)));
    const path = `/v1/cfdi/${String(draft.documentRef)}`;
    const { uuid } = await dataOf(api.request('POST', `${path}/stamp`));
    expect(uuid).toMatch(/^[0-9A-F-]{36}$/i);
    expect(await dataOf(api.request('GET', path))).toMatchObject({ uuid });
  });

  it('each call is a separate HTTP/2 stream, and a refused stream has no effect', async () => {
    const paths: unknown[] = [];
    const refusing = createServer().on('stream', (stream: ServerHttp2Stream, headers) => {
      paths.push(headers[':path']);
      stream.on('error', () => undefined).close(constants.NGHTTP2_REFUSED_STREAM);
    });
    refusing.listen(0, '127.0.0.1');
    await once(refusing, 'listening');
    const { port } = refusing.address() as AddressInfo;
    await deployment.restart('gateway', {
      ...environment,
      TIMBRE_COMMERCE_ADDRESS: `127.0.0.1:${port}`,
    });

    const { status, json } = await api.request('GET', '/v1/contacts');
    refusing.close();
    await deployment.restart('gateway', environment);

    expect(status).toBe(503);
    expect(json).toMatchObject({
      error: {
        code: 'provider_unavailable',
        details: { retryable: true, reason: 'service_unreachable' },
      },
    });
    expect(new Set(paths)).toEqual(new Set(['/timbre.commerce.v1.Commerce/ListContacts']));
  });
});
