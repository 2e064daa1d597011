import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort, startProcess } from '@timbre/testkit/client';
import { startNats } from '../../scripts/runtime/nats.mjs';
import { anyCallVariables } from '../../scripts/runtime/environment.mjs';
import { natsUrlOf } from '../../scripts/runtime/nats-users.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { until } from '../api/until';
import { newAuthority, newServerCertificate } from './tls-authority';

// The test is skipped if the user gave the URL of a NATS server, because that server has other settings.
const ifOwn = process.env.TIMBRE_NATS_URL ? describe.skip : describe;

ifOwn('a NATS server that takes encrypted connections only', () => {
  let dir: string;
  let server: Awaited<ReturnType<typeof startNats>>;
  let monitoring: string;
  const file = (name: string) => join(dir, name);

  beforeAll(async () => {
    await prepare(createProgress({ quiet: true }));
    dir = mkdtempSync(join(tmpdir(), 'timbre-nats-tls-'));
    const [authority, stranger] = [await newAuthority('Ours'), await newAuthority('Stranger')];
    const { certificate, key } = await newServerCertificate(authority, 'localhost');
    writeFileSync(file('ca.crt'), authority.certificate.toString('pem'));
    writeFileSync(file('stranger.crt'), stranger.certificate.toString('pem'));
    writeFileSync(file('tls.crt'), certificate.toString('pem'));
    writeFileSync(file('tls.key'), key);
    const port = String(await freePort());
    monitoring = `http://127.0.0.1:${port}/connz?auth=1`;
    const tls = ['--tls', '--tlscert', file('tls.crt'), '--tlskey', file('tls.key')];
    server = await startNats({ keep: false, args: [...tls, '-m', port] });
  }, 120_000);
  afterAll(async () => {
    await server?.stop();
    rmSync(dir, { recursive: true, force: true });
  });

  async function startCommerce(more: Record<string, string>) {
    const health = String(await freePort());
    const natsUrl = natsUrlOf(server.url, 'commerce').replace('127.0.0.1', 'localhost');
    const env = {
      TIMBRE_ENVIRONMENT: 'sandbox',
      TIMBRE_DATABASE_URL: 'postgresql://127.0.0.1:1/x',
      TIMBRE_SYSTEM_DATABASE_URL: 'postgresql://127.0.0.1:1/x',
      TIMBRE_FISCAL_CFDI_ADDRESS: '127.0.0.1:1',
      TIMBRE_PUBLIC_URL: 'http://127.0.0.1:1',
      ...anyCallVariables(dir),
      TIMBRE_GRPC_PORT: String(await freePort()),
      TIMBRE_HEALTH_PORT: health,
      TIMBRE_NATS_URL: natsUrl,
      ...more,
    };
    return startProcess('services/commerce', env, `http://127.0.0.1:${health}/healthz`);
  }

  interface Connection {
    name: string;
    authorized_user: string;
    tls_version?: string;
  }
  async function connections(): Promise<Connection[]> {
    const answer = (await (await fetch(monitoring)).json()) as { connections?: Connection[] };
    return (answer.connections ?? []).filter(({ name }) => name === 'commerce');
  }

  test('a process connects as its own user over TLS if it has the certificate of the authority', async () => {
    const commerce = await startCommerce({ TIMBRE_NATS_CA_FILE: file('ca.crt') });
    const [found] = await until(30_000, connections, ({ length }) => length > 0);
    await commerce.stop();
    expect(found).toMatchObject({ authorized_user: 'commerce', tls_version: '1.3' });
  });

  test.each([
    ['has the certificate of another authority', { TIMBRE_NATS_CA_FILE: 'stranger.crt' }],
    ['has no certificate of an authority', {}],
  ])('a process does not connect to NATS if it %s', async (_, names: Record<string, string>) => {
    const files = Object.entries(names).map(([name, value]) => [name, file(value)]);
    const commerce = await startCommerce(Object.fromEntries(files) as Record<string, string>);
    const output = await until(
      30_000,
      () => Promise.resolve(commerce.output()),
      (text) => text.includes('the connection to NATS is failing; retrying'),
    );
    expect(await connections()).toEqual([]);
    await commerce.stop();
    expect(output).toMatch(/certificate/);
  });
});
