import { createCfdi } from '../src/operations/create-cfdi';
import { previewCfdi } from '../src/operations/preview-cfdi';
import { customItem, incomeInput, newOrganization, refusalOf, startCfdi, type Cfdi } from './cfdi';

let cfdi: Cfdi;
beforeAll(async () => void (cfdi = await startCfdi()));
afterAll(() => cfdi.service.close());

describe('previewCfdi', () => {
  it('previewCfdi returns the amounts of the draft and stores nothing', async () => {
    const context = await newOrganization(cfdi);
    const input = incomeInput(cfdi, context, {
      items: [
        { ...customItem, discount: '0.333', taxIncluded: true },
        { ...customItem, taxability: 'exempt' },
      ],
      currency: 'USD',
      exchangeRate: '18.4321',
    });
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(await cfdi.service.rows('select from cfdi')).toEqual([]);
    const draft = await cfdi.service.answer(createCfdi, context, { input });
    const { kind, cfdiType, total, fiscal, items } = draft;
    expect(preview).toEqual({ kind, cfdiType, total, fiscal, items, issues: [] });
  });

  it('previewCfdi shows, beside the unit price, the price that the price rules result in', async () => {
    const context = await newOrganization(cfdi);
    const productId = cfdi.commerce.product(context);
    const sold = { kind: 'product', productId, quantity: '2', unitPrice: '80' };
    const input = incomeInput(cfdi, context, { items: [sold, customItem] });
    const calls = cfdi.commerce.calls;
    const { items } = await cfdi.service.answer(previewCfdi, context, { input });
    expect(cfdi.commerce.calls).toBe(calls + 1);
    const resolvedPrice = { unitPrice: 90, taxIncluded: false, currency: 'MXN', rule: { kind: 'list' } }; // prettier-ignore
    expect(items).toMatchObject([{ unitPrice: 80, resolvedPrice }, { unitPrice: 100.5 }]);
    expect((items as object[])[1]).not.toHaveProperty('resolvedPrice');
  });

  it('previewCfdi reports probable mistakes in addition to the broken rules', async () => {
    const context = await newOrganization(cfdi);
    const payment = { timing: 'deferred_or_installments', formCode: '99', dueDate: '2020-01-01' };
    const input = incomeInput(cfdi, context, { payment, cfdiUse: 'ZZZ' });
    expect(await cfdi.service.answer(previewCfdi, context, { input })).toMatchObject({
      issues: [{ code: 'cfdi_use_not_in_catalog' }],
      warnings: [{ path: ['payment', 'dueDate'], code: 'due_date_past' }],
    });
  });

  it('previewCfdi returns the broken rules together with the amounts', async () => {
    const context = await newOrganization(cfdi);
    const customerId = cfdi.commerce.customer(context, { rfc: undefined });
    const input = incomeInput(cfdi, context, { customerId, cfdiUse: 'ZZZ' });
    expect(await cfdi.service.answer(previewCfdi, context, { input })).toMatchObject({
      total: { amount: 233.16, currency: 'MXN' },
      issues: [
        { path: ['customerId'], code: 'customer_rfc_missing' },
        { path: ['cfdiUse'], code: 'cfdi_use_not_in_catalog' },
      ],
    });
  });

  it.each([
    ['items', { items: [{ ...customItem, quantity: '0' }] }],
    ['currency', { currency: 'ZZZ' }],
    ['payment', { payment: { timing: 'later', formCode: '01' } }],
    ['customerId', { customerId: undefined }],
    ['kind', { kind: 'expense' }],
  ])('previewCfdi returns no amounts when %s is invalid', async (field, changes) => {
    const context = await newOrganization(cfdi);
    const input = { ...incomeInput(cfdi, context), ...changes };
    const preview = await cfdi.service.answer(previewCfdi, context, { input });
    expect(preview).toEqual({
      issues: [expect.objectContaining({ path: expect.arrayContaining([field]) })],
    });
  });

  it('previewCfdi answers 404 for identifiers of another organization', async () => {
    const context = await newOrganization(cfdi);
    const stranger = await newOrganization(cfdi);
    const input = incomeInput(cfdi, context, { customerId: cfdi.commerce.customer(stranger) });
    expect((await refusalOf(cfdi, previewCfdi, context, { input })).code).toBe('not_found');
  });
});
