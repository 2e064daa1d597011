import { spanishOfWord } from '@timbre/api';
import { inLanguage } from './language';

const body = (json: string, language: 'en' | 'es' = 'es') =>
  inLanguage(Buffer.from(json), language)?.toString();

it('a Spanish response has translated issues and keeps every number as it was written', () => {
  const issue = (message: string) => `{"path":["a"],"code":"required","message":"${message}"}`;
  expect(
    body(`{"data":{"total":12.50,"id":12345678901234567890,"issues":[${issue('Missing.')}]}}`),
  ).toBe(
    `{"data":{"total":12.50,"id":12345678901234567890,"issues":[${issue('Falta el campo, el encabezado o el cuerpo.')}]}}`,
  );
});

it('the explanation of a receipt and the legal rules have Spanish labels, and labels that people wrote stay unchanged', () => {
  const rule = (label: string) =>
    `{"key":"minimum_wage.general","label":"${label}","legalBasis":"CPEUM 123"}`;
  const explanation = (lines: string[], rules: string) =>
    `{"explanation":{"contributionBaseSalary":1.10,"lines":[${lines.map((label) => `{"label":"${label}","amount":2.50}`).join()}],"rules":[${rules}]}}`;
  expect(body(explanation(['Sueldo', 'Net pay'], rule('Minimum wage, 2024')))).toBe(
    explanation(['Sueldo', 'Neto a pagar'], rule('Salario mínimo, resto del país')),
  );
  expect(body(explanation(['Net pay'], rule('Minimum wage, 2024')), 'en')).toBeUndefined();
});

it('a Spanish response without issues is unchanged', () => {
  expect(body('{"data":{"name":"x"}}')).toBeUndefined();
  expect(body('{"data":{"code":"required","message":"of a person"}}')).toBeUndefined();
});

it.each([
  [
    'NOM44',
    'the receiver lacks a number',
    'El documento no cumple la regla NOM44 de la matriz de errores del SAT.',
  ],
  ['703', 'La cuenta está suspendida.', 'La cuenta está suspendida.'],
])(
  'a Spanish message explains an issue that has only the code %s of the SAT or a PAC',
  (code, given, message) => {
    const answer = (said: string) => JSON.stringify([{ path: ['payroll'], code, message: said }]);
    expect(body(answer(given)) ?? answer(given)).toBe(answer(message));
  },
);

it('a payroll issue that has only a code gets a message, and similar objects without a payroll code do not', () => {
  const answer = '{"data":{"issues":[{"code":"salary_missing","field":"salary"}],"code":"x"}}';
  expect(body(answer, 'en')).toBe(
    '{"data":{"issues":[{"code":"salary_missing","message":"The employee has no daily wage; a payment after the employment may give the last monthly salary instead.","field":"salary"}],"code":"x"}}',
  );
  expect(body(answer)).toContain(
    '"message":"El empleado no tiene salario diario; un pago al término',
  );
  expect(body('{"issues":[{"code":"salary_missing","name":"x"}]}')).toBeUndefined();
});

it('the summary of a proposal and its refusal have the language of the request', () => {
  const proposal = (more: object) =>
    JSON.stringify({
      data: {
        approvalId: 'a',
        summary: 'Do it?',
        ...more,
        error: { code: 'conflict', message: 'Used up.', reason: 'document_changed' },
      },
    });
  const answer = proposal({ summaryEs: '¿Hacerlo?' });
  expect(body(answer, 'en')).toBe(proposal({}));
  expect(JSON.parse(body(answer)!)).toEqual({
    data: {
      approvalId: 'a',
      summary: '¿Hacerlo?',
      error: {
        code: 'conflict',
        message: spanishOfWord['document_changed'],
        reason: 'document_changed',
      },
    },
  });
});

it.each([
  { summaryEs: 'x' },
  { approvalId: 'a', summary: 'x', summaryEs: 'y' },
  { code: 'salary_missing' },
  { code: 'salary_missing', field: 'x' },
])("the values %j of an organization's own fields are not translated", (fields) => {
  const answer = JSON.stringify({ data: { items: [{ fields }], summaryEs: 'x' } });
  for (const language of ['en', 'es'] as const) {
    expect(body(answer, language) ?? answer).toBe(answer);
  }
});

it('warnings get the text of one language, and the translations are removed from the response', () => {
  const values = { field: 'satUnitCode', search: '/x' };
  const warning = { path: ['satUnitCode'], code: 'sat_code_missing', message: 'Missing.' };
  const text = { key: 'sat_code_missing', values };
  const answer = JSON.stringify({ data: {}, warnings: [{ ...warning, text }] });
  expect(body(answer, 'en')).toBe(JSON.stringify({ data: {}, warnings: [warning] }));
  expect(body(answer)).toContain('necesita satUnitCode');
});
