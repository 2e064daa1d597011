import type { fiscalCfdi } from '@timbre/contract';
import { createCfdi } from '../src/operations/create-cfdi';
import { listCfdi } from '../src/operations/list-cfdi';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { updateCfdi } from '../src/operations/update-cfdi';
import { newId } from '@timbre/kit';
import { samplePayroll, samplePayrollSource } from './sample-payroll';
import { customItem, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { codesOf } from './sample-draft';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

const uuid = 'ad662d33-6934-459c-a128-bdf0393f0f44';
const relatedDocuments = [{ relationship: '01', documents: [uuid] }];

const creditNote = (customerId: string): fiscalCfdi.CfdiInput => ({
  kind: 'credit_note',
  customerId,
  items: [customItem],
  creditNote: { formCode: '03', relatedDocuments },
});

describe('a draft of kind credit_note', () => {
  it('a draft of kind credit_note has its related documents when it is created, previewed, listed and replaced', async () => {
    const context = await newOrganization(cfdi);
    const input = creditNote(cfdi.commerce.customer(context));
    const draft = await cfdi.service.answer(createCfdi, context, { input });
    expect(draft).toMatchObject({
      kind: 'credit_note',
      cfdiType: 'E',
      total: { amount: 233.16, currency: 'MXN' },
      payment: { timing: 'single_payment', formCode: '03', methodCode: 'PUE' },
      relatedDocuments,
    });
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(preview).toMatchObject({ issues: [], total: draft['total'], fiscal: draft['fiscal'] });
    const page = await cfdi.service.page(listCfdi, context, { kind: 'credit_note' });
    expect(page.data).toMatchObject([
      { documentRef: draft['documentRef'], payment: draft['payment'] },
    ]);
    const replaced = {
      ...input,
      creditNote: { formCode: '99', methodCode: 'PPD', relatedDocuments },
    };
    const request = { documentRef: draft['documentRef'] as string, input: replaced };
    expect(await cfdi.service.answer(updateCfdi, context, request)).toMatchObject({
      payment: { timing: 'deferred_or_installments', formCode: '99', methodCode: 'PPD' },
    });
  });

  it('a draft of kind credit_note is refused with every fault and its path in the request', async () => {
    const context = await newOrganization(cfdi);
    const input = {
      ...creditNote(cfdi.commerce.customer(context, { rfc: undefined })),
      creditNote: { formCode: '99', relatedDocuments: [{ relationship: '01', documents: ['x'] }] },
    };
    const refusal = await refusalOf(cfdi, createCfdi, context, { input });
    expect(refusal.code).toBe('validation_error');
    expect(codesOf(refusal.details.issues as never)).toEqual([
      'customerId customer_rfc_missing',
      'formCode form_code_to_be_defined',
      'relatedDocuments.0.documents.0 uuid_invalid',
    ]);
  });
});

describe('a draft of kind transfer', () => {
  it('a draft of kind transfer has no payment, no taxes and no total', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context);
    const input = { kind: 'transfer', customerId, items: [customItem] };
    const draft = await cfdi.service.answer(createCfdi, context, { input });
    expect(draft).toMatchObject({
      kind: 'transfer',
      cfdiType: 'T',
      total: { amount: 0, currency: 'XXX' },
      fiscal: { subtotal: 0, ivaTransferred: 0, taxes: { transfers: [], withholdings: [] } },
      items: [{ amount: 201, taxAmount: 0 }],
    });
    expect(draft).not.toHaveProperty('payment');
  });
});

describe('a draft of kind payroll', () => {
  const input: fiscalCfdi.CfdiInput = {
    kind: 'payroll',
    employeeId: newId(),
    items: [],
    payroll: samplePayroll as fiscalCfdi.Payroll,
    payrollSource: samplePayrollSource,
  };

  it('a draft of kind payroll shows the payments and the name of the employee', async () => {
    const context = await newOrganization(cfdi);
    const draft = await cfdi.service.answer(createCfdi, context, { input });
    expect(draft).toMatchObject({
      kind: 'payroll',
      cfdiType: 'N',
      employeeId: input.employeeId,
      counterpartyName: 'Ana Gómez López',
      total: { amount: 6569.88, currency: 'MXN' },
      fiscal: { subtotal: 7500, discount: 930.12 },
      payroll: {
        payrollType: 'O',
        paidDays: 15,
        earnings: [{ type: '001', code: '001', taxableAmount: 7500, exemptAmount: 0 }],
        otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 0 }],
      },
    });
    expect(draft).not.toHaveProperty('payment');
    const page = await cfdi.service.page(listCfdi, context, { counterparty: 'gomez' });
    expect(page.data).toMatchObject([{ employeeId: input.employeeId }]);
    expect(await cfdi.service.answer(previewCfdi, context, { input })).toMatchObject({
      total: draft['total'],
      issues: [],
    });
  });
});
