import type { fiscalCfdi } from '@timbre/contract';
import { isUuid, parseLocalDateTime, Rfc } from '@timbre/fiscal';
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
import { storeImported } from '../workflows/documents/store-imported';
import { storeImportedWithholding } from '../workflows/documents/store-imported-withholding';

/** Keeps one transaction short; the message limit holds the bytes. */
const documentsMax = 500;

/** A document on the side where it is stored, with what its XML says. */
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
    const read = new Map(withXml.map((document, index) => [document, verdicts[index]!]));
    const given = documents.map((document): Given => {
      const verdict = read.get(document);
      return { ...document, verdict, direction: sideOf(document, verdict, profile.rfc) };
    });
    return run.finish(async (tx) => replyValue(await importAll(tx, given)));
  },
);

/**
 * Stores what the SAT has of CFDI, each document once. The XML of a document that is known by its
 * metadata alone completes it; metadata cancel a document and never revive one. A document that cannot
 * be imported is refused alone. A repeat under the key of the first call gets its answer; under another
 * key the documents are `unchanged`. A document that the organization issued to itself is issued,
 * whichever side it is asked for; one whose stamp here is not settled is `unchanged` until it is.
 * @throws Refusal conflict without a profile, validation_error for a batch that is too large
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
 * The SAT shows documents that the organization issued to itself on both sides; here they count as
 * issued.
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

/** When and over how much a document was issued, by its XML or its metadata. */
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
  // A second document would keep our own from its stamp. First, because a stamp that is stored in between
  // is known below.
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
    // The same document twice in a batch: the second is not new any more.
    if (outcome.outcome === 'imported')
      known.set(name, { id: '', ...document, status: 'valid', isComplete: true });
    outcomes.push({ uuid: document.uuid, ...outcome });
  }
  return outcomes;
}

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
  // Nothing is announced: an amount without currency and taxes is no fact for anybody.
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
    // PostgreSQL stores no text with it.
    ![issuerName, receiverName].some((name) => name.includes('\0'))
  );
}
