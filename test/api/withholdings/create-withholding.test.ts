import { randomUUID } from 'node:crypto';
import { created, newCustomer, withholdingInput, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
beforeAll(async () => void (api = await startDocumentedIssuer()));

const create = (changes: object = {}, by = api) =>
  by.request('POST', '/v1/withholdings', { body: withholdingInput(changes) });
const { receiver, period, totals } = withholdingInput();

describe('201', () => {
  it("createWithholding creates a draft with its totals and the receiver in the SAT's format", async () => {
    const { status, json } = await create({ pdfCustomSection: 'Conserve\nesta constancia' });
    expect(status).toBe(201);
    expect(json.data).toMatchObject({
      documentRef: expect.stringMatching(/^withholding:[0-9a-f-]{36}$/),
      category: 'withholding',
      status: 'draft',
      archived: false,
      withholdingCode: '01',
      period,
      total: { amount: 10_000, currency: 'MXN' },
      withheld: { amount: 2_066.67, currency: 'MXN' },
      counterpartyName: 'CECILIA MIRANDA SANCHEZ',
      totals: { operation: 10_000, taxable: 10_000, exempt: 0, withheld: 2_066.67 },
      placeOfIssue: '42501',
      pdfCustomSection: 'Conserve\nesta constancia',
    });
    for (const field of ['uuid', 'folio', 'issuedLocalDateTime', 'stamp'])
      expect(json.data).not.toHaveProperty(field);
  });

  it('createWithholding adds amounts exactly that floats cannot represent', async () => {
    const cents = (amount: number) => ({ amount, paymentType: '04' });
    const { json } = await create({
      totals: { taxable: 0.1, exempt: 1_000_000_000.2 },
      taxes: [cents(0.1), cents(0.2), cents(999_999_999.99)],
    });
    expect(json.data.totals).toEqual({
      operation: 1_000_000_000.3,
      taxable: 0.1,
      exempt: 1_000_000_000.2,
      withheld: 1_000_000_000.29,
    });
  });

  it('createWithholding sets the tax of a payment type from the SAT catalogue', async () => {
    const taxes = ['01', '02', '03', '04'].map((paymentType) => ({ amount: 1, paymentType }));
    const { json } = await create({ taxes });
    const types = (json.data.taxes as { type: string }[]).map(({ type }) => type);
    expect(types).toEqual(['IVA', 'IEPS', 'ISR', 'ISR']);
  });

  it('createWithholding accepts a foreign receiver, an operation without withholding, and a relation', async () => {
    const foreigner = { kind: 'foreign', legalName: 'Acme Inc.', taxId: '99-1234567' };
    const { json } = await create({
      receiver: foreigner,
      withholdingCode: '25',
      description: 'Otra',
      taxes: [],
    });
    expect(json.data).toMatchObject({
      receiver: foreigner,
      counterpartyName: 'ACME INC.',
      taxes: [],
      withheld: { amount: 0 },
    });
    const relatedDocument = { relationship: '04', uuid: randomUUID() };
    const bimonthly = { ...totals, bimonthlyProfit: 500.5, correspondingIsr: 50.05 };
    const related = await create({ relatedDocument, totals: bimonthly });
    expect(related.json.data).toMatchObject({ relatedDocument, totals: bimonthly });
  });
});

describe('400', () => {
  it('createWithholding reports all faults of the request at once', async () => {
    const answer = await create({
      withholdingCode: '99',
      receiver: { kind: 'national', rfc: 'MISC', legalName: '', postalCode: '1' },
      period: { startMonth: 0, endMonth: 13, year: 26 },
      totals: { taxable: -1, exempt: 0.001 },
      taxes: [{ type: 'IMSS', amount: 1, paymentType: '09' }],
      colour: 'red',
    });
    expect(issuesOf(answer)).toEqual(
      [
        'colour: unknown_field',
        'period.endMonth: too_big',
        'period.startMonth: too_small',
        'period.year: too_small',
        'receiver.legalName: too_small',
        'receiver.postalCode: invalid_format',
        'receiver.rfc: rfc_invalid',
        'taxes.0.paymentType: not_in_catalog',
        'taxes.0.type: invalid_value',
        'totals.exempt: too_many_decimals',
        'totals.taxable: too_small',
        'withholdingCode: not_in_catalog',
      ].sort(),
    );
  });

  it.each([
    [{ withholdingCode: '16' }, 'interest: complement_required'],
    [
      { withholdingCode: '28', receiver: { kind: 'foreign', legalName: 'Acme' } },
      'receiver.kind: receiver_nationality_not_allowed',
    ],
    [{ taxes: [{ amount: 10_000.01, paymentType: '04' }] }, 'taxes: withheld_above_operation'],
    [
      { receiver: { ...receiver, legalName: 'PUBLICO EN GENERAL' } },
      'receiver.legalName: Reten20116',
    ],
    [
      { period: { startMonth: 1, endMonth: 1, year: new Date().getFullYear() + 1 } },
      'period.year: ',
    ],
  ])('createWithholding refuses values that no PAC accepts: %j', async (changes, issue) => {
    const answer = await create(changes);
    expect(answer.status).toBe(400);
    expect(issuesOf(answer).some((found) => found.startsWith(issue))).toBe(true);
  });

  it('createWithholding reports all violated rules of the SAT at once', async () => {
    const answer = await create({
      withholdingCode: '25',
      receiver: {
        ...receiver,
        rfc: 'URE180429TM6',
        postalCode: '00001',
        curp: 'MISC491214MMCRRC05',
      },
      period: { startMonth: 3, endMonth: 2, year: 2029 },
      taxes: [{ type: 'IVA', amount: 1, paymentType: '04' }],
    });
    expect(issuesOf(answer)).toEqual([
      'description: description_missing',
      'period.endMonth: period_reversed',
      'period.year: not_in_catalog',
      'receiver.curp: curp_not_allowed',
      'receiver.postalCode: not_in_catalog',
      'taxes.0.type: tax_not_of_payment_type',
    ]);
  });

  it.each<[object, string[]]>([
    [{ kind: 'national', rfc: 'XEXX010101000', legalName: 'ACME' }, ['receiver.rfc: receiver_is_foreign']],
    [{ ...receiver, curp: 'MISC491214MMCRRC0X' }, ['receiver.curp: curp_invalid']],
    [{ ...receiver, postalCode: undefined }, ['receiver.postalCode: postal_code_missing']],
    [{ kind: 'foreign', legalName: 'ACME', rfc: 'XEXX010101000' }, ['receiver.rfc: unknown_field']],
    [{ kind: 'other' }, ['receiver.kind: invalid_value']],
  ])('createWithholding refuses the receiver %j', async (wrong, issues) => {
    expect(issuesOf(await create({ receiver: wrong }))).toEqual(issues);
  }); // prettier-ignore

  it('createWithholding refuses a series for another kind of document', async () => {
    const income = await created(api, '/v1/settings/series', { code: 'B', kind: 'income' });
    const answer = await create({ seriesId: income.seriesId });
    expect(issuesOf(answer)).toEqual(['seriesId: series_kind']);
  });

  it('createWithholding refuses a customer identifier, because the request must contain the receiver', async () => {
    const answer = await create({ customerId: await newCustomer(api) });
    expect(issuesOf(answer)).toEqual(['customerId: unknown_field']);
  });
});

describe('404', () => {
  it('createWithholding refuses an unknown series', async () => {
    const answer = await create({ seriesId: randomUUID() });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['seriesId: series_not_found']);
  });
});

describe('409 conflict', () => {
  it('createWithholding is refused without a fiscal profile', async () => {
    const fresh = await startDocumented();
    expect(refusalOf(await create({}, fresh))).toBe('409 conflict fiscal_profile_missing');
  });
});
