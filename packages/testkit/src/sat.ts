import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The SAT's published files are outside of the project, because they are not part of the product. */
const folder = join(__dirname, '..', '..', '..', '..', 'shared', 'sat');

const isPossibleBy = (tool: string): boolean =>
  existsSync(folder) && spawnSync(tool, ['--version']).status === 0;

/**
 * Whether this machine can validate documents against the SAT's schemas. The tool xmllint is not installed
 * everywhere.
 */
export const hasSatSchemas = isPossibleBy('xmllint');

/** Whether this machine can apply the SAT's stylesheets. */
export const hasSatStylesheets = isPossibleBy('xsltproc');

/**
 * Returns the errors that xmllint reports for a document; empty if the document is valid.
 * @param schema the name of a SAT schema file, without `.xsd`
 */
export function schemaFaults(schema: string, xml: Buffer | string): string {
  return said('xmllint', [...bySchema(schema), '-'], xml).faults;
}

/**
 * Returns the errors that xmllint reports for these documents, keyed by name. Reading the SAT's schemas takes
 * a second, so they are read once for all documents.
 */
export function schemaFaultsOf(schema: string, documents: ReadonlyMap<string, Buffer>): string {
  if (documents.size === 0) return '';
  const dir = mkdtempSync(join(tmpdir(), 'timbre-schema-'));
  try {
    for (const [name, xml] of documents) writeFileSync(join(dir, name), xml);
    const files = [...documents.keys()].map((name) => join(dir, name));
    return said('xmllint', [...bySchema(schema), ...files], '').faults;
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * Returns the namespaces of the documents and complements that a schema file can validate. Some SAT
 * complements have schemas that are missing on this machine.
 */
export const namespacesIn = (schema: string): ReadonlySet<string> =>
  new Set(
    [
      ...readFileSync(join(folder, 'xsd', `${schema}.xsd`), 'utf8').matchAll(
        /namespace="([^"]+)"/g,
      ),
    ].map(([, namespace = '']) => namespace),
  );

const bySchema = (schema: string): string[] => [
  '--nonet',
  '--noout',
  '--schema',
  join(folder, 'xsd', `${schema}.xsd`),
];

/**
 * Returns the cadena original that a SAT stylesheet produces.
 * @param stylesheet the path of the stylesheet below the SAT's folder of stylesheets
 */
export function cadenaByStylesheet(stylesheet: string, xml: Buffer | string): string {
  const { output, faults } = said(
    'xsltproc',
    ['--nonet', join(folder, 'xslt', stylesheet), '-'],
    xml,
  );
  if (faults) throw new Error(faults);
  return output;
}

/**
 * xmllint takes a second to read the schemas and milliseconds to validate a document, but much longer on a
 * busy machine.
 */
const timeoutMs = 600_000;

function said(tool: string, args: string[], input: Buffer | string) {
  const { status, stdout, stderr, error } = spawnSync(tool, args, {
    input,
    encoding: 'utf8',
    timeout: timeoutMs,
    maxBuffer: Infinity,
  });
  // A tool that was stopped has validated only some of its files.
  if (error) throw error;
  return { output: stdout, faults: status === 0 ? '' : stderr };
}
