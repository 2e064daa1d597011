import { parseArgs } from 'node:util';
import { createRun, invalid, isIdentifier, type Runtime } from '@timbre/kit';
import { addressOf } from '../domain/files/delivery';
import { unsuppress } from '../store/files/deliveries';

const options = { organization: { type: 'string' }, address: { type: 'string' } } as const;

/**
 * Runs the command `/app/start fiscal-cfdi forget-suppression --organization ID --address ADDRESS`.
 * @returns the text that the command prints
 */
export async function runForgetSuppression(runtime: Runtime, args: string[]): Promise<string> {
  const { organization = '', address = '' } = parseArgs({ args, options }).values;
  const wasSuppressed = await forgetSuppression(runtime, organization, address);
  return JSON.stringify({ organizationId: organization, address, wasSuppressed });
}

/**
 * Removes an address from the suppression list, for example when the mailbox was created after the first
 * mail was refused. The command fails with validation_error for an invalid identifier.
 * - identifier_invalid: the text is not the identifier of an organization
 * @returns true if the address was on the suppression list
 */
function forgetSuppression(
  runtime: Runtime,
  organizationId: string,
  address: string,
): Promise<boolean> {
  if (!isIdentifier(organizationId)) {
    const message = 'Not the identifier of an organization.';
    throw invalid([{ path: ['organization'], code: 'identifier_invalid', message }]);
  }
  const context = {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `forget-suppression_${runtime.newId()}`,
    deadlineMs: runtime.now().getTime() + 60_000,
  };
  return createRun(runtime, context).step((tx) => unsuppress(tx, addressOf(address)));
}
