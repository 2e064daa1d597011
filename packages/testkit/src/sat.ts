import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The SAT's published files lie beside the project: they are not part of the product. */
const folder = join(__dirname, '..', '..', '..', '..', 'shared', 'sat');

const isPossibleBy = (tool: string): boolean =>
  existsSync(folder) && spawnSync(tool, ['--version']).status === 0;

/**
 * Whether documents can be validated against the SAT's schemas here; the tool is not installed
 * everywhere.
 */
export const hasSatSchemas = isPossibleBy('xmllint');

/** Whether the SAT's stylesheets can be applied here. */
export const hasSatStylesheets = isPossibleBy('xsltproc');

/**
 * What xmllint has against a document; nothing where it is valid.
 * @param schema name of a file of the SAT's schemas, without `.xsd`
 */
export function schemaFaults(schema: string, xml: Buffer | string): string {
  const file = join(folder, 'xsd', `${schema}.xsd`);
  return said('xmllint', ['--nonet', '--noout', '--schema', file, '-'], xml).faults;
}

/**
 * The cadena original that a stylesheet of the SAT makes.
 * @param stylesheet its path below the SAT's folder of them
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

function said(tool: string, args: string[], input: Buffer | string) {
  const { status, stdout, stderr, error } = spawnSync(tool, args, {
    input,
    encoding: 'utf8',
    timeout: 60_000,
  });
  return { output: stdout, faults: status === 0 ? '' : stderr || String(error) };
}
