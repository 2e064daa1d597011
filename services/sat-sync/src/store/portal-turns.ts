import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';

/**
 * The database row that ensures that only one session at a time uses the SAT's portals for an
 * organization.
 */
export const PortalTurn = defineEntity({
  name: 'PortalTurn',
  tableName: 'portal_visits',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    visitor: p.uuid(),
    until: p.datetime(),
  },
});

/**
 * Reserves the SAT's portals for one session of the organization, because the SAT allows only a few
 * sessions for an RFC. If the process of a portal session stops, the reservation expires.
 * @returns false if the portals are reserved by another session
 */
export async function takeTurn(tx: Transaction, visitor: string, until: Date): Promise<boolean> {
  const taken = await tx.rows(
    `insert into portal_visits as v (org_id, visitor, until) values ($1, $2, $3)
     on conflict (org_id) do update set visitor = excluded.visitor, until = excluded.until
     where v.until <= $4 or v.visitor = excluded.visitor returning 1`,
    [tx.organizationId, visitor, until, tx.now],
  );
  return taken.length > 0;
}

export async function keepTurn(tx: Transaction, visitor: string, until: Date): Promise<void> {
  await tx.rows('update portal_visits set until = $3 where org_id = $1 and visitor = $2', [
    tx.organizationId,
    visitor,
    until,
  ]);
}

export async function endTurn(tx: Transaction, visitor: string): Promise<void> {
  await tx.rows('delete from portal_visits where org_id = $1 and visitor = $2', [
    tx.organizationId,
    visitor,
  ]);
}
