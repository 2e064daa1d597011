import { LockMode } from '@mikro-orm/postgresql';
import type { PacCertificates } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { importedColumns, readImport } from '../domain/drafting/imported-cfdi';
import { Cfdi } from '../store/cfdi/cfdi';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { selloHash } from '../workflows/stamping/settle-attempt';
import { storeImported } from '../workflows/documents/store-imported';

export interface ImportProviders {
  /** Certificates of known PACs. */
  pacCertificate: PacCertificates;
}

/**
 * Imports a stamped CFDI, issued or received, and stores it byte for byte; it completes one that is
 * known by its metadata alone.
 * @throws Refusal validation_error for an invalid document, conflict when it is already stored
 */
export const importCfdiXml = command(
  async (tx, { xml }: fiscalCfdi.ImportCfdiXmlRequest, { pacCertificate }: ImportProviders) => {
    const profile = await tx.findBy(FiscalProfile, {});
    if (!profile) throw profileMissing();
    const read = readImport(xml, profile.rfc, pacCertificate);
    if ('issues' in read) throw invalid(read.issues);
    const columns = importedColumns(read);
    const { direction, uuid } = columns;
    const stored = await tx.findBy(
      Cfdi,
      { direction, uuid },
      { lockMode: LockMode.PESSIMISTIC_WRITE },
    );
    // Its draft gets the stamp itself; a second document with its UUID would keep it from that.
    const sealed = await tx.findBy(Cfdi, { selloHash: selloHash(read.stamp.sello) });
    if (sealed || (stored && (stored.status === 'draft' || stored.stampedXml))) {
      throw conflict(`The CFDI ${uuid} is already stored.`, 'cfdi_exists');
    }
    return replyWith(cfdiDetail, await storeImported(tx, columns, xml, { partial: stored }));
  },
);
