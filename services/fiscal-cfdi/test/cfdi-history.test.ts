import { newId, type CallContext } from '@timbre/kit';
import { archiveCfdi } from '../src/operations/archive-cfdi';
import { createCfdi } from '../src/operations/create-cfdi';
import { deleteCfdi } from '../src/operations/delete-cfdi';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { listCfdiEvents } from '../src/operations/list-cfdi-events';
import { listCfdiRelations } from '../src/operations/list-cfdi-relations';
import { updateCfdi } from '../src/operations/update-cfdi';
import {
  customItem,
  idOf,
  incomeInput,
  newDraft,
  newOrganization,
  refusalOf,
  startCfdi,
  type Cfdi,
} from './cfdi';
import { stampedInvoice, stampWithoutPac } from './stamped';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

const eventsOf = async (context: CallContext, documentRef: string) =>
  (await cfdi.service.page(listCfdiEvents, context, { documentRef })).data;

describe('listCfdiEvents', () => {
  it('listCfdiEvents lists each change with its actor, newest first, in pages', async () => {
    const context = await newOrganization(cfdi);
    const { documentRef, customerId } = await newDraft(cfdi, context);
    const input = incomeInput(cfdi, context, { customerId: customerId as string });
    await cfdi.service.answer(
      updateCfdi,
      { ...context, actor: 'user:ana' },
      { documentRef, input },
    );
    await cfdi.service.answer(archiveCfdi, context, { documentRef });
    await cfdi.service.answer(archiveCfdi, context, { documentRef });
    const events = await eventsOf(context, documentRef);
    expect(events.map(({ event, actor, outcome }) => `${event} ${actor} ${outcome}`)).toEqual([
      'archived credential:test done',
      'changed user:ana done',
      'drafted credential:test done',
    ]);
    expect(events[0]).toMatchObject({
      requestId: context.requestId,
      at: '2026-11-21T15:00:00.000Z',
    });
    const page = { documentRef, page: { limit: 2 } };
    const first = await cfdi.service.page(listCfdiEvents, context, page);
    expect(first.pagination.hasMore).toBe(true);
  });

  it('the entries of the history cannot be changed or deleted, and remain after the draft is deleted', async () => {
    const context = await newOrganization(cfdi);
    const { documentRef } = await newDraft(cfdi, context);
    const change = cfdi.service.rows(`update cfdi_history set actor = 'x' where cfdi_id = $1`, [
      idOf({ documentRef }),
    ]);
    await expect(change).rejects.toThrow('append-only');
    await cfdi.service.answer(deleteCfdi, context, { documentRef });
    const kept = await cfdi.service.rows(
      'select event from cfdi_history where cfdi_id = $1 order by id',
      [idOf({ documentRef })],
    );
    expect(kept).toEqual([{ event: 'drafted' }, { event: 'deleted' }]);
  });

  it("listCfdiEvents shows only events of the caller's organization", async () => {
    const { documentRef } = await newDraft(cfdi, await newOrganization(cfdi));
    const stranger = await newOrganization(cfdi);
    for (const operation of [listCfdiEvents, listCfdiRelations] as never[]) {
      const refusal = await refusalOf(cfdi, operation, stranger, { documentRef });
      expect(refusal.code).toBe('not_found');
    }
  });
});

describe('listCfdiRelations', () => {
  it('listCfdiRelations shows relations in both directions, including relations to unknown documents', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const invoice = await stampedInvoice(cfdi, context, { customerId });
    const unknown = newId();
    const relatedDocuments = [
      { relationship: '01', documents: [invoice.uuid.toUpperCase()] },
      { relationship: '03', documents: [unknown] },
    ];
    const note = await cfdi.service.answer(createCfdi, context, {
      input: {
        kind: 'credit_note',
        customerId,
        items: [{ ...customItem, unitPrice: '50' }],
        creditNote: { formCode: '03', relatedDocuments },
      },
    });
    const paid = { uuid: invoice.uuid, amount: '100', installment: 1, previousBalance: '232' };
    const complement = await cfdi.service.answer(createCfdi, context, {
      input: {
        kind: 'payment_complement',
        customerId,
        items: [],
        complement: { formCode: '03', documents: [paid], additionalPayments: [] },
      },
    });
    const relations = async (documentRef: unknown) =>
      (
        await cfdi.service.answer(listCfdiRelations, context, {
          documentRef: documentRef as string,
        })
      )['relations'];
    const known = { uuid: invoice.uuid, documentRef: invoice.documentRef, status: 'valid' };
    expect(await relations(note['documentRef'])).toEqual([
      { role: 'related', relationship: '01', kind: 'income', ...known },
      { role: 'related', relationship: '03', uuid: unknown },
    ]);
    expect(await relations(complement['documentRef'])).toEqual([
      { role: 'paid', installment: 1, amount: 100, kind: 'income', ...known },
    ]);
    const stamped = await stampWithoutPac(cfdi, complement['documentRef'] as string, 3);
    expect(await relations(invoice.documentRef)).toEqual([
      {
        role: 'paid_by',
        installment: 1,
        amount: 100,
        kind: 'payment_complement',
        status: 'valid',
        ...stamped,
      },
      {
        role: 'related_by',
        relationship: '01',
        kind: 'credit_note',
        status: 'draft',
        documentRef: note['documentRef'],
      },
    ]);
  });
});

describe('duplicateCfdi', () => {
  it('duplicateCfdi copies a stamped document into a draft with the current data of its customer', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const invoice = await stampedInvoice(cfdi, context, { customerId });
    const contact = cfdi.commerce.contacts.get(customerId)!;
    contact.fields = { ...contact.fields!, legalName: 'Otro nombre' };
    const copy = await cfdi.service.answer(duplicateCfdi, context, invoice);
    expect(copy).toMatchObject({
      kind: 'income',
      status: 'draft',
      counterpartyName: 'Otro nombre',
      total: { amount: 232, currency: 'MXN' },
    });
    expect(copy['documentRef']).not.toBe(invoice.documentRef);
    expect(copy).not.toHaveProperty('uuid');
    const events = await eventsOf(context, copy['documentRef'] as string);
    expect(events).toMatchObject([{ event: 'duplicated' }]);
  });

  it('duplicateCfdi refuses a copy that breaks a rule today, and stores nothing', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const { documentRef } = await stampedInvoice(cfdi, context, { customerId });
    cfdi.commerce.contacts.get(customerId)!.fields!.rfc = undefined;
    const refusal = await refusalOf(cfdi, duplicateCfdi, context, { documentRef });
    expect(refusal.code).toBe('validation_error');
    expect(
      await cfdi.service.rows('select from cfdi where org_id = $1', [context.organizationId]),
    ).toHaveLength(1);
  });
});
