import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { settleStamp } from '../operations/settle-stamp';
import { asOperator } from './operator';

const options = {
  organization: { type: 'string' },
  document: { type: 'string' },
  xml: { type: 'string' },
  'not-stamped': { type: 'boolean' },
} as const;

/**
 * `main.js settle-stamp --organization ID --document REF --xml FILE | --not-stamped`.
 * @returns what to print
 */
export async function runSettleStamp(databaseUrl: string, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options });
  const { xml: file, 'not-stamped': isNotStamped = false } = values;
  if ((file === undefined) !== isNotStamped) throw new Error('Give either --xml or --not-stamped.');
  const state = await asOperator(databaseUrl, {}, (runtime) =>
    settleStamp(runtime, {
      organizationId: values.organization ?? '',
      documentId: (values.document ?? '').replace(/^(cfdi|withholding):/, ''),
      stampedXml: file === undefined ? undefined : readFileSync(file, 'utf8'),
    }),
  );
  return JSON.stringify({ document: values.document, state });
}
