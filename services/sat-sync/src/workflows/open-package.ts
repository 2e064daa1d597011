import type { fiscalCfdi } from '@timbre/contract';
import { failpoint, underKey, type Run } from '@timbre/kit';
import { isOfWithholdings } from '../domain/sources';
import {
  PackageUnreadable,
  type PackageBatch,
  type ReadPackage,
} from '../domain/downloads/package-batch';
import {
  advancePackage, count, directionOf, forgetFailures, holdSource, setPackage, storedPackage, type PackageRow, type SourceRow,
} from '../store/download-sources'; // prettier-ignore
import { markRefused, storeMetadata } from '../store/metadata';
import { issuedElsewhere, type ImportClient } from './compare-cfdi';

type Opening = readonly [run: Run, client: ImportClient, source: SourceRow, packed: PackageRow];

/** A batch that was sent to fiscal-cfdi, and whose import is still running. */
interface Handed {
  batch: PackageBatch;
  counts: ReturnType<typeof handOver>;
}

/**
 * Opens a stored package and sends its documents to fiscal-cfdi in batches. The next batch is sent while
 * the previous batch is imported. Each batch is counted in a separate commit, in the order of the
 * batches. After a crash, the next worker continues at the first batch that was not counted. A package
 * that is not a ZIP file is downloaded a second time.
 */
export async function openPackage(
  run: Run,
  { imports, readPackage }: { imports: ImportClient; readPackage: ReadPackage },
  source: SourceRow,
  packed: PackageRow,
  lease: string,
): Promise<void> {
  const opening = [run, imports, source, packed] as const;
  const stored = await storedPackage(run, packed.id);
  let ahead: Handed | undefined;
  try {
    for await (const batch of readPackage(stored, packed.requestType, packed.nextEntry)) {
      const counts = handOver(opening, batch);
      // A failure of the import is handled when this promise is awaited.
      counts.catch(() => undefined);
      const before = ahead;
      ahead = { batch, counts };
      if (before && !(await countHanded(opening, lease, before))) return;
    }
    if (ahead && !(await countHanded(opening, lease, ahead))) return;
    await run.step(async (tx) => {
      if (!(await holdSource(tx, source.id, lease))) return;
      await setPackage(tx, packed.id, { state: 'imported' });
      await forgetFailures(tx, source.id);
    });
  } catch (error) {
    if (!(error instanceof PackageUnreadable)) throw error;
    if (ahead) await countHanded(opening, lease, ahead);
    // The next step downloads the package again, or gives up the package after the second download.
    await run.step(async (tx) => {
      if (!(await holdSource(tx, source.id, lease))) return;
      await setPackage(tx, packed.id, { state: 'listed', code: 'unreadable' });
      await count(tx, source.id, {}, [{ name: packed.packageId, code: 'package_unreadable' }]);
    });
  }
}

/**
 * Waits for the import of a batch and adds its result to the counts.
 * @returns false if the source was taken over or canceled
 */
async function countHanded(
  [run, , source, packed]: Opening,
  lease: string,
  { batch, counts }: Handed,
): Promise<boolean> {
  const counted = await counts;
  failpoint('sat_sync.handed_over');
  return run.step(async (tx) => {
    if (!(await holdSource(tx, source.id, lease))) return false;
    const direction = directionOf(source);
    await storeMetadata(tx, direction, batch.rows);
    await markRefused(
      tx,
      direction,
      counted.refused.map(({ name }) => name),
    );
    const { refused, foreign } = counted;
    await count(tx, source.id, counted, [...batch.skipped, ...refused, ...foreign]);
    await advancePackage(tx, packed.id, batch.next);
    return true;
  });
}

async function handOver(
  [run, client, source, packed]: Opening,
  { documents, rows, skipped, next }: PackageBatch,
) {
  const direction = directionOf(source);
  const given: fiscalCfdi.SatCfdi[] = documents.map((document) => ({ direction, ...document }));
  // After a crash, the next worker repeats the call with the same idempotency key. The next worker then
  // receives the stored response of the first call and counts the documents that it imported.
  const key = `${packed.id} ${packed.downloads} ${next}`;
  const context = underKey(run.context, 'importCfdi', key);
  const answer =
    given.length > 0 ? await client.importCfdi({ documents: given }, context) : undefined;
  const outcomes = answer?.documents ?? [];
  const of = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length;
  const refused = outcomes
    .filter(({ outcome }) => outcome === 'refused')
    .map(({ uuid, code }) => ({ name: uuid, code }));
  const added = outcomes.filter(({ outcome }) => outcome === 'imported');
  return {
    foreign: issuedElsewhere(
      source,
      added.map(({ uuid }) => uuid),
    ),
    // Withholding documents have no metadata, so the documents in the package are counted as found.
    found: isOfWithholdings(source.source) ? given.length + skipped.length : rows.length,
    imported: added.length,
    updated: of('updated'),
    skipped: skipped.length + refused.length,
    refused,
  };
}
