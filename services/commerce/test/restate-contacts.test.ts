import { commerce } from '@timbre/contract';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { restateContacts } from '../src/jobs/restate-contacts';
import { deleteContact } from '../src/operations/delete-contact';
import { addContact, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

const restated = async (organizationId: string) => {
  const rows = await service.rows<{ payload: Buffer }>(
    `select payload from outbox where org_id = $1 and subject = 'commerce.contact.restated'
     order by id`,
    [organizationId],
  );
  return rows.map(({ payload }) => commerce.Contact.decode(payload));
};

test("the current state of an organization's contacts is published again once", async () => {
  const [context, other] = [callContext(), callContext()];
  const kept = await addContact(service, context, { kind: 'supplier', rfc: 'URE180429TM6' });
  const gone = await addContact(service, context);
  await service.answer(deleteContact, context, { contactId: gone, knownRefs: [] });
  await addContact(service, other);
  const { organizationId } = context;
  await service.rows('insert into contact_restatements (org_id) values ($1) returning 1', [
    organizationId,
  ]);
  const worked = await Promise.all([1, 2].map(() => restateContacts(service.runtime, context)));
  expect(worked.filter(Boolean)).toHaveLength(1);
  expect(await restateContacts(service.runtime, context)).toBe(false);
  expect(await restated(organizationId)).toMatchObject([
    {
      contactId: kept,
      version: 1,
      kind: 'supplier',
      deleted: false,
      fields: { legalName: 'ESCUELA KEMPER URGATE', rfc: 'URE180429TM6' },
    },
  ]);
  expect(await restated(other.organizationId)).toEqual([]);
});

test('publishing more contacts than one pass allows takes several passes', async () => {
  const context = callContext();
  for (let index = 0; index < 3; index += 1) await addContact(service, context);
  const own = [context.organizationId];
  await service.rows(
    `insert into contacts (id, org_id, version, kind, legal_name, search_text, created_at, updated_at)
     select gen_random_uuid(), $1, 1, 'customer', 'C', 'c', now(), now()
     from generate_series(1, 200) returning 1`,
    own,
  );
  await service.rows('insert into contact_restatements (org_id) values ($1) returning 1', own);
  for (const isMore of [true, true, false])
    expect(await restateContacts(service.runtime, context)).toBe(isMore);
  const contacts = await restated(context.organizationId);
  expect(new Set(contacts.map(({ contactId }) => contactId)).size).toBe(203);
});
