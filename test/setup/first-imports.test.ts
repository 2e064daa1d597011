import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = join(__dirname, '..', '..');
const staticImport = /^(?:import|export)\s(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm;

/**
 * Returns the packages that a script loads before its first line runs, keyed by the importing file.
 */
function packagesOf(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const names = [...readFileSync(file, 'utf8').matchAll(staticImport)].map(([, name]) => name!);
  return names.flatMap((name) => {
    if (name.startsWith('node:')) return [];
    if (name.startsWith('.')) return packagesOf(join(dirname(file), name), seen);
    return [`${relative(root, file)} imports ${name}`];
  });
}

it.each(['start', 'test', 'check', 'timbre'])(
  'scripts/%s.mjs starts on a clone without packages, with any Node',
  (name) => {
    const seen = new Set<string>();
    expect(packagesOf(join(root, 'scripts', `${name}.mjs`), seen)).toEqual([]);
    expect(seen.size).toBeGreaterThan(3);
  },
);
