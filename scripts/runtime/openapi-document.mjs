// Builds the OpenAPI document from the sources without a running gateway.
import { build } from 'esbuild';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from './paths.mjs';

/**
 * @typedef {{ $ref: string }} Reference a reference to a shared component
 * @typedef {{ $ref?: string, properties?: Record<string, any>, [word: string]: any }} Schema
 * @typedef {{ operationId: string, tags: string[], summary: string, description?: string,
 *   'x-environment'?: string, parameters?: any[], requestBody?: any, responses: Record<string, any> }} Operation
 */

/**
 * The shared components of the OpenAPI document.
 * @typedef {object} Components
 * @property {Record<string, Schema>} schemas
 * @property {Record<string, any>} parameters
 * @property {Record<string, any>} responses
 */

/**
 * The OpenAPI document.
 * @typedef {object} Document
 * @property {{ url: string }[]} servers
 * @property {{ name: string, 'x-displayName'?: string }[]} tags
 * @property {Record<string, Record<string, Operation>>} paths
 * @property {Record<string, Record<string, Operation>>} webhooks
 * @property {Components} components
 */

/** The server address in an OpenAPI document that is built without a deployment. */
export const exampleUrl = 'https://timbre.example';

/** @returns {Promise<Document>} */
export async function openApiDocument() {
  // The bundle is written to this folder, because Node finds the packages of the gateway from here.
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
 * Bundles the workspace packages from their sources, so that no build is needed. The bundle contains only the
 * code that the document uses: no database and no gRPC.
 * @type {import('esbuild').Plugin}
 */
const fromSources = {
  name: 'from sources',
  setup({ onResolve, resolve }) {
    onResolve({ filter: /^@timbre\/\w+$/ }, ({ path }) => ({
      path: join(root, 'packages', path.slice('@timbre/'.length), 'src/index.ts'),
      sideEffects: false,
    }));
    // The path of this package.json is resolved at run time, because the code uses the path to find the data of
    // the package.
    onResolve({ filter: /^@timbre\/.*package\.json$/ }, ({ path }) => ({ path, external: true }));
    onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, pluginData }) => {
      if (pluginData === 'resolved') return undefined;
      const found = await resolve(path, { kind, resolveDir, pluginData: 'resolved' });
      return { ...found, sideEffects: false };
    });
  },
};
