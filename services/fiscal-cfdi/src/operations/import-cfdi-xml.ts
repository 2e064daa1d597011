import { LockMode } from '@mikro-orm/postgresql';
import type { fiscalCfdi } from '@timbre/contract';
import { conflict, invalid, longCommand, replyWith, type Transaction } from '@timbre/kit';
import type { ImportReaderProviders } from '../domain/drafting/read-documents';
import { Cfdi } from '../store/cfdi/cfdi';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { profileIn } from '../store/set-up/read-profile';
import { withholdingDetail } from '../store/withholdings/withholding-resources';
import { requirePayrollPermission } from '../workflows/documents/payroll-permission';
import { storeImportedWithholding } from '../workflows/documents/store-imported-withholding';
import {
  continueSeries,
  storeImported,
  type ImportedColumns,
} from '../workflows/documents/store-imported';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { selloHash } from '../workflows/stamping/settle-attempt';

/**
 * Imports a stamped CFDI or withholding document, issued or received, and stores it byte for byte. The
 * import also adds the XML to a CFDI that was known only from the SAT's metadata. After the import of an
 * issued CFDI, the next folio of its series is larger than the folio of that CFDI. The file is parsed in
 * another thread, so that no other request has to wait.
 * @throws Refusal with validation_error for an invalid document, or with conflict if the document is
 * already stored
 */
export const importCfdiXml = longCommand(
  async (
    run,
    { xml }: fiscalCfdi.ImportCfdiXmlRequest,
    { importReader }: ImportReaderProviders,
  ) => {
    const profile = await run.step(profileIn);
    if (!profile) throw profileMissing();
    const [read] = await importReader.read(profile.rfc, [xml]);
    if (!read) throw new Error('the reader gave no verdict');
    if ('issues' in read) throw invalid(read.issues);
    if (read.kind === 'cfdi') requirePayrollPermission(run.context, read.columns.kind);
    return run.finish(async (tx) => {
      if (read.kind === 'cfdi')
        return replyWith(cfdiDetail, await storeOnce(tx, read.columns, read.sello, xml));
      const id = await storeImportedWithholding(tx, read.columns, read.sello, xml);
      if (id === undefined) throw alreadyStored(`withholding document ${read.columns.uuid}`);
      return replyWith(withholdingDetail, id);
    });
  },
);

/**
 * - cfdi_exists: the document is already stored
 */
const alreadyStored = (named: string) => conflict(`The ${named} is already stored.`, 'cfdi_exists');

async function storeOnce(
  tx: Transaction,
  columns: ImportedColumns,
  sello: string,
  xml: Uint8Array,
): Promise<string> {
  const { direction, uuid } = columns;
  const where = { direction, uuid };
  const stored = await tx.findBy(Cfdi, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // If Timbre is stamping the draft of this document, the import is refused. The stamp will be stored with
  // that draft, and a second document with the same UUID would prevent this.
  const sealed = await tx.findBy(Cfdi, { selloHash: selloHash(sello) });
  if (sealed || (stored && (stored.status === 'draft' || stored.stampedXml))) {
    throw alreadyStored(`CFDI ${uuid}`);
  }
  await continueSeries(tx, [columns]);
  return storeImported(tx, columns, xml, { partial: stored });
}
