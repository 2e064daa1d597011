import { randomUUID } from 'node:crypto';
import { customItem, dataOf, incomeInput, newCustomer, type Api } from '@timbre/testkit/client';
import { startDocumented, startDocumentedIssuer } from '../documented';
import { issuesOf, refusalOf } from '../refused';

let api: Api;
let customerId: string;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  customerId = await newCustomer(api);
});

const preview = (changes: object = {}, by = api) =>
  by.request('POST', '/v1/cfdi/preview', { body: incomeInput(customerId, changes) });

describe('200', () => {
  it('previewCfdi computes the same amounts as createCfdi and stores nothing', async () => {
    const { status, json } = await preview();
    expect(status).toBe(200);
    expect((await api.request('GET', '/v1/cfdi')).json.data).toEqual([]);
    const body = incomeInput(customerId);
    const draft = await dataOf(api.request('POST', '/v1/cfdi', { body }));
    const { total, fiscal, items, kind, cfdiType } = draft;
    expect(json.data).toEqual({ total, fiscal, items, kind, cfdiType, issues: [] });
  });

  it('previewCfdi returns the amounts together with rule violations that do not affect the amounts', async () => {
    const { status, json } = await preview({ cfdiUse: 'D01' });
    expect(status).toBe(200);
    expect(json.data.total.amount).toBe(233.16);
    expect(json.data.issues).toMatchObject([{ path: ['cfdiUse'], code: 'cfdi_use_not_allowed' }]);
  });

  it('previewCfdi applies the taxes of the product to an item without taxes', async () => {
    const product = {
      description: 'Refresco',
      price: 20,
      satProductCode: '50202306',
      satUnitCode: 'H87',
      taxes: [{ type: 'IEPS', factor: 'Tasa', rate: 0.25 }],
      customsNumbers: ['26 48 3009 6001234'],
    };
    const { productId } = await dataOf(api.request('POST', '/v1/products', { body: product }));
    const sold = { kind: 'product', productId, quantity: 10, unitPrice: 20 };
    const own = { taxes: [], withholdings: [{ type: 'IVA', rate: 0.04 }] };
    const customer = await newCustomer(api, { iepsTaxpayer: true });
    const items = [sold, { ...sold, ...own }];
    const { json } = await preview({ items, customerId: customer });
    expect(json.data.issues).toEqual([]);
    const [copied, said] = json.data.items;
    expect(copied).toMatchObject({
      taxes: [{ type: 'IEPS', factor: 'Tasa', rate: 0.25, base: 200, amount: 50 }],
      customsNumbers: ['26  48  3009  6001234'],
      taxAmount: 90,
    });
    expect(said).not.toHaveProperty('taxes');
    expect(said).toMatchObject({ taxAmount: 32, withheldAmount: 8 });
    expect(json.data.total.amount).toBe(514);
  });

  it("previewCfdi returns the customer's price at the location in addition to the unit price", async () => {
    const product = {
      description: 'Mesa',
      price: 300,
      satProductCode: '56101519',
      satUnitCode: 'H87',
    };
    const { productId } = await dataOf(api.request('POST', '/v1/products', { body: product }));
    const place = { name: 'Centro', postalCode: '06000' };
    const { locationId } = await dataOf(api.request('POST', '/v1/locations', { body: place }));
    const override = { productId, customerId, locationId, price: 280 };
    const { overrideId } = await dataOf(
      api.request('PUT', '/v1/pricing/overrides', { body: override }),
    );
    const items = [{ kind: 'product', productId, quantity: 1, unitPrice: 290 }, customItem];
    const { json } = await preview({ items, locationId });
    const rule = { kind: 'customer_location', overrideId };
    const resolvedPrice = { unitPrice: 280, taxIncluded: false, currency: 'MXN', rule };
    expect(json.data.items[0]).toMatchObject({ unitPrice: 290, resolvedPrice });
    expect(json.data.items[1]).not.toHaveProperty('resolvedPrice');
    const query = `productId=${productId}&customerId=${customerId}&locationId=${locationId}`;
    const asked = await dataOf(api.request('GET', `/v1/pricing/resolve?${query}`));
    expect(asked).toMatchObject(resolvedPrice);
  });

  it('previewCfdi reports tax faults by their path in the item', async () => {
    const items = [
      {
        ...customItem,
        satProductCode: '15101514',
        taxRate: 0.08,
        withholdings: [{ type: 'ISR', rate: 0.41 }],
        thirdParty: {
          rfc: 'XAXX010101000',
          legalName: 'X',
          taxSystem: '616',
          postalCode: '42501',
        },
      },
    ];
    expect((await preview({ items })).json.data.issues).toMatchObject([
      { path: ['items', 0, 'satProductCode'], code: 'complement_required' },
      { path: ['items', 0, 'taxRate'], code: 'border_stimulus_not_allowed' },
      { path: ['items', 0, 'withholdings', 0, 'rate'], code: 'tax_rate_not_allowed' },
      { path: ['items', 0, 'thirdParty', 'rfc'], code: 'third_party_rfc_not_allowed' },
    ]);
  });

  it('previewCfdi refuses foreign sellers on a platform if their postal code is not the place of issue', async () => {
    const thirdParty = {
      rfc: 'EXT990101NI1',
      taxSystem: '616',
      postalCode: '06000',
      legalName:
        'EXPEDICIÓN DE CFDI POR RESIDENTES EN MÉXICO QUE PRESTAN SERVICIOS DE INTERMEDIACIÓN ENTRE ' +
        'TERCEROS A OFERENTES DE BIENES Y SERVICIOS RESIDENTES EN EL EXTRANJERO',
    };
    const items = [{ ...customItem, thirdParty }];
    expect((await preview({ items })).json.data.issues).toMatchObject([
      {
        path: ['items', 0, 'thirdParty', 'postalCode'],
        code: 'third_party_postal_code_not_allowed',
        satCode: 'CFDI40193',
      },
    ]);
    expect((await preview({ items, placeOfIssue: '06000' })).json.data.issues).toEqual([]);
  });

  it('preview and draft warn of ISR that a natural person withholds from a company', async () => {
    const person = { rfc: 'XAMA620210DQ5', legalName: 'ALBA XKARAJAM MENDEZ', taxSystem: '612' };
    const customer = await newCustomer(api, {
      ...person,
      address: { postalCode: '01219', country: 'MEX' },
    });
    const items = [{ ...customItem, withholdings: [{ type: 'ISR', rate: 0.1 }] }];
    const at = { path: ['items', 0, 'withholdings'], code: 'withholdings_without_rule' };
    const { json } = await preview({ items, customerId: customer });
    expect(json.data).toMatchObject({ issues: [], warnings: [at] });
    const body = incomeInput(customer, { items });
    const draft = await dataOf(api.request('POST', '/v1/cfdi', { body }));
    expect(draft.warnings).toMatchObject([at]);
  });

  it('previewCfdi returns no amounts if the items are invalid', async () => {
    const { json } = await preview({ items: [{ ...customItem, discount: 1000 }] });
    expect(json.data).toEqual({
      issues: [expect.objectContaining({ code: 'discount_too_large' })],
    });
  });

  it('previewCfdi returns the amounts of a foreign currency without an exchange rate', async () => {
    const { json } = await preview({ currency: 'USD' });
    expect(json.data.total).toEqual({ amount: 233.16, currency: 'USD' });
    expect(json.data.fiscal).not.toHaveProperty('totalMxn');
    expect(json.data.issues).toMatchObject([{ code: 'exchange_rate_missing' }]);
  });

  it('previewCfdi accepts a request without an Idempotency-Key', async () => {
    const headers = { 'idempotency-key': undefined };
    const body = incomeInput(customerId);
    expect((await api.request('POST', '/v1/cfdi/preview', { body, headers })).status).toBe(200);
  });
});

describe('the suggestions', () => {
  const fees = { ...customItem, satProductCode: '85121600', unitPrice: 10_000, quantity: 1 };
  const items = [{ ...fees, activity: 'professional_services' }];
  const isr = { type: 'ISR', rate: 0.1, base: 10_000, amount: 1_000 };
  const iva = { type: 'IVA', rate: 0.106667, base: 10_000, amount: 1_066.67 };
  let doctor: Api;
  let company: string;
  beforeAll(async () => {
    doctor = await startDocumented();
    const person = { rfc: 'CACX7605101P8', legalName: 'XOCHILT CASAS CHAVEZ', taxSystem: '612' };
    const profile = { ...person, postalCode: '36257' };
    await dataOf(doctor.request('PUT', '/v1/fiscal/profile', { body: profile }));
    company = await newCustomer(doctor);
  });
  const asked = async (changes: object, customerId = company) => {
    const body = incomeInput(customerId, { items, ...changes });
    return dataOf(doctor.request('POST', '/v1/cfdi/preview', { body }));
  };

  it('the response suggests the withholdings that the law requires, with their rule and legal basis', async () => {
    const { suggestions, total } = await asked({});
    expect(total.amount).toBe(11_600);
    expect(suggestions).toEqual([
      {
        path: ['items', 0, 'withholdings'],
        code: 'withholdings_missing',
        message: expect.any(String),
        activity: 'professional_services',
        applied: false,
        withholdings: [
          { ...isr, rule: 'fees.isr', legalBasis: 'LISR 106' },
          { ...iva, rule: 'fees.iva', legalBasis: 'LIVA 1-A II a; RLIVA 3-I a' },
        ],
        skipped: [],
      },
    ]);
  });

  it('preview and draft apply the suggested withholdings if the request asks for this', async () => {
    const applySuggestedWithholdings = true;
    const preview = await asked({ applySuggestedWithholdings });
    expect(preview).toMatchObject({
      total: { amount: 9_533.33 },
      fiscal: { isrWithheld: 1_000, ivaWithheld: 1_066.67 },
      suggestions: [{ applied: true }],
      issues: [],
    });
    const body = incomeInput(company, { items, applySuggestedWithholdings });
    const draft = await dataOf(doctor.request('POST', '/v1/cfdi', { body }));
    expect(draft).toMatchObject({
      total: { amount: 9_533.33 },
      items: [{ withholdings: [isr, iva] }],
    });
  });

  it('suggested withholdings do not replace the withholdings in the request', async () => {
    const byHand = [{ ...items[0], withholdings: [{ type: 'ISR', rate: 0.1 }] }];
    const preview = await asked({ items: byHand, applySuggestedWithholdings: true });
    expect(preview).toMatchObject({
      total: { amount: 10_600 },
      suggestions: [{ code: 'withholdings_differ', applied: false }],
    });
  });

  it('the suggested withholdings depend on customer data that the RFC does not reveal', async () => {
    const state = await newCustomer(doctor, { publicBody: 'state_or_municipality' });
    const { suggestions } = await asked({}, state);
    expect(suggestions).toMatchObject([
      {
        withholdings: [isr],
        skipped: [{ rule: 'fees.iva', reason: 'receiver_does_not_withhold' }],
      },
    ]);
  });

  it('the response has no field for suggested withholdings if there are none', async () => {
    expect(await asked({ items: [customItem] })).not.toHaveProperty('suggestions');
  });
});

describe('IEPS', () => {
  const taxes = [{ type: 'IEPS', factor: 'Tasa', rate: 0.265 }];
  const beer = { ...customItem, satProductCode: '50202201', quantity: 24, unitPrice: 18.75, taxes };
  const amounts = async (changes: object) => {
    const { json } = await preview({ items: [beer], customerId: await newCustomer(api, changes) });
    return json.data;
  };

  it('IEPS is shown separately to a customer who pays IEPS and requests the separation', async () => {
    const { total, fiscal } = await amounts({ iepsTaxpayer: true });
    expect(total.amount).toBe(660.33);
    expect(fiscal.taxes.transfers).toMatchObject([
      { tax: '003', base: '450.00', amount: '119.25' },
      { tax: '002', base: '569.25', amount: '91.08' },
    ]);
  });

  it('IEPS is included in the price for every other customer', async () => {
    const { total, fiscal } = await amounts({});
    expect(total.amount).toBe(660.33);
    expect(fiscal).toMatchObject({ subtotal: 569.25, ivaTransferred: 91.08 });
    expect(fiscal.taxes.transfers).toHaveLength(1);
  });
});

describe('400', () => {
  it('previewCfdi reports the same faults as createCfdi', async () => {
    expect(issuesOf(await preview({ items: [], cfdiUse: '' }))).toEqual([
      'cfdiUse: too_small',
      'items: too_small',
    ]);
  });
});

describe('404', () => {
  it('previewCfdi lists all unknown identifiers', async () => {
    const answer = await preview({ customerId: randomUUID() });
    expect(refusalOf(answer)).toBe('404 not_found');
    expect(issuesOf(answer)).toEqual(['customerId: contact_not_found']);
  });
});

describe('409 conflict', () => {
  it('previewCfdi is refused without a fiscal profile', async () => {
    const fresh = await startDocumented();
    const answer = await preview({ customerId: await newCustomer(fresh) }, fresh);
    expect(refusalOf(answer)).toBe('409 conflict fiscal_profile_missing');
  });
});
