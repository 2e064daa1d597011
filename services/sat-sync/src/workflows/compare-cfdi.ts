import type { fiscalCfdi, CallableRpcs } from '@timbre/contract';
import { localDateTimeIn, lastIn, firstIn } from '@timbre/fiscal';
import { underKey, withoutKey, type Run, type ServiceClient, type Transaction } from '@timbre/kit';
import type { MetadataRow } from '../domain/downloads/metadata-rows';
import type { Direction } from '../domain/downloads/port';
import { spansOf } from '../domain/downloads/spans';
import { isOfWithholdings } from '../domain/sources';
import { countDifferences } from '../metrics';
import {
  addDifferences, count, directionOf, endSource, holdSource, metadataAskedMs, setComparedTo, setPhase,
  type SourceRow,
} from '../store/download-sources'; // prettier-ignore
import { dropFolios, hasNewFolios, receivedMetadata } from '../store/folios';
import { folioSource } from '../store/syncs';
import { recheckLists } from '../store/listed-parties';
import { sourceFinished } from '../store/sat-events';
import {
  knownUuids,
  markMissing,
  metadataPage,
  missingTimes,
  placeOf,
  type Period,
} from '../store/metadata';

export type ImportClient = Pick<
  ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>,
  'importCfdi' | 'listCfdiStates'
>;

const pageSize = 500;

const periodOf = (source: SourceRow): Period => ({
  direction: directionOf(source),
  from: `${source.dateFrom}T00:00:00`,
  to: `${source.dateTo}T23:59:59`,
});

/**
 * Does the final work of a download phase, after all requests of the phase have finished.
 */
export async function compareSource(
  run: Run,
  client: ImportClient,
  source: SourceRow,
  lease: string,
): Promise<void> {
  const held: Held = (work) =>
    run.step(async (tx) => {
      if (!(await holdSource(tx, source.id, lease))) return false;
      await work(tx);
      return true;
    });
  if (source.source === folioSource) {
    if (source.phase === 'compare') return compareFolios(run, client, source, held);
    return void (await held(async (tx) => {
      if (!(await hasNewFolios(tx, source.id))) await endSource(tx, source.id);
    }));
  }
  // Withholding documents have no metadata that could be compared.
  if (isOfWithholdings(source.source)) return void (await held((tx) => endSource(tx, source.id)));
  switch (source.phase) {
    case 'metadata':
      return void (await held((tx) => setPhase(tx, source.id, 'compare')));
    case 'compare': {
      if (!(await compareWithOurs(run, client, source, held))) return;
      await held(async (tx) => {
        const times = await missingTimes(tx, periodOf(source));
        await setPhase(tx, source.id, 'cfdi', spansOf(times));
      });
      return;
    }
    case 'cfdi':
      return void (await held((tx) => setPhase(tx, source.id, 'remainder')));
    case 'remainder':
      if (!(await compareWithOurs(run, client, source, held, true))) return;
      return void (await held((tx) => setPhase(tx, source.id, 'audit')));
    case 'audit':
    case 'done':
      return audit(run, client, source, held);
  }
}

/**
 * Runs a function in a transaction if this worker still has the lease of the source.
 * @returns false if the source was taken over or canceled
 */
type Held = (work: (tx: Transaction) => Promise<unknown>) => Promise<boolean>;

const nothing = () => Promise.resolve();

/** The filter of a query for documents with given UUIDs. */
const byUuid = { issuedFrom: '', issuedTo: '', afterUuid: '', limit: 0, stampedTo: '' };

const metadataOf = (row: MetadataRow): fiscalCfdi.CfdiMetadata => ({
  issuerRfc: row.issuerRfc,
  issuerName: row.issuerName,
  receiverRfc: row.receiverRfc,
  receiverName: row.receiverName,
  issuedLocalDateTime: row.issuedLocal,
  total: row.total,
  documentType: row.documentType,
  isCanceled: row.isCanceled,
});

/**
 * Finds the documents whose XML fiscal-cfdi lacks, and marks documents as canceled if they are canceled
 * at the SAT.
 * @param isLast true to store documents without XML from their metadata now
 * @returns false if the source was taken over or canceled
 */
async function compareWithOurs(
  run: Run,
  client: ImportClient,
  source: SourceRow,
  held: Held,
  isLast = false,
): Promise<boolean> {
  const period = periodOf(source);
  const { direction } = period;
  const context = withoutKey(run.context);
  for (let after = source.comparedTo; ;) {
    const page = await run.step((tx) => metadataPage(tx, period, after, { limit: pageSize }));
    if (page.length === 0) return true;
    // After a crash, the next worker repeats the call with the same idempotency key. The next worker then
    // receives the stored response of the first call and counts its rows.
    const once = underKey(run.context, 'importCfdi', `${source.id} ${source.phase} ${after}`);
    after = placeOf(lastIn(page));
    if (!(await held(nothing))) return false;
    const { documents } = await client.listCfdiStates(
      {
        ...byUuid,
        direction,
        uuids: page.map(({ uuid }) => uuid),
      },
      context,
    );
    const ours = new Map(documents.map((document) => [document.uuid, document]));
    const isToImport = (row: MetadataRow) => {
      const own = ours.get(row.uuid);
      return own ? row.isCanceled && !own.isCanceled : isLast;
    };
    const given = page.filter(isToImport).map((row) => ({
      direction,
      uuid: row.uuid,
      xml: Buffer.alloc(0),
      metadata: metadataOf(row),
    }));
    const answer = await client.importCfdi({ documents: given }, once);
    const of = (outcome: string) =>
      answer.documents.filter((one) => one.outcome === outcome).length;
    const stored = documents.flatMap(({ uuid, isComplete }) => (isComplete ? [uuid] : []));
    const added = answer.documents.filter(({ outcome }) => outcome === 'imported');
    const foreign = issuedElsewhere(
      source,
      added.map(({ uuid }) => uuid),
    );
    const isKept = await held(async (tx) => {
      await markMissing(tx, direction, page, stored);
      await count(tx, source.id, { imported: added.length, updated: of('updated') }, foreign);
      await setComparedTo(tx, source.id, after);
    });
    if (!isKept) return false;
  }
}

/**
 * Removes CFDI from the source whose XML has arrived since they were added. Documents that the metadata
 * list are stored at once without XML, because the SAT needs minutes to days to provide the XML.
 */
async function compareFolios(
  run: Run,
  client: ImportClient,
  source: SourceRow,
  held: Held,
): Promise<void> {
  const direction = 'received';
  const asked = source.spans.slice(0, pageSize).map(({ from }) => from);
  const { documents } = await client.listCfdiStates(
    { ...byUuid, direction, uuids: asked },
    withoutKey(run.context),
  );
  const here = new Set(documents.map(({ uuid }) => uuid));
  const unknown = asked.filter((uuid) => !here.has(uuid));
  const rows = await run.step((tx) => receivedMetadata(tx, unknown));
  const given = rows.map((row) => ({
    direction,
    uuid: row.uuid,
    xml: Buffer.alloc(0),
    metadata: metadataOf(row),
  }));
  if (given.length > 0) {
    const once = underKey(
      run.context,
      'importCfdi',
      `${source.id} metadata ${firstIn(given).uuid}`,
    );
    await client.importCfdi({ documents: given }, once);
  }
  const complete = documents.flatMap(({ uuid, isComplete }) => (isComplete ? [uuid] : []));
  await held((tx) => dropFolios(tx, source.id, complete));
}

/**
 * Returns the issues for CFDI that the organization issued with another system than Timbre. Each
 * of these CFDI is reported only once, because it is stored afterwards.
 */
export const issuedElsewhere = (
  source: Pick<SourceRow, 'source'>,
  uuids: readonly string[],
): object[] =>
  directionOf(source) === 'issued' ? uuids.map((name) => ({ name, code: 'issued_elsewhere' })) : [];

/**
 * The time for which a new stamp may be missing at the SAT. A more recent stamp that is missing at
 * the SAT is not reported as a difference.
 */
const lateMs = 86_400_000;
const auditPage = 2_000;

/**
 * Compares all documents of the period with the SAT's metadata. Every stamped document must exist at the
 * SAT, and every document at the SAT must be stored exactly once. A difference means that a stamp was
 * lost or that a document was stamped twice.
 * - not_at_sat: a stored document is missing in the SAT's metadata
 * - not_here: a document of the SAT is not stored, not even by its metadata
 * - issued_elsewhere: the download brought an issued document that was not stored
 * - stamped_twice: a document from the SAT has the folio of a document that was drafted here
 */
async function audit(run: Run, client: ImportClient, source: SourceRow, held: Held): Promise<void> {
  const period = periodOf(source);
  const { direction } = period;
  const askedMs = await run.step((tx) => metadataAskedMs(tx, source.id));
  const stampedTo = localDateTimeIn(
    (askedMs ?? run.now().getTime()) - lateMs,
    'America/Mexico_City',
  );
  const issues: object[] = [];
  for (let afterUuid = ''; ;) {
    const { documents } = await client.listCfdiStates(
      {
        direction,
        uuids: [],
        afterUuid,
        limit: auditPage,
        issuedFrom: period.from,
        issuedTo: period.to,
        stampedTo,
      },
      withoutKey(run.context),
    );
    if (documents.length === 0) break;
    afterUuid = lastIn(documents).uuid;
    if (!(await held(nothing))) return;
    const uuids = documents.map(({ uuid }) => uuid);
    const atSat = await run.step((tx) => knownUuids(tx, direction, uuids));
    const lost = uuids.filter((uuid) => !atSat.has(uuid));
    issues.push(...lost.map((name) => ({ name, code: 'not_at_sat' })));
    const doubled = documents.filter(({ isDoubled }) => isDoubled);
    issues.push(...doubled.map(({ uuid: name }) => ({ name, code: 'stamped_twice' })));
  }
  issues.push(...(await notHere(run, client, period)));
  const differences = issues.length + (direction === 'issued' ? source.imported : 0);
  const isEnded = await held(async (tx) => {
    await addDifferences(tx, source.id, issues);
    await endSource(tx, source.id);
    tx.emit(sourceFinished(source, differences));
    // The lists of the SAT are compared again, because issuers of new received CFDI may be on a
    // list of the SAT.
    if (direction === 'received') await recheckLists(tx);
  });
  if (isEnded) countDifferences(differences);
}

/** Returns the documents of the SAT that are not stored here, not even from their metadata. */
async function notHere(run: Run, client: ImportClient, period: Period): Promise<object[]> {
  const { direction } = period;
  const issues: object[] = [];
  for (let after = ''; ;) {
    const options = { limit: pageSize, onlyMissing: true };
    const page = await run.step((tx) => metadataPage(tx, period, after, options));
    if (page.length === 0) return issues;
    after = placeOf(lastIn(page));
    const uuids = page.map(({ uuid }) => uuid);
    const { documents } = await client.listCfdiStates(
      { ...byUuid, direction, uuids },
      withoutKey(run.context),
    );
    const ours: Set<string> = new Set(
      documents.map(({ uuid }: { uuid: Direction | string }) => uuid),
    );
    const absent = uuids.filter((uuid) => !ours.has(uuid));
    issues.push(...absent.map((name) => ({ name, code: 'not_here' })));
  }
}
