import { parseArgs } from 'node:util';
import { conflict, createRun, invalid, isIdentifier, type Issue, type Runtime } from '@timbre/kit';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { hasReference, topUp } from '../store/wallet';

const options = {
  organization: { type: 'string' },
  'amount-minor': { type: 'string' },
  reference: { type: 'string' },
} as const;

/**
 * Runs the command `/app/start fiscal-cfdi wallet-top-up --organization ID --amount-minor CENTS [--reference TEXT]`.
 * @returns the text that the command prints
 */
export async function runTopUp(runtime: Runtime, args: string[]): Promise<string> {
  const { values } = parseArgs({ args, options });
  const balanceMinor = await topUpWallet(runtime, {
    organizationId: values.organization ?? '',
    amountMinor: Number(values['amount-minor']),
    reference: values.reference,
  });
  return JSON.stringify({ organizationId: values.organization, balanceMinor });
}

export interface TopUp {
  organizationId: string;
  amountMinor: number;
  /**
   * The operator's reference for the payment, such as a bank reference. A second top-up with the
   * same reference is refused.
   */
  reference?: string | undefined;
}

/** The limit is ten million pesos; a larger amount is probably a typing error. */
const amountMinorMax = 1_000_000_000;

/**
 * Adds prepaid money to an organization's balance. Only operators run this command; clients have no access.
 * The command refuses an invalid amount with validation_error, a reference that was used before with
 * conflict reference_used, and an unknown organization with conflict organization_unknown, which prevents a
 * payment to a mistyped identifier.
 * @returns the new balance in cents
 */
export function topUpWallet(
  runtime: Runtime,
  { organizationId, amountMinor, reference }: TopUp,
): Promise<number> {
  const issues = faultsOf(organizationId, amountMinor);
  if (issues.length > 0) throw invalid(issues);
  const run = createRun(runtime, {
    organizationId,
    environment: runtime.environment,
    actor: 'operator',
    permissions: [],
    requestId: `top-up_${runtime.newId()}`,
    deadlineMs: runtime.now().getTime() + 60_000,
  });
  return run.step(async (tx) => {
    if (!(await tx.findBy(FiscalProfile, {})))
      throw conflict(
        'No organization with a fiscal profile has this identifier.',
        'organization_unknown',
      );
    if (reference !== undefined && (await hasReference(tx, reference)))
      throw conflict('Another top-up already has this reference.', 'reference_used');
    return topUp(tx, { amountMinor, reference });
  });
}

function faultsOf(organizationId: string, amountMinor: number): Issue[] {
  const isAmount =
    Number.isInteger(amountMinor) && amountMinor > 0 && amountMinor <= amountMinorMax;
  const fault = (name: string, message: string) => ({
    path: [name],
    code: 'invalid_value',
    message,
  });
  return [
    ...(isIdentifier(organizationId) ? [] : [fault('organization', 'Not an identifier.')]),
    ...(isAmount
      ? []
      : [
          fault('amount-minor', 'The amount must be a whole number of cents from 1 to 1000000000.'),
        ]),
  ];
}
