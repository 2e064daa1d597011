import type { Run } from '@timbre/kit';
import { SatFault } from '../domain/sat-fault';

/**
 * Keeps the page of a fault for support, for seven days, and passes the fault on. The page has no form
 * values, scripts or addresses with sessions (`supportText`).
 */
export async function keepingPages<T>(
  run: Run,
  source: string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof SatFault && error.page !== undefined) {
      const { message, page } = error;
      await run.step((tx) =>
        tx.rows(
          `insert into kept_pages (id, org_id, source, reason, content, kept_at)
           values ($1, $2, $3, $4, $5, $6)`,
          [tx.newId(), tx.organizationId, source, message, page, tx.now],
        ),
      );
    }
    throw error;
  }
}
