import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * The version of the tables, which increases with every incompatible change. The simulator refuses a stored
 * state of another version.
 */
const SCHEMA_VERSION = 1;

const TABLES = `
CREATE TABLE settings (key TEXT PRIMARY KEY, value TEXT NOT NULL) STRICT;
CREATE TABLE certificates (
  number TEXT PRIMARY KEY, kind TEXT NOT NULL, rfc TEXT NOT NULL, legal_name TEXT NOT NULL,
  der BLOB NOT NULL, valid_from TEXT NOT NULL, valid_to TEXT NOT NULL, revoked_at TEXT) STRICT;
CREATE TABLE sends (
  pac TEXT NOT NULL, seal_hash TEXT NOT NULL, rfc TEXT NOT NULL, count INTEGER NOT NULL,
  first_at TEXT NOT NULL, last_at TEXT NOT NULL, last_answer TEXT NOT NULL,
  PRIMARY KEY (pac, seal_hash)) STRICT;
CREATE TABLE stamps (
  uuid TEXT PRIMARY KEY, pac TEXT NOT NULL, seal_hash TEXT NOT NULL, namespace TEXT NOT NULL,
  issuer_rfc TEXT NOT NULL, receiver_rfc TEXT NOT NULL, custom_id TEXT,
  stamped_at TEXT NOT NULL, answer_visible_at TEXT NOT NULL, sat_visible_at TEXT NOT NULL,
  document TEXT NOT NULL, tfd TEXT NOT NULL, xml TEXT NOT NULL,
  UNIQUE (pac, seal_hash)) STRICT;
CREATE INDEX stamps_issuer ON stamps (issuer_rfc, stamped_at);
CREATE TABLE relations (
  uuid TEXT NOT NULL, related_uuid TEXT NOT NULL, kind TEXT NOT NULL,
  PRIMARY KEY (uuid, related_uuid, kind)) STRICT;
CREATE INDEX relations_related ON relations (related_uuid);
CREATE TABLE custom_ids (
  pac TEXT NOT NULL, account TEXT NOT NULL, custom_id TEXT NOT NULL, uuid TEXT NOT NULL,
  first_used_at TEXT NOT NULL, PRIMARY KEY (pac, account, custom_id)) STRICT;
CREATE TABLE cancellations (
  uuid TEXT PRIMARY KEY, motive TEXT NOT NULL, replacement TEXT, requested_at TEXT NOT NULL,
  state TEXT NOT NULL, due_at TEXT, on_due TEXT, decided_at TEXT, requests INTEGER NOT NULL,
  acuse TEXT NOT NULL) STRICT;
`;

/**
 * The tables that were added after the first release. When a database of an older simulator is opened,
 * these tables are created in it.
 */
const ADDED_TABLES = `
CREATE TABLE IF NOT EXISTS mass_downloads (
  id TEXT PRIMARY KEY, rfc TEXT NOT NULL, tuple TEXT NOT NULL, direction TEXT NOT NULL,
  type TEXT NOT NULL, period_from TEXT NOT NULL, period_to TEXT NOT NULL,
  requested_at TEXT NOT NULL, uuids TEXT NOT NULL, is_over INTEGER NOT NULL,
  is_empty INTEGER NOT NULL, is_stuck INTEGER NOT NULL, package_size INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS mass_download_uses (
  tuple TEXT PRIMARY KEY, rfc TEXT NOT NULL, uses INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS mass_download_packages (
  id TEXT PRIMARY KEY, rfc TEXT NOT NULL, downloads INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS confirmations (
  rfc TEXT NOT NULL, key TEXT NOT NULL, seal_hash TEXT NOT NULL, PRIMARY KEY (rfc, key)) STRICT;
CREATE INDEX IF NOT EXISTS stamps_receiver ON stamps (receiver_rfc, stamped_at);
`;

export type Database = DatabaseSync;

/**
 * Opens or creates the database with the simulator's state. Commits reach the disk before the response is
 * sent (synchronous FULL), so that a SIGKILL after a response loses nothing.
 */
export function openDatabase(dataDir: string): Database {
  mkdirSync(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, 'authority.sqlite'));
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA busy_timeout = 5000');
  const version = Number(database.prepare('PRAGMA user_version').get()?.['user_version']);
  if (version === 0) {
    transaction(database, () => {
      database.exec(TABLES);
      database.exec(`PRAGMA user_version = ${SCHEMA_VERSION}`);
    });
  } else if (version !== SCHEMA_VERSION) {
    throw new Error(`${dataDir} holds a state of version ${version}, not ${SCHEMA_VERSION}`);
  }
  database.exec(ADDED_TABLES);
  return database;
}

/** Runs work in a transaction that takes the write lock immediately. */
export function transaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
}

const documentTables = [
  'settings',
  'sends',
  'stamps',
  'relations',
  'custom_ids',
  'cancellations',
  'mass_downloads',
  'mass_download_uses',
  'mass_download_packages',
  'confirmations',
];

/**
 * Deletes all documents and settings. Certificates are kept, because their holders still use them.
 */
export function resetState(database: Database): void {
  transaction(database, () => {
    for (const table of documentTables) database.exec(`DELETE FROM ${table}`);
  });
}

/** @throws The function throws if the database cannot be read */
export const probe = (database: Database): void => void database.prepare('SELECT 1').get();
