import {
  createDueJob,
  createRun,
  type CallContext,
  type JobParts,
  type Repeated,
  type Runtime,
  type Transaction,
} from '@timbre/kit';
import { certain } from '@timbre/fiscal';
import {
  CredentialEntity,
  credentialEvent,
  credentialResource,
  expiringCredentials,
} from '../store/credentials';
import { writeToAdministrators } from '../store/mails';

const everyMs = 60_000;
const batchMax = 50;
const dayMs = 86_400_000;

/**
 * The numbers of days before a credential ends on which the administrators are notified; 0 means
 * that the credential has ended.
 */
const warnings = [0, 3, 14];

/**
 * Creates a job that announces credentials that end soon or have ended, by an event to programs and
 * by a mail to people.
 */
export const createExpiryJob = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'announce-expiry',
    everyMs,
    due: expiringCredentials,
    batchMax,
    work: (context, { id }) => announceExpiry(runtime, context, id),
  });

/**
 * Announces the end of a credential.
 * @returns whether an announcement was due
 */
const announceExpiry = (runtime: Runtime, context: CallContext, id: string): Promise<boolean> =>
  createRun(runtime, context).step(async (tx) => {
    const credential = await tx.lock(CredentialEntity, id, credentialResource.name);
    const days = warningOf(credential, tx.now);
    if (days === undefined || credential.revokedAt) return false;
    if ((credential.warnedDays ?? Infinity) <= days) return false;
    credential.warnedDays = days;
    tx.emit(() => credentialEvent(days === 0 ? 'expired' : 'expiring', credential, tx.now));
    // No mail is queued for a rotated credential, because the rotation already chose the end.
    if (!credential.replacedAt) await write(tx, credential, days);
    return true;
  });

type Ending = Pick<CredentialEntity, 'expiresAt' | 'createdAt' | 'replacedAt'>;

/**
 * Returns the number of days of the announcement that is due; undefined if no announcement is due.
 * An announcement is omitted if the credential was created fewer days before its end than the
 * announcement's number of days.
 */
export function warningOf(
  { expiresAt, createdAt, replacedAt }: Ending,
  now: Date,
): number | undefined {
  if (!expiresAt) return undefined;
  const left = expiresAt.getTime() - now.getTime();
  const life = expiresAt.getTime() - createdAt.getTime();
  return warnings.find(
    (days) => left <= days * dayMs && (days === 0 || (!replacedAt && life > days * dayMs)),
  );
}

const write = (
  tx: Transaction,
  { name, expiresAt }: Pick<CredentialEntity, 'name' | 'expiresAt'>,
  days: number,
): Promise<void> =>
  writeToAdministrators(tx, days === 0 ? 'credential_expired' : 'credential_expiring', {
    name,
    at: certain(expiresAt, 'expiresAt').toISOString(),
  });
