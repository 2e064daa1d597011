import type { Database } from './database';

/** A client's id for a stamp (SW's `customid`) is valid for this number of hours from its first use. */
const CUSTOM_ID_LIFETIME_HOURS = 72;

export interface CustomIds {
  /** Returns the first UUID that was stamped with this id within the id's lifetime. */
  find(account: string, customId: string, now: Date): string | undefined;
  add(account: string, customId: string, uuid: string, now: Date): void;
}

export function customIds(database: Database, pac: string): CustomIds {
  const select = database.prepare(
    'SELECT uuid FROM custom_ids WHERE pac = ? AND account = ? AND custom_id = ? AND first_used_at > ?',
  );
  const insert = database.prepare('INSERT OR REPLACE INTO custom_ids VALUES (?, ?, ?, ?, ?)');
  return {
    find(account, customId, now) {
      const since = new Date(now.getTime() - CUSTOM_ID_LIFETIME_HOURS * 3_600_000);
      const row = select.get(pac, account, customId, since.toISOString());
      return row && String(row['uuid']);
    },
    add(account, customId, uuid, now) {
      insert.run(pac, account, customId, uuid, now.toISOString());
    },
  };
}
