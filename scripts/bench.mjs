// `npm run bench [-- names]`: runs test/load, which prints each figure as a ratio and a JSON line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { run, SetupError, toolEnvironment } from './runtime/command.mjs';
import { root } from './runtime/paths.mjs';
import { serveTestServers } from './runtime/test-servers.mjs';
import { runScript, setUp } from './setup.mjs';

const source = join(root, 'test', 'load', 'main.ts');
const bundle = join(root, 'test', 'dist', 'load.js');

/** @param {string[]} args names of the benches to run; all without */
async function bench(args) {
  await setUp();
  if (!existsSync(source)) throw new SetupError(`There are no benches: ${source} is missing.`);
  const options = ['--bundle', '--platform=node', '--packages=external', '--log-level=warning'];
  await run('esbuild', [source, ...options, `--outfile=${bundle}`]);
  const servers = await serveTestServers();
  try {
    const env = { ...toolEnvironment(), TIMBRE_TEST_SERVERS: servers.url };
    const child = spawn(process.execPath, [bundle, ...args], { cwd: root, env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    await servers.stop();
  }
}

await runScript(import.meta.url, bench);
