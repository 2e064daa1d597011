import { spawn, spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { basename, extname, join } from 'node:path';

const root = join(__dirname, '..', '..');
const examples = join(root, 'examples');
/** The Python client, which a reader would install. */
const pythonClient = join(root, 'clients', 'python');

/** The interpreters of the programs in `examples/`, keyed by the name of the folder. */
const interpreters: Record<string, string> = {
  typescript: process.execPath,
  curl: 'sh',
  python: 'python3',
  php: 'php',
};
export const languages = Object.keys(interpreters);

/**
 * Returns the program that is needed for a language and missing on this machine; undefined if there
 * is none.
 */
export function missingFor(language: string): string | undefined {
  const needed = language === 'curl' ? ['curl', 'node'] : [interpreters[language] ?? ''];
  const missing = needed.find((program) => spawnSync(program, ['--version']).error !== undefined);
  if (missing || language !== 'python') return missing;
  const isOld = 'import sys; sys.exit(sys.version_info < (3, 11))';
  return spawnSync('python3', ['-c', isOld]).status === 0 ? undefined : 'Python 3.11';
}

/**
 * Runs the tests of the Python client.
 * @returns the exit status and the output
 */
export const runPythonTests = () =>
  spawnSync('python3', ['-m', 'unittest', 'discover', 'tests'], {
    cwd: pythonClient,
    env: { ...process.env, ...pythonEnvironment },
    encoding: 'utf8',
  });

/** Without the first variable Python would write its compiled modules beside the sources. */
const pythonEnvironment = { PYTHONDONTWRITEBYTECODE: '1', PYTHONPATH: pythonClient };

/** Returns the jobs in a folder, without files of shared functions. */
export const jobsOf = (language: string) =>
  globSync('*.{ts,sh,py,php}', { cwd: join(examples, language) })
    .map((file) => basename(file, extname(file)))
    .filter((name) => name !== 'timbre')
    .sort();

interface Run {
  language: string;
  job: string;
  args?: string[];
  env: Record<string, string>;
  cwd: string;
  input?: string;
}

/**
 * Runs a job as its reader would.
 * @returns the exit status, the output and the error output
 */
export async function run({ language, job, args = [], env, cwd, input = '' }: Run) {
  const [file = ''] = globSync(`${language}/${job}.*`, { cwd: examples });
  const child = spawn(interpreters[language] ?? '', [join(examples, file), ...args], {
    cwd,
    env: { ...process.env, ...pythonEnvironment, ...env },
  });
  let [printed, said] = ['', ''];
  child.stdout.on('data', (part: Buffer) => (printed += part.toString()));
  child.stderr.on('data', (part: Buffer) => (said += part.toString()));
  child.stdin.end(input);
  const status = await new Promise<number | null>((resolve) => child.on('close', resolve));
  return { status, printed, said };
}
