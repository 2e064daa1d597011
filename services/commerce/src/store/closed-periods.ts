import { defineEntity, p } from '@mikro-orm/postgresql';
import type { Transaction } from '@timbre/kit';
import type { SalesPeriod } from '../domain/sales-period';

/**
 * The days whose sales are in a stamped global invoice. New sales must not be dated on these days.
 */
export const ClosedSalesPeriod = defineEntity({
  name: 'ClosedSalesPeriod',
  tableName: 'closed_sales_periods',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    /** The location is null for a global invoice of all locations. */
    locationId: p.uuid().nullable(),
    startsOn: p.date(),
    endsOn: p.date(),
    cfdiId: p.uuid(),
  },
});

/** Whether a stamped global invoice includes the sales of the day. */
export async function isPeriodClosed(
  tx: Transaction,
  locationId: string | null,
  businessDate: string,
): Promise<boolean> {
  const rows = await tx.rows(
    `select 1 from closed_sales_periods where org_id = $1 and location_id is not distinct from $2::uuid
       and ends_on >= $3::date and starts_on <= $3::date limit 1`,
    [tx.organizationId, locationId, businessDate],
  );
  return rows.length > 0;
}

/**
 * Closes the days of a stamped global invoice, so that new sales must not be dated on these days.
 */
export async function closePeriod(
  tx: Transaction,
  cfdiId: string,
  locationId: string | null | undefined,
  { startsOn, endsOn }: SalesPeriod,
): Promise<void> {
  await tx.rows(
    `insert into closed_sales_periods (id, org_id, location_id, starts_on, ends_on, cfdi_id)
     values ($1, $2, $3, $4, $5, $6) on conflict (org_id, cfdi_id) do nothing`,
    [tx.newId(), tx.organizationId, locationId ?? null, startsOn, endsOn, cfdiId],
  );
}

/**
 * Reopens the days of a canceled global invoice, so that sales can be dated on these days again.
 */
export async function reopenPeriod(tx: Transaction, cfdiId: string): Promise<void> {
  const values = [tx.organizationId, cfdiId];
  await tx.rows('delete from closed_sales_periods where org_id = $1 and cfdi_id = $2', values);
}
