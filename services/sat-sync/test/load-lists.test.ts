import { testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { loadLists, satLists } from '../src/workflows/load-lists';
import { SatFault } from '../src/domain/sat-fault';
import type { ListSource } from '../src/workflows/load-list';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
let system: Pool;
beforeAll(async () => {
  service = await startSatSync();
  system = testPool(service.database.systemUrl, 3);
});
afterAll(async () => {
  await system.end();
  await service.close();
});

const file = 'Listado_Completo_69-B.csv';
const row = (...cells: string[]) => [...cells, ...Array<string>(20 - cells.length).fill('')];

async function* refusedRows(): AsyncGenerator<string[]> {
  yield ['<html>Mantenimiento</html>'];
}
async function* goodRows(): AsyncGenerator<string[]> {
  yield ['Información actualizada al 31 de octubre de 2026'];
  yield row('No', 'RFC', 'Nombre del Contribuyente', 'Situación del contribuyente');
  yield row('1', 'AAA080810000', 'UNO', 'Presunto', 'letra', '01/06/2018');
}

const start = Date.parse('2026-11-02T18:00:00Z');
const minute = 60_000;

/**
 * Runs the loader at the given minutes. @returns the minutes at which the loader requested the list
 */
async function askedAt(minutes: number[], open: () => Promise<ListSource>): Promise<number[]> {
  const asked: number[] = [];
  for (const at of minutes) {
    const now = () => new Date(start + at * minute);
    const lists = {
      open: (name: string) => {
        if (name !== file) return Promise.reject(new SatFault('page_not_recognised', name));
        asked.push(at);
        return open();
      },
    };
    await loadLists({ ...service.runtime, now, providers: { lists } }, system);
  }
  return asked;
}

const everyTen = Array.from({ length: 20 }, (_, index) => index * 10);
const refused = () => Promise.resolve({ modifiedAt: undefined, rows: refusedRows() });
const unreached = () => Promise.reject(new SatFault('sat_unavailable', 'no answer'));
const good = () => Promise.resolve({ modifiedAt: undefined, rows: goodRows() });

test('the list that every response needs is loaded after all other lists were tried', async () => {
  const tried: string[] = [];
  const open = (name: string) => {
    tried.push(name);
    return Promise.reject(new SatFault('sat_unavailable', name));
  };
  const now = () => new Date(start);
  await loadLists({ ...service.runtime, now, providers: { lists: { open } } }, system);
  expect([tried.length, tried.at(-1)]).toEqual([satLists.length, file]);
  await service.rows('delete from list_failures returning 1');
});

test('a list that was refused is downloaded again after an hour, not every minute', async () => {
  expect(satLists.map((list) => list.file)).toContain(file);
  expect(await askedAt(everyTen, refused)).toEqual([0, 60, 120, 180]);
});

test('a list whose server does not respond is tried again soon, and then at longer intervals', async () => {
  await service.rows('delete from list_failures returning 1');
  const minutes = Array.from({ length: 200 }, (_, index) => index);
  expect(await askedAt(minutes, unreached)).toEqual([0, 1, 3, 7, 15, 31, 63, 123, 183]);
});

test('a list that was loaded after failures is loaded again in the next night', async () => {
  expect(await askedAt([300, 301, 400], good)).toEqual([300]);
  const failed = await service.rows('select 1 from list_failures where file = $1', [file]);
  expect(failed).toEqual([]);
});

test('a failed run leaves the remaining lists to the next run', async () => {
  const broken = { ...service.runtime, now: () => new Date(start), providers: { lists: {} } };
  await service.rows('alter table list_failures rename to away');
  await expect(loadLists(broken as never, system)).rejects.toThrow('list_failures');
  await service.rows('alter table away rename to list_failures');
  expect(await askedAt([24 * 60 + 400], good)).toEqual([24 * 60 + 400]);
});

describe('two processes', () => {
  const lists = (open: (name: string) => Promise<ListSource>) => ({
    providers: { lists: { open } },
  });
  const at = (minutes: number) => () => new Date(start + (5 * 24 * 60 + minutes) * minute);
  const pass = (minutes: number, open: (name: string) => Promise<ListSource>) =>
    loadLists({ ...service.runtime, now: at(minutes), ...lists(open) }, system);
  /** Opens the last list and keeps its download open; all other lists fail. */
  const waitingIn = (begun: () => void, until: Promise<void>) => (name: string) => {
    if (name !== file) return Promise.reject(new SatFault('page_not_recognised', name));
    async function* rows() {
      begun();
      await until;
      yield* goodRows();
    }
    return Promise.resolve({ modifiedAt: undefined, rows: rows() });
  };

  it('a process takes over the loading of lists from a stopped process, and the stopped process can no longer store rows', async () => {
    const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await service.rows('delete from list_failures returning 1');
    const first = pass(400, waitingIn(begun.resolve, end.promise));
    await begun.promise;
    const asked: string[] = [];
    const second = (name: string) => {
      asked.push(name);
      return name === file ? good() : Promise.reject(new SatFault('page_not_recognised', name));
    };
    await pass(401, second);
    expect(asked).toEqual([]);
    await pass(400 + 24 * 60, second);
    expect(asked).toContain(file);
    const [loaded] = await service.rows('select version from list_files where file = $1', [file]);
    end.resolve();
    await first;
    expect(await service.rows('select version from list_files where file = $1', [file])).toEqual([
      loaded,
    ]);
    const versions = 'select distinct version from list_entries where file = $1';
    expect(await service.rows(versions, [file])).toEqual([loaded]);
  });

  it('the loading of lists is reserved without a session lock, so that PostgreSQL can be used through a transaction pooler', async () => {
    const end = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const passing = pass(1_900 + 24 * 60, waitingIn(begun.resolve, end.promise));
    await begun.promise;
    expect(
      await service.rows(`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory'`),
    ).toEqual([]);
    end.resolve();
    await passing;
  });
});
