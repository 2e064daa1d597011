import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commandOf, spawnGuarded } from '../../scripts/runtime/children.mjs';

const children = join(__dirname, '..', '..', 'scripts', 'runtime', 'children.mjs');

/** A program that starts a guarded child process, prints the process id and waits. */
function startParent(temporaryDir: string, childIgnores: string) {
  const script = `
    const { spawnGuarded } = await import(${JSON.stringify(children)});
    const args = ['-c', 'trap "" ${childIgnores}; while true; do sleep 0.1; done', 'guarded'];
    const options = { stdio: 'ignore', temporaryDir: ${JSON.stringify(temporaryDir)},
      stopTimeoutMs: 200 };
    process.stdout.write(String(spawnGuarded('sh', args, options).child.pid));
    setInterval(() => {}, 1000);`;
  const stdio: ['ignore', 'pipe', 'inherit'] = ['ignore', 'pipe', 'inherit'];
  const parent = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio });
  const childPid = new Promise<number>((resolve) =>
    parent.stdout.once('data', (pid) => resolve(Number(pid))),
  );
  return { parent, childPid };
}

async function until(condition: () => boolean): Promise<void> {
  while (!condition()) await new Promise((resolve) => setTimeout(resolve, 20));
}

describe('a guarded child', () => {
  it('a guarded child process ends when its parent is killed, and its temporary folder is deleted', async () => {
    const temporaryDir = mkdtempSync(join(tmpdir(), 'timbre-guarded-'));
    const { parent, childPid } = startParent(temporaryDir, 'HUP');
    const pid = await childPid;
    expect(commandOf(pid)).toContain('guarded');
    parent.kill('SIGKILL');
    await until(() => commandOf(pid) === '');
    await until(() => !existsSync(temporaryDir));
  });

  it('a guarded child process is killed if it ignores the signal', async () => {
    const { parent, childPid } = startParent('', 'TERM');
    const pid = await childPid;
    parent.kill('SIGKILL');
    await until(() => commandOf(pid) === '');
  });

  it('a guarded child process is stopped with its configured signal', async () => {
    const script = 'trap "exit 7" INT; echo listens; while true; do sleep 0.05; done';
    const { child, stop } = spawnGuarded('sh', ['-c', script], { stopSignal: 'SIGINT' });
    await once(child.stdout!, 'data');
    await stop();
    expect(child.exitCode).toBe(7);
  });

  it('a guarded child process that cannot start does not crash its parent', async () => {
    const { child, stop } = spawnGuarded('/no/such/program', []);
    expect(child.pid).toBeUndefined();
    await stop();
  });
});
