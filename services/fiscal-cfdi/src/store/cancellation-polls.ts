import type { Transaction } from '@timbre/kit';

const claimMs = 60_000;
const everyMs = 30 * 60_000;
const againMs = 5 * 60_000;
/** A list that was read so recently is not read again for a question. */
const recentMs = 5_000;
/** An answer from a list older than this could hide requests that the PAC has not reported. */
const staleMs = 2 * 3_600_000;

const ms = (at: Date, difference: number): Date => new Date(at.getTime() + difference);

/**
 * Claims the question to the PAC for a minute: one question of an organization at a time.
 * @param isAsked somebody waits for the answer; otherwise only when the time has come
 */
export async function claimPoll(tx: Transaction, isAsked: boolean): Promise<boolean> {
  const rows = await tx.rows(
    `insert into cancellation_polls as p (org_id, due_at, claimed_until) values ($1, $2, $3)
     on conflict (org_id) do update set claimed_until = excluded.claimed_until
     where p.claimed_until <= $2 and (case when $4 then coalesce(p.polled_at <= $5, true)
       else p.due_at <= $2 end)
     returning 1`,
    [tx.organizationId, tx.now, ms(tx.now, claimMs), isAsked, ms(tx.now, -recentMs)],
  );
  return rows.length > 0;
}

/** Ends the claim. @param isRead whether the PAC gave its list */
export async function settlePoll(tx: Transaction, isRead: boolean): Promise<void> {
  await tx.rows(
    `update cancellation_polls set claimed_until = $2, due_at = $3,
       polled_at = case when $4 then $2 else polled_at end where org_id = $1`,
    [tx.organizationId, tx.now, ms(tx.now, isRead ? everyMs : againMs), isRead],
  );
}

/** Whether the PAC gave its list in the last two hours. */
export async function isPolled(tx: Transaction): Promise<boolean> {
  const rows = await tx.rows(
    'select 1 from cancellation_polls where org_id = $1 and polled_at > $2',
    [tx.organizationId, ms(tx.now, -staleMs)],
  );
  return rows.length > 0;
}

/** Organizations whose PAC is to be asked, and those that it was never asked for. */
export const organizationsToPoll = `select p.org_id, p.id from fiscal_profiles p
  left join cancellation_polls l on l.org_id = p.org_id
  where coalesce(l.due_at <= $1 and l.claimed_until <= $1, true) order by l.due_at nulls first`;
