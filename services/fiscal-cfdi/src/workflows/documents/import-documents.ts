import type { fiscalCfdi } from '@timbre/contract';
import { isUuid, itemAt, parseLocalDateTime, Rfc } from '@timbre/fiscal';
import type { Transaction } from '@timbre/kit';
import { metadataColumns } from '../../domain/drafting/metadata-cfdi';
import type { ImportReaderProviders, ReadVerdict } from '../../domain/drafting/read-documents';
import { Cfdi, cfdiName } from '../../store/cfdi/cfdi';
import { lockKnown, type KnownCfdi } from '../../store/cfdi/known-cfdi';
import { recordEvent } from '../../store/cfdi-history';
import type { StampedDraft } from '../../store/stamping/stamped-drafts';
import { issuedKey, unsettledIssued, type Issued } from '../../store/stamping/unsettled';
import { cancel } from '../cancelling/cancellation-outcome';
import { draftsBehind, giveStamp, type ReadStamp } from '../stamping/find-stamped-draft';
import { fiscalKindOf, lockDocument } from './fiscal-kinds';
import { continueSeries, storeImported } from './store-imported';
import { storeImportedWithholding } from './store-imported-withholding';

/** A document with its direction and the contents of its XML. */
type Given = fiscalCfdi.SatCfdi & { verdict: ReadVerdict | undefined };
type Outcome = Omit<fiscalCfdi.ImportedSatCfdi, 'uuid'>;

/** Reads the XML of documents, and determines the direction with which each is stored. */
export async function readGiven(
  { importReader }: ImportReaderProviders,
  rfc: string,
  documents: readonly fiscalCfdi.SatCfdi[],
): Promise<Given[]> {
  const withXml = documents.filter(({ xml }) => xml.length > 0);
  const verdicts = await importReader.read(
    rfc,
    withXml.map(({ xml }) => xml),
  );
  const read = new Map(withXml.map((document, index) => [document, itemAt(verdicts, index)]));
  return documents.map((document): Given => {
    const verdict = read.get(document);
    return { ...document, verdict, direction: sideOf(document, verdict, rfc) };
  });
}

/**
 * Returns the direction with which a document is stored. The SAT lists a document that the organization
 * issued to itself in both directions, and it is stored as issued.
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

/** Returns the time of issue and total of a document, from its XML or its metadata. */
const issuedIn = ({ metadata, verdict }: Given): Issued =>
  verdict && 'columns' in verdict
    ? verdict.columns
    : { issuedLocal: metadata?.issuedLocalDateTime ?? '', total: metadata?.total ?? '' };

/** Stores the documents of a batch, each once (operations/import-cfdi.ts). */
export async function importAll(
  tx: Transaction,
  documents: readonly Given[],
): Promise<fiscalCfdi.ImportedSatCfdi[]> {
  const named = documents
    .filter(({ uuid }) => isUuid(uuid.toLowerCase()))
    .map(({ direction, uuid }) => ({ direction, uuid }));
  // A second document with the same UUID would prevent the stamp of the organization's own document.
  // Unsettled stamps are queried before stored documents. A stamp that is stored between the two queries is
  // therefore found by the second query.
  const issued = documents.filter(({ direction }) => direction === 'issued');
  const unsettled = await unsettledIssued(tx, issued.map(issuedIn));
  const rows = await lockKnown(tx, named);
  const nameOf = ({ direction, uuid }: { direction: string; uuid: string }) =>
    `${direction} ${uuid.toLowerCase()}`;
  const known = new Map(rows.map((row) => [nameOf(row), row]));
  const drafts = await draftsBehind(
    tx,
    documents.map((document) => (known.has(nameOf(document)) ? undefined : stampIn(document))),
  );
  const outcomes: fiscalCfdi.ImportedSatCfdi[] = [];
  for (const [position, document] of documents.entries()) {
    const name = nameOf(document);
    const isKnown = known.has(name);
    const outcome =
      (!isKnown && (await settleDraft(tx, document, drafts.get(position)))) ||
      (!isKnown && document.direction === 'issued' && unsettled.has(issuedKey(issuedIn(document)))
        ? done('unchanged')
        : await importOne(tx, document, known.get(name)));
    // A batch can contain the same document twice. For the second occurrence, the document is then already
    // stored.
    if (outcome.outcome === 'imported' || (!isKnown && outcome.outcome === 'updated'))
      known.set(name, { id: '', ...document, status: 'valid', isComplete: true });
    outcomes.push({ uuid: document.uuid, ...outcome });
  }
  const stored = documents.filter((_, index) => itemAt(outcomes, index).outcome !== 'refused');
  await continueSeries(tx, stored.flatMap(columnsOf));
  return outcomes;
}

/** Returns the stamp of an issued CFDI whose XML was read. */
const stampIn = ({ uuid, xml, verdict }: Given): ReadStamp | undefined =>
  verdict &&
  'kind' in verdict &&
  verdict.kind === 'cfdi' &&
  verdict.columns.uuid === uuid.toLowerCase()
    ? { ...verdict, xml }
    : undefined;

/**
 * Gives the stamp to the draft that became the CFDI, and cancels it if the SAT lists it as canceled.
 * @returns undefined if no draft became the CFDI
 */
async function settleDraft(
  tx: Transaction,
  document: Given,
  drafts: readonly StampedDraft[] = [],
): Promise<Outcome | undefined> {
  const stamp = stampIn(document);
  const id = stamp && (await giveStamp(tx, drafts, stamp));
  if (id === undefined) return undefined;
  const kind = fiscalKindOf('cfdi');
  if (document.metadata?.isCanceled) cancel(tx, kind, await lockDocument(tx, kind, id));
  return done('updated');
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
  // No event is sent, because an amount without currency and taxes is useless to other services.
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
    // A name with this character is refused, because PostgreSQL cannot store it.
    ![issuerName, receiverName].some((name) => name.includes('\0'))
  );
}
