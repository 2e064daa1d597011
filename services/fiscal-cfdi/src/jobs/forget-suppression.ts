import { parseArgs } from 'node:util';
import { forgetSuppression } from '../operations/forget-suppression';
import { asOperator } from './operator';

const options = { organization: { type: 'string' }, address: { type: 'string' } } as const;

/**
 * `main.js forget-suppression --organization ID --address ADDRESS`.
 * @returns what to print
 */
export async function runForgetSuppression(databaseUrl: string, args: string[]): Promise<string> {
  const { organization = '', address = '' } = parseArgs({ args, options }).values;
  const wasSuppressed = await asOperator(databaseUrl, {}, (runtime) =>
    forgetSuppression(runtime, organization, address),
  );
  return JSON.stringify({ organizationId: organization, address, wasSuppressed });
}
