import { parseArgs } from 'node:util';
import { topUpWallet } from '../operations/top-up-wallet';
import { asOperator } from './operator';

const options = {
  organization: { type: 'string' },
  'amount-minor': { type: 'string' },
  reference: { type: 'string' },
} as const;

/**
 * `main.js wallet-top-up --organization ID --amount-minor CENTS [--reference TEXT]`.
 * @returns what to print
 */
export async function runTopUp(databaseUrl: string, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options });
  const balanceMinor = await asOperator(databaseUrl, {}, (runtime) =>
    topUpWallet(runtime, {
      organizationId: values.organization ?? '',
      amountMinor: Number(values['amount-minor']),
      reference: values.reference,
    }),
  );
  return JSON.stringify({ organizationId: values.organization, balanceMinor });
}
