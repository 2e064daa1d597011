import {
  createDueJob,
  createRun,
  type Repeated,
  type JobParts,
  type Transaction,
} from '@timbre/kit';
import { warningOf, warnings } from '../domain/set-up/renewal';
import {
  Certificate,
  certificateExpiring,
  certificateResource,
} from '../store/set-up/certificates';

const everyMs = 60_000;
const batchMax = 16;
const batchesMax = 50;

/** The next warning after the last one, by the time of each organization, which a sandbox may advance. */
const due = `select c.org_id, c.id from certificates c
  left join organization_clocks k on k.org_id = c.org_id
  cross join lateral (select $1::timestamptz
    + coalesce(k.ahead_ms, 0) * interval '1 millisecond' as now) t
  where c.active and c.revoked_at is null and c.valid_to > t.now
    and c.valid_to <= t.now + interval '1 day' * (select max(w.days)
      from unnest(array[${warnings.join()}]) as w (days)
      where c.warned_days is null or w.days < c.warned_days)
  order by c.valid_to`;

/** Announces certificates in use that must be renewed soon, once for each warning. */
export const createRenewalJob = ({ runtime, systemPool }: JobParts): Repeated =>
  createDueJob(runtime, systemPool, {
    name: 'announce-renewals',
    everyMs,
    due,
    batchMax,
    batchesMax,
    work: (context, { id }) =>
      createRun(runtime, context).step(async (tx) =>
        announceRenewal(tx, await tx.lock(Certificate, id, certificateResource.name)),
      ),
  });

/** @returns whether there was something to announce that had not been announced */
function announceRenewal(tx: Transaction, certificate: Certificate): boolean {
  const { active, revokedAt, validTo, warnedDays } = certificate;
  const days = warningOf(validTo, tx.businessNow);
  if (!active || revokedAt || days === undefined || (warnedDays ?? Infinity) <= days) return false;
  certificate.warnedDays = days;
  tx.emit(() => certificateExpiring(certificate));
  return true;
}
