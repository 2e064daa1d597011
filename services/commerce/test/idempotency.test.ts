import type { CallContext } from '@timbre/kit';
import { command, newId, replyWith } from '@timbre/kit';
import { callContext, withKey, type ServiceRuntime } from '@timbre/testkit';
import { createContact } from '../src/operations/create-contact';
import { createProduct } from '../src/operations/create-product';
import { updateContact } from '../src/operations/update-contact';
import { updateProduct } from '../src/operations/update-product';
import { Contact, contactResource } from '../src/store/contacts';
import { addContact, addProduct, contactEvents, productEvents, startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

const request = { kind: 'customer', fields: { legalName: 'ESCUELA KEMPER URGATE', code: 'A' } };
const route = 'POST /v1/contacts';

const records = (organizationId: string) =>
  service.rows<{ state: string; reply: string | null; refusal: { code: string } | null }>(
    'select state, reply, refusal from idempotency where org_id = $1',
    [organizationId],
  );

const contactCount = async (organizationId: string) =>
  (await service.rows('select 1 from contacts where org_id = $1', [organizationId])).length;

/**
 * The two kinds of commits that a command can have; each case writes one contact with an
 * idempotency key.
 */
const ways = [
  {
    way: 'one insert statement',
    prepare: async () => ({ context: callContext(), created: 0 }),
    write: (context: CallContext) => createContact.run(service.runtime, context, request),
  },
  {
    way: 'a transaction',
    prepare: async () => {
      const context = callContext();
      const contactId = await addContact(service, context);
      return { context, contactId, created: 1 };
    },
    write: (context: CallContext, contactId = '') =>
      updateContact.run(service.runtime, context, {
        contactId,
        fields: { phone: '5550000000' },
        cleared: [],
      }),
  },
];

describe.each(ways)('a write by $way', ({ prepare, write }) => {
  const prepared = async () => {
    const { context, created, contactId } = { contactId: undefined, ...(await prepare()) };
    const events = async () =>
      (await contactEvents(service, context.organizationId)).length - created;
    return { context, events, write: (of: CallContext) => write(of, contactId) };
  };

  it('a retry gets the same bytes and has no second effect', async () => {
    const { context, events, write } = await prepared();
    const keyed = withKey(context, route);
    const first = await write(keyed);
    service.setClock('2026-12-24T20:00:00.000Z');
    const repeat = await write(keyed);
    expect(repeat.equals(first)).toBe(true);
    expect(await events()).toBe(1);
    expect(await contactCount(context.organizationId)).toBe(1);
    expect(await records(context.organizationId)).toMatchObject([{ state: 'finished' }]);
  });

  it('concurrent retries get the same bytes and have one effect', async () => {
    const { context, events, write } = await prepared();
    const keyed = withKey(context, route);
    const answers = await Promise.all(Array.from({ length: 12 }, () => write(keyed)));
    expect(new Set(answers.map(String)).size).toBe(1);
    expect(await events()).toBe(1);
    expect(await contactCount(context.organizationId)).toBe(1);
  });

  it('an idempotency key of another request is rejected, and nothing changes', async () => {
    const { context, events, write } = await prepared();
    await write(withKey(context, route, 'key', 'one'));
    await expect(write(withKey(context, route, 'key', 'two'))).rejects.toMatchObject({
      code: 'idempotency_conflict',
    });
    expect(await events()).toBe(1);
  });

  it('only one of two different requests with the same idempotency key is executed', async () => {
    const { context, events, write } = await prepared();
    const outcomes = await Promise.allSettled(
      ['one', 'two', 'three', 'four'].map((body) => write(withKey(context, route, 'key', body))),
    );
    const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(refused.map(({ reason }) => reason.code)).toEqual(
      Array.from({ length: 3 }, () => 'idempotency_conflict'),
    );
    expect(await events()).toBe(1);
  });

  it('the outbox relay is notified of a commit but not of a retry', async () => {
    const { context, write } = await prepared();
    const before = service.eventsLeft();
    const keyed = withKey(context, route);
    await write(keyed);
    await write(keyed);
    expect(service.eventsLeft() - before).toBe(1);
  });
});

describe('an idempotency key', () => {
  it('an idempotency key is scoped to its route and organization', async () => {
    const context = callContext();
    const other = callContext();
    const fields = { legalName: 'X' };
    for (const keyed of [
      withKey(context, 'POST /v1/contacts', 'key'),
      withKey(context, 'POST /v1/contacts/imports', 'key', 'two'),
      withKey(other, 'POST /v1/contacts', 'key', 'three'),
    ]) {
      await service.answer(createContact, keyed, { kind: 'customer', fields });
    }
    expect(await contactCount(context.organizationId)).toBe(2);
    expect(await contactCount(other.organizationId)).toBe(1);
  });

  it('an idempotency key stores the refusal of an insert', async () => {
    const context = callContext();
    const productId = await addProduct(service, context, { sku: 'A' });
    const keyed = withKey(context, 'POST /v1/products');
    const create = () =>
      service.answer(createProduct, keyed, {
        fields: { description: 'Mesa', price: '1', sku: 'A' },
      });
    const refused = { code: 'conflict', details: { reason: 'sku_taken' } };
    await expect(create()).rejects.toMatchObject(refused);
    await service.answer(updateProduct, context, { productId, fields: {}, cleared: ['sku'] });
    await expect(create()).rejects.toMatchObject(refused);
    expect(await records(context.organizationId)).toMatchObject([{ refusal: refused }]);
    expect(await productEvents(service, context.organizationId)).toHaveLength(2);
    await addProduct(service, withKey(context, 'POST /v1/products'), { sku: 'A' });
  });

  it('an idempotency key stores the refusal of a transaction', async () => {
    const context = callContext();
    const first = await addProduct(service, context, { sku: 'A' });
    const second = await addProduct(service, context, { sku: 'B' });
    const keyed = withKey(context, 'PATCH /v1/products/{productId}');
    const patch = { productId: second, fields: { sku: 'A' }, cleared: [] };
    const refused = { code: 'conflict', details: { reason: 'sku_taken' } };
    const update = () => service.answer(updateProduct, keyed, patch);
    await expect(update()).rejects.toMatchObject(refused);
    await service.answer(updateProduct, context, {
      productId: first,
      fields: {},
      cleared: ['sku'],
    });
    await expect(update()).rejects.toMatchObject(refused);
  });

  it('an idempotency key stores nothing for an invalid request', async () => {
    const context = callContext();
    const keyed = withKey(context, route);
    const fields = { legalName: 'X', creditByDefault: true };
    await expect(
      service.answer(createContact, keyed, { kind: 'customer', fields }),
    ).rejects.toMatchObject({ code: 'validation_error' });
    const contactId = newId();
    await expect(
      service.answer(updateContact, keyed, { contactId, fields: {}, cleared: [] }),
    ).rejects.toMatchObject({ code: 'not_found' });
    expect(await records(context.organizationId)).toEqual([]);
  });

  it.each(['before', 'after'])(
    'an idempotency key is released when an exception stops the write %s it begins',
    async (when) => {
      const context = callContext();
      const keyed = withKey(context, route);
      let isBroken = true;
      const write = command(async (tx) => {
        if (when === 'after') await tx.find(Contact, newId());
        const [version, searchText] = [1, 'x'];
        const values = { kind: 'customer', legalName: 'X', version, searchText };
        const id = tx.add(Contact, { ...values, createdAt: tx.now, updatedAt: tx.now });
        if (isBroken) throw new TypeError('a bug');
        return replyWith(contactResource, id);
      });
      await expect(write.run(service.runtime, keyed, {})).rejects.toThrow(TypeError);
      expect(await records(context.organizationId)).toEqual([]);
      isBroken = false;
      await write.run(service.runtime, keyed, {});
      expect(await contactCount(context.organizationId)).toBe(1);
    },
  );

  it('an idempotency key is released if a concurrent change prevents a write without a lock', async () => {
    const context = callContext();
    const contactId = await addContact(service, context);
    const keyed = withKey(context, 'PATCH /v1/contacts/{contactId}');
    let isFirst = true;
    const write = command(async (tx) => {
      const contact = await tx.get(Contact, contactId, 'contact');
      const patch = { contactId, fields: { phone: '1' }, cleared: [] };
      if (isFirst) await service.answer(updateContact, context, patch);
      isFirst = false;
      contact.email = 'ana@uno.mx';
      return replyWith(contactResource, contactId);
    });
    await expect(write.run(service.runtime, keyed, {})).rejects.toMatchObject({
      code: 'conflict',
      details: { reason: 'version_changed', retryable: true },
    });
    expect(await service.answer(write, keyed, {})).toMatchObject({
      phone: '1',
      email: 'ana@uno.mx',
    });
  });
});
