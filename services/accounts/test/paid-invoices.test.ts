import { commerce, fiscalCfdi } from '@timbre/contract';
import {
  createRun,
  newId,
  TooMuchTogether,
  type CallContext,
  type ReceivedEvent,
} from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { isOfSet, onCfdis } from '../src/events/on-cfdi';
import { onContacts } from '../src/events/on-contact';
import {
  cfdiOf,
  canceled,
  complementOf,
  deliverCfdi,
  startAccounts,
  statementsOf,
  violationsOf,
} from './accounts';

let service: ServiceRuntime;
beforeAll(async () => {
  service = await startAccounts();
});
afterAll(() => service.close());
afterEach(async () => expect(await violationsOf(service)).toEqual([]));

let context: CallContext;
beforeEach(() => void (context = callContext()));

const received = (changes: Partial<fiscalCfdi.Cfdi> = {}) =>
  cfdiOf({ version: 1, direction: 'received', methodCode: 'PUE', ...changes });

/** Four received invoices that were paid at once; one of them has a total of zero. */
const invoices = () =>
  ['A', 'B', 'C', 'D'].map((series) => received({ series, total: series === 'D' ? '0' : '116' }));

const eventsOf = (cfdis: readonly fiscalCfdi.Cfdi[]) =>
  cfdis.map((cfdi) => {
    const payload = fiscalCfdi.Cfdi.encode(cfdi).finish();
    const subject = 'fiscal_cfdi.cfdi.imported';
    return { id: newId(), subject, aggregateId: cfdi.cfdiId, payload } as ReceivedEvent;
  });

/** Delivers events of CFDI in one batch. */
const deliver = (...cfdis: fiscalCfdi.Cfdi[]) =>
  createRun(service.runtime, context).step((tx) => onCfdis(eventsOf(cfdis), tx));

/** Reads the stored documents and their postings, without identifiers. */
const keptOf = ({ organizationId }: CallContext) =>
  service.rows(
    `select to_jsonb(d) - array['org_id', 'id', 'ref', 'family', 'uuid'] as document,
       to_jsonb(t) - array['org_id', 'id', 'document_ref', 'family', 'source', 'recorded_at'] as transaction,
       (select json_agg(json_build_array(e.account, e.amount) order by e.account) from entries e
         where e.org_id = t.org_id and e.transaction_id = t.id and e.family = d.family) as entries,
       (select count(*)::int from locks l where l.org_id = d.org_id and l.key in (d.ref, d.family)) as locks
     from documents d left join transactions t on t.org_id = d.org_id and t.document_ref = d.ref
     where d.org_id = $1 order by d.folio, d.ref`,
    [organizationId],
  );

/** Reads the events of an organization, without identifiers. */
const announcedOf = ({ organizationId }: CallContext) =>
  service.rows(
    `select subject, count(*)::int as count from outbox where org_id = $1 group by 1 order by 1`,
    [organizationId],
  );

describe('posting waiting invoices that were paid at once', () => {
  it('waiting invoices that were paid at once have the same postings as invoices that were posted one by one', async () => {
    await deliver(
      ...invoices(),
      ...['I', 'J'].map((series) => received({ series, direction: 'issued' })),
    );
    const [together, announced] = [await keptOf(context), await announcedOf(context)];
    context = callContext();
    for (const cfdi of invoices()) await deliverCfdi(service, context, cfdi);
    for (const series of ['I', 'J'])
      await deliverCfdi(service, context, received({ series, direction: 'issued' }));
    expect(together).toEqual(await keptOf(context));
    expect(together).toHaveLength(6);
    expect(announced).toEqual(await announcedOf(context));
  });

  it('waiting invoices that were paid at once are assigned to the only contact with their RFC', async () => {
    const contactId = newId();
    const fields = { legalName: 'URE', rfc: 'URE180429TM6' };
    const contact = { contactId, version: 1, kind: 'supplier', deleted: false, fields };
    const payload = commerce.Contact.encode(contact as commerce.Contact).finish();
    await createRun(service.runtime, context).step((tx) =>
      onContacts([{ payload } as ReceivedEvent], tx),
    );
    await deliver(...invoices(), received({ series: 'E', counterpartyRfc: 'EKU9003173C9' }));
    const contacts = await service.rows(
      'select folio, contact from documents where org_id = $1 order by folio',
      [context.organizationId],
    );
    expect(contacts).toEqual([
      ...['A', 'B', 'C', 'D'].map((folio) => ({ folio, contact: contactId })),
      { folio: 'E', contact: 'EKU9003173C9' },
    ]);
  });

  it('posting invoices that were paid at once needs the same number of SQL statements for any number of invoices', async () => {
    const counted = (cfdis: fiscalCfdi.Cfdi[]) =>
      statementsOf(service, context, (tx) => onCfdis(eventsOf(cfdis), tx));
    expect(await counted(invoices())).toBe(await counted(invoices().slice(0, 2)));
  });

  it.each<[string, (invoice: fiscalCfdi.Cfdi) => fiscalCfdi.Cfdi]>([
    ['is stored already', (invoice) => invoice],
    ['is paid by a complement', ({ uuid }) => complementOf([{ uuid: uuid!, amount: '116' }], { direction: 'received' })],
  ])('waiting invoices are handled alone if one of them %s', async (_, before) => {
    const [invoice, ...others] = invoices();
    await deliverCfdi(service, context, before(invoice!));
    await expect(deliver(invoice!, ...others)).rejects.toThrow(TooMuchTogether);
    expect(await keptOf(context)).toHaveLength(1);
  }); // prettier-ignore

  it('waiting invoices are handled one by one if one of them has two events', async () => {
    const [invoice, ...others] = invoices();
    await expect(deliver(invoice!, ...others, canceled(invoice!))).rejects.toThrow(TooMuchTogether);
  });
});

describe('choosing which CFDI events are handled in one batch', () => {
  it.each<[string, boolean, fiscalCfdi.Cfdi]>([
    ['a received invoice that was paid at once', true, received()],
    ['an issued invoice that was paid at once', true, received({ direction: 'issued' })],
    ['an invoice on credit', false, received({ methodCode: 'PPD' })],
    ['a canceled invoice', true, received({ status: 'canceled' })],
    ['an invoice of receipts', false, received({ origin: { key: 'r', receiptCount: 1 } })],
    ['a complement', false, complementOf([{ uuid: newId(), amount: '1' }])],
    ['a draft', false, received({ status: 'draft', uuid: undefined })],
  ])('the consumer of CFDI takes %s together with other waiting events: %s', (_, isTaken, cfdi) => {
    const [event] = eventsOf([cfdi]);
    expect(isOfSet(event!)).toBe(isTaken);
  });
});
