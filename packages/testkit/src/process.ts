import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const root = join(__dirname, '..', '..', '..');

// An interrupted test run must not leave services running.
const running = new Set<ChildProcess>();
process.once('exit', () => running.forEach((child) => child.kill('SIGKILL')));

/**
 * The environment variables of the tests that a built process needs. With the compile cache of Node, a
 * process starts in half the time.
 */
export const bareEnvironment = () => ({
  PATH: process.env.PATH,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
});

export interface TestProcess {
  pid: number;
  /** Returns the standard output and error so far. */
  output(): string;
  /** Sends SIGTERM, as Kubernetes does, and waits for the end. The promise resolves to the exit code. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, which has the effect of a power failure. */
  kill(): Promise<void>;
  /** Suspends the process until `thaw` is called, without closing its connections. */
  freeze(): void;
  thaw(): void;
}

/**
 * Starts a built process. For example, `startProcess('services/commerce', env)` runs the file
 * `dist/main.js` of commerce with exactly this environment, and waits until `GET <readyUrl>` returns 200.
 * @throws Error with the output of the process if the process ends, or if it is not ready after 30 s
 */
export async function startProcess(
  folder: string,
  env: Record<string, string>,
  readyUrl: string,
  args: string[] = [],
): Promise<TestProcess> {
  const main = join(root, folder, 'dist', 'main.js');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...bareEnvironment(), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const exited = once(child, 'exit');
  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  const end = async (signal: NodeJS.Signals) => {
    if (!hasExited()) child.kill(signal);
    await exited;
  };
  running.add(child);
  child.once('exit', () => running.delete(child));
  const deadline = Date.now() + 90_000;
  while (!(await isReady(readyUrl))) {
    if (hasExited() || Date.now() > deadline) {
      await end('SIGKILL');
      throw new Error(`${folder} did not become ready:\n${output}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    pid: child.pid as number,
    output: () => output,
    async stop() {
      await end('SIGTERM');
      return child.exitCode;
    },
    kill: () => end('SIGKILL'),
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(5_000) })).status === 200;
  } catch {
    // A failed probe means that the process is not ready yet, so the probe is repeated.
    return false;
  }
}
