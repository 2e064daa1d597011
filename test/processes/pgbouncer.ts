import { spawn, spawnSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@timbre/testkit/client';
import { urlsOf } from '../../scripts/runtime/databases.mjs';
import { cacheDir } from '../../scripts/runtime/paths.mjs';
import { services } from '../../scripts/runtime/services.mjs';
import { unprivilegedAccount } from '../../scripts/runtime/unprivileged.mjs';

/** A PgBouncer program that this machine can run, and its version. */
export interface PgBouncer {
  file: string;
  env: NodeJS.ProcessEnv;
  version: number;
}

const unpacked = join(cacheDir, 'pgbouncer');

/**
 * Returns the installed PgBouncer, or PgBouncer from Debian's package, unpacked below .timbre;
 * undefined if neither is available.
 */
export function findPgBouncer(): PgBouncer | undefined {
  const dirs = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin'];
  const file = dirs.map((dir) => join(dir, 'pgbouncer')).find((path) => existsSync(path));
  if (file) return runnable({ file, env: {} });
  if (!existsSync(join(unpacked, 'usr')) && !downloaded()) return undefined;
  const libraries = ['x86_64', 'aarch64'].map((kind) =>
    join(unpacked, `usr/lib/${kind}-linux-gnu`),
  );
  const env = { LD_LIBRARY_PATH: libraries.join(delimiter) };
  return runnable({ file: join(unpacked, 'usr/sbin/pgbouncer'), env });
}

function downloaded(): boolean {
  mkdirSync(unpacked, { recursive: true });
  const script =
    'apt-get download pgbouncer libevent-2.1-7 libc-ares2 && for f in *.deb; do dpkg-deb -x $f .; done';
  return spawnSync('sh', ['-c', script], { cwd: unpacked, timeout: 60_000 }).status === 0;
}

/**
 * Returns the program if the account of the test server can run it. The account of the test server
 * may have no access to a clone in the folder of root.
 */
function runnable(program: Omit<PgBouncer, 'version'>): PgBouncer | undefined {
  const { status, stdout } = spawnSync(program.file, ['--version'], {
    env: program.env,
    encoding: 'utf8',
    cwd: '/',
    timeout: 10_000,
    ...unprivilegedAccount(),
  });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout ?? '') ?? [];
  return status === 0 ? { ...program, version: Number(major) * 100 + Number(minor) } : undefined;
}

/** Starts PgBouncer with few connections in transaction pooling mode. */
export async function startPgBouncer({ file, env, version }: PgBouncer, postgresUrl: string) {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-pgbouncer-'));
  const account = unprivilegedAccount();
  const [port, server] = [await freePort(), new URL(postgresUrl)];
  const users = services.flatMap(({ database }) =>
    database ? Object.values(urlsOf(postgresUrl, database)).map((url) => new URL(url)) : [],
  );
  const write = (name: string, lines: string[]) => {
    writeFileSync(join(dir, name), `${lines.join('\n')}\n`);
    return join(dir, name);
  };
  const list = write(
    'users.txt',
    users.map((user) => `"${user.username}" "${user.password}"`),
  );
  const settings = write('pgbouncer.ini', [
    '[databases]',
    `* = host=127.0.0.1 port=${server.port}`,
    '[pgbouncer]',
    `listen_addr = 127.0.0.1`,
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${list}`,
    'pool_mode = transaction',
    'default_pool_size = 3',
    ...(version >= 121 ? ['max_prepared_statements = 200'] : []),
  ]);
  chmodSync(dir, 0o755);
  if ('uid' in account)
    [dir, list, settings].forEach((path) => chownSync(path, account.uid, account.gid));
  const child = spawn(file, ['-q', settings], { env, stdio: 'ignore', cwd: '/', ...account });
  const ended = new Promise((resolve) => child.once('exit', resolve).once('error', resolve));
  for (let left = 100; left > 0 && !(await accepts(port)); left -= 1) await sleep(50);
  return {
    port,
    async stop() {
      child.kill('SIGKILL');
      await ended;
      rmSync(dir, { recursive: true });
    },
  };
}

const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
