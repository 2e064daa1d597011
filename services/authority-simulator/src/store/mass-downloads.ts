import type { Database } from './database';

/** A mass download request that the SAT accepted. */
export interface MassDownload {
  readonly id: string;
  readonly rfc: string;
  /** The text (period, issuer, receiver) by which the SAT permanently counts equal requests. */
  readonly tuple: string;
  readonly direction: 'issued' | 'received' | 'folio';
  readonly type: 'CFDI' | 'Metadata';
  readonly from: string;
  readonly to: string;
  readonly requestedAt: Date;
  /** The UUIDs of the documents that existed at the time of the request, the oldest first. */
  readonly uuids: readonly string[];
  readonly isOver: boolean;
  readonly isEmpty: boolean;
  readonly isStuck: boolean;
  readonly packageSize: number;
}

/** Stores mass download requests, and the permanent counts of equal requests and of package downloads. */
export interface MassDownloadStore {
  find(id: string): MassDownload | undefined;
  /** Increases the permanent count of requests with this key by one. */
  use(tuple: string, rfc: string): void;
  uses(tuple: string): number;
  add(request: MassDownload): void;
  /** Returns the requests with this counting key, the newest first. */
  ofTuple(tuple: string): MassDownload[];
  downloads(packageId: string): number;
  download(packageId: string, rfc: string): void;
  list(rfc: string | undefined): object[];
}

type Row = Record<string, unknown>;

export function massDownloadStore(database: Database): MassDownloadStore {
  const find = database.prepare('SELECT * FROM mass_downloads WHERE id = ?');
  const ofTuple = database.prepare(
    'SELECT * FROM mass_downloads WHERE tuple = ? ORDER BY requested_at DESC',
  );
  const insert = database.prepare(
    'INSERT INTO mass_downloads VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const use = database.prepare(
    `INSERT INTO mass_download_uses VALUES (?, ?, 1)
     ON CONFLICT (tuple) DO UPDATE SET uses = uses + 1`,
  );
  const uses = database.prepare('SELECT uses FROM mass_download_uses WHERE tuple = ?');
  const listed = database.prepare("SELECT * FROM mass_download_uses WHERE ? IN (rfc, '')");
  const packages = database.prepare('SELECT downloads FROM mass_download_packages WHERE id = ?');
  const download = database.prepare(
    `INSERT INTO mass_download_packages VALUES (?, ?, 1)
     ON CONFLICT (id) DO UPDATE SET downloads = downloads + 1`,
  );
  const downloads = (id: string) => Number(packages.get(id)?.['downloads'] ?? 0);
  const requestsOf = (tuple: string) => ofTuple.all(tuple).map(toRequest);
  return {
    find: (id) => {
      const row = find.get(id);
      return row && toRequest(row);
    },
    use: (tuple, rfc) => void use.run(tuple, rfc),
    uses: (tuple) => Number(uses.get(tuple)?.['uses'] ?? 0),
    add: (request) => void insert.run(...toRow(request)),
    ofTuple: requestsOf,
    downloads,
    download: (id, rfc) => void download.run(id, rfc),
    list: (rfc = '') =>
      listed.all(rfc).map((row) => ({
        tuple: String(row['tuple']),
        uses: Number(row['uses']),
        requests: requestsOf(String(row['tuple'])).map((request) => ({
          id: request.id,
          documents: request.uuids.length,
          packages: packageIds(request).map((id) => ({ id, downloads: downloads(id) })),
        })),
      })),
  };
}

/** Returns the identifiers of a request's packages, in the form `<IDSOLICITUD>_NN`, with NN from 01. */
export const packageIds = ({ id, uuids, packageSize }: MassDownload): string[] =>
  Array.from(
    { length: Math.ceil(uuids.length / packageSize) },
    (_, index) => `${id.toUpperCase()}_${String(index + 1).padStart(2, '0')}`,
  );

const toRow = (it: MassDownload): (string | number)[] => [
  it.id,
  it.rfc,
  it.tuple,
  it.direction,
  it.type,
  it.from,
  it.to,
  it.requestedAt.toISOString(),
  JSON.stringify(it.uuids),
  ...[it.isOver, it.isEmpty, it.isStuck].map(Number),
  it.packageSize,
];

function toRequest(row: Row): MassDownload {
  const text = (name: string) => String(row[name]);
  return {
    id: text('id'),
    rfc: text('rfc'),
    tuple: text('tuple'),
    direction: text('direction') as MassDownload['direction'],
    type: text('type') as MassDownload['type'],
    from: text('period_from'),
    to: text('period_to'),
    requestedAt: new Date(text('requested_at')),
    uuids: JSON.parse(text('uuids')) as string[],
    isOver: row['is_over'] === 1,
    isEmpty: row['is_empty'] === 1,
    isStuck: row['is_stuck'] === 1,
    packageSize: Number(row['package_size']),
  };
}
