import type { PacCertificates } from '@timbre/cfdi';
import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, invalid, replyWith } from '@timbre/kit';
import { fold, isUuid } from '@timbre/fiscal';
import { importedColumns, readImport } from '../domain/drafting/imported-cfdi';
import { Cfdi } from '../store/cfdi/cfdi';
import { cfdiImported } from '../store/cfdi/cfdi-events';
import { recordEvent } from '../store/cfdi-history';
import { storeRelations } from '../store/cfdi/cfdi-relations';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { FiscalProfile } from '../store/set-up/fiscal-profiles';
import { replacePayments } from '../store/cfdi/invoice-payments';
import { profileMissing } from '../workflows/drafting/accept-draft';

export interface ImportProviders {
  /** Certificates of known PACs. */
  pacCertificate: PacCertificates;
}

/**
 * Imports a stamped CFDI, issued or received, and stores it byte for byte.
 * @throws Refusal validation_error for an invalid document, conflict when it is already stored
 */
export const importCfdiXml = command(
  async (tx, { xml }: fiscalCfdi.ImportCfdiXmlRequest, { pacCertificate }: ImportProviders) => {
    const profile = await tx.findBy(FiscalProfile, {});
    if (!profile) throw profileMissing();
    const read = readImport(xml, profile.rfc, pacCertificate);
    if ('issues' in read) throw invalid(read.issues);
    const columns = importedColumns(read);
    const { direction, uuid, counterpartyName, counterpartyRfc } = columns;
    if (await tx.findBy(Cfdi, { direction, uuid })) {
      throw conflict(`The CFDI ${uuid} is already stored.`, 'cfdi_exists');
    }
    const cfdi = {
      id: tx.newId(),
      version: 1,
      ...columns,
      status: 'valid',
      stage: 'stamped',
      archived: false,
      customerId: null,
      counterpartyText: fold(`${counterpartyName ?? ''} ${counterpartyRfc}`.trim()),
      stampedXml: Buffer.from(xml),
      createdAt: tx.now,
      updatedAt: tx.now,
    } as const;
    tx.add(Cfdi, cfdi);
    const paid = (columns.paidDocuments ?? []).filter((document) => isUuid(document.uuid));
    if (paid.length > 0) await replacePayments(tx, cfdi.id, paid);
    storeRelations(tx, cfdi.id, columns.input);
    recordEvent(tx, cfdi.id, 'imported');
    tx.emit(cfdiImported(cfdi));
    return replyWith(cfdiDetail, cfdi.id);
  },
);
