import { services } from '../../scripts/runtime/services.mjs';
import { collectTexts, folderOf } from '../sql/texts';
import { fill, type Filled } from './filled';
import { known } from './known-scans';
import { scansOf } from './scans';

/** Returns the conditions of a page query, without the condition on the organization. */
const conditionOf = (sql: string): string =>
  / r where r[.]org_id = b[.]org::uuid(?: and )?(.*?)\s+order by r[.][^()]*limit [$]2::int [+] 1/s
    .exec(sql)?.[1]
    ?.replaceAll(/\s+/g, ' ') ?? '';

/**
 * Whether PostgreSQL checks a condition row by row. A search reads all rows, as the documentation of
 * `List` in kit states. Conditions on the day of creation follow the order of the page.
 */
const isWalked = (condition: string): boolean =>
  /like (?:all[(]|[$])|::date [<>]=|date [<>]= |[<>]=? [$]\d+::timestamptz/.test(condition);

const changes =
  /\b(?:insert into|update|delete from|merge into|advisory)\b|\bfor (?:no key )?(?:update|share)\b/i;

const reads = collectTexts()
  .texts.filter(
    ({ sql, role }) => role === 'app' && /^\s*(?:select|with)\b/i.test(sql) && !changes.test(sql),
  )
  .map(({ sql, place, isPage }) => ({
    sql,
    place,
    condition: isPage ? conditionOf(sql) : undefined,
  }))
  .filter(({ condition = '' }) => !isWalked(condition));

const owners = services.filter(({ database }) => database !== undefined);

/** The default cost settings of PostgreSQL, which replace the settings of this server. */
const planning = {
  plan_cache_mode: 'force_generic_plan',
  seq_page_cost: '1',
  random_page_cost: '4',
  effective_cache_size: '4GB',
  work_mem: '4MB',
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/** Returns the statements of a service that read too many rows. */
async function scansIn(texts: typeof reads, { app, rowsOf }: Filled): Promise<string[]> {
  const client = await app.connect();
  for (const [name, value] of Object.entries(planning))
    await client.query('select set_config($1, $2, false)', [name, value]);
  const found = new Set<string>();
  for (const { place, sql, condition } of texts) {
    const file = place.replace(/:\d+$/, '');
    const of = condition === undefined ? file : `${file} [${condition}]`;
    for (const scan of await scansOf(client, sql, rowsOf)) found.add(`${of} ${scan}`);
  }
  client.release();
  return [...found].sort();
}

/**
 * Returns the scans that the single filters of a combination cause. PostgreSQL checks a filter
 * without an index row by row in every combination too, so a known scan of the filter also covers
 * its combinations with other filters.
 */
function scansOfParts(found: string): string[] {
  const [, file, condition = '', scan] = /^(\S+) \[(.*)\] (.*)$/.exec(found) ?? [];
  const parts = condition.split(' and ');
  if (parts.length < 2) return [];
  return parts.map((part) => `${file} [${part.replace(/[$]\d+$/, '$3')}] ${scan}`);
}

describe.each(owners)('$name', (service) => {
  const texts = reads.filter(({ place }) => folderOf(place) === service.folder);

  it('a service answers lists and reads without reading all rows of an organization', async () => {
    const filled = await fill(service, texts);
    const found = await scansIn(texts, filled);
    await filled.close();
    const { job, ...others } = known;
    const ofService = (one: string): boolean => one.startsWith(`${service.folder}/`);
    const listed = Object.values(others).flat().filter(ofService);
    const readAll = found.filter(
      (one) => !job!.includes(one) && !scansOfParts(one).some((part) => listed.includes(part)),
    );
    expect(readAll).toEqual(listed.sort());
  });
});

test.each([
  ['list-cfdi', 'r.status = $3', 'cfdi_status'],
  ['list-withholdings', 'r.status = $3 and r.withholding_code = $4', 'withholdings_status_code'],
])('%s: the test detects that the index of %s is missing', async (file, filter, index) => {
  const service = owners.find(({ name }) => name === 'fiscal-cfdi')!;
  const texts = reads.filter(
    ({ place, condition }) => place.includes(`/${file}.ts`) && condition === filter,
  );
  const filled = await fill(service, texts);
  expect(await scansIn(texts, filled)).toEqual([]);
  await filled.admin.query(`drop index ${index}`);
  const [scan, ...others] = await scansIn(texts, filled);
  await filled.close();
  expect(scan).toContain(`${file}.ts [${filter}] reads `);
  expect(others).toEqual([]);
});
