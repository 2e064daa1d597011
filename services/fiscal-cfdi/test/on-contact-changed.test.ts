import { commerce } from '@timbre/contract';
import {
  createRun,
  InvalidEvent,
  newId,
  TooMuchTogether,
  type CallContext,
  type ConsumerParts,
  type ReceivedEvent,
} from '@timbre/kit';
import { contactConsumer, onContactsChanged } from '../src/events/on-contact-changed';
import { getCfdi } from '../src/operations/get-cfdi';
import { listCfdi } from '../src/operations/list-cfdi';
import {
  bringTo,
  customItem,
  customerFields,
  idOf,
  newDraft,
  newOrganization,
  startCfdi,
  type Cfdi,
} from './cfdi';

let cfdi: Cfdi;
let context: CallContext;
let customerId: string;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());
beforeEach(async () => {
  context = await newOrganization(cfdi);
  customerId = cfdi.commerce.customer(context);
});

function eventOf(version: number, changes: Partial<commerce.Contact> = {}): ReceivedEvent {
  const fields = { ...customerFields, legalName: 'Nombre Nuevo', taxSystem: '603' };
  const contact = {
    contactId: customerId,
    version,
    kind: 'customer',
    fields,
    deleted: false,
    ...changes,
  };
  return {
    id: newId(),
    orgId: context.organizationId,
    occurredAt: new Date(),
    subject: 'commerce.contact.changed',
    aggregate: 'contact',
    aggregateId: customerId,
    aggregateVersion: version,
    payload: commerce.Contact.encode(contact).finish(),
  };
}

const receiveAll = (events: readonly ReceivedEvent[], caller = context) =>
  createRun(cfdi.service.runtime, caller).step((tx) => onContactsChanged(events, tx));
const receive = (event: ReceivedEvent, caller = context) => receiveAll([event], caller);
const nameOf = async (draft: { documentRef: string }) =>
  (await cfdi.service.answer(getCfdi, context, draft))['counterpartyName'];

describe('a changed contact', () => {
  it('a changed contact updates the customer of a draft, and only the customer', async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    await receive(eventOf(2));
    const after = await cfdi.service.answer(getCfdi, context, draft);
    const receiver = {
      ...(draft['receiver'] as object),
      legalName: 'Nombre Nuevo',
      taxSystem: '603',
    };
    expect(after).toEqual({ ...draft, counterpartyName: 'Nombre Nuevo', receiver });
    const found = await cfdi.service.page(listCfdi, context, { page: { query: 'nuevo' } });
    expect(found.data).toHaveLength(1);
    const events = await cfdi.service.rows(
      `select aggregate_version from outbox where aggregate_id = $1 and subject like '%.changed'`,
      [idOf(draft)],
    );
    expect(events).toEqual([{ aggregate_version: 2 }]);
  });

  it('a changed contact does not change the amounts of a draft with IEPS', async () => {
    const taxes = { entries: [{ type: 'IEPS', factor: 'Tasa', rate: '0.08' }] };
    const draft = await newDraft(cfdi, context, { customerId, items: [{ ...customItem, taxes }] });
    await receive(eventOf(2, { fields: { ...customerFields, iepsTaxpayer: true } }));
    const [row] = await cfdi.service.rows<{ customer: { iepsTaxpayer?: boolean } }>(
      'select customer from cfdi where id = $1',
      [idOf(draft)],
    );
    expect(row!.customer).toMatchObject({ version: 2 });
    expect(row!.customer.iepsTaxpayer).toBeUndefined();
    expect(await cfdi.service.answer(getCfdi, context, draft)).toMatchObject({
      total: draft['total'],
      fiscal: draft['fiscal'],
    });
  });

  it('an older version of a contact does not overwrite a newer one in a draft', async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    await receive(eventOf(3));
    await receive(eventOf(2, { fields: { ...customerFields, legalName: 'Nombre Viejo' } }));
    expect(await nameOf(draft)).toBe('Nombre Nuevo');
  });

  it.each(['stamping', 'unknown', 'stamped'] as const)(
    'a changed contact does not change a document in stage %s',
    async (stage) => {
      const draft = await newDraft(cfdi, context, { customerId });
      await bringTo(cfdi, draft.documentRef, stage);
      await receive(eventOf(2));
      expect(await nameOf(draft)).toBe(customerFields.legalName);
    },
  );

  it('a changed contact updates a rejected document, because the contact is often corrected after a rejection', async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    await bringTo(cfdi, draft.documentRef, 'rejected');
    await receive(eventOf(2));
    expect(await nameOf(draft)).toBe('Nombre Nuevo');
  });

  it('the drafts of a deleted contact and of other customers do not change', async () => {
    const [draft, other] = [
      await newDraft(cfdi, context, { customerId }),
      await newDraft(cfdi, context),
    ];
    await receive(eventOf(2));
    await receive(eventOf(3, { deleted: true, fields: {} }));
    expect(await nameOf(draft)).toBe('Nombre Nuevo');
    expect(await nameOf(other)).toBe(customerFields.legalName);
  });

  it('a changed contact changes no draft of another organization', async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    await receive(eventOf(2), await newOrganization(cfdi));
    expect(await nameOf(draft)).toBe(customerFields.legalName);
  });
});

describe('several contact changes in one delivery', () => {
  const renamed = (version: number, legalName: string, contactId = customerId) =>
    eventOf(version, { contactId, fields: { ...customerFields, legalName } });

  it('several contact changes in one delivery are handled by one statement if none of the contacts has a draft', async () => {
    const statements: string[] = [];
    const others = Array.from({ length: 100 }, () => renamed(1, 'Otro', newId()));
    await createRun(cfdi.service.runtime, context).step((tx) => {
      const rows = tx.rows.bind(tx);
      const counting = (...asked: Parameters<typeof rows>) => {
        statements.push(asked[0]);
        return rows(...asked);
      };
      return onContactsChanged(others, Object.assign(tx, { rows: counting }));
    });
    expect(statements).toHaveLength(1);
  });

  it('several contact changes in one delivery update each draft with the newest state of its customer, regardless of the order of events', async () => {
    const other = cfdi.commerce.customer(context);
    const drafts = [
      await newDraft(cfdi, context, { customerId }),
      await newDraft(cfdi, context, { customerId: other }),
    ];
    await receiveAll([renamed(3, 'Tercera'), renamed(2, 'Segunda'), renamed(2, 'Otra', other)]);
    expect(await Promise.all(drafts.map(nameOf))).toEqual(['Tercera', 'Otra']);
  });

  it("several contact changes in one delivery leave a draft with the customer's last state before the deletion", async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    await receiveAll([renamed(2, 'Segunda'), eventOf(3, { deleted: true, fields: {} })]);
    expect(await nameOf(draft)).toBe('Segunda');
  });

  it('contacts with many drafts are handled one at a time', async () => {
    await Promise.all(Array.from({ length: 101 }, () => newDraft(cfdi, context, { customerId })));
    const together = receiveAll([renamed(2, 'Segunda'), renamed(1, 'Otra', newId())]);
    await expect(together).rejects.toThrow(TooMuchTogether);
    await receive(renamed(2, 'Segunda'));
    const [{ drafts } = { drafts: 0 }] = await cfdi.service.rows<{ drafts: number }>(
      `select count(*)::int as drafts from cfdi where org_id = $1 and counterparty_name = 'Segunda'`,
      [context.organizationId],
    );
    expect(drafts).toBe(101);
  });
});

describe('contactConsumer', () => {
  it('contactConsumer discards an event without a valid contact at once', async () => {
    const { runtime } = cfdi.service;
    const consumer = contactConsumer({ runtime } as ConsumerParts);
    const event = { ...eventOf(2), payload: Buffer.from('no contact') };
    await expect(consumer.apply(event)).rejects.toThrow(InvalidEvent);
  });

  it('contactConsumer applies an event once, even if the event is delivered several times', async () => {
    const draft = await newDraft(cfdi, context, { customerId });
    const { runtime } = cfdi.service;
    const consumer = contactConsumer({ runtime } as ConsumerParts);
    const event = eventOf(2);
    expect(await consumer.apply(event)).toBe('handled');
    expect(await consumer.apply(event)).toBe('duplicate');
    expect(await nameOf(draft)).toBe('Nombre Nuevo');
  });
});
