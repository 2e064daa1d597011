import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { JsonReader } from '@timbre/fiscal';
import { checkReportExamples, reportExample } from './check-examples';
import { readTaxExample } from './read-example';

interface Example {
  id: string;
  title: string;
  input: Record<string, unknown>;
  expected: Record<string, unknown>;
}

const { examples } = JSON.parse(readFileSync(join(__dirname, 'taxes.json'), 'utf8')) as {
  examples: Example[];
};

test.each(examples)('the example $id agrees: $title', ({ input, expected }) => {
  const report = reportExample(readTaxExample(new JsonReader(input, '', [])));
  expect(report).toEqual(expected);
});

test('a file without differences is reported as such', () => {
  expect(checkReportExamples({ examples })).toEqual({
    exampleCount: 16,
    differences: [],
    problems: [],
  });
});

const changed = (input: object, expected: object = {}) => ({
  examples: [
    {
      ...examples[0]!,
      input: { ...examples[0]!.input, ...input },
      expected: { ...examples[0]!.expected, ...expected },
    },
  ],
});

test('each difference names its path and both values', () => {
  const wrong = { declarationCoverage: 'complete', cfdiContext: { usedForTaxAmounts: false } };
  expect(checkReportExamples(changed({}, wrong)).differences).toEqual([
    {
      exampleId: 'T01',
      path: 'expected.declarationCoverage',
      expected: 'complete',
      actual: 'none',
    },
    {
      exampleId: 'T01',
      path: 'expected.cfdiContext.usedForTaxAmounts',
      expected: 'false',
      actual: 'nothing',
    },
  ]);
});

test('every invalid value of a file is reported', () => {
  const query = { fiscalYear: 'x', colour: 'red' };
  const { problems } = checkReportExamples(changed({ query, asOf: '2026-02-30', more: 1 }));
  expect(problems.map(({ path, message }) => `${path} ${message}`)).toEqual([
    'examples.0.input.asOf is not a date',
    'examples.0.input.query.fiscalYear is not a whole number from 2000 to 2100',
    'examples.0.input.query.colour is not known here',
    'examples.0.input.more is not known here',
  ]);
});

const declared = (changes: object) => ({
  declarations: [{ ...filed, ...changes }],
});
const filed = {
  operationNumber: '260120000001',
  fiscalYear: 2026,
  periodicity: 'monthly',
  period: 1,
  declarationType: 'Normal',
  filedAt: '2026-02-17',
  concepts: [],
  payments: [],
};
const taxpayer = { rfc: 'EKU9003173C9' };
const cfdi = {
  type: 'I',
  direction: 'issued',
  status: 'valid',
  counterpartyRfc: 'MISC491214B86',
  totalMxn: 1,
  issuedLocalDateTime: '2026-01-10T09:00:00',
};

test.each([
  ['query.fiscalYear', { query: { fiscalYear: 2026.5 } }],
  ['query.period', { query: { fiscalYear: 2026, period: 13 } }],
  ['query.contributorLimit', { query: { fiscalYear: 2026, contributorLimit: 0 } }],
  ['taxpayer.obligations', { taxpayer: { ...taxpayer, obligations: 'monthly' } }],
  ['taxpayer.obligations', { taxpayer: { ...taxpayer, obligations: [5] } }],
  ['declarations.0.fiscalYear', declared({ fiscalYear: 1999 })],
  ['declarations.0.period', declared({ period: 1.5 })],
  ['declarations.0.filedAt', declared({ filedAt: 'yesterday' })],
  ['declarations.0.total', declared({ total: 1e300 })],
  ['declarations.0.total', declared({ total: 1e-300 })],
  ['cfdis.0.issuedLocalDateTime', { cfdis: [{ ...cfdi, issuedLocalDateTime: 'x' }] }],
])('an unusable %s is reported', (path, input) => {
  const { problems } = checkReportExamples(changed(input));
  expect(problems.map((problem) => problem.path)).toEqual([`examples.0.input.${path}`]);
});

test.each([null, [], {}, { examples: 5 }])('%j is not a file of examples', (wrong) => {
  expect(checkReportExamples(wrong).problems).not.toEqual([]);
});
