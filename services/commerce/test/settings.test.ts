import type { CallContext } from '@timbre/kit';
import { callContext, type ServiceRuntime } from '@timbre/testkit';
import { createExpenseCategory } from '../src/operations/create-expense-category';
import { deleteExpenseCategory } from '../src/operations/delete-expense-category';
import { getSalesReceiptFields } from '../src/operations/get-sales-receipt-fields';
import { listExpenseCategories } from '../src/operations/list-expense-categories';
import { putSalesReceiptFields } from '../src/operations/put-sales-receipt-fields';
import { updateExpenseCategory } from '../src/operations/update-expense-category';
import { startCommerce } from './commerce';

let service: ServiceRuntime;
beforeAll(async () => void (service = await startCommerce()));
afterAll(() => service.close());

describe('expense categories', () => {
  const add = (context: CallContext, fields: object) =>
    service.answer(createExpenseCategory, context, { fields });

  it('names of expense categories are unique, ignoring accents and case', async () => {
    const context = callContext();
    const { categoryId } = await add(context, { name: 'Papelería', accountCode: '601.58' });
    const taken = { code: 'conflict', details: { reason: 'name_taken' } };
    await expect(add(context, { name: 'PAPELERIA' })).rejects.toMatchObject(taken);
    const other = (await add(context, { name: 'Renta' })).categoryId as string;
    const rename = { categoryId: other, fields: { name: 'papelería' }, cleared: [] };
    await expect(service.answer(updateExpenseCategory, context, rename)).rejects.toMatchObject(
      taken,
    );
    await service.answer(deleteExpenseCategory, context, { categoryId });
    await service.answer(updateExpenseCategory, context, rename);
  });

  it('expense categories can be changed, deactivated, found and deleted', async () => {
    const context = callContext();
    const categoryId = (await add(context, { name: 'Luz', code: 'L', accountCode: '1' }))
      .categoryId as string;
    await add(context, { name: 'Renta' });
    const patch = { categoryId, fields: { active: false, code: 'E' }, cleared: ['accountCode'] };
    expect(await service.answer(updateExpenseCategory, context, patch)).toEqual({
      categoryId,
      name: 'Luz',
      code: 'E',
      active: false,
      updatedAt: expect.any(String),
    });
    const names = async (request: object) =>
      (await service.page(listExpenseCategories, context, request)).data.map(({ name }) => name);
    expect(await names({ active: false })).toEqual(['Luz']);
    expect(await names({ page: { query: 'rént' } })).toEqual(['Renta']);
    expect(await service.answer(deleteExpenseCategory, context, { categoryId })).toEqual({
      categoryId,
      deleted: true,
    });
    expect(await names({})).toEqual(['Renta']);
  });
});

describe('receipt fields', () => {
  const field = { key: 'table', label: 'Mesa', type: 'choice', required: true, options: ['1'] };
  const settings = {
    fields: [{ ...field, showOnReceipt: true }],
    header: 'Fonda',
    footer: 'Gracias\nVuelva pronto',
    selfInvoicingDays: 7,
    selfInvoicingLinks: false,
    defaultPeriodicity: '04',
    allowNegativeStock: false,
  };

  it('sales receipt fields have defaults until they are set, and are replaced as a whole', async () => {
    const context = callContext();
    const get = () => service.answer(getSalesReceiptFields, context, {});
    expect(await get()).toEqual({ fields: [], allowNegativeStock: true, selfInvoicingLinks: true });
    const set = await service.answer(putSalesReceiptFields, context, settings);
    expect(set).toEqual({ ...settings, updatedAt: expect.any(String) });
    expect(await get()).toEqual(set);
    const bare = { fields: [], allowNegativeStock: true };
    expect(await service.answer(putSalesReceiptFields, context, bare)).toEqual({
      ...bare,
      selfInvoicingLinks: true,
      updatedAt: expect.any(String),
    });
  });

  it('concurrent first requests can set sales receipt fields', async () => {
    const context = callContext();
    const headers = ['A', 'B', 'C', 'D'];
    const set = headers.map((header) =>
      service.answer(putSalesReceiptFields, context, { ...settings, header }),
    );
    expect((await Promise.all(set)).map(({ header }) => header)).toEqual(headers);
  });

  it('sales receipt fields that contradict each other are rejected', async () => {
    const fields = [...settings.fields, { ...settings.fields[0]!, type: 'date' }];
    await expect(
      service.answer(putSalesReceiptFields, callContext(), { ...settings, fields }),
    ).rejects.toMatchObject({
      code: 'validation_error',
      details: { issues: [{ code: 'key_repeated' }, { code: 'options_not_allowed' }] },
    });
  });
});
