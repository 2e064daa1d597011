import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * Runs TypeScript, with imports relative to `folder`, in a separate process that kills itself at a
 * failpoint, as a power failure would. The promise resolves to the signal that ended the process.
 */
export function runUntilKilled(
  folder: string,
  source: string,
  env: Record<string, string>,
): Promise<NodeJS.Signals | null> {
  const outfile = join(mkdtempSync(join(tmpdir(), 'timbre-crash-')), 'main.js');
  buildSync({
    stdin: { contents: source, resolveDir: folder, loader: 'ts' },
    bundle: true,
    platform: 'node',
    external: ['pg-native'],
    outfile,
  });
  return new Promise((resolve, reject) => {
    // The bundle is outside of the packages, so it finds their data files through this path.
    const NODE_PATH = join(__dirname, '..', 'node_modules');
    const options = { env: { ...process.env, NODE_PATH, ...env }, timeout: 50_000 };
    const child = execFile(process.execPath, [outfile], options, (error, _, stderr) => {
      if (child.killed) reject(new Error(`never reached the failpoint: ${stderr}`));
      else if (error && child.signalCode === null) reject(new Error(stderr));
      else resolve(child.signalCode);
    });
  });
}
