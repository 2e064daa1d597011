// `npm run bench [-- names]`: the figures of docs/performance, each as a ratio and a JSON line.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { SetupError, toolEnvironment } from './runtime/command.mjs';
import { root } from './runtime/paths.mjs';
import { serveTestServers } from './runtime/test-servers.mjs';
import { runScript, setUp } from './setup.mjs';

/** @param {string[]} args names of the benches to run; all without */
async function bench(args) {
  await setUp();
  const main = join(root, 'test', 'load', 'main.mjs');
  if (!existsSync(main)) throw new SetupError(`There are no benches: ${main} is missing.`);
  const servers = await serveTestServers();
  try {
    const env = { ...toolEnvironment(), TIMBRE_TEST_SERVERS: servers.url };
    const child = spawn(process.execPath, [main, ...args], { cwd: root, env, stdio: 'inherit' });
    const [code] = await once(child, 'exit');
    return code ?? 1;
  } finally {
    await servers.stop();
  }
}

await runScript(import.meta.url, bench);
