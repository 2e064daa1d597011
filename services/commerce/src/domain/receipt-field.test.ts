import { receiptFieldIssues, type ReceiptFieldFacts } from './receipt-field';

const codesOf = (...fields: Partial<ReceiptFieldFacts>[]) =>
  receiptFieldIssues(
    fields.map((field, index) => ({ key: `f${index}`, type: 'text', options: [], ...field })),
  ).map(({ path, code }) => `${path.join('.')}: ${code}`);

describe('receiptFieldIssues', () => {
  it.each<[string, Partial<ReceiptFieldFacts>[], string[]]>([
    ['no field is valid', [], []],
    ['a choice with options is valid', [{ type: 'choice', options: ['a', 'b'] }], []],
    ['a choice needs options', [{ type: 'choice' }], ['fields.0.options: options_missing']],
    [
      'only a choice has options',
      [{ type: 'date', options: ['a'] }],
      ['fields.0.options: options_not_allowed'],
    ],
    [
      'an option is offered once',
      [{ type: 'choice', options: ['a', 'b', 'a'] }],
      ['fields.0.options.2: option_repeated'],
    ],
    ['a key is used once', [{ key: 'x' }, { key: 'x' }], ['fields.1.key: key_repeated']],
  ])('receiptFieldIssues: %s', (_, fields, expected) => {
    expect(codesOf(...fields)).toEqual(expected);
  });
});
