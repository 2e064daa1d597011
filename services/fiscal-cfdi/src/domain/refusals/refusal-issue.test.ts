import { writeComprobante } from '@timbre/cfdi';
import { sampleDraft, sampleItem, sampleProfile, today } from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import { issueIn, spanishOfWord } from '@timbre/api';
import { codesOf, refusalIssue, remedies, satCodeOf } from './refusal-issue';
import { cartaPorteRemedies } from './carta-porte-remedies';
import { foreignTradeRemedies } from './foreign-trade-remedies';
import { cfdiRemedies } from './cfdi-remedies';
import { nominaRemedies, pagosRemedies } from './complement-remedies';
import { pacRemedies } from './pac-remedies';
import { retencionesRemedies } from './retenciones-remedies';

const range = (prefix: string, first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => `${prefix}${first + index}`);

/** The error codes that PACs and the SAT publish (facts: cfdi-rules §11 and §12). */
const published = [
  ...range('CFDI', 40101, 40222),
  ...range('CFDI', 140223, 140227),
  'CFDI40999',
  ...range('CRP', 20101, 20123),
  ...range('CRP', 20201, 20279),
  'CRP20999',
  ...range('NOM', 1, 110),
  ...range('Reten', 20104, 20109),
  ...range('Reten', 20110, 20113),
  'Reten20115',
  'Reten20116',
  'Reten20117',
  'Reten20120',
  'Reten20122',
  ...range('Reten', 20125, 20127),
  ...range('Reten', 20130, 20135),
  ...range('', 301, 306),
  '308',
  '401',
  '402',
  '403',
];

describe('the table of refusals', () => {
  it('each remedy has a Spanish text', () => {
    const codes = [...remedies.values()].map(({ code }) => code);
    expect(codes.filter((code) => !(code in spanishOfWord))).toEqual([]);
  });

  it('an issue contains the message of the PAC in every language', () => {
    const issue = refusalIssue('income', { code: 'CFDI40143', message: 'No está en la lista.' });
    expect(issueIn('es', issue)).toBe(
      `${spanishOfWord['receiver_rfc_not_registered']} El PAC dice: No está en la lista.`,
    );
    expect(issueIn('en', issue)).toContain('The PAC says: No está en la lista.');
  });

  it('each published code of the SAT and the PACs has exactly one remedy', () => {
    expect(published.filter((code) => !remedies.has(code))).toEqual([]);
    const rows = [
      ...cfdiRemedies,
      ...cartaPorteRemedies,
      ...foreignTradeRemedies,
      ...pagosRemedies,
      ...nominaRemedies,
      ...retencionesRemedies,
      ...pacRemedies,
    ];
    const codes = rows.flatMap(({ satCodes }) => codesOf(satCodes));
    expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
  });
});

const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
const sealedXml = (descriptions: string[]) => {
  const items = descriptions.map((description) => ({ ...sampleItem, description }));
  const draft = sampleDraft(
    'income',
    { cfdiUse: 'G03', payment: { timing: 'single_payment', formCode: '03' } },
    { items },
  );
  const document = comprobanteOf(draft, sampleProfile, { fecha: `${today}T10:00:00` });
  return writeComprobante({ ...document, ...seal }).xml;
};

describe('the refusal of a single item', () => {
  const code = 'CFDI40162';
  const pathOf = (xml: string, message: string) =>
    refusalIssue('income', { code, message }, xml).path;
  const two = sealedXml(['Consultoría', 'Capacitación']);

  it.each<[string, string, (string | number)[]]>([
    [sealedXml(['Consultoría']), 'No.', ['items', 0]],
    [two, 'El concepto 2 tiene una clave que no existe.', ['items', 1]],
    [two, 'El concepto 3 tiene una clave que no existe.', ['items']],
    [two, 'La clave de "Capacitación" no existe.', ['items', 1]],
    [two, 'La clave 80101500 no existe.', ['items']],
    [two, 'No.', ['items']],
  ])('the refusal of %s with the message %s is at the path %j', (xml, message, path) => {
    expect(pathOf(xml, message)).toEqual(path);
  });
});

describe('a refusal', () => {
  const refused = (kind: Parameters<typeof refusalIssue>[0], code: string) => {
    const issue = refusalIssue(kind, { code, message: 'No.' });
    return `${issue.path.join('.')}: ${issue.code}`;
  };

  it("a refusal has the SAT's code, the remedy and the PAC's message", () => {
    const issue = refusalIssue('income', { code: 'CFDI40145', message: 'El nombre no es.' });
    expect(issue).toMatchObject({ path: ['customerId'], satCode: 'CFDI40145' });
    expect(issue.message).toMatch(
      /^The receiver's name differs .* The PAC says: El nombre no es\.$/,
    );
  });

  it.each([
    ['income', 'CFDI40143', 'customerId: receiver_rfc_not_registered'],
    ['income', 'CFDI40148', 'customerId: receiver_postal_code_not_registered'],
    ['payroll', 'CFDI40145', 'employeeId: receiver_name_not_registered'],
    ['withholding', 'CFDI40145', 'receiver.legalName: receiver_name_not_registered'],
    ['withholding', 'Reten20106', 'description: description_missing'],
    ['withholding', 'Reten20131', 'taxes: amounts_refused'],
    ['withholding', 'Reten20117', 'receiver.curp: curp_not_allowed'],
    ['withholding', 'CFDI40157', 'receiver: receiver_tax_system_not_allowed'],
    ['income', 'CFDI40104', 'payment.formCode: form_code_not_in_catalog'],
    ['credit_note', 'CFDI40104', 'formCode: form_code_not_in_catalog'],
    ['transfer', 'CFDI40104', ': form_code_not_in_catalog'],
    ['payment_complement', 'CRP20244', 'payment.documents: amount_above_balance'],
    ['payroll', 'NOM101', 'payroll.otherPayments: subsidy_ceiling_exceeded'],
    ['payroll', 'NOM59', 'payroll.employee.positionRisk: position_risk_invalid'],
    ['payroll', 'NOM104', 'payroll: disability_type_invalid'],
    ['income', '401', ': issue_date_refused'],
    ['income', 'CFDI49999', ': document_refused'],
  ] as const)(
    'the refusal of a document of kind %s with code %s is read as %s',
    (kind, code, said) => expect(refused(kind, code)).toBe(said),
  );
});

test.each([
  ['CFDI40145', 'CFDI40145'],
  ['40145', 'CFDI40145'],
  ['cfdi40145', 'CFDI40145'],
  ['140224', 'CFDI140224'],
  ['20217', 'CRP20217'],
  ['NOM044', 'NOM44'],
  ['RETEN20131', 'Reten20131'],
  ['705', '301'],
  ['712', '303'],
  ['401', '401'],
  ['malformed_request', 'malformed_request'],
])('satCodeOf converts the code %s to %s', (code, satCode) =>
  expect(satCodeOf(code)).toBe(satCode),
);
