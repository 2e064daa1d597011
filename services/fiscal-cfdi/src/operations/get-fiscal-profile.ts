import type { fiscalCfdi } from '@timbre/contract';
import { query, Refusal } from '@timbre/kit';
import { fiscalProfileResource } from '../store/set-up/fiscal-profiles';

export const getFiscalProfile = query(async (read, _: fiscalCfdi.GetFiscalProfileRequest) => {
  const profile = await read.onlyResource(fiscalProfileResource);
  if (!profile) throw new Refusal('not_found', 'Your organization has no fiscal profile yet.');
  return profile;
});
