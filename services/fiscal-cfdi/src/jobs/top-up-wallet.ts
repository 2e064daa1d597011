import { parseArgs } from 'node:util';
import { createLogger, openDatabase, runtimeOf } from '@timbre/kit';
import { topUpWallet } from '../operations/top-up-wallet';
import { constraints } from '../store/constraints';
import { entities } from '../store/entities';

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
  const name = 'fiscal-cfdi-top-up';
  const logger = createLogger(name, 'warn');
  const database = await openDatabase({ url: databaseUrl, entities, poolSize: 1, name, logger });
  const eventsLeft = () => undefined;
  const environment = 'production';
  const runtime = runtimeOf({
    environment,
    database,
    providers: {},
    constraints,
    eventsLeft,
    logger,
  });
  try {
    const balanceMinor = await topUpWallet(runtime, {
      organizationId: values.organization ?? '',
      amountMinor: Number(values['amount-minor']),
      reference: values.reference,
    });
    return JSON.stringify({ organizationId: values.organization, balanceMinor });
  } finally {
    await database.close();
  }
}
