import type { satSync } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { taxProfileResource } from '../store/tax-profiles';

export const getTaxProfile = query(async (read, { rfc }: satSync.GetTaxProfileRequest) => {
  const { json, table, name } = taxProfileResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${json}::text as json from ${table} r where r.org_id = :org and r.rfc = $2`,
    [rfc],
  );
  if (!row) throw notFound(name);
  return Buffer.from(`{"data":${row.json}}`);
});
