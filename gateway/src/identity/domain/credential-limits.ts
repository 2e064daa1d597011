import type { ActionKind, credentialLimitsInput } from '@timbre/api';
import { Decimal, type Issue } from '@timbre/fiscal';
import type { z } from 'zod';

/**
 * The limits of a credential, which apply within its permissions. Amounts are pesos in decimal
 * notation.
 */
export interface CredentialLimits {
  documentAmountMax?: string;
  dayAmountMax?: string;
  kinds?: ActionKind[];
  receivers?: string[];
  dryRun?: true;
  requiresApproval?: true;
}

type Asked = z.output<typeof credentialLimitsInput>;

const amounts = ['documentAmountMax', 'dayAmountMax'] as const;
const lists = ['kinds', 'receivers'] as const;
const switches = ['dryRun', 'requiresApproval'] as const;

/**
 * Returns the limits of a new credential that its parent credential creates. If the request does
 * not set a limit, the parent's limit applies.
 * @returns undefined if the credential has no limits
 */
export function limitsOf(
  asked: Asked | undefined,
  held: CredentialLimits | undefined,
): CredentialLimits | undefined {
  const own = (asked ?? {}) as CredentialLimits;
  const limits: CredentialLimits = {};
  for (const name of amounts) {
    const max = own[name] ?? held?.[name];
    if (max !== undefined) limits[name] = max;
  }
  const { kinds = held?.kinds, receivers = held?.receivers } = own;
  if (kinds) limits.kinds = [...new Set(kinds)];
  if (receivers) limits.receivers = [...new Set(receivers)];
  for (const name of switches) {
    if (own[name] || held?.[name]) limits[name] = true;
  }
  return Object.keys(limits).length > 0 ? limits : undefined;
}

/**
 * Returns an issue for each requested limit that allows more than the parent's limit.
 *
 * - limit_not_held: A credential cannot give another credential wider limits than its own.
 */
export function limitIssues(asked: Asked | undefined, held: CredentialLimits | undefined): Issue[] {
  if (!asked || !held) return [];
  const wide: (string | number)[][] = [];
  for (const name of amounts) {
    const [own, most] = [asked[name], held[name]];
    if (own !== undefined && most !== undefined && isMore(own, most)) wide.push([name]);
  }
  for (const name of lists) {
    const most: readonly string[] | undefined = held[name];
    asked[name]?.forEach((one, index) => {
      if (most && !most.includes(one)) wide.push([name, index]);
    });
  }
  for (const name of switches) {
    if (asked[name] === false && held[name]) wide.push([name]);
  }
  return wide.map((path) => ({
    path: ['limits', ...path],
    code: 'limit_not_held',
    message: 'This credential cannot pass on more than its own limits allow.',
  }));
}

const isMore = (one: string, other: string): boolean =>
  Decimal.from(one).greaterThan(Decimal.from(other));

/** Whether the first limits allow at most as much as the second limits. */
export function isWithinLimits(
  limits: CredentialLimits | undefined,
  others: CredentialLimits | undefined,
): boolean {
  if (!others) return true;
  if (!limits) return false;
  return (
    amounts.every((name) => {
      const [own, most] = [limits[name], others[name]];
      return most === undefined || (own !== undefined && !isMore(own, most));
    }) &&
    lists.every((name) => {
      const [own, most]: (readonly string[] | undefined)[] = [limits[name], others[name]];
      return !most || (own !== undefined && own.every((one) => most.includes(one)));
    }) &&
    switches.every((name) => !others[name] || limits[name])
  );
}
