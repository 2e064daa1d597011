import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkSettlementExamples } from './check-examples';

const file = JSON.parse(readFileSync(join(__dirname, 'settlements.json'), 'utf8')) as {
  examples: { id: string; input: Record<string, unknown>; expected: Record<string, unknown> }[];
};

it('every example agrees with the calculation to the cent and the day', () => {
  expect(checkSettlementExamples(file)).toEqual({
    exampleCount: 24,
    differences: [],
    problems: [],
  });
});

const [first] = file.examples;
const changed = (input: object, expected: object = {}) => ({
  examples: [
    {
      ...first,
      input: { ...first!.input, ...input },
      expected: { ...first!.expected, ...expected },
    },
  ],
});

it('each difference names its path and both values', () => {
  const wrong = { overdueAmount: '1.00', paymentDueDate: null, plan: { state: 'cleared' } };
  expect(checkSettlementExamples(changed({}, wrong)).differences).toEqual([
    { exampleId: 'P01', path: 'expected.plan.state', expected: 'cleared', actual: 'active' },
    {
      exampleId: 'P01',
      path: 'expected.paymentDueDate',
      expected: 'nothing',
      actual: '2026-02-10',
    },
    { exampleId: 'P01', path: 'expected.overdueAmount', expected: '1.00', actual: '0' },
  ]);
});

it('events may state the day and the currency of the payment, as in the API', () => {
  const on = '2026-02-20';
  // The complement reports half of the money in pesos. The payment in dollars covers no invoice.
  const events = [
    { on, kind: 'payment', id: 'a', amount: '100.00', paidOn: '2026-02-15', currency: 'MXN' },
    { on, kind: 'payment', id: 'b', amount: '100.00', currency: 'USD' },
    { on, kind: 'complement', id: 'c', amount: '50.00', paidOn: '2026-02-18', currency: 'USD' },
    { on, kind: 'reversePayment', id: 'b' },
  ];
  const file = {
    examples: [
      {
        id: 'H19',
        input: { total: '1000.00', issuedOn: '2026-02-10', asOf: on, events },
        expected: {
          effectiveRemainingBalance: '900.00',
          remainingBalance: '950.00',
          customerCredit: '0',
        },
      },
    ],
  };
  expect(checkSettlementExamples(file)).toEqual({ exampleCount: 1, differences: [], problems: [] });
});

it('every invalid value of a file is reported', () => {
  const events = [
    { on: '2026-02-10', kind: 'plan', settlementTerms: { installmentCount: 61 } },
    { on: '2026-02-30', kind: 'gift', id: 'x', much: 1 },
  ];
  const { problems } = checkSettlementExamples(changed({ total: 'x', events, colour: 'red' }));
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'examples.0.input.total is not a number',
    'examples.0.input.events.0.settlementTerms is not valid',
    'examples.0.input.events.1.on is not a date',
    expect.stringContaining('examples.0.input.events.1.kind is not one of plan, complement'),
    'examples.0.input.events.1.id is not known here',
    'examples.0.input.events.1.much is not known here',
    'examples.0.input.colour is not known here',
  ]);
});

it.each([
  ['yen have no cents', { currency: 'JPY', total: '1000' }, ['334', '333', '333']],
  ['dinars have mils', { currency: 'BHD', total: '1.000' }, ['0.334', '0.333', '0.333']],
])('the installments of an example have the decimals of its currency: %s', (_, input, amounts) => {
  const expected = { plan: { installments: amounts.map((amount) => ({ amount })) } };
  const judged = { examples: [{ ...changed(input).examples[0], expected }] };
  expect(checkSettlementExamples(judged).differences).toEqual([]);
});

it.each([null, [], {}, { examples: 5 }])('%j is not a file of examples', (wrong) => {
  expect(checkSettlementExamples(wrong).problems).not.toEqual([]);
});
