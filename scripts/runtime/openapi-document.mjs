// The API's description as the sources say it, without a running gateway.
import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {{ $ref: string }} Reference
 * @typedef {{ $ref?: string, properties?: Record<string, any>, [word: string]: any }} Schema
 * @typedef {{ operationId: string, tags: string[], summary: string, description?: string,
 *   parameters?: any[], requestBody?: any, responses: Record<string, any> }} Operation
 * @typedef {{ servers: { url: string }[], tags: { name: string, 'x-displayName'?: string }[],
 *   paths: Record<string, Record<string, Operation>>,
 *   webhooks: Record<string, Record<string, Operation>>,
 *   components: { schemas: Record<string, Schema>, parameters: Record<string, any>,
 *     responses: Record<string, any> } }} Document
 */

/** The address of a deployment in documents that belong to none. */
export const exampleUrl = 'https://timbre.example';

/** @returns {Promise<Document>} */
export async function openApiDocument() {
  // From here Node finds the packages of the gateway.
  const outfile = join(root, 'gateway/node_modules/.cache/openapi-document.cjs');
  await build({
    stdin: {
      contents: `
        import { openApiDocument } from './openapi/document';
        import { operations } from './operations';
        export const document = openApiDocument(operations, '${exampleUrl}');`,
      resolveDir: join(root, 'gateway/src/edge'),
      loader: 'ts',
    },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node24',
    plugins: [fromSources],
    logLevel: 'error',
  });
  const require = createRequire(import.meta.url);
  return JSON.parse(JSON.stringify(require(outfile).document));
}

/**
 * Takes our packages from their sources, so that nothing need be built, and of them only what the description
 * uses: no database, no gRPC.
 * @type {import('esbuild').Plugin}
 */
const fromSources = {
  name: 'from sources',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@timbre\/\w+$/ }, ({ path }) => ({
      path: join(root, 'packages', path.slice('@timbre/'.length), 'src/index.ts'),
      sideEffects: false,
    }));
    // Found at run time: where a package has its data.
    onResolve({ filter: /^@timbre\/.*package\.json$/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: 'resolved' });
      return { ...found, sideEffects: false };
    });
  },
};
