import { dataOf, type Api } from '@timbre/testkit/client';
import { startDocumented } from '../documented';
import { issuesOf } from '../refused';

let api: Api;
beforeAll(async () => {
  api = await startDocumented();
});

const put = (body: object) => api.request('PUT', '/v1/settings/sales-receipt-fields', { body });
const field = { key: 'waiter', label: 'Mesero', type: 'text' };

describe('200', () => {
  it('putSalesReceiptFields replaces the settings; omitted members get their defaults', async () => {
    const given = {
      fields: [field, { key: 'table', label: 'Mesa', type: 'choice', options: ['1', '2'] }],
      footer: 'Gracias\nVuelva pronto',
      selfInvoicingDays: 7,
      selfInvoicingLinks: false,
      defaultPeriodicity: '04',
      allowNegativeStock: false,
    };
    const shown = given.fields.map((one) => ({ ...one, required: false, showOnReceipt: true }));
    const updatedAt = expect.any(String) as string;
    expect(await dataOf(put(given))).toEqual({ ...given, fields: shown, updatedAt });
    expect(await dataOf(put({ fields: [] }))).toEqual({
      fields: [],
      allowNegativeStock: true,
      selfInvoicingLinks: true,
      updatedAt,
    });
  });
});

describe('400', () => {
  it('putSalesReceiptFields reports faults of single values', async () => {
    const answer = await put({
      fields: [{ key: 'Mesa 1', label: '', type: 'money' }],
      selfInvoicingDays: 0,
      defaultPeriodicity: '09',
    });
    expect(issuesOf(answer)).toEqual([
      'defaultPeriodicity: not_in_catalog',
      'fields.0.key: invalid_format',
      'fields.0.label: too_small',
      'fields.0.type: invalid_value',
      'selfInvoicingDays: too_small',
    ]);
  });

  it.each([
    [[field, field], 'fields.1.key: key_repeated'],
    [[{ ...field, options: ['a'] }], 'fields.0.options: options_not_allowed'],
    [[{ ...field, type: 'choice' }], 'fields.0.options: options_missing'],
    [[{ ...field, type: 'choice', options: ['a', 'a'] }], 'fields.0.options.1: option_repeated'],
    [Array.from({ length: 21 }, (_, n) => ({ ...field, key: `f${n}` })), 'fields: too_big'],
  ])(
    'putSalesReceiptFields refuses fields that contradict each other: %#',
    async (fields, expected) => {
      expect(issuesOf(await put({ fields }))).toEqual([expected]);
    },
  );
});
