import type { fiscalCfdi } from '@timbre/contract';
import { query, Refusal } from '@timbre/kit';
import { fiscalProfileResource } from '../store/set-up/fiscal-profiles';

export const getFiscalProfile = query(async (read, _: fiscalCfdi.GetFiscalProfileRequest) => {
  const { json, table } = fiscalProfileResource;
  const [row] = await read.rows<{ json: string }>(
    `select ${json}::text as json from ${table} r where r.org_id = :org`,
  );
  if (!row) throw new Refusal('not_found', 'Your organization has no fiscal profile yet.');
  return Buffer.from(`{"data":${row.json}}`);
});
