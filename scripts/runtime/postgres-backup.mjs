// Takes a physical backup of a running PostgreSQL server and brings it back, for tests of a restore. The programs
// of the npm package do not include pg_basebackup, so the functions use the low-level API of PostgreSQL, as
// backup tools do (PostgreSQL documentation, "Making a Base Backup Using the Low Level API").
import { attempt, run } from './command.mjs';

/** @typedef {import('./unprivileged.mjs').Account} Account */

/** @param {string} data */
const copyOf = (data) => `${data}.backup`;

/**
 * Copies the data directory of a running server while clients write. The backup contains all databases of the
 * server at one point in time, which is the end of the copied write-ahead log.
 * @param {string} url the URL of a superuser
 * @param {string} data
 * @param {Account} account
 */
export async function backUp(url, data, account) {
  const { default: pg } = await import('pg');
  const options = { cwd: '/', ...account };
  const copy = copyOf(data);
  await run('rm', ['-rf', copy], options);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('timbre', true)`);
    // A file that the server removes meanwhile makes cp fail; the write-ahead log repeats the removal.
    await attempt('cp', ['-a', data, copy], options);
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)');
    await run('rm', ['-rf', `${copy}/postmaster.pid`, `${copy}/pg_wal`], options);
    await run('cp', ['-a', `${data}/pg_wal`, `${copy}/pg_wal`], options);
    const label = { ...options, input: rows[0].labelfile };
    await run('sh', ['-c', 'cat > "$1"', 'label', `${copy}/backup_label`], label);
  } finally {
    await client.end();
  }
}

/**
 * Replaces the data directory of a killed server with its backup. The server recovers when it starts.
 * @param {string} data
 * @param {Account} account
 */
export async function bringBack(data, account) {
  const options = { cwd: '/', ...account };
  await run('rm', ['-rf', data], options);
  await run('cp', ['-a', copyOf(data), data], options);
}
