import type { PacName } from '../scenarios/knobs';
import { sealHash, type SealedDocument } from '../stamping/document';
import type { Database } from './database';

export interface Stamp {
  /** The UUID of the stamp in lower case. Each PAC writes the UUID into the TFD in upper or lower case. */
  readonly uuid: string;
  readonly pac: PacName;
  readonly document: SealedDocument;
  readonly customId: string | undefined;
  readonly stampedAt: Date;
  /** Until this time, the PAC's response to a repeated request is 307 without XML. */
  readonly answerVisibleAt: Date;
  readonly satVisibleAt: Date;
  readonly tfd: string;
  readonly xml: string;
}

/** Stores the stamps of both PACs. Each PAC recognizes only its own stamps by their seal. */
export interface StampStore {
  add(stamp: Stamp): void;
  bySeal(pac: PacName, seal: string): Stamp | undefined;
  byUuid(uuid: string): Stamp | undefined;
  ofIssuer(rfc: string): Stamp[];
  ofReceiver(rfc: string): Stamp[];
  all(): Stamp[];
  /** Returns the UUIDs of the documents that relate to the given document, with the kind of relation. */
  relating(uuid: string): { readonly uuid: string; readonly kind: string }[];
  count(pac: PacName): number;
}

type Row = Record<string, unknown>;

export function stampStore(database: Database): StampStore {
  const prepare = (where: string) => database.prepare(`SELECT * FROM stamps WHERE ${where}`);
  const bySeal = prepare('pac = ? AND seal_hash = ?');
  const byUuid = prepare('uuid = ?');
  const ofIssuer = prepare('issuer_rfc = ? ORDER BY stamped_at');
  const ofReceiver = prepare('receiver_rfc = ? ORDER BY stamped_at');
  const all = prepare('true ORDER BY stamped_at');
  const relating = database.prepare('SELECT uuid, kind FROM relations WHERE related_uuid = ?');
  const count = database.prepare('SELECT count(*) AS stamps FROM stamps WHERE pac = ?');
  const insert = database.prepare(
    'INSERT INTO stamps VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const relate = database.prepare('INSERT OR IGNORE INTO relations VALUES (?, ?, ?)');
  const found = (row: Row | undefined) => row && toStamp(row);
  return {
    add(stamp) {
      insert.run(...toRow(stamp));
      for (const { uuid, kind } of stamp.document.relations) relate.run(stamp.uuid, uuid, kind);
    },
    bySeal: (pac, seal) => found(bySeal.get(pac, sealHash(seal))),
    byUuid: (uuid) => found(byUuid.get(uuid.toLowerCase())),
    ofIssuer: (rfc) => ofIssuer.all(rfc).map(toStamp),
    ofReceiver: (rfc) => ofReceiver.all(rfc).map(toStamp),
    all: () => all.all().map(toStamp),
    relating: (uuid) =>
      relating
        .all(uuid.toLowerCase())
        .map((row) => ({ uuid: String(row['uuid']), kind: String(row['kind']) })),
    count: (pac) => Number(count.get(pac)?.['stamps']),
  };
}

function toRow(stamp: Stamp): (string | null)[] {
  const { document } = stamp;
  return [
    stamp.uuid,
    stamp.pac,
    sealHash(document.seal),
    document.family,
    document.issuerRfc,
    document.receiverRfc,
    stamp.customId ?? null,
    stamp.stampedAt.toISOString(),
    stamp.answerVisibleAt.toISOString(),
    stamp.satVisibleAt.toISOString(),
    JSON.stringify(document),
    stamp.tfd,
    stamp.xml,
  ];
}

function toStamp(row: Row): Stamp {
  const text = (name: string) => String(row[name]);
  return {
    uuid: text('uuid'),
    pac: text('pac') as PacName,
    document: JSON.parse(text('document')) as SealedDocument,
    customId: row['custom_id'] === null ? undefined : text('custom_id'),
    stampedAt: new Date(text('stamped_at')),
    answerVisibleAt: new Date(text('answer_visible_at')),
    satVisibleAt: new Date(text('sat_visible_at')),
    tfd: text('tfd'),
    xml: text('xml'),
  };
}
