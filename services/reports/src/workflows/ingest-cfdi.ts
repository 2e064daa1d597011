import type { fiscalCfdi } from '@timbre/contract';
import { cfdiShape, counterpartyOf, factsOfCfdi } from '../domain/cfdi-facts';
import { ingesting } from './ingesting';

export const ingestCfdi = ingesting({
  shape: cfdiShape,
  factsOf: (cfdi: fiscalCfdi.Cfdi) => factsOfCfdi(cfdi),
  namesOf({ document: cfdi }) {
    const { key, name } = counterpartyOf(cfdi);
    return {
      names: [['counterparty', key, name]],
      announced: `${cfdi.issuedLocalDateTime} ${cfdi.cfdiId}`,
    };
  },
});
