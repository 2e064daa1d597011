import type { Transaction } from '@timbre/kit';
import type { FactShape } from '../domain/fact-shape';

/**
 * Reads the references and versions of the documents between two references for which facts are stored.
 */
export const countedRefs = (
  tx: Transaction,
  { name }: FactShape,
  after: string,
  upTo: string,
): Promise<{ ref: string; version: number }[]> =>
  tx.rows(
    `select d.ref, d.version from ${name}_documents d
     where d.org_id = $1 and d.ref > $2 and d.ref <= $3 and exists (select 1 from ${name}_facts f
       where f.org_id = d.org_id and f.ref = d.ref)`,
    [tx.organizationId, after, upTo],
  );
