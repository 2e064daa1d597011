import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  lstatSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toolEnvironment } from '../../scripts/runtime/command.mjs';
import { root } from './helm';

/** Returns the step of the Dockerfile that creates /out, the files of the image, as a shell command. */
function installStep(): string {
  const dockerfile = readFileSync(join(root, 'Dockerfile'), 'utf8');
  const step = /^RUN (set -eu;[^]*?[^\\])\n(?=\n|[A-Z#])/m.exec(dockerfile)![1]!;
  return step.replaceAll('\\\n', ' ');
}

/**
 * Runs the build of the image outside Docker, with the packages that are already installed. pnpm contacts the
 * registry only for data that its checks need and that is not cached.
 * @returns the folder that corresponds to /out
 */
export function installForProduction(): string {
  const out = mkdtempSync(join(tmpdir(), 'timbre-out-'));
  chmodSync(out, 0o755);
  const script = installStep()
    .replaceAll('/out', out)
    // pnpm must copy the packages: with hard links, the later steps would change the packages of this clone.
    .replace('install --offline', 'install --prefer-offline --package-import-method=copy');
  const env = { ...toolEnvironment(), CI: 'true', SOURCE_DATE_EPOCH: '86400' };
  execFileSync('sh', ['-c', script], { cwd: root, env, stdio: 'pipe', timeout: 540_000 });
  return out;
}

const filesOf = (folder: string) =>
  readdirSync(folder, { encoding: 'utf8', recursive: true })
    .sort()
    .map((name) => ({ name, stat: lstatSync(join(folder, name)) }));

/** Returns a digest of the names, links and contents in a folder. */
export function digestOf(folder: string): string {
  const hash = createHash('sha256');
  for (const { name, stat } of filesOf(folder)) {
    hash.update(`${name}\n${stat.mode}\n${Math.floor(stat.mtimeMs)}\n`);
    if (stat.isSymbolicLink()) hash.update(readlinkSync(join(folder, name)));
    else if (stat.isFile()) hash.update(readFileSync(join(folder, name)));
  }
  return hash.digest('hex');
}
