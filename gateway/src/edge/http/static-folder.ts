import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, extname, join } from 'node:path';
import { staticBody, type StaticBody } from './static-body';

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.md': 'text/markdown; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.png': 'image/png',
};

export interface StaticFolder {
  has(name: string): boolean;
  /** @param status is the status of the response with the file */
  answer(name: string, status?: number): StaticBody;
  /** Returns the text of a file, for pages whose content is different in each response. */
  read(name: string): string;
}

/**
 * Opens a folder of files that the build wrote to `dist`. Each file is read from disk when it is
 * requested for the first time.
 * @throws Error if the folder has no index.html because the build did not run
 */
export function staticFolder(folder: string): StaticFolder {
  const root = join(dirname(require.resolve('@timbre/gateway/package.json')), 'dist', folder);
  if (!existsSync(join(root, 'index.html'))) throw new Error(`dist/${folder} is not built`);
  const names = globSync('**/*', { cwd: root, exclude: (name) => name.endsWith('.map') });
  const files = new Set(names.filter((name) => extname(name) !== ''));
  const bodies = new Map<string, StaticBody>();
  return {
    has: (name) => files.has(name),
    read: (name) => readFileSync(join(root, name), 'utf8'),
    answer(name, status) {
      const known = bodies.get(name);
      if (known) return known;
      const type = types[extname(name)] ?? 'application/octet-stream';
      const body = staticBody(type, readFileSync(join(root, name)), cacheControlOf(name), status);
      bodies.set(name, body);
      return body;
    },
  };
}

/** Files in `assets` may be cached forever, because their names contain a hash of the content. */
const cacheControlOf = (name: string): string =>
  name.startsWith('assets/') ? 'public, max-age=31536000, immutable' : 'no-cache';
