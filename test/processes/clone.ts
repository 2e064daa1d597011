import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** A running `npm start` in a clone of the repository. */
export interface RunningClone {
  /** Resolves when the output of `npm start` contains this text. */
  says(words: string): Promise<void>;
  /** Returns the output of `npm start` so far. */
  said(): string;
  /** Returns the access data of the demo organization from the file of the clone. */
  demo(): { baseUrl: string; apiKey: string };
  /** Returns the process id of one of the clone's processes. */
  pidOf(name: string): number;
  signal(signal: NodeJS.Signals): void;
  /** Resolves with the exit status of `npm start` when it ends. */
  ended: Promise<number | null>;
}

/**
 * Creates another clone of the project with its own state. The clone shares packages and build output, so
 * that it starts quickly.
 */
export function makeClone() {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-clone-'));
  // All users may read the folder, because PostgreSQL does not run as root.
  chmodSync(dir, 0o755);
  for (const name of readdirSync(root)) {
    if (['.git', '.timbre', 'scripts'].includes(name)) continue;
    symlinkSync(join(root, name), join(dir, name));
  }
  // The scripts are copied instead of linked, because they find the folder of their clone by their own
  // path.
  cpSync(join(root, 'scripts'), join(dir, 'scripts'), { recursive: true });
  mkdirSync(join(dir, '.timbre'));
  symlinkSync(join(root, '.timbre', 'cache'), join(dir, '.timbre', 'cache'));
  return {
    /** The folder of the demo's generated files. */
    files: join(dir, '.timbre', 'demo'),
    start: (env: Record<string, string> = {}, args: string[] = []) => start(dir, env, args),
    remove: () => rmSync(dir, { recursive: true, force: true }),
  };
}

function start(dir: string, env: Record<string, string>, args: string[]): RunningClone {
  const child = spawn(process.execPath, [join('scripts', 'start.mjs'), ...args], {
    cwd: dir,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let listeners: (() => void)[] = [];
  const hear = (chunk: Buffer) => {
    output += String(chunk);
    for (const listener of listeners) listener();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close').then(([code]) => code as number | null);
  const says = (words: string) =>
    new Promise<void>((resolve, reject) => {
      const look = () => output.includes(words) && resolve();
      listeners = [...listeners, look];
      void ended.then(() => reject(new Error(`it ended without "${words}":\n${output}`)));
      look();
    });
  const file = (...path: string[]) => readFileSync(join(dir, '.timbre', ...path), 'utf8');
  return {
    says,
    said: () => output,
    demo: () => JSON.parse(file('demo.json')) as { baseUrl: string; apiKey: string },
    pidOf: (name) => Number(file('run', name)),
    signal: (signal) => void child.kill(signal),
    ended,
  };
}
