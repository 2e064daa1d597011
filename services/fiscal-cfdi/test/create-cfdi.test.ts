import { fiscalCfdi } from '@timbre/contract';
import { unavailable } from '@timbre/kit';
import { callContext, withKey } from '@timbre/testkit';
import { createCfdi } from '../src/operations/create-cfdi';
import { getCfdi } from '../src/operations/get-cfdi';
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

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

const codes = (issues: { path: unknown[]; code: string }[] = []) =>
  issues.map(({ path, code }) => `${path.join('.')} ${code}`);

describe('createCfdi', () => {
  it('createCfdi returns the whole draft with exact totals', async () => {
    const placeOfIssue = '32000';
    const context = await newOrganization(cfdi, placeOfIssue);
    const customerId = cfdi.commerce.customer(context);
    const productId = cfdi.commerce.product(context, { taxIncluded: true, taxRate: '0.08' });
    const items = [
      { ...customItem, discount: '1' },
      { kind: 'product', productId, quantity: '3', unitPrice: '33.33' },
      { ...customItem, quantity: '1', unitPrice: '10', taxability: 'exempt' },
    ];
    const payment = {
      timing: 'deferred_or_installments',
      formCode: '99',
      dueDate: '2026-12-21',
      conditions: 'Neto 30',
      settlementTerms: {
        installmentCount: 2,
        firstDue: { kind: 'months_after_transaction', months: 1 },
        recurrence: { kind: 'last_day' },
      },
    };
    const draft = await newDraft(cfdi, context, { customerId, items, payment });
    expect(draft).toEqual({
      documentRef: expect.stringMatching(/^cfdi:[0-9a-f-]{36}$/),
      category: 'cfdi',
      kind: 'income',
      cfdiType: 'I',
      direction: 'issued',
      status: 'draft',
      archived: false,
      completeness: 'complete',
      inventoryImpact: { status: 'pending' },
      total: { amount: 341.99, currency: 'MXN' },
      counterpartyName: 'Universidad Robótica Española',
      settlementTerms: payment.settlementTerms,
      payment: {
        timing: 'deferred_or_installments',
        formCode: '99',
        methodCode: 'PPD',
        dueDate: '2026-12-21',
        conditions: 'Neto 30',
      },
      customerId,
      receiver: {
        rfc: 'URE180429TM6',
        legalName: 'Universidad Robótica Española',
        taxSystem: '601',
        postalCode: '86991',
      },
      cfdiUse: 'G03',
      fiscal: {
        subtotal: 303.58,
        discount: 1,
        ivaTransferred: 39.41,
        ivaWithheld: 0,
        isrWithheld: 0,
        exchangeRate: 1,
        totalMxn: 341.99,
        placeOfIssue,
        exportation: '01',
        taxes: {
          transfers: [
            {
              tax: '002',
              factorType: 'Tasa',
              rateOrFee: '0.160000',
              amount: '32.00',
              base: '200.00',
            },
            {
              tax: '002',
              factorType: 'Tasa',
              rateOrFee: '0.080000',
              amount: '7.41',
              base: '92.58',
            },
            { tax: '002', factorType: 'Exento', base: '10.00' },
          ],
          withholdings: [],
        },
      },
      items: [
        {
          kind: 'custom',
          description: 'Consultoría',
          satProductCode: '80101500',
          satUnitCode: 'E48',
          quantity: 2,
          unitPrice: 100.5,
          discount: 1,
          taxability: 'standard',
          taxRate: 0.16,
          amount: 201,
          taxAmount: 32,
        },
        {
          kind: 'product',
          productId,
          sku: 'S-1',
          description: 'Silla',
          satProductCode: '56101504',
          satUnitCode: 'H87',
          quantity: 3,
          unitPrice: 33.33,
          taxIncluded: true,
          taxability: 'standard',
          taxRate: 0.08,
          amount: 92.583333,
          taxAmount: 7.406667,
        },
        {
          kind: 'custom',
          description: 'Consultoría',
          satProductCode: '80101500',
          satUnitCode: 'E48',
          quantity: 1,
          unitPrice: 10,
          taxability: 'exempt',
          amount: 10,
          taxAmount: 0,
        },
      ],
      createdAt: '2026-11-21T15:00:00.000Z',
      updatedAt: '2026-11-21T15:00:00.000Z',
    });
    expect(await cfdi.service.answer(getCfdi, context, draft)).toEqual(draft);
  });

  it('createCfdi converts the totals of a document in dollars to pesos', async () => {
    const context = await newOrganization(cfdi);
    const changes = { currency: 'USD', exchangeRate: '18.4321', pdfCustomSection: 'Gracias' };
    expect(await newDraft(cfdi, context, changes)).toMatchObject({
      total: { amount: 233.16, currency: 'USD' },
      fiscal: { exchangeRate: 18.4321, totalMxn: 4297.63 },
      pdfCustomSection: 'Gracias',
    });
  });

  it('createCfdi sets the date of the draft in the time zone of the place of issue', async () => {
    const context = await newOrganization(cfdi);
    cfdi.service.setClock('2026-11-22T03:00:00.000Z');
    const draft = await newDraft(cfdi, context);
    cfdi.service.setClock('2026-11-21T15:00:00.000Z');
    const dated = await cfdi.service.rows('select dated_on::text from cfdi where id = $1', [
      idOf(draft),
    ]);
    expect(dated).toEqual([{ dated_on: '2026-11-21' }]);
  });

  it('createCfdi publishes an event with the draft', async () => {
    const context = await newOrganization(cfdi);
    const draft = await newDraft(cfdi, context);
    const [event] = await cfdi.service.rows<{ subject: string; payload: Buffer }>(
      'select subject, aggregate_version, payload from outbox where aggregate_id = $1',
      [idOf(draft)],
    );
    expect(event).toMatchObject({ subject: 'fiscal_cfdi.cfdi.drafted', aggregate_version: 1 });
    expect(fiscalCfdi.Cfdi.decode(event!.payload)).toMatchObject({
      cfdiId: idOf(draft),
      version: 1,
      kind: 'income',
      status: 'draft',
      counterpartyRfc: 'URE180429TM6',
      subtotal: '201.00',
      total: '233.16',
      paymentTiming: 'single_payment',
      archived: false,
    });
  });

  it('createCfdi creates one draft for a repeated request, even after its customer is deleted', async () => {
    const context = await newOrganization(cfdi);
    const input = incomeInput(cfdi, context);
    const keyed = withKey(context, 'createCfdi');
    const first = await cfdi.service.answer(createCfdi, keyed, { input });
    cfdi.commerce.contacts.delete(input.customerId!);
    expect(await cfdi.service.answer(createCfdi, keyed, { input })).toEqual(first);
    const count = 'select count(*)::int from cfdi where org_id = $1';
    expect(await cfdi.service.rows(count, [context.organizationId])).toEqual([{ count: 1 }]);
  });

  it('createCfdi answers 404 for customers and products that are unknown or of another organization', async () => {
    const [context, stranger] = [await newOrganization(cfdi), await newOrganization(cfdi)];
    const input = incomeInput(cfdi, context, {
      customerId: cfdi.commerce.customer(stranger),
      items: [
        customItem,
        {
          kind: 'product',
          productId: cfdi.commerce.product(stranger),
          quantity: '1',
          unitPrice: '1',
        },
        { kind: 'product', productId: 'none', quantity: '1', unitPrice: '1' },
      ],
      seriesId: 'none',
    });
    const refused = await refusalOf(cfdi, createCfdi, context, { input });
    expect(refused.code).toBe('not_found');
    expect(codes(refused.details.issues)).toEqual([
      'customerId contact_not_found',
      'items.1.productId product_not_found',
      'items.2.productId product_not_found',
      'seriesId series_not_found',
    ]);
  });

  it('createCfdi lists every broken rule in one 400', async () => {
    const context = await newOrganization(cfdi);
    const productId = cfdi.commerce.product(context, { satUnitCode: undefined });
    const input = incomeInput(cfdi, context, {
      customerId: cfdi.commerce.customer(context, { taxSystem: undefined }, 'supplier'),
      items: [{ kind: 'product', productId, quantity: '1', unitPrice: '1', discount: '2' }],
      cfdiUse: 'ZZZ',
      payment: { timing: 'single_payment', formCode: '99' },
      currency: 'USD',
    });
    const refused = await refusalOf(cfdi, createCfdi, context, { input });
    expect(refused.code).toBe('validation_error');
    expect(codes(refused.details.issues)).toEqual([
      'customerId not_a_customer',
      'customerId customer_tax_system_missing',
      'cfdiUse cfdi_use_not_in_catalog',
      'items.0.discount discount_too_large',
      'items.0.productId product_sat_codes_missing',
      'payment.formCode form_code_to_be_defined',
      'exchangeRate exchange_rate_missing',
    ]);
  });

  it('createCfdi reports the SAT codes that a product lacks', async () => {
    const context = await newOrganization(cfdi);
    const productId = cfdi.commerce.product(context, { satProductCode: undefined });
    const items = [{ kind: 'product', productId, quantity: '1', unitPrice: '1' }];
    const refused = await refusalOf(cfdi, createCfdi, context, {
      input: incomeInput(cfdi, context, { items }),
    });
    expect(codes(refused.details.issues)).toEqual(['items.0.productId product_sat_codes_missing']);
  });

  it('createCfdi needs a fiscal profile', async () => {
    const context = callContext();
    const refused = await refusalOf(cfdi, createCfdi, context, {
      input: incomeInput(cfdi, context),
    });
    expect(refused).toMatchObject({
      code: 'conflict',
      details: { reason: 'fiscal_profile_missing' },
    });
  });

  it('createCfdi stores nothing while commerce is unavailable', async () => {
    const context = await newOrganization(cfdi);
    const input = incomeInput(cfdi, context);
    const keyed = withKey(context, 'createCfdi');
    cfdi.commerce.failure = unavailable('commerce is away');
    const refused = await refusalOf(cfdi, createCfdi, keyed, { input });
    cfdi.commerce.failure = undefined;
    expect(refused.code).toBe('provider_unavailable');
    expect(await cfdi.service.answer(createCfdi, keyed, { input })).toMatchObject({
      status: 'draft',
    });
  });
});

describe('getCfdi', () => {
  it.each(['cfdi:none', 'quote:0190b6a0-0000-7000-8000-000000000000', '0190b6a0', 'cfdi:'])(
    'getCfdi answers 404 for %s',
    async (documentRef) => {
      const refused = await refusalOf(cfdi, getCfdi, callContext(), { documentRef });
      expect(refused.code).toBe('not_found');
    },
  );

  it("getCfdi answers 404 for another organization's document", async () => {
    const { documentRef } = await newDraft(cfdi, await newOrganization(cfdi));
    const refused = await refusalOf(cfdi, getCfdi, await newOrganization(cfdi), { documentRef });
    expect(refused).toMatchObject({ code: 'not_found', message: expect.stringContaining('CFDI') });
  });
});
