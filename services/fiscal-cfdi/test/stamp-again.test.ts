import { parseComprobante } from '@timbre/cfdi';
import { commerce } from '@timbre/contract';
import { createRun, newId, Refusal, type CallContext } from '@timbre/kit';
import { judgedOn } from '@timbre/testkit';
import { onContactsChanged } from '../src/events/on-contact-changed';
import { createCfdi } from '../src/operations/create-cfdi';
import { createSeries } from '../src/operations/create-series';
import { getCfdi } from '../src/operations/get-cfdi';
import { loses, pending, rejects } from './fake-pac';
import { customerFields, newDraft } from './cfdi';
import { samplePayroll } from './sample-payroll';
import {
  loseStamp,
  newIssuer,
  newItem,
  stamp,
  stampKey,
  stampRefused,
  startStamping,
  stateOf,
  type Stamping,
} from './stamping';

let stamping: Stamping;
let context: CallContext;
let customerId: string;
let documentRef: string;
const first = () => stamping.pacs[0];

beforeAll(async () => void (stamping = await startStamping()));
afterAll(() => stamping.close());
beforeEach(async () => {
  first().answers.length = 0;
  first().lookups.length = 0;
  stamping.commerce.failure = undefined;
  context = await newIssuer(stamping);
  customerId = stamping.commerce.customer(context);
  ({ documentRef } = await newDraft(stamping, context, { customerId, items: [newItem()] }));
});

const corrected = { ...customerFields, legalName: 'Universidad Correcta', taxSystem: '603' };

/**
 * Corrects the customer's data in commerce. In these tests, the event about the correction has not arrived
 * yet.
 */
function correct(fields: Partial<commerce.ContactFields> = corrected): void {
  const contact = stamping.commerce.contacts.get(customerId)!;
  const changed = {
    ...contact,
    version: contact.version + 1,
    fields: { ...contact.fields!, ...fields },
  };
  stamping.commerce.contacts.set(customerId, changed);
}

const refuse = async () => {
  first().answers.push(rejects);
  return stampRefused(stamping, stampKey(context), documentRef);
};

const receptorOf = async () => {
  const { cfdi } = await stateOf(stamping, documentRef);
  return parseComprobante(cfdi['sealed_xml'] as Buffer).document.receptor;
};

it('a first stamp uses the receiver of the draft and calls no other service (decision 0413)', async () => {
  const shown = await stamping.service.answer(getCfdi, context, { documentRef });
  correct();
  const { calls } = stamping.commerce;
  const detail = await stamp(stamping, stampKey(context), documentRef);
  expect(stamping.commerce.calls).toBe(calls);
  expect(detail).toMatchObject({ status: 'valid', receiver: shown['receiver'] });
  const { nombre, regimenFiscalReceptor } = await receptorOf();
  expect([nombre, regimenFiscalReceptor]).toEqual([
    customerFields.legalName.toUpperCase(),
    customerFields.taxSystem,
  ]);
});

describe('a refused CFDI that is stamped again', () => {
  it("a refused CFDI that is stamped again uses the customer's current data and lists the changed fields", async () => {
    await refuse();
    correct();
    const detail = await stamp(stamping, stampKey(context), documentRef);
    expect(detail).toMatchObject({
      status: 'valid',
      folio: '1',
      refreshed: ['legalName', 'taxSystem'],
      receiver: { legalName: 'Universidad Correcta', taxSystem: '603' },
      counterpartyName: 'Universidad Correcta',
    });
    const { nombre, regimenFiscalReceptor } = await receptorOf();
    expect([nombre, regimenFiscalReceptor]).toEqual(['UNIVERSIDAD CORRECTA', '603']);
  });

  it('a refused CFDI that is stamped again lists the refreshed fields even if the event of the correction arrived first', async () => {
    await refuse();
    correct();
    const contact = stamping.commerce.contacts.get(customerId)!;
    const payload = commerce.Contact.encode(contact).finish();
    const event = {
      id: newId(),
      orgId: context.organizationId,
      occurredAt: new Date(),
      payload,
      subject: 'commerce.contact.changed',
      aggregate: 'contact',
      aggregateId: customerId,
      aggregateVersion: contact.version,
    };
    await createRun(stamping.service.runtime, context).step((tx) => onContactsChanged([event], tx));
    const detail = await stamp(stamping, stampKey(context), documentRef);
    expect(detail).toMatchObject({ refreshed: ['legalName', 'taxSystem'] });
  });

  it('a refused CFDI that is stamped again lists no fields if nothing was corrected', async () => {
    await refuse();
    const detail = await stamp(stamping, stampKey(context), documentRef);
    expect(detail).not.toHaveProperty('refreshed');
  });

  it('a refused CFDI that is stamped again is stamped only for the receiver that the caller checked', async () => {
    await refuse();
    const shown = await stamping.service.answer(getCfdi, context, { documentRef });
    const judged = () => judgedOn(stampKey(context), shown);
    correct({ ...corrected, rfc: 'MISC491214B86' });
    const { details } = await stampRefused(stamping, judged(), documentRef);
    expect(details.reason).toBe('document_changed');
    correct();
    expect(await stamp(stamping, judged(), documentRef)).toMatchObject({ status: 'valid' });
  });

  it("a refused CFDI that is stamped again keeps the customer's data if the customer was deleted", async () => {
    await refuse();
    stamping.commerce.contacts.delete(customerId);
    expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({
      receiver: { legalName: customerFields.legalName },
    });
  });

  it("a refused CFDI that is stamped again is refused by Timbre's rules if the correction breaks them", async () => {
    await refuse();
    correct({ taxSystem: '612' });
    const { details } = await stampRefused(stamping, stampKey(context), documentRef);
    expect(details).toMatchObject({ reason: 'draft_invalid', issues: [{ path: ['customerId'] }] });
    expect((await stateOf(stamping, documentRef)).cfdi['stage']).toBe('rejected');
  });

  it('a refused CFDI that is stamped again is not sent if the customer cannot be read', async () => {
    await refuse();
    const sends = first().sends.length;
    stamping.commerce.failure = new Refusal('provider_unavailable', 'down', { retryable: true });
    const refusal = await stampRefused(stamping, stampKey(context), documentRef);
    expect(refusal.code).toBe('provider_unavailable');
    expect(first().sends).toHaveLength(sends);
    const { cfdi, attempts } = await stateOf(stamping, documentRef);
    expect([cfdi['stage'], attempts.length]).toEqual(['rejected', 1]);
  });
});

it("a refused payroll receipt gets only the employee's current identity", async () => {
  const series = { code: 'N', kind: 'payroll' };
  await stamping.service.answer(createSeries as never, context, series as never);
  const employeeId = stamping.payroll.employee(context);
  const input = { kind: 'payroll', employeeId, items: [], payroll: samplePayroll };
  const draft = await stamping.service.answer(createCfdi as never, context, { input } as never);
  documentRef = draft['documentRef'] as string;
  await refuse();
  const changes = { legalName: 'Ana Gómez Ruiz', employerRegistration: 'A1110768101' };
  Object.assign(stamping.payroll.employees.get(employeeId)!, changes);
  expect(await stamp(stamping, stampKey(context), documentRef)).toMatchObject({
    counterpartyName: 'Ana Gómez Ruiz',
    refreshed: ['legalName'],
    payroll: { employerRegistration: 'B5510768108' },
  });
});

it('a CFDI with an unknown outcome keeps its seal, even if the customer has changed', async () => {
  first().answers.push(loses);
  first().lookups.push(pending, pending, pending, pending);
  await loseStamp(stamping, context, documentRef);
  const before = (await stateOf(stamping, documentRef)).cfdi['sealed_xml'];
  correct();
  const calls = stamping.commerce.calls;
  await stampRefused(stamping, stampKey(context), documentRef);
  const { cfdi, attempts } = await stateOf(stamping, documentRef);
  expect(cfdi['sealed_xml']).toEqual(before);
  expect([attempts.length, stamping.commerce.calls]).toEqual([1, calls]);
});
