import type { satSync } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { profileIdOf, taxProfileResource } from '../store/tax-profiles';

export const getTaxProfile = query(async (read, { rfc }: satSync.GetTaxProfileRequest) => {
  const id = await profileIdOf(read, rfc);
  if (id === undefined) throw notFound(taxProfileResource.name);
  return read.resource(taxProfileResource, id);
});
