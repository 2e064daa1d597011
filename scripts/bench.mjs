// `npm run bench [-- names]`: runs the benches in test/load, which print each figure as a ratio and as a
// line of JSON.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { toolEnvironment } from './runtime/command.mjs';
import { root } from './runtime/paths.mjs';
import { runScript, setUp } from './setup.mjs';

/** @param {string[]} args the names of the benches to run; an empty list means all benches */
async function bench(args) {
  await setUp();
  const main = join(root, 'test', 'load', 'main.mjs');
  const options = /** @type {const} */ ({ cwd: root, env: toolEnvironment(), stdio: 'inherit' });
  // The benches import a TypeScript file of the tests. Node can run the file directly, but would warn about
  // its missing module type.
  const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
  const child = spawn(process.execPath, [quiet, main, ...args], options);
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) {
    process.on(signal, () => child.kill(signal));
  }
  const [code] = await once(child, 'exit');
  return code ?? 1;
}

await runScript(import.meta.url, bench);
