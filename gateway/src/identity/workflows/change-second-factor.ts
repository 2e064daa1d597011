import { audit, createRun, type Runtime, type Transaction } from '@timbre/kit';
import type { MailKind } from '../domain/mail-words';
import { writeMail } from '../store/mails';
import { endFactor } from '../store/second-factors';
import type { Users } from '../store/users';
import { personContext } from './person-context';

/** The change of a second factor, with the person or operator who makes the change. */
export interface FactorChange {
  /** The user whose second factor changes. */
  userId: string;
  actor: string;
  requestId: string;
}

export interface ChangeParts {
  runtime: Runtime;
  users: Users;
}

/**
 * Removes a second factor. The removal is recorded in the audit trail of the member's
 * organizations, and the member receives a mail. A reset by another person also ends the member's
 * sessions and console tokens, because a thief may have the lost device.
 * @param by is the person who removed the second factor
 * @returns whether the user had a second factor
 */
export const endSecondFactor = (
  parts: ChangeParts,
  change: FactorChange,
  by: 'member' | 'owner' | 'operator',
): Promise<boolean> =>
  recordFactorChange(
    parts,
    change,
    { action: by === 'member' ? 'disabled' : 'reset', mail: 'second_factor_ended', by },
    async (tx) => {
      const isReset = by !== 'member';
      const isEnded = await endFactor(tx, change.userId, isReset);
      if (isEnded && isReset) await parts.users.endConsole(change.userId);
      return isEnded;
    },
  );

interface Recorded {
  action: 'enabled' | 'disabled' | 'reset' | 'codes_renewed';
  mail: Extract<MailKind, `second_factor_${string}`>;
  by?: string;
}

/**
 * Records a change in the audit trail of each of the member's organizations, and queues one mail to
 * the member.
 * @param work makes the change, in the transaction of the first audit record; if it changes
 * nothing, nothing is recorded
 * @returns whether something has changed
 */
export async function recordFactorChange(
  { runtime, users }: ChangeParts,
  { userId, actor, requestId }: FactorChange,
  { action, mail, by }: Recorded,
  work: (tx: Transaction) => Promise<boolean> = () => Promise.resolve(true),
): Promise<boolean> {
  const [memberships, email] = await Promise.all([
    users.membershipsOf(userId),
    users.emailOf(userId),
  ]);
  for (const [index, { organizationId, memberId }] of memberships.entries()) {
    const { environment } = runtime;
    const context = personContext({ organizationId, environment, actor, requestId });
    const isChanged = await createRun(runtime, context).step(async (tx) => {
      if (index === 0 && !(await work(tx))) return false;
      audit(tx, { action: `member.second_factor_${action}`, subjectId: memberId });
      const facts = { at: tx.now.toISOString(), ...(by !== undefined && { by }) };
      if (index === 0 && email !== undefined) writeMail(tx, mail, email, facts);
      return true;
    });
    if (!isChanged) return false;
  }
  return memberships.length > 0;
}
