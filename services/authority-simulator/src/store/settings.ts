import type { Database } from './database';

/**
 * Stores small named values as JSON, such as knobs and the offset of the clock. The values are kept after a
 * restart.
 */
export interface Settings {
  read<T>(key: string, fallback: T): T;
  write(key: string, value: unknown): void;
}

export function settingsOf(database: Database): Settings {
  const select = database.prepare('SELECT value FROM settings WHERE key = ?');
  const upsert = database.prepare(
    'INSERT INTO settings VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
  );
  return {
    read<T>(key: string, fallback: T): T {
      const row = select.get(key);
      return row ? (JSON.parse(String(row['value'])) as T) : fallback;
    },
    write(key, value) {
      upsert.run(key, JSON.stringify(value));
    },
  };
}
