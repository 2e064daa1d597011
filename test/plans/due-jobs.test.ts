import { services } from '../../scripts/runtime/services.mjs';
import { collectTexts, folderOf } from '../sql/texts';
import { asked, fill } from './filled';
import { scansOf } from './scans';

const claims = collectTexts().texts.filter(({ sql }) => sql.includes('insert into job_claims'));

const owners = services.filter(({ folder }) =>
  claims.some(({ place }) => folderOf(place) === folder),
);

/** A time at which no row of the filled database is due yet. */
const early = { ...asked, 'timestamp with time zone': `'2019-01-01'` };

/** Queue tables in which each row is due. */
const queues = ['cfdi', 'sales', 'expense', 'collection'].map((name) => `reads ${name}_deltas`);

/**
 * This table is empty in the test, because only sandbox organizations that advanced their clock
 * have a row.
 */
const clocks = 'organization_clocks';

describe.each(owners)('$name', ({ folder, ...service }) => {
  const texts = claims.filter(({ place }) => folderOf(place) === folder);

  it('no job reads all organizations', async () => {
    const words = texts.map(({ sql }) => ({ sql: sql.replaceAll(clocks, '') }));
    const filled = await fill({ folder, ...service }, words, 'each');
    const client = await filled.admin.connect();
    const found: string[] = [];
    for (const { place, sql } of texts) {
      const scans = await scansOf(client, sql, filled.rowsOf, early);
      // Parts of a plan that run only for due rows are not executed here.
      const whole = scans.filter((one) => !one.startsWith('would ') && !queues.includes(one));
      found.push(...whole.map((one) => `${place} ${one}`));
    }
    client.release();
    await filled.close();
    expect(found).toEqual([]);
  });
});
