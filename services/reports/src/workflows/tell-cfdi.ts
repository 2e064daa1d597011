import type { fiscalCfdi } from '@timbre/contract';
import type { Transaction } from '@timbre/kit';
import { cfdiShape, counterpartyOf, factsOfCfdi } from '../domain/cfdi-facts';
import { applyFacts } from '../store/apply-facts';
import { storeNames } from '../store/names';

/**
 * Counts a CFDI as it is now.
 * @param isForced replaces facts of the same version too
 * @returns whether its facts changed
 */
export async function tellCfdi(
  tx: Transaction,
  cfdi: fiscalCfdi.Cfdi,
  toldAt: Date,
  isForced = false,
): Promise<boolean> {
  const facts = factsOfCfdi(cfdi);
  if (!facts) return false;
  const isChanged = await applyFacts(tx, cfdiShape, facts, toldAt, isForced);
  const told = `${cfdi.issuedLocalDateTime} ${cfdi.cfdiId}`;
  const { key, name } = counterpartyOf(cfdi);
  await storeNames(tx, [['counterparty', key, name]], told);
  return isChanged;
}
