import { randomUUID } from 'node:crypto';
import {
  created,
  customItem,
  dataOf,
  newCustomer,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { startDocumentedIssuer } from '../documented';
import { addEmployee, employeeInput, employer, fortnight } from '../payroll/people';
import { issuesOf } from '../refused';
import { soundXml } from '../sound-document';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
  for (const kind of ['credit_note', 'transfer', 'payment_complement']) {
    await created(api, '/v1/settings/series', { code: kind.slice(0, 2).toUpperCase(), kind });
  }
});

const deferred = { timing: 'deferred_or_installments', formCode: '99' };
const get = (path: string) => dataOf(api.request('GET', path));
const draftOf = (body: object) => created(api, '/v1/cfdi', { customerId, ...body });
const stamp = ({ documentRef }: Shown) =>
  dataOf(api.request('POST', `/v1/cfdi/${documentRef}/stamp`));
const stampedOf = async (body: object) => stamp(await draftOf(body));
const income = (payment: object = deferred) =>
  stampedOf({ kind: 'income', cfdiUse: 'G03', payment, items: [customItem] });

describe('income', () => {
  it('an income document is stamped for a customer abroad, with tax residence and foreign tax number', async () => {
    const abroad = { taxResidence: 'USA', foreignTaxId: '123456789' };
    const own = { legalName: 'Acme Inc.', rfc: 'XEXX010101000', cfdiUse: 'S01', ...abroad };
    const contact = { kind: 'customer', ...own };
    const { contactId } = await created(api, '/v1/contacts', contact);
    const payment = { timing: 'single_payment', formCode: '03' };
    const items = [{ ...customItem, taxability: 'zero', taxRate: 0 }];
    const usd = { currency: 'USD', exchangeRate: 18.4321 };
    const body = { kind: 'income', customerId: contactId, cfdiUse: 'S01', payment, items, ...usd };
    const invoice = await stampedOf(body);
    expect(invoice).toMatchObject({ status: 'valid', receiver: abroad });
    const xml = await soundXml(api, invoice);
    expect(xml).toContain('ResidenciaFiscal="USA" NumRegIdTrib="123456789"');
    const pdf = await api.request('GET', `/v1/documents/${invoice.documentRef}/files/pdf`);
    expect(pdf.status).toBe(200);
  });
});

describe('credit_note', () => {
  it('a credit note is stamped with a relation to its invoice', async () => {
    const invoice = await income();
    const relatedDocuments = [{ relationship: '01', documents: [invoice.uuid] }];
    const items = [{ ...customItem, quantity: 1 }];
    const note = await stampedOf({ kind: 'credit_note', items, formCode: '03', relatedDocuments });
    expect(note).toMatchObject({ status: 'valid', cfdiType: 'E', series: 'CR', relatedDocuments });
    const xml = await soundXml(api, note);
    expect(xml).toContain('TipoDeComprobante="E"');
    expect(xml).toContain(`<cfdi:CfdiRelacionado UUID="${invoice.uuid}"/>`);
    const { relations } = await get(`/v1/cfdi/${invoice.documentRef}/relations`);
    expect(relations).toMatchObject([
      { role: 'related_by', relationship: '01', documentRef: note.documentRef },
    ]);
  });

  it('a credit note request with several faults gets all of them at once', async () => {
    const answer = await api.request('POST', '/v1/cfdi', {
      body: {
        kind: 'credit_note',
        customerId,
        items: [customItem],
        formCode: '00',
        methodCode: 'PXX',
        relatedDocuments: [{ relationship: '08', documents: ['one'] }],
      },
    });
    expect(answer.status).toBe(400);
    expect(answer.json.error.details.issues.map(({ path }: Shown) => path.join('.'))).toEqual([
      'formCode',
      'methodCode',
      'relatedDocuments.0.relationship',
      'relatedDocuments.0.documents.0',
    ]);
  });
});

describe('transfer', () => {
  it('a transfer document is stamped without totals', async () => {
    const transfer = await stampedOf({ kind: 'transfer', items: [customItem] });
    expect(transfer).toMatchObject({ status: 'valid', cfdiType: 'T', total: { amount: 0 } });
    expect(await soundXml(api, transfer)).toContain('Moneda="XXX" Total="0" TipoDeComprobante="T"');
  });
});

describe('payment_complement', () => {
  const complement = (documents: object[], more: object = {}) => ({
    kind: 'payment_complement',
    payment: { formCode: '03', documents, ...more },
  });

  it('a suggested payment complement is stamped for each installment until the balance is zero', async () => {
    const invoice = await income();
    const balance = async () => (await get(`/v1/cfdi/${invoice.documentRef}`)).payment;
    expect(await balance()).toMatchObject({ remainingBalance: 233.16 });
    for (const [installment, amount, remainingBalance] of [
      [1, 100, 133.16],
      [2, undefined, 0],
    ] as const) {
      const asked = { customerId, documents: [{ uuid: invoice.uuid, amount }] };
      const path = '/v1/cfdi/payment-complement-suggestions';
      const [suggested] = (await created(api, path, asked)).documents;
      expect(suggested).toMatchObject({ installment, remainingBalance });
      const { uuid, previousBalance, taxes } = suggested as Shown;
      const paid = { uuid, previousBalance, installment, amount: suggested.amount };
      const payment = await stampedOf(
        complement([{ ...paid, taxes: installment === 1 ? 'auto' : taxes }]),
      );
      expect(payment).toMatchObject({ status: 'valid', cfdiType: 'P', series: 'PA' });
      const xml = await soundXml(api, payment);
      expect(xml).toContain(`NumParcialidad="${installment}"`);
      expect(xml).toContain('ObjetoImpDR="02"');
      expect(await balance()).toMatchObject({ remainingBalance });
    }
  });

  it('a payment complement can pay an external CFDI in another currency', async () => {
    const document = {
      uuid: '5c08d6b5-b5b5-4d3c-9c1a-3f5b9a3f0a11',
      series: 'X',
      folio: '9',
      amount: 58,
      installment: 1,
      previousBalance: 116,
      currency: 'USD',
      exchangeRate: 0.054054,
      taxes: { taxObject: '02', entries: [{ base: 50, type: 'IVA', rate: 0.16 }] },
    };
    const paidLocalDateTime = '2026-01-15T12:00:00';
    const payment = await stampedOf(complement([document], { paidLocalDateTime }));
    expect(payment.complement).toMatchObject({
      paidLocalDateTime,
      amount: { amount: 1073, currency: 'MXN' },
      documents: [{ uuid: document.uuid, exchangeRate: 0.054054, remainingBalance: 58 }],
    });
    expect(await soundXml(api, payment)).toContain('EquivalenciaDR="0.054054"');
  });

  it('a payment complement certifies several payments and states their banks', async () => {
    const invoice = await income();
    const paid = { uuid: invoice.uuid, amount: 100, installment: 1, previousBalance: 233.16 };
    const next = { ...paid, amount: 33.16, installment: 2, previousBalance: 133.16 };
    const spei = {
      formCode: '03',
      operationNumber: 'MBAN01002611200012',
      payerBank: { rfc: 'BBA830831LJ2', account: '012180001234567891' },
      payeeBank: { rfc: 'BNM840515VB1', account: '002180123456789016' },
      paymentChain: { type: '01', certificate: 'MIIF', chain: '||1|20112026|||', seal: 'c2Vs' },
    };
    const body = {
      ...complement([{ ...paid, taxes: 'auto' }], { operationNumber: 'CH-7' }),
      additionalPayments: [{ ...spei, documents: [{ ...next, taxes: 'auto' }] }],
    };
    const payment = await stampedOf(body);
    expect(payment.complement).toMatchObject({
      operationNumber: 'CH-7',
      additionalPayments: [{ ...spei, amount: { amount: 33.16, currency: 'MXN' } }],
    });
    const xml = await soundXml(api, payment);
    for (const written of [
      'NumOperacion="CH-7"',
      'RfcEmisorCtaOrd="BBA830831LJ2"',
      'CtaOrdenante="012180001234567891"',
      'CtaBeneficiario="002180123456789016"',
      'TipoCadPago="01"',
      'MontoTotalPagos="133.16"',
    ]) {
      expect(xml).toContain(written);
    }
    expect((await get(`/v1/cfdi/${invoice.documentRef}`)).payment).toMatchObject({
      remainingBalance: 100,
    });
  });

  it('a payment complement with too many paid documents is refused', async () => {
    const taxes = { taxObject: '01', entries: [] };
    const many = (count: number) =>
      Array.from({ length: count }, () => {
        return { uuid: randomUUID(), amount: 1, installment: 1, previousBalance: 1, taxes };
      });
    const body = {
      customerId,
      ...complement(many(300)),
      additionalPayments: [{ formCode: '03', documents: many(201) }],
    };
    const answer = await api.request('POST', '/v1/cfdi', { body });
    expect(issuesOf(answer)).toEqual(['additionalPayments: too_big']);
  });

  it('a payment complement whose amounts contradict the recorded payments of the invoice is refused', async () => {
    const { uuid } = await income();
    const wrong = { uuid, amount: 300, installment: 2, previousBalance: 400, taxes: 'auto' };
    const body = { customerId, ...complement([wrong]) };
    const answer = await api.request('POST', '/v1/cfdi', { body });
    expect(issuesOf(answer)).toEqual([
      'payment.documents.0.installment: installment_not_next',
      'payment.documents.0.previousBalance: previous_balance_mismatch',
    ]);
  });
});

describe('payroll', () => {
  const lines = {
    earnings: [{ type: '001', taxableAmount: 7500, exemptAmount: 0 }],
    deductions: [{ type: '002', amount: 732.26 }],
  };
  const payrollFor = (employeeId: string) => {
    const { curp, contractType, regimeType, paymentFrequency, stateCode } = employeeInput;
    const { socialSecurityNumber, employmentStartedOn, positionRisk } = employeeInput;
    const { integratedDailySalary } = employeeInput;
    const employee = {
      curp,
      contractType,
      regimeType,
      paymentFrequency,
      stateCode,
      socialSecurityNumber,
      employmentStartedOn,
      positionRisk,
      integratedDailySalary,
      employeeNumber: 'E-1',
    };
    const { paymentFrequency: _, ...period } = fortnight;
    return { kind: 'payroll', employeeId, payroll: { ...period, employee, ...lines } };
  };

  it('a payroll document is previewed, drafted, changed, stamped and printed for an employee', async () => {
    await created(api, '/v1/settings/series', { code: 'NO', kind: 'payroll' });
    const registrations = [{ registration: employer.registration }];
    const settings = '/v1/settings/payroll-employer';
    await dataOf(api.request('PUT', settings, { body: { registrations } }));
    const input = payrollFor(await addEmployee(api));
    const preview = await dataOf(api.request('POST', '/v1/cfdi/preview', { body: input }));
    expect(preview).toMatchObject({ issues: [], total: { amount: 6767.74 } });
    const draft = await created(api, '/v1/cfdi', input);
    expect(draft).toMatchObject({
      kind: 'payroll',
      employeeId: input.employeeId,
      counterpartyName: employeeInput.legalName,
    });
    const path = `/v1/cfdi/${draft.documentRef}`;
    const body = { ...input, pdfCustomSection: 'Gracias por su trabajo' };
    const changed = await dataOf(api.request('PUT', path, { body }));
    expect(changed).toMatchObject({ pdfCustomSection: body.pdfCustomSection });
    const stamped = await stamp(draft);
    expect(stamped).toMatchObject({ status: 'valid', cfdiType: 'N', series: 'NO' });
    const xml = await soundXml(api, stamped);
    expect(xml).toContain(`Rfc="${employeeInput.rfc}" Nombre="${employeeInput.legalName}"`);
    expect(xml).toContain(`RegistroPatronal="${employer.registration}"`);
    const pdf = await api.request('GET', `/v1/documents/${draft.documentRef}/files/pdf`);
    expect(pdf.bytes.subarray(0, 5).toString()).toBe('%PDF-');
  });

  it('a payroll draft with an unknown element of the specification, or with payments of zero, is refused', async () => {
    const input = payrollFor(await addEmployee(api));
    const hours = [{ days: 1, hoursType: '01', hours: 3, amount: 500 }];
    const payroll = {
      ...input.payroll,
      paidDays: 15,
      employmentSubsidyCaused: 100.5,
      employerRegistration: 'B5510768108',
      earnings: [
        { ...lines.earnings[0], code: 'SUE', description: 'Sueldo' },
        { type: '019', taxableAmount: 250, exemptAmount: 250, overtime: hours },
        { type: '014', taxableAmount: 0, exemptAmount: 80 },
      ],
      incapacities: [{ type: '02', days: 1, amount: 80 }],
    };
    const draft = await created(api, '/v1/cfdi', { ...input, payroll });
    expect(draft.payroll).toMatchObject({
      employerRegistration: 'B5510768108',
      earnings: [{ code: 'SUE', description: 'Sueldo' }, { overtime: hours }, { type: '014' }],
      otherPayments: [{ type: '002', amount: 0, employmentSubsidy: 100.5 }],
      incapacities: payroll.incapacities,
    });
    const { periodStartedOn: _, ...withoutPeriod } = input.payroll;
    const otherPayments = [{ type: '002', amount: 0, employmentSubsidy: 0 }];
    const refused = async (changes: object) =>
      issuesOf(
        await api.request('POST', '/v1/cfdi', {
          body: { ...input, payroll: { ...withoutPeriod, ...changes } },
        }),
      );
    expect(await refused({ otherPayments, employerRegistration: 'hola mundo' })).toEqual([
      'payroll.employerRegistration: employer_registration_invalid',
      'payroll.otherPayments.0.amount: too_small',
    ]);
    expect(await refused({})).toEqual(['payroll.paidDays: paid_days_missing']);
  });

  it('a payroll draft with amounts that no law exempts or pays is refused, and a draft with wages but no ISR has a warning', async () => {
    const input = payrollFor(await addEmployee(api));
    const judged = async (changes: object) => {
      const body = { ...input, payroll: { ...input.payroll, ...changes } };
      const { issues, warnings = [] } = await dataOf(
        api.request('POST', '/v1/cfdi/preview', { body }),
      );
      return [...issues, ...warnings].map(
        ({ path, code }: { path: string[]; code: string }) => `${path.join('.')}: ${code}`,
      );
    };
    const overtime = [{ days: 3, hoursType: '01', hours: 9, amount: 5000 }];
    const exempt = { type: '019', taxableAmount: 0, exemptAmount: 5000, overtime };
    expect(await judged({ earnings: [...lines.earnings, exempt] })).toContain(
      'payroll.earnings.1.exemptAmount: exempt_amount_exceeded',
    );
    expect(await judged({ employmentSubsidyCaused: 600 })).toEqual([
      'payroll.employmentSubsidyCaused: subsidy_month_cap_exceeded',
    ]);
    const corrected = { otherPayments: [{ type: '007', amount: 10 }], employmentSubsidyCaused: 0 };
    expect(await judged(corrected)).toEqual(['payroll.otherPayments.0.type: subsidy_line_invalid']);
    expect(await judged({ deductions: [] })).toEqual(['payroll.deductions: income_tax_missing']);
  });

  it('a payroll draft for an employee of another organization answers 404', async () => {
    const stranger = await startDocumentedIssuer();
    const input = payrollFor(await addEmployee(stranger));
    for (const path of ['/v1/cfdi', '/v1/cfdi/preview']) {
      const answer = await api.request('POST', path, { body: input });
      expect(answer.status).toBe(404);
      expect(issuesOf(answer)).toEqual(['employeeId: employee_unknown']);
    }
  });
});

describe('every kind', () => {
  it('a document of every kind records its events and can be duplicated', async () => {
    const invoice = await income({ timing: 'single_payment', formCode: '03' });
    const events = await get(`/v1/cfdi/${invoice.documentRef}/events`);
    expect(events.map(({ event, outcome }: Shown) => `${event} ${outcome}`)).toEqual([
      'stamped done',
      'sealed done',
      'drafted done',
    ]);
    const copy = await created(api, `/v1/cfdi/${invoice.documentRef}/duplicate`, {});
    expect(copy).toMatchObject({ status: 'draft', total: invoice.total });
    const [event] = (await get(`/v1/cfdi/${copy.documentRef}/events?limit=1`)) as Shown[];
    expect(event).toMatchObject({ event: 'duplicated', actor: events[0].actor });
  });
});
