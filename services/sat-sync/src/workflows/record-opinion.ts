import { fold } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import type { Opinion } from '../domain/taxpayers/opinion';
import { ComplianceOpinion } from '../store/compliance-opinions';
import { lockFacts } from '../store/lock-facts';
import { opinionRecorded } from '../store/sat-events';
import { keepFile } from '../store/sat-files';
import type { Recorded } from './record-declaration';

/** Stores an opinion with its PDF; each folio is stored only once. */
export async function recordOpinion(
  tx: Transaction,
  opinion: Opinion,
  content: Buffer,
  source: 'portal' | 'file',
): Promise<Recorded> {
  const { rfc, folio, result, validUntil, omissions, legalName = null } = opinion;
  await lockFacts(tx, rfc);
  const known = await tx.findBy(ComplianceOpinion, { rfc, folio });
  if (known) {
    known.scrapedAt = tx.now;
    return 'unchanged';
  }
  const id = tx.newId();
  // Central Mexico has used UTC-6 all year since the law of 2022-10-28.
  const issuedAt = new Date(
    `${opinion.issuedLocalDateTime ?? `${opinion.issuedOn}T12:00:00`}-06:00`,
  );
  const values = {
    id,
    version: 1,
    rfc,
    folio,
    legalName,
    result,
    issuedAt,
    validUntil,
    omissions,
    source,
    searchText: fold(`${folio} ${rfc} ${legalName ?? ''} ${result}`),
    scrapedAt: tx.now,
  };
  tx.add(ComplianceOpinion, values);
  await keepFile(tx, id, 'opinion', content);
  tx.emit(opinionRecorded({ ...values, organizationId: tx.organizationId }));
  return 'imported';
}
