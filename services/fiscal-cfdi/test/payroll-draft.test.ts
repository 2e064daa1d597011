import type { fiscalCfdi } from '@timbre/contract';
import { unavailable } from '@timbre/kit';
import { withKey } from '@timbre/testkit';
import { createCfdi } from '../src/operations/create-cfdi';
import { duplicateCfdi } from '../src/operations/duplicate-cfdi';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { updateCfdi } from '../src/operations/update-cfdi';
import { newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';
import { codesOf } from './sample-draft';
import { payrollDetails, samplePayroll, samplePayrollSource } from './sample-payroll';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

describe('a payroll draft of a client', () => {
  const inputFor = (employeeId: string): fiscalCfdi.CfdiInput => ({
    kind: 'payroll',
    employeeId,
    items: [],
    payroll: samplePayroll as fiscalCfdi.Payroll,
  });

  it("a payroll draft of a client contains the employee's current data, also after an update and in a duplicate", async () => {
    const context = await newOrganization(cfdi);
    const employeeId = cfdi.payroll.employee(context);
    const input = inputFor(employeeId.toUpperCase());
    const draft = await cfdi.service.answer(createCfdi, context, { input });
    expect(draft).toMatchObject({
      counterpartyName: 'Ana Gómez López',
      total: { amount: 6569.88 },
      payroll: { employerRegistration: 'B5510768108' },
    });
    expect(await cfdi.service.answer(previewCfdi, context, { input })).toMatchObject({
      total: draft['total'],
      issues: [],
    });
    Object.assign(cfdi.payroll.employees.get(employeeId)!, { legalName: 'Ana Gómez' });
    const documentRef = draft['documentRef'] as string;
    const copy = await cfdi.service.answer(duplicateCfdi, context, { documentRef });
    const changed = await cfdi.service.answer(updateCfdi, context, { documentRef, input });
    expect([copy, changed]).toMatchObject(Array(2).fill({ counterpartyName: 'Ana Gómez' }));
  });

  it('a payroll draft that a client updates keeps the line details that payroll sent, and no other details', async () => {
    const context = await newOrganization(cfdi);
    const employeeId = cfdi.payroll.employee(context, { legalName: 'Ana Gómez' });
    const details = payrollDetails({ earningTexts: [{ code: 'P-1', description: 'Quincena' }] });
    const payrollSource = { ...samplePayrollSource, details } as fiscalCfdi.PayrollSource;
    const written = { input: { ...inputFor(employeeId), payrollSource } };
    const before = cfdi.payroll.calls;
    const { documentRef } = (await cfdi.service.answer(createCfdi, context, written)) as never;
    expect(cfdi.payroll.calls).toBe(before);
    const request = { documentRef, input: inputFor(employeeId) };
    expect(await cfdi.service.answer(updateCfdi, context, request)).toMatchObject({
      counterpartyName: 'Ana Gómez',
      payroll: { earnings: [{ code: 'P-1', description: 'Quincena' }] },
    });
  });

  it('a payroll draft cannot refer to an employee of another organization, not even in a preview', async () => {
    const stranger = await newOrganization(cfdi);
    const context = await newOrganization(cfdi);
    const input = inputFor(cfdi.payroll.employee(stranger));
    for (const operation of [createCfdi, previewCfdi]) {
      const refusal = await refusalOf(cfdi, operation, context, { input });
      expect(refusal.code).toBe('not_found');
      expect(codesOf(refusal.details.issues as never)).toEqual(['employeeId employee_unknown']);
    }
  });

  it('a payroll draft of a client lists the missing data of the employee', async () => {
    const context = await newOrganization(cfdi);
    const employeeId = cfdi.payroll.employee(context, { rfc: undefined, postalCode: undefined });
    const refusal = await refusalOf(cfdi, createCfdi, context, { input: inputFor(employeeId) });
    expect(codesOf(refusal.details.issues as never)).toEqual([
      'employeeId employee_rfc_missing',
      'employeeId employee_postal_code_missing',
    ]);
  });

  it('no payroll draft is stored while payroll is unavailable', async () => {
    const context = await newOrganization(cfdi);
    const input = inputFor(cfdi.payroll.employee(context));
    const keyed = withKey(context, 'createCfdi');
    cfdi.payroll.failure = unavailable('payroll is away');
    const refused = await refusalOf(cfdi, createCfdi, keyed, { input });
    cfdi.payroll.failure = undefined;
    expect(refused.code).toBe('provider_unavailable');
    expect(await cfdi.service.answer(createCfdi, keyed, { input })).toMatchObject({
      status: 'draft',
    });
  });
});
