import type { fiscalCfdi } from '@timbre/contract';
import { isUuid, parseLocalDateTime, Rfc, itemAt } from '@timbre/fiscal';
import { invalid, longCommand, replyValue, type Operation, type Transaction } from '@timbre/kit';
import { metadataColumns } from '../domain/drafting/metadata-cfdi';
import type { ImportReaderProviders, ReadVerdict } from '../domain/drafting/read-documents';
import { Cfdi, cfdiName } from '../store/cfdi/cfdi';
import { lockKnown, type KnownCfdi } from '../store/cfdi/known-cfdi';
import { recordEvent } from '../store/cfdi-history';
import { issuedKey, unsettledIssued, type Issued } from '../store/stamping/unsettled';
import { profileIn } from '../store/set-up/read-profile';
import { cancel } from '../workflows/cancelling/cancellation-outcome';
import { fiscalKindOf } from '../workflows/documents/fiscal-kinds';
import { profileMissing } from '../workflows/drafting/accept-draft';
import { continueSeries, storeImported } from '../workflows/documents/store-imported';
import { storeImportedWithholding } from '../workflows/documents/store-imported-withholding';

/**
 * The maximum number of documents in a batch, because all documents of a batch are stored in one
 * transaction, which must be short. The limit of gRPC messages also limits the size of a batch in bytes.
 */
const documentsMax = 500;

/** A document of the batch, with its direction and the result of reading its XML. */
type Given = fiscalCfdi.SatCfdi & { verdict: ReadVerdict | undefined };
type Outcome = Omit<fiscalCfdi.ImportedSatCfdi, 'uuid'>;

const storedOnce = longCommand(
  async (run, { documents }: fiscalCfdi.ImportCfdiRequest, providers: ImportReaderProviders) => {
    if (documents.length > documentsMax) {
      const message = `At most ${documentsMax} documents.`;
      throw invalid([{ path: ['documents'], code: 'too_big', message }]);
    }
    const profile = await run.step(profileIn);
    if (!profile) throw profileMissing();
    const withXml = documents.filter(({ xml }) => xml.length > 0);
    const verdicts = await providers.importReader.read(
      profile.rfc,
      withXml.map(({ xml }) => xml),
    );
    const read = new Map(withXml.map((document, index) => [document, itemAt(verdicts, index)]));
    const given = documents.map((document): Given => {
      const verdict = read.get(document);
      return { ...document, verdict, direction: sideOf(document, verdict, profile.rfc) };
    });
    return run.finish(async (tx) => replyValue(await importAll(tx, given)));
  },
);

/**
 * Stores CFDI from the SAT's mass download, each document once.
 * - If a stored document is known only from metadata, its XML is added to that document. Metadata can mark
 *   a document as canceled, but never as valid again.
 * - A document that cannot be imported does not affect the other documents.
 * - A repeated call with the same idempotency key returns the result of the first call. A repeated call
 *   with another idempotency key returns `unchanged` for the documents.
 * - A document that the organization issued to itself is stored as issued, even if the SAT lists it as
 *   received.
 * - While the outcome of a document's stamp in Timbre is unknown, the result for that document is
 *   `unchanged`.
 * @throws Refusal with conflict if the organization has no profile, or with validation_error if the batch
 * is too large
 */
export const importCfdi: Operation<
  fiscalCfdi.ImportCfdiRequest,
  ImportReaderProviders,
  fiscalCfdi.ImportCfdiResponse
> = {
  async run(runtime, context, request) {
    const body = await storedOnce.run(runtime, context, request);
    const { data } = JSON.parse(body.toString()) as { data: fiscalCfdi.ImportedSatCfdi[] };
    return { documents: data };
  },
};

/**
 * Returns the direction that is stored for a document. The SAT lists a document that the organization
 * issued to itself in both directions; it is stored as issued.
 */
function sideOf(
  { direction, metadata }: fiscalCfdi.SatCfdi,
  verdict: ReadVerdict | undefined,
  rfc: string,
): string {
  const isToItself =
    verdict && 'columns' in verdict
      ? verdict.columns.direction === 'issued' && verdict.columns.counterpartyRfc === rfc
      : metadata?.issuerRfc === rfc && metadata.receiverRfc === rfc;
  return isToItself ? 'issued' : direction;
}

/** Returns the time of issue and the total of a document, from its XML or its metadata. */
const issuedIn = ({ metadata, verdict }: Given): Issued =>
  verdict && 'columns' in verdict
    ? verdict.columns
    : { issuedLocal: metadata?.issuedLocalDateTime ?? '', total: metadata?.total ?? '' };

async function importAll(
  tx: Transaction,
  documents: readonly Given[],
): Promise<fiscalCfdi.ImportedSatCfdi[]> {
  const named = documents
    .filter(({ uuid }) => isUuid(uuid.toLowerCase()))
    .map(({ direction, uuid }) => ({ direction, uuid }));
  // A second document with the same UUID would prevent the stamp of the organization's own document. Stamp
  // attempts without an outcome are queried before stored documents. If a stamp is stored between the two
  // queries, the second query therefore finds it.
  const issued = documents.filter(({ direction }) => direction === 'issued');
  const unsettled = await unsettledIssued(tx, issued.map(issuedIn));
  const rows = await lockKnown(tx, named);
  const nameOf = ({ direction, uuid }: { direction: string; uuid: string }) =>
    `${direction} ${uuid.toLowerCase()}`;
  const known = new Map(rows.map((row) => [nameOf(row), row]));
  const outcomes: fiscalCfdi.ImportedSatCfdi[] = [];
  for (const document of documents) {
    const name = nameOf(document);
    const isOurs =
      document.direction === 'issued' &&
      !known.has(name) &&
      unsettled.has(issuedKey(issuedIn(document)));
    const outcome = isOurs ? done('unchanged') : await importOne(tx, document, known.get(name));
    // The check is needed because a batch can contain the same document twice. When the second occurrence
    // of a document is processed, the document is already stored.
    if (outcome.outcome === 'imported')
      known.set(name, { id: '', ...document, status: 'valid', isComplete: true });
    outcomes.push({ uuid: document.uuid, ...outcome });
  }
  const stored = documents.filter((_, index) => itemAt(outcomes, index).outcome !== 'refused');
  await continueSeries(tx, stored.flatMap(columnsOf));
  return outcomes;
}

const columnsOf = ({ verdict }: Given) =>
  verdict && 'kind' in verdict && verdict.kind === 'cfdi' ? [verdict.columns] : [];

const done = (outcome: string, code = ''): Outcome => ({ outcome, code });

async function importOne(
  tx: Transaction,
  document: Given,
  known: KnownCfdi | undefined,
): Promise<Outcome> {
  const uuid = document.uuid.toLowerCase();
  const direction = document.direction as 'issued' | 'received';
  const { metadata, verdict } = document;
  if (verdict && 'kind' in verdict && verdict.kind === 'withholding')
    return known ? done('unchanged') : importWithholding(tx, document, verdict);
  const isCanceled = metadata?.isCanceled ?? false;
  if (known?.isComplete || (known && !verdict)) {
    if (!isCanceled || known.status !== 'valid') return done('unchanged');
    cancel(tx, fiscalKindOf('cfdi'), await tx.lock(Cfdi, known.id, cfdiName));
    return done('updated');
  }
  if (verdict) {
    if ('issues' in verdict) return done('refused', verdict.issues[0]?.code ?? 'document_invalid');
    const { columns } = verdict;
    if (columns.uuid !== uuid || columns.direction !== direction)
      return done('refused', 'uuid_differs');
    const partial = known && (await tx.lock(Cfdi, known.id, cfdiName));
    await storeImported(tx, columns, document.xml, { partial, isCanceled });
    return done(known ? 'updated' : 'imported');
  }
  if (!metadata || !isSound(uuid, metadata)) return done('refused', 'metadata_invalid');
  const { status, ...columns } = metadataColumns(direction, uuid, metadata);
  const own = { version: 1, stage: 'stamped', archived: false, customerId: null };
  const id = tx.add(Cfdi, { ...own, ...columns, status, createdAt: tx.now, updatedAt: tx.now });
  // No event is published, because other services cannot use an amount without currency and taxes.
  recordEvent(tx, id, 'imported');
  return done('imported');
}

async function importWithholding(
  tx: Transaction,
  { uuid, direction, xml }: Given,
  { columns, sello }: Extract<ReadVerdict, { kind: 'withholding' }>,
): Promise<Outcome> {
  if (columns.uuid !== uuid.toLowerCase() || columns.direction !== direction)
    return done('refused', 'uuid_differs');
  const id = await storeImportedWithholding(tx, columns, sello, xml);
  return done(id === undefined ? 'unchanged' : 'imported');
}

function isSound(uuid: string, metadata: fiscalCfdi.CfdiMetadata): boolean {
  const { issuerRfc, issuerName, receiverRfc, receiverName } = metadata;
  const { total, documentType, issuedLocalDateTime } = metadata;
  return (
    isUuid(uuid) &&
    [issuerRfc, receiverRfc].every((rfc) => Rfc.parse(rfc) !== undefined) &&
    /^\d{1,14}(\.\d{1,6})?$/.test(total) &&
    /^[IETNP]$/.test(documentType) &&
    parseLocalDateTime(issuedLocalDateTime) === issuedLocalDateTime &&
    // A name with a NUL character is refused, because PostgreSQL cannot store this character.
    ![issuerName, receiverName].some((name) => name.includes('\0'))
  );
}
