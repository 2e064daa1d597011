import { LockMode } from '@mikro-orm/postgresql';
import type { fiscalCfdi } from '@timbre/contract';
import { conflict, invalid, longCommand, replyWith, type Transaction } from '@timbre/kit';
import type { ImportReaderProviders } from '../domain/drafting/read-documents';
import { Cfdi } from '../store/cfdi/cfdi';
import { cfdiDetail } from '../store/cfdi/cfdi-resources';
import { profileIn } from '../store/set-up/read-profile';
import { storeImported, type ImportedColumns } from '../workflows/documents/store-imported';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { selloHash } from '../workflows/stamping/settle-attempt';

/**
 * Imports a stamped CFDI, issued or received, and stores it byte for byte; it completes one that is
 * known by its metadata alone. The file is read where no request waits for it.
 * @throws Refusal validation_error for an invalid document, conflict when it is already stored
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
    if ('issues' in read!) throw invalid(read.issues);
    const { columns, sello } = read!;
    return run.finish(async (tx) =>
      replyWith(cfdiDetail, await storeOnce(tx, columns, sello, xml)),
    );
  },
);

async function storeOnce(
  tx: Transaction,
  columns: ImportedColumns,
  sello: string,
  xml: Uint8Array,
): Promise<string> {
  const { direction, uuid } = columns;
  const where = { direction, uuid };
  const stored = await tx.findBy(Cfdi, where, { lockMode: LockMode.PESSIMISTIC_WRITE });
  // Its draft gets the stamp itself; a second document with its UUID would keep it from that.
  const sealed = await tx.findBy(Cfdi, { selloHash: selloHash(sello) });
  if (sealed || (stored && (stored.status === 'draft' || stored.stampedXml))) {
    throw conflict(`The CFDI ${uuid} is already stored.`, 'cfdi_exists');
  }
  return storeImported(tx, columns, xml, { partial: stored });
}
