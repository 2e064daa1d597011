import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs'; // prettier-ignore
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** `npm start` in a clone. */
export interface RunningClone {
  /** Resolves when the output of `npm start` contains these words. */
  says(words: string): Promise<void>;
  /** The output of `npm start` so far. */
  said(): string;
  /** Returns the demo organization's access, which is read from the clone's file. */
  demo(): { baseUrl: string; apiKey: string };
  /** Returns the process id of one of the clone's processes. */
  pidOf(name: string): number;
  signal(signal: NodeJS.Signals): void;
  /** The exit status of `npm start`. */
  ended: Promise<number | null>;
}

/**
 * Makes another clone of the project, with its own state. The clone shares packages and built files, so that
 * it starts at once.
 */
export function makeClone() {
  const dir = mkdtempSync(join(tmpdir(), 'timbre-clone-'));
  // All users may read the folder, because PostgreSQL runs under another account than root.
  chmodSync(dir, 0o755);
  for (const name of readdirSync(root)) {
    if (['.git', '.timbre', 'scripts'].includes(name)) continue;
    symlinkSync(join(root, name), join(dir, name));
  }
  // The scripts are copied instead of linked, because they find the folder of their clone by their
  // own path.
  cpSync(join(root, 'scripts'), join(dir, 'scripts'), { recursive: true });
  mkdirSync(join(dir, '.timbre'));
  symlinkSync(join(root, '.timbre', 'cache'), join(dir, '.timbre', 'cache'));
  return {
    /** The folder of the demo's files. */
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
