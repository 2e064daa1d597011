import {
  createDueJob,
  createRun,
  type Repeated,
  type JobParts,
  type Transaction,
} from '@timbre/kit';
import { warningOf } from '../domain/set-up/renewal';
import {
  Certificate,
  certificateExpiring,
  certificateResource,
  certificatesToRenew,
} from '../store/set-up/certificates';

const everyMs = 60_000;
const batchMax = 16;

/** Publishes an event for active certificates that must be renewed soon, once for each warning period. */
export const createRenewalJob = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'announce-renewals',
    everyMs,
    due: certificatesToRenew,
    batchMax,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) =>
        announceRenewal(tx, await tx.lock(Certificate, id, certificateResource.name)),
      ),
  });

/** @returns true if a new warning was due and is now published */
function announceRenewal(tx: Transaction, certificate: Certificate): boolean {
  const { active, revokedAt, validTo, warnedDays } = certificate;
  const days = warningOf(validTo, tx.businessNow);
  if (!active || revokedAt || days === undefined || (warnedDays ?? Infinity) <= days) return false;
  certificate.warnedDays = days;
  tx.emit(() => certificateExpiring(certificate));
  return true;
}
