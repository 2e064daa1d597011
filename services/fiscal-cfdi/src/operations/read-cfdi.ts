import type { fiscalCfdi } from '@timbre/contract';
import { isIdentifier, notFound, query } from '@timbre/kit';
import { announcedCfdi } from '../store/cfdi/announced-cfdi';
import { cfdiName } from '../store/cfdi/cfdi';
import { isStampInDoubt } from '../store/stamping/stamp-attempts';

export const readCfdi = query(async (read, { cfdiId }: fiscalCfdi.ReadCfdiRequest) => {
  const cfdi = isIdentifier(cfdiId) ? await announcedCfdi(read, cfdiId) : undefined;
  if (!cfdi) throw notFound(cfdiName);
  if (cfdi.status !== 'draft') return cfdi;
  return (await isStampInDoubt(read, cfdiId)) ? { ...cfdi, stampInDoubt: true } : cfdi;
});
