import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { checkBlacklist } from '../src/operations/check-blacklist';
import { checkBlacklistBatch } from '../src/operations/check-blacklist-batch';
import { loadList, type SatList } from '../src/workflows/load-list';
import { satLists } from '../src/workflows/load-lists';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
let system: Pool;
beforeAll(async () => {
  service = await startSatSync();
  system = testPool(service.database.systemUrl, 2);
});
afterAll(async () => {
  await system.end();
  await service.close();
});

const list69b: SatList = { file: '69b.csv', list: '69b', situation: '' };
const firmes: SatList = { file: 'Firmes.csv', list: '69', situation: 'FIRMES' };
const header69 = [
  'RFC',
  'RAZON SOCIAL',
  'TIPO PERSONA',
  'SUPUESTO',
  'FECHA DE PRIMERA PUBLICACION',
];
const header69b = ['No', 'RFC', 'Nombre del Contribuyente', 'Situación del contribuyente'];
const wide = (row: string[]) => [...row, ...Array.from({ length: 20 - row.length }, () => '')];
const now = new Date('2026-11-02T12:00:00Z');

async function* streamed(rows: string[][]) {
  yield* rows;
}
const load = (list: SatList, rows: string[][]) =>
  loadList(
    system,
    list,
    { modifiedAt: new Date('2026-10-30T12:00:00Z'), rows: streamed(rows) },
    now,
    () => Promise.resolve(),
  );

const load69b = (rows: string[][]) =>
  load(list69b, [
    ['Información actualizada al 31 de octubre de 2026'],
    ['Listado'],
    wide(header69b),
    ...rows.map((row, index) => wide([`${index}`, ...row])),
  ]);

const check = (rfc: string) => service.answer(checkBlacklist, callContext(), { rfc });
const names = (count: number) =>
  Array.from({ length: count }, (_, index) => [
    `AAA0808${String(10 + (index % 18))}${String(index).padStart(3, '0')}`,
    'UNO',
    'Presunto',
    'letra',
    '01/06/2018',
  ]);

describe('reading the lists of the SAT', () => {
  it('requests are refused until the lists of the SAT are loaded', async () => {
    await expect(check('AAA080810000')).rejects.toMatchObject({
      code: 'provider_unavailable',
      details: { reason: 'lists_not_loaded' },
    });
  });

  it('responses state the date of the lists, and a cleared taxpayer is not listed', async () => {
    const cleared = ['URE180429TM6', 'DOS', 'Desvirtuado'];
    const hidden = ['XXXXXXXXXXXX', 'X', 'Presunto'];
    const { rows, skipped } = await load69b([...names(40), cleared, hidden]);
    expect([rows, skipped]).toEqual([42, { suppressed: 1, unreadable: 0 }]);
    const row = ['AAA080810000', 'UNO', 'M', '', '02/02/2016'];
    await load(firmes, [header69, row, row]);
    expect(await check('AAA080810000')).toEqual({
      rfc: 'AAA080810000',
      listed: true,
      lateFiles: expect.any(Array),
      listVersion: { '69b': '2026-10-31', '69': '2026-10-30' },
      entries: [
        {
          list: '69b',
          situation: 'Presunto',
          since: '2018-06-01',
          listed: true,
          publications: [
            {
              situation: 'Presunto',
              place: 'sat',
              publishedOn: '2018-06-01',
              letter: 'letra',
            },
          ],
        },
        {
          list: '69',
          situation: 'FIRMES',
          since: '2016-02-02',
          listed: true,
          publications: [],
        },
      ],
    });
    expect(await check('URE180429TM6')).toMatchObject({
      listed: false,
      entries: [{ situation: 'Desvirtuado', listed: false }],
    });
    expect(await check('EKU9003173C9')).toMatchObject({ listed: false, entries: [] });
  });

  it('responses name the files that were never loaded or were last loaded three days ago', async () => {
    const all = satLists.map((list) => ({ ...list, situation: 'ALL' }));
    const missing = async () =>
      ((await check('AAA080810000'))['lateFiles'] ?? []) as Record<string, string>[];
    const row = ['AAA080810000', 'UNO', 'M', '', '02/02/2016'];
    for (const list of all.slice(0, -2)) await load(list, [header69, row, row]);
    const last = { list: '69', file: 'Retornoinversiones.csv' };
    service.setClock('2026-11-02T12:00:01Z');
    const official = (files: Record<string, string>[]) =>
      files.filter(({ file }) => file !== 'Listado_Completo_69-B.csv');
    expect(official(await missing())).toEqual([last]);
    service.setClock('2026-11-05T12:00:01Z');
    const late = official(await missing());
    expect(late).toHaveLength(12);
    expect(late).toContainEqual({
      list: '69',
      file: 'No localizados.csv',
      loadedAt: '2026-11-02T12:00:00.000Z',
    });
    expect(late).toContainEqual(last);
    const answer = await service.answer(checkBlacklistBatch, callContext(), { rfcs: [] });
    expect(answer['lateFiles']).toHaveLength(13);
  });

  it('a new version that has lost rows or is not a list does not replace the version in use', async () => {
    await load69b(names(40));
    await expect(load69b(names(30))).rejects.toMatchObject({ code: 'page_not_recognised' });
    await expect(load(list69b, [['<html>']])).rejects.toMatchObject({
      code: 'page_not_recognised',
    });
    expect(await check('AAA081017039')).toMatchObject({ listed: false });
    const [row] = await service.rows<{ count: number }>(
      `select count(*)::int as count from list_entries where file = '69b.csv'`,
    );
    expect(row!.count).toBe(40);
  });

  it('one request can check a thousand RFCs, and each RFC is returned once', async () => {
    const rfcs = names(1_000).map(([rfc]) => rfc!);
    const answer = await service.answer(checkBlacklistBatch, callContext(), {
      rfcs: [...rfcs.slice(0, 999), rfcs[0]!],
    });
    const results = answer.results as { listed: boolean }[];
    expect(results).toHaveLength(999);
    expect(results.filter(({ listed }) => listed)).toHaveLength(40);
  });

  it('a request cannot change the lists of the SAT', async () => {
    const { organizationId } = callContext();
    const change = `delete from list_entries`;
    await expect(service.asOrganization(organizationId, change)).rejects.toThrow(/permission/);
  });
});
