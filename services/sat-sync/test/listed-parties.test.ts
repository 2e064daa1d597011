import { satSync } from '@timbre/contract';
import type { commerce } from '@timbre/contract';
import { createRun, newId, type CallContext } from '@timbre/kit';
import { callContext, testPool, type ServiceRuntime } from '@timbre/testkit';
import type { Pool } from 'pg';
import { watchLists } from '../src/jobs/watch-lists';
import { recheckLists, watchContacts } from '../src/store/listed-parties';
import { loadList, type SatList } from '../src/workflows/load-list';
import { startSatSync } from './sat-sync';

let service: ServiceRuntime;
let system: Pool;
beforeAll(async () => {
  service = await startSatSync();
  system = testPool(service.database.systemUrl, 2);
  await loadAt('2026-11-02T08:00:00Z', []);
});
afterAll(async () => {
  await system.end();
  await service.close();
});

const listed = 'AAA080810KL3';
const file: SatList = { file: '69b.csv', list: '69b', situation: '' };
const wide = (row: string[]) => [...row, ...Array.from({ length: 20 - row.length }, () => '')];

async function* streamed(rows: string[][]) {
  yield* rows;
}

/** Loads list 69-B with the given rows and many other rows, so that the list does not shrink. */
function loadAt(at: string, rows: string[][]) {
  const others = Array.from({ length: 100 }, (_, index) => [
    `BBB0808${10 + (index % 18)}${String(index).padStart(3, '0')}`,
    'OTRO',
    'Presunto',
    '',
    '',
  ]);
  const all = [
    ['Información actualizada al 31 de octubre de 2026'],
    ['Listado'],
    wide(['No', 'RFC', 'Nombre del Contribuyente', 'Situación del contribuyente']),
    ...[...others, ...rows].map((row, index) => wide([`${index}`, ...row])),
  ];
  const source = { modifiedAt: undefined, rows: streamed(all) };
  return loadList(system, file, source, new Date(at), () => Promise.resolve());
}

let version = 0;
async function contact(context: CallContext, over: Partial<commerce.Contact> = {}) {
  version += 1;
  const message = {
    contactId: newId(),
    kind: 'supplier',
    deleted: false,
    version,
    fields: { legalName: 'UNO', rfc: listed } as commerce.ContactFields,
    ...over,
  };
  await createRun(service.runtime, context).step((tx) => watchContacts(tx, [message]));
  return message;
}

const watch = (context: CallContext) => watchLists(service.runtime, context);

async function announced({ organizationId }: CallContext) {
  const rows = await service.rows<{ payload: Buffer }>(
    `select payload from outbox where org_id = $1 and subject = 'sat_sync.blacklist.changed'
     order by id`,
    [organizationId],
  );
  return rows.map(({ payload }) => satSync.ListedParty.decode(payload));
}

describe('watching the lists', () => {
  it('the watch of the lists emits an event when a supplier is added to a list, and another event when the supplier is removed', async () => {
    const [context, other] = [callContext(), callContext()];
    const { contactId } = await contact(context);
    await contact(other, { fields: { legalName: 'DOS', rfc: 'CCC080810KL3' } as never });
    expect(await watch(context)).toBe(true);
    expect(await announced(context)).toEqual([]);
    expect(await watch(context)).toBe(false);
    await loadAt('2026-11-03T08:00:00Z', [[listed, 'UNO', 'Presunto', 'letra', '01/06/2018']]);
    const ran = await Promise.all([1, 2, 3].map(() => watch(context)));
    expect(ran.filter(Boolean)).toHaveLength(1);
    await watch(other);
    expect(await announced(other)).toEqual([]);
    expect(await announced(context)).toEqual([
      {
        partyId: expect.any(String),
        version: 1,
        rfc: listed,
        listed: true,
        entries: [{ list: '69b', situation: 'Presunto', since: '2018-06-01', listed: true }],
        contacts: [{ contactId, kind: 'supplier', legalName: 'UNO' }],
        listDates: { list69b: '2026-10-31', list69: '' },
      },
    ]);
    // Loading the same list again causes no event.
    await loadAt('2026-11-04T08:00:00Z', [[listed, 'UNO', 'Presunto', 'letra', '01/06/2018']]);
    expect(await watch(context)).toBe(true);
    expect(await announced(context)).toHaveLength(1);
    await loadAt('2026-11-05T08:00:00Z', []);
    await watch(context);
    expect((await announced(context))[1]).toMatchObject({ version: 2, listed: false, entries: [] });
  });

  it('the watch of the lists finds a contact that is added after the load, and ignores a deleted contact', async () => {
    await loadAt('2026-11-06T08:00:00Z', [[listed, 'UNO', 'Definitivo', 'letra', '01/06/2018']]);
    const context = callContext();
    const added = await contact(context, { kind: 'customer' });
    await watch(context);
    expect(await announced(context)).toMatchObject([{ listed: true }]);
    await contact(context, { ...added, version: (version += 1), deleted: true });
    await watch(context);
    // An older state of the contact that arrives late is ignored.
    await contact(context, { ...added, version: 1 });
    await watch(context);
    expect(await announced(context)).toHaveLength(1);
  });

  it('the watch of the lists stores the newest state of each contact in a batch', async () => {
    const context = callContext();
    const [contactId, other] = [newId(), newId()];
    const announce = (id: string, at: number, rfc: string) =>
      ({
        contactId: id,
        kind: 'customer',
        deleted: false,
        version: at,
        fields: { legalName: 'UNO', rfc },
      }) as never;
    await createRun(service.runtime, context).step((tx) =>
      watchContacts(tx, [
        announce(contactId, 2, listed),
        announce(other, 1, listed),
        announce(contactId, 1, 'CCC080810KL3'),
      ]),
    );
    const rows = await service.rows(
      'select contact_id as id, version, rfc from watched_contacts where org_id = $1 order by version',
      [context.organizationId],
    );
    expect(rows).toEqual([
      { id: other, version: 1, rfc: listed },
      { id: contactId, version: 2, rfc: listed },
    ]);
  });

  it('the watch of the lists includes the issuers of received CFDI', async () => {
    const context = callContext();
    await createRun(service.runtime, context).step(async (tx) => {
      await tx.rows(
        `insert into metadata values ($1, 'received', $2, $3, 'UNO', 'EKU9003173C9', 'E', 'P',
         '2026-10-01T00:00:00', '2026-10-01T00:00:00', '1', 'I', false, null, true, $4)`,
        [tx.organizationId, newId(), listed, tx.now],
      );
      await recheckLists(tx);
    });
    await watch(context);
    expect(await announced(context)).toMatchObject([{ rfc: listed, contacts: [] }]);
  });
});
