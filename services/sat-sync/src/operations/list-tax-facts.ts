import type { satSync } from '@timbre/contract';
import { nilUuid, query } from '@timbre/kit';
import { nextDeclarations } from '../store/declarations';
import { declarationMessage, taxProfileMessage } from '../store/sat-events';
import { allTaxProfiles } from '../store/tax-profiles';

/**
 * Lists all data of the tax reports in the format of events. The reports service recalculates its
 * amounts from this list.
 */
export const listTaxFacts = query(
  async (read, { afterId }: satSync.ListTaxFactsRequest): Promise<satSync.ListTaxFactsResponse> => {
    const declarations = await nextDeclarations(read, afterId ?? nilUuid);
    const profiles = afterId === undefined ? await allTaxProfiles(read) : [];
    return {
      declarations: declarations.map(declarationMessage),
      taxProfiles: profiles.map(taxProfileMessage),
    };
  },
);
