import { defineEntity, p, type InferEntity } from '@mikro-orm/postgresql';
import { byName, pickColumns, type RowOf, type Run, type Transaction } from '@timbre/kit';
import type { StoredPackage } from '../domain/downloads/package-batch';
import type { Direction, PackageType, RequestType } from '../domain/downloads/port';
import { unusedSpan, type Span } from '../domain/downloads/spans';
import { announceEnd, live, SyncSource, type Phase } from './syncs';

/** A stored part of a downloaded package. */
export const PackagePart = defineEntity({
  name: 'PackagePart',
  tableName: 'package_parts',
  properties: {
    organizationId: p.uuid().name('org_id').primary(),
    packageId: p.uuid().primary(),
    position: p.integer().primary(),
    bytes: p.blob(),
  },
});

/** A package that the mass download provides. */
export const Package = defineEntity({
  name: 'Package',
  tableName: 'packages',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    sourceId: p.uuid(),
    requestId: p.uuid(),
    /** The SAT's identifier of the package. */
    packageId: p.text(),
    state: p.text().$type<'listed' | 'stored' | 'imported' | 'lost'>(),
    downloads: p.integer(),
    /** The position of the first package entry that was not imported yet. */
    nextEntry: p.integer(),
    nextDownloadAt: p.datetime().nullable(),
    code: p.text().nullable(),
  },
});

export type Package = InferEntity<typeof Package>;

/** A request to the mass download. The SAT counts requests by RFC and period. */
export const SatRequest = defineEntity({
  name: 'SatRequest',
  tableName: 'sat_requests',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    sourceId: p.uuid(),
    rfc: p.text(),
    direction: p.text().$type<Direction>(),
    requestType: p.text().$type<RequestType>(),
    issuedFrom: p.text(),
    issuedTo: p.text(),
    state: p.text(),
    uses: p.integer(),
    /** The SAT's identifier of the request; null until the SAT accepts the request. */
    satId: p.text().nullable(),
    code: p.text().nullable(),
    documents: p.integer().nullable(),
    checks: p.integer(),
    requestedAt: p.datetime(),
    nextCheckAt: p.datetime().nullable(),
    /** The number of earlier requests for the same folio. */
    repeats: p.integer(),
  },
});

export type SatRequest = InferEntity<typeof SatRequest>;

const columns = pickColumns(SyncSource, [
  'id', 'syncId', 'version', 'rfc', 'source', 'state', 'phase', 'dateFrom', 'dateTo', 'spans',
  'failures', 'imported', 'comparedTo',
]); // prettier-ignore

/** A source that uses the mass download, with the columns that a download worker reads. */
export type SourceRow = RowOf<typeof columns> & Record<'dateFrom' | 'dateTo', string>;

/** Returns whether the organization issued or received the documents that a source downloads. */
export const directionOf = ({ source }: Pick<SourceRow, 'source'>): Direction =>
  source.startsWith('issued_') ? 'issued' : 'received';

export interface RequestRow
  extends Span, Pick<SatRequest, 'id' | 'state' | 'requestType' | 'checks'> {
  satId: string | null;
  requestedMs: number;
}

export interface PackageRow extends Pick<Package, 'id' | 'packageId' | 'downloads' | 'nextEntry'> {
  state: Extract<Package['state'], 'listed' | 'stored'>;
  requestType: PackageType;
  span: Span;
}

/**
 * The duration of the lease of a source. If the lease is not renewed within this time, another worker can
 * take over the source.
 */
const leaseSeconds = 30;

/** Claims a due source, if no other worker has claimed it. */
export async function claimSource(tx: Transaction, id: string, lease: string): Promise<boolean> {
  const rows = await tx.rows(
    `update sync_sources set lease = $3::uuid, state = 'running', version = version + 1,
       due_at = $4::timestamptz + interval '${leaseSeconds} s'
     where org_id = $1 and id = $2 and ${live} and due_at <= $4 returning id`,
    [tx.organizationId, id, lease, tx.now],
  );
  return rows.length > 0;
}

/**
 * Locks the database row of a source and renews its lease. Returns undefined if the source was
 * canceled or taken over.
 */
export async function holdSource(
  tx: Transaction,
  id: string,
  lease: string,
): Promise<SourceRow | undefined> {
  const [row] = await tx.rows<SourceRow>(
    `update sync_sources set due_at = $4::timestamptz + interval '${leaseSeconds} s'
     where org_id = $1 and id = $2 and lease = $3::uuid and ${live} returning ${columns}`,
    [tx.organizationId, id, lease, tx.now],
  );
  return row;
}

/** Releases the source, so that any worker can claim it when it is due again. */
export async function releaseSource(tx: Transaction, id: string, dueAt: Date): Promise<void> {
  await tx.rows(
    `update sync_sources set lease = null, state = 'waiting_for_sat', due_at = $3, retries = 0
     where org_id = $1 and id = $2`,
    [tx.organizationId, id, dueAt],
  );
}

/**
 * The wait, in seconds, before a source is retried after an internal failure. The wait is short, because
 * a temporary failure, such as a busy database, must not block the source for a whole lease. Each
 * consecutive failure doubles the wait, up to an hour.
 */
const retrySeconds = 5;
const retrySecondsMax = 3_600;

/** Releases the source after an internal failure, if no other worker has claimed it. */
export async function retrySoon(tx: Transaction, id: string, lease: string): Promise<void> {
  await tx.rows(
    `update sync_sources set lease = null, retries = retries + 1,
       due_at = $4::timestamptz + interval '1 s'
         * least(${retrySeconds} * power(2, least(retries, 20)), ${retrySecondsMax})
     where org_id = $1 and id = $2 and lease = $3::uuid and ${live}`,
    [tx.organizationId, id, lease, tx.now],
  );
}

/**
 * Resets the failure count of a source after a package was imported. A source fails only after
 * several failures with no imported package in between.
 */
export async function forgetFailures(tx: Transaction, id: string): Promise<void> {
  await tx.rows('update sync_sources set failures = 0 where org_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ]);
}

export interface SourceError {
  code: string;
  message: string;
}

/**
 * Ends the source. Documents that were already imported stay stored, and a canceled source stays
 * canceled.
 */
export const endSource = (tx: Transaction, id: string, error?: SourceError): Promise<void> =>
  endSources(tx, [id], error ? 'failed' : 'completed', error);

/**
 * Ends those of the given sources that are unfinished, and ends the synchronization if its last
 * source ended.
 */
export async function endSources(
  tx: Transaction,
  ids: readonly string[],
  state: 'completed' | 'failed' | 'canceled',
  error?: SourceError,
): Promise<void> {
  const ended = await tx.rows<{ syncId: string | null }>(
    `update sync_sources set lease = null, due_at = null, phase = 'done', version = version + 1,
       state = $3, error_code = $4, error_message = $5
     where org_id = $1 and id = any(string_to_array($2, ',')::uuid[]) and ${live}
     returning sync_id::text as "syncId"`,
    [tx.organizationId, ids.join(), state, error?.code ?? null, error?.message ?? null],
  );
  await dropParts(tx, ids);
  // A source of single CFDI belongs to no synchronization, so its end emits no event.
  if (ended[0]?.syncId) await announceEnd(tx, ended[0].syncId);
}

/**
 * Deletes the stored bytes of packages whose sources have finished, because these packages are not opened
 * again.
 */
async function dropParts(tx: Transaction, sourceIds: readonly string[]): Promise<void> {
  await tx.rows(
    `delete from package_parts p using packages k where p.org_id = $1 and k.org_id = p.org_id
     and k.id = p.package_id and k.source_id = any(string_to_array($2, ',')::uuid[])`,
    [tx.organizationId, sourceIds.join()],
  );
}

/**
 * Stores the position up to which the source has compared its documents.
 * @param place the sort position of the last compared document
 */
export async function setComparedTo(tx: Transaction, id: string, place: string): Promise<void> {
  await tx.rows('update sync_sources set compared_to = $3 where org_id = $1 and id = $2', [
    tx.organizationId,
    id,
    place,
  ]);
}

export async function setPhase(
  tx: Transaction,
  id: string,
  phase: Phase,
  spans: readonly Span[] = [],
): Promise<void> {
  await tx.rows(
    `update sync_sources set phase = $3, spans = $4::jsonb, compared_to = ''
     where org_id = $1 and id = $2`,
    [tx.organizationId, id, phase, JSON.stringify(spans)],
  );
}

export async function setSpans(tx: Transaction, id: string, spans: readonly Span[]): Promise<void> {
  await tx.rows('update sync_sources set spans = $3::jsonb where org_id = $1 and id = $2', [
    tx.organizationId,
    id,
    JSON.stringify(spans),
  ]);
}

/** Inserts spans that must be requested again at the start of the source's list of spans. */
export async function pushSpans(
  tx: Transaction,
  id: string,
  spans: readonly Span[],
  { isFailure = false } = {},
): Promise<void> {
  const bare = spans.map(({ from, to }) => ({ from, to }));
  await tx.rows(
    `update sync_sources set spans = $3::jsonb || spans, failures = failures + $4::int
     where org_id = $1 and id = $2`,
    [tx.organizationId, id, JSON.stringify(bare), isFailure ? 1 : 0],
  );
}

export interface Counts {
  found?: number;
  imported?: number;
  updated?: number;
  skipped?: number;
}

const issuesKept = 50;

/** Adds the given counts to the progress of the source; only the first fifty issues are stored. */
export async function count(
  tx: Transaction,
  id: string,
  { found = 0, imported = 0, updated = 0, skipped = 0 }: Counts,
  issues: readonly object[] = [],
): Promise<void> {
  await tx.rows(
    ...byName(
      `update sync_sources set found = found + :found::int, imported = imported + :imported::int,
         updated = updated + :updated::int, skipped = skipped + :skipped::int,
         issues = case when jsonb_array_length(issues) < ${issuesKept} then issues || :issues::jsonb
           else issues end
       where org_id = :org and id = :id`,
      {
        org: tx.organizationId,
        id,
        found,
        imported,
        updated,
        skipped,
        issues: JSON.stringify(issues.slice(0, issuesKept)),
      },
    ),
  );
}

/**
 * Adds the differences that the audit found to the issues, before the issues of skipped documents.
 */
export async function addDifferences(
  tx: Transaction,
  id: string,
  differences: readonly object[],
): Promise<void> {
  await tx.rows(
    `update sync_sources set issues = $3::jsonb || issues where org_id = $1 and id = $2`,
    [tx.organizationId, id, JSON.stringify(differences.slice(0, issuesKept))],
  );
}

const ms = (column: string): string => `extract(epoch from ${column})::float8 * 1000`;

const requestColumns = `id::text as id, state, sat_id as "satId", request_type as "requestType",
  issued_from as "from", issued_to as "to", checks,
  ${ms('requested_at')} as "requestedMs"`;

/** Reads the unfinished requests of a source. */
export const openRequests = (tx: Transaction, sourceId: string): Promise<RequestRow[]> =>
  tx.rows<RequestRow>(
    `select ${requestColumns} from sat_requests where org_id = $1 and source_id = $2
     and state in ('sending', 'again', 'accepted') order by id`,
    [tx.organizationId, sourceId],
  );

export const dueChecks = (tx: Transaction, sourceId: string) =>
  tx.rows<{ id: string; atMs: number }>(
    `select id::text as id, ${ms('next_check_at')} as "atMs" from sat_requests
     where org_id = $1 and source_id = $2 and state in ('again', 'accepted')
     order by next_check_at`,
    [tx.organizationId, sourceId],
  );

/**
 * Reads the time at which the source first requested metadata. Documents that were stamped after
 * the first request can be missing in the metadata.
 */
export async function metadataAskedMs(
  tx: Transaction,
  sourceId: string,
): Promise<number | undefined> {
  const [row] = await tx.rows<{ atMs: number | null }>(
    `select ${ms('min(requested_at)')} as "atMs" from sat_requests
     where org_id = $1 and source_id = $2 and request_type = 'metadata'`,
    [tx.organizationId, sourceId],
  );
  return row?.atMs ?? undefined;
}

/** A request of a source that must be recorded before it is sent. */
export interface Booking {
  source: SourceRow;
  direction: Direction;
  requestType: RequestType;
}

/**
 * Reads the end times of all spans that earlier requests of the organization used with the same start
 * time.
 */
async function usedEnds(
  tx: Transaction,
  { source: { rfc }, direction, requestType }: Booking,
  from: string,
): Promise<Set<string>> {
  const rows = await tx.rows<{ to: string }>(
    `select issued_to as "to" from sat_requests where org_id = $1 and rfc = $2 and direction = $3
     and request_type = $4 and issued_from = $5`,
    [tx.organizationId, rfc, direction, requestType, from],
  );
  return new Set(rows.map(({ to }) => to));
}

/**
 * The numbers of earlier requests after which a folio may be requested again. The SAT provides a
 * CFDI by its folio only twice, and a request by folio has no period that could be shifted.
 */
const folioUses = [0, 1];

/**
 * Records a request as used before the request is sent. The SAT counts requests by RFC. A span is
 * therefore also skipped if another organization with the same RFC has used it, although row-level
 * security hides that organization's request.
 * @returns the identifier and the span of the request, or undefined if all shifts of the span were used
 */
export async function bookRequest(
  tx: Transaction,
  booking: Booking,
  span: Span,
): Promise<(Span & { id: string }) | undefined> {
  const id = tx.newId();
  if (booking.requestType === 'folio') {
    for (const repeats of folioUses)
      if (await isBooked(tx, id, booking, span, repeats))
        return { id, from: span.from, to: span.to };
    return undefined;
  }
  const used = await usedEnds(tx, booking, span.from);
  for (;;) {
    const free = unusedSpan(span, used);
    if (!free) return undefined;
    if (await isBooked(tx, id, booking, free)) return { id, ...free };
    used.add(free.to);
  }
}

/**
 * Adds a request, except if any organization has already recorded the same request with the same
 * number of repeats.
 */
async function isBooked(
  tx: Transaction,
  id: string,
  { source, direction, requestType }: Booking,
  { from, to }: Span,
  repeats = 0,
): Promise<boolean> {
  const booked = await tx.rows(
    ...byName(
      `insert into sat_requests (id, org_id, source_id, rfc, direction, request_type, issued_from,
         issued_to, repeats, state, uses, requested_at)
       values (:id, :org, :sourceId, :rfc, :direction, :requestType, :from, :to, :repeats::int,
         'sending', 1, :now)
       on conflict (rfc, direction, request_type, issued_from, issued_to, repeats) do nothing
       returning 1`,
      {
        id,
        org: tx.organizationId,
        sourceId: source.id,
        rfc: source.rfc,
        direction,
        requestType,
        from,
        to,
        repeats,
        now: tx.now,
      },
    ),
  );
  return booked.length > 0;
}

export async function setRequest(
  tx: Transaction,
  id: string,
  values: { state: string; satId?: string; code?: string; documents?: number; nextCheckAt?: Date },
): Promise<void> {
  const { state, satId = null, code = null, documents = null, nextCheckAt = null } = values;
  await tx.rows(
    ...byName(
      `update sat_requests set state = :state, sat_id = coalesce(:satId, sat_id), code = :code,
         documents = coalesce(:documents::int, documents), next_check_at = :nextCheckAt,
         checks = checks + 1
       where org_id = :org and id = :id`,
      { org: tx.organizationId, id, state, satId, code, documents, nextCheckAt },
    ),
  );
}

/**
 * Stores the SAT's response to a request whose source was canceled before the response arrived. A request
 * whose source was canceled still counts as used at the SAT. If another worker has taken over the
 * source, the response is not stored here, because that worker now handles the request.
 */
export async function noteLateAnswer(
  tx: Transaction,
  id: string,
  { state, satId, code }: { state: string; satId?: string; code?: string },
): Promise<void> {
  await tx.rows(
    `update sat_requests q set state = $3, sat_id = $4, code = $5 from sync_sources s
     where q.org_id = $1 and q.id = $2 and q.state = 'sending'
       and s.org_id = q.org_id and s.id = q.source_id and not s.${live}`,
    [tx.organizationId, id, state, satId ?? null, code ?? null],
  );
}

/**
 * Reads the next package that must be imported. Packages that are already stored come first,
 * followed by packages whose download is due. Packages are imported even while other requests of
 * the source are unfinished.
 */
export async function nextPackage(
  tx: Transaction,
  sourceId: string,
): Promise<(PackageRow & { isDue: boolean; nextAtMs: number | null }) | undefined> {
  const [row] = await tx.rows<PackageRow & Span & { isDue: boolean; nextAtMs: number | null }>(
    `select p.id::text as id, p.package_id as "packageId", p.state, p.downloads,
       p.next_entry as "nextEntry", q.issued_from as "from",
       case q.request_type when 'metadata' then 'metadata' else 'cfdi' end as "requestType",
       q.issued_to as "to", coalesce(p.next_download_at <= $3, true) as "isDue",
       ${ms('p.next_download_at')} as "nextAtMs"
     from packages p join sat_requests q on q.org_id = p.org_id and q.id = p.request_id
     where p.org_id = $1 and p.source_id = $2 and p.state in ('listed', 'stored')
     order by p.state desc, coalesce(p.next_download_at <= $3, true) desc, p.id limit 1`,
    [tx.organizationId, sourceId, tx.now],
  );
  return row && { ...row, span: { from: row.from, to: row.to } };
}

export async function addPackages(
  tx: Transaction,
  sourceId: string,
  requestId: string,
  ids: readonly string[],
): Promise<void> {
  for (const packageId of ids)
    await tx.rows(
      `insert into packages (id, org_id, source_id, request_id, package_id, state)
       values ($2, $1, $3, $4, $5, 'listed') on conflict do nothing`,
      [tx.organizationId, tx.newId(), sourceId, requestId, packageId],
    );
}

export async function setPackage(
  tx: Transaction,
  id: string,
  values: { state: string; code?: string; nextAt?: Date },
): Promise<void> {
  const { state, code = null, nextAt = null } = values;
  await tx.rows(
    'update packages set state = $3, code = $4, next_download_at = $5 where org_id = $1 and id = $2',
    [tx.organizationId, id, state, code, nextAt],
  );
  if (state === 'stored' || state === 'listed') return;
  await tx.rows('delete from package_parts where org_id = $1 and package_id = $2', [
    tx.organizationId,
    id,
  ]);
}

/** Counts a download before it begins, and deletes the stored parts of an earlier download. */
export async function bookDownload(tx: Transaction, id: string): Promise<void> {
  const own = [tx.organizationId, id];
  await tx.rows('delete from package_parts where org_id = $1 and package_id = $2', own);
  await tx.rows('update packages set downloads = downloads + 1 where org_id = $1 and id = $2', own);
}

export async function addPart(
  tx: Transaction,
  packageId: string,
  position: number,
  bytes: Buffer,
): Promise<void> {
  await tx.rows(
    'insert into package_parts (org_id, package_id, position, bytes) values ($1, $2, $3, $4)',
    [tx.organizationId, packageId, position, bytes],
  );
}

/**
 * Returns a package that is stored in parts. The parts of a stored package are read one at a time,
 * when the caller requests them.
 */
export async function storedPackage(
  { read }: Pick<Run, 'read'>,
  id: string,
): Promise<StoredPackage> {
  const sizes = await read.rows<{ bytes: number }>(
    `select octet_length(bytes) as bytes from package_parts
     where org_id = :org and package_id = $2 order by position`,
    [id],
  );
  return {
    partSizes: sizes.map(({ bytes }) => bytes),
    async part(position) {
      const [row] = await read.rows<{ bytes: Buffer }>(
        `select bytes from package_parts
         where org_id = :org and package_id = $2 and position = $3::int`,
        [id, position],
      );
      return row?.bytes ?? Buffer.alloc(0);
    },
  };
}

export async function advancePackage(tx: Transaction, id: string, next: number): Promise<void> {
  await tx.rows('update packages set next_entry = $3::int where org_id = $1 and id = $2', [
    tx.organizationId,
    id,
    next,
  ]);
}

/** SQL that selects the due sources of the given kinds. */
export const dueSources = (sources: readonly string[]): string =>
  `select org_id, id from sync_sources
   where due_at <= $1 and source in ('${sources.join(`', '`)}') order by due_at`;

/**
 * Renews the lease of a source that is read at a portal, if no other worker has taken over the source.
 */
export async function renewSource(
  tx: Transaction,
  id: string,
  attempts: number,
  until: Date,
): Promise<void> {
  await tx.rows(
    `update sync_sources set due_at = $4 where org_id = $1 and id = $2 and attempts = $3::int
     and state = 'running'`,
    [tx.organizationId, id, attempts, until],
  );
}

/**
 * Subtracts one from the number of downloads if the SAT did not count a download, so that the download
 * can be repeated.
 */
export async function uncountDownload(tx: Transaction, id: string): Promise<void> {
  await tx.rows('update packages set downloads = downloads - 1 where org_id = $1 and id = $2', [
    tx.organizationId,
    id,
  ]);
}
