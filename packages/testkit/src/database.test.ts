import { Client } from 'pg';
import { startDatabase } from './database';

async function query(url: string, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

let migrations = 0;
const migrate = async (ownerUrl: string) => {
  migrations += 1;
  await query(ownerUrl, 'create table note (id serial primary key, text text)');
};
const database = () => startDatabase('testkit_example', migrate);

describe('startDatabase', () => {
  it('every caller gets a separate database, which is migrated once', async () => {
    const [one, two] = await Promise.all([database(), database()]);
    await query(one.appUrl, "insert into note (text) values ('mine')");
    expect(await query(one.appUrl, 'select text from note')).toEqual([{ text: 'mine' }]);
    expect(await query(two.appUrl, 'select text from note')).toEqual([]);
    expect(migrations).toBe(1);
    await Promise.all([one.drop(), two.drop()]);
  });

  it('the application role can write rows, but cannot change tables', async () => {
    const { appUrl, drop } = await database();
    await expect(query(appUrl, 'drop table note')).rejects.toThrow('must be owner');
    await expect(query(appUrl, 'create table other ()')).rejects.toThrow('permission denied');
    await drop();
  });

  it('statement time limits apply to the application role', async () => {
    const { appUrl, systemUrl, drop } = await database();
    const setting = "select current_setting('statement_timeout') as limit";
    expect(await query(appUrl, setting)).toEqual([{ limit: '5s' }]);
    expect(await query(systemUrl, setting)).toEqual([{ limit: '0' }]);
    await drop();
  });

  it('a service cannot reach the database of another service', async () => {
    const mine = await database();
    const other = await startDatabase('testkit_other', async () => {});
    const crossed = mine.appUrl.replace(mine.name, other.name);
    await expect(query(crossed, 'select 1')).rejects.toThrow('permission denied');
    await Promise.all([mine.drop(), other.drop()]);
  });

  it('accented letters are converted to lower case in any locale of the machine', async () => {
    const { appUrl, drop } = await database();
    expect(await query(appUrl, "select lower('ÁÑÜ') as text")).toEqual([{ text: 'áñü' }]);
    await drop();
  });

  it('a failed migration is reported to all concurrent callers', async () => {
    const failing = () =>
      startDatabase('testkit_failing', () => Promise.reject(new Error('column is missing')));
    const outcomes = await Promise.allSettled([failing(), failing()]);
    for (const outcome of outcomes) {
      expect(String((outcome as PromiseRejectedResult).reason)).toContain('column is missing');
    }
  });
});
