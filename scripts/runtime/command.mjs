// Runs a program to its end and collects its output, which is shown only if the program fails.
import { spawn } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { binDir, cacheDir, root } from './paths.mjs';

/** An error that the user can correct. The error is printed as a sentence, without a stack trace. */
export class SetupError extends Error {}

/** Returns the environment variables for the project's programs, with the pinned tools first on PATH. */
export function toolEnvironment() {
  const { NODE_ENV: _, ...environment } = process.env;
  return {
    ...environment,
    PATH: `${binDir}${delimiter}${process.env.PATH ?? ''}`,
    // Node caches compiled code between starts, which halves the start time of a process.
    NODE_COMPILE_CACHE: join(cacheDir, 'compiled'),
  };
}

/**
 * @typedef {import('node:child_process').SpawnOptions & { onLine?: (line: string) => void, input?: string | undefined }} RunOptions
 *
 * The option `input` is the text for standard input; if it is absent, standard input is closed.
 */

/**
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<string>} standard output
 * @throws {SetupError} if the command fails, with its name and the end of its output
 */
export async function run(command, args, { onLine, ...options } = {}) {
  const { code, stdout, output } = await attempt(command, args, { ...options, onLine });
  if (code === 0) return stdout;
  const said = output.trim().split('\n').slice(-30).join('\n');
  throw new SetupError(`\`${command} ${args.join(' ')}\` failed (${code}):\n${said}`);
}

/**
 * Runs a command like `run`, but returns a failure: the exit code, or 127 if the program does not exist.
 * @param {string} command
 * @param {string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number | string, stdout: string, output: string }>}
 */
export function attempt(command, args, { onLine, input, ...options } = {}) {
  return new Promise((resolve) => {
    const child = spawn(command, args, {
      cwd: root,
      env: toolEnvironment(),
      stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
      ...options,
    });
    child.stdin?.end(input);
    let stdout = '';
    let output = '';
    const take = (/** @type {Buffer} */ chunk) => {
      output += chunk;
      for (const line of String(chunk).split('\n')) if (line.trim()) onLine?.(line.trim());
    };
    child.stdout?.on('data', (chunk) => (stdout += chunk)).on('data', take);
    child.stderr?.on('data', take);
    child.on('error', (error) => resolve({ code: 127, stdout, output: error.message }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 1, stdout, output }));
  });
}
