import type { fiscalCfdi } from '@timbre/contract';
import { cfdiShape, counterpartyOf, factsOfCfdi } from '../domain/cfdi-facts';
import { telling } from './telling';

export const tellCfdi = telling({
  shape: cfdiShape,
  factsOf: (cfdi: fiscalCfdi.Cfdi) => factsOfCfdi(cfdi),
  namesOf({ document: cfdi }) {
    const { key, name } = counterpartyOf(cfdi);
    return {
      names: [['counterparty', key, name]],
      told: `${cfdi.issuedLocalDateTime} ${cfdi.cfdiId}`,
    };
  },
});
