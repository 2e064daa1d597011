import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseComprobante, writeComprobante, type Comprobante } from '@timbre/cfdi';
import {
  assimilatedRegimes,
  Decimal,
  pensionAtOnce,
  pensionEarnings,
  separationEarnings,
  sharesRegime,
} from '@timbre/fiscal';
import fc from 'fast-check';
import { comprobanteOf } from '../../services/fiscal-cfdi/src/domain/drafting/comprobante-of';
import type { DraftInput } from '../../services/fiscal-cfdi/src/domain/drafting/draft';
import { judgeDraftOn } from '../../services/fiscal-cfdi/src/domain/drafting/draft-issues';
import { sampleDraft, sampleProfile } from '../../services/fiscal-cfdi/test/sample-draft';
import { calculateReceipt, type ReceiptInput } from '../../services/payroll/src/domain/evaluation';
import { checkManualReceipt } from '../../services/payroll/src/domain/manual-receipt';
import { payrollDraftOf } from '../../services/payroll/src/domain/payroll-draft';
import { payrollDraftDetailsOf } from '../../services/payroll/src/domain/payroll-draft-details';
import type { StampInput } from '../../services/payroll/src/domain/ports';
import type { EarningLine, EvaluatedReceipt } from '../../services/payroll/src/domain/receipt';
import { sampleInput } from '../../services/payroll/test/sample-receipt';
import { cfdiInputOf } from '../../services/payroll/src/providers/payroll-input';
import { cents, changesOf, payments } from '../../services/payroll/test/any-payment';

// The SAT's schemas are not part of the product, and not every machine has xmllint.
const schema = `${__dirname}/../../../shared/sat/xsd/cfdi40-core.xsd`;
const canValidate = existsSync(schema) && spawnSync('xmllint', ['--version']).status === 0;

/** Values that the seal adds to a document. */
const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };

/** Converts a ready receipt to its document: draft, message, and the rules of fiscal-cfdi. */
function documentOf(input: ReceiptInput, receipt: EvaluatedReceipt): string {
  const { employee, employer, period } = input;
  if (!employee) throw new Error('a ready receipt has an employee');
  const kept = JSON.stringify({
    draft: payrollDraftOf('e1', employee, period, receipt),
    details: payrollDraftDetailsOf(employee, period, receipt),
    receiver: { legalName: 'ADRIANA GOMEZ LARA', rfc: employee.rfc, postalCode: '06000' },
    employer: { registration: employer.registration },
  });
  const message = cfdiInputOf(JSON.parse(kept) as StampInput) as Partial<DraftInput>;
  const draft = sampleDraft('payroll', message, { customer: null, items: [] });
  expect(judgeDraftOn(draft, sampleProfile, period.paidOn).issues).toEqual([]);
  const document = comprobanteOf(draft, sampleProfile, { fecha: `${period.paidOn}T12:00:00` });
  return writeComprobante({ ...document, ...seal }).xml;
}

const shown = (amount: Decimal | undefined): string => (amount ?? Decimal.zero).round(2).toString();
const sum = (amounts: readonly (Decimal | undefined)[]): string =>
  shown(Decimal.sum(amounts.map((amount) => amount ?? Decimal.zero)));

/** Compares every total of the document with the receipt that the user saw. */
function expectSameAmounts(document: Comprobante, receipt: EvaluatedReceipt): void {
  const { gross, deductions, net, isr } = receipt.totals!;
  const nomina = document.complemento!.nominas![0]!;
  const { percepciones, deducciones, otrosPagos = [] } = nomina;
  const other = sum(receipt.otherPayments.map((line) => line.amount));
  expect({
    total: shown(document.total),
    descuento: shown(document.descuento),
    percepciones: shown(nomina.totalPercepciones),
    deducciones: shown(nomina.totalDeducciones),
    otrosPagos: shown(nomina.totalOtrosPagos),
    gravado: shown(percepciones?.totalGravado),
    exento: shown(percepciones?.totalExento),
    impuestosRetenidos: shown(deducciones?.totalImpuestosRetenidos),
    otrasDeducciones: shown(deducciones?.totalOtrasDeducciones),
    subsidioCausado: sum(otrosPagos.map((line) => line.subsidioAlEmpleo?.subsidioCausado)),
  }).toEqual({
    total: shown(net),
    descuento: shown(deductions),
    percepciones: shown(gross),
    deducciones: shown(deductions),
    otrosPagos: other,
    gravado: sum(receipt.earnings.map((line) => line.taxableAmount)),
    exento: sum(receipt.earnings.map((line) => line.exemptAmount)),
    impuestosRetenidos: shown(isr),
    otrasDeducciones: shown(deductions.minus(isr)),
    subsidioCausado: sum(receipt.otherPayments.map((line) => line.employmentSubsidy)),
  });
  // A document without withheld tax has no total of withheld taxes (NOM91).
  expect(deducciones?.totalImpuestosRetenidos === undefined).toBe(isr.isZero());
}

const earningsOf = (types: string[], exemptMax: number) =>
  fc.array(
    fc.record({
      type: fc.constantFrom(...types),
      taxableAmount: cents(1, 1_000_000),
      exemptAmount: cents(0, exemptMax),
    }),
    { minLength: 1, maxLength: 6 },
  );

/** An earning with the details that its type requires: overtime, the subsidy of an incapacity, or shares. */
const detailed = fc.oneof(
  fc
    .record({
      days: fc.integer({ min: 1, max: 15 }),
      hours: cents(100, 4_000),
      amount: cents(1, 99_999),
    })
    .map(({ days, hours, amount }) => ({
      type: '019',
      taxableAmount: amount,
      exemptAmount: Decimal.zero,
      overtime: [{ days, hoursType: '02', hours, amount }],
    })),
  cents(1, 99_999).map((exemptAmount) => ({
    type: '014',
    taxableAmount: Decimal.zero,
    exemptAmount,
  })),
  fc
    .record({ taxableAmount: cents(1, 99_999), value: cents(1, 99_999) })
    .map(({ taxableAmount, value }) => ({
      type: '045',
      taxableAmount,
      exemptAmount: Decimal.zero,
      shares: { marketValue: value, grantPrice: value },
    })),
);

/** Lines that a user may enter manually. */
const manualLines = fc.record({
  // A separation payment for three years of service, with an exempt amount of at most 90 UMA per year. Wages
  // in the same receipt are taxable.
  earnings: fc.oneof(
    earningsOf(['010', '028', '029', '049'], 1_000_000),
    earningsOf(['001'], 0),
    earningsOf(['022', '023', '025'], 500_000),
    earningsOf(['044'], 100_000),
    earningsOf(['039'], 1_000_000),
    // A document can have only one subsidy of incapacities (NOM87).
    fc.uniqueArray(detailed, { minLength: 1, maxLength: 3, selector: ({ type }) => type }),
  ),
  deductions: fc.array(
    fc.record({
      type: fc.constantFrom('001', '002', '004', '007', '019'),
      amount: cents(1, 10_000),
    }),
    { maxLength: 5 },
  ),
  travelExpenses: cents(1, 100_000),
});

const isApart = (earnings: readonly { type: string }[]): boolean =>
  earnings.some(({ type }) => separationEarnings.has(type) || pensionEarnings.has(type));

describe('a payroll document has the amounts of its payroll receipt', () => {
  let folder = '';
  const files: string[] = [];
  beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'receipts-'))));
  afterAll(() => rmSync(folder, { recursive: true }));

  function expectDocument(input: ReceiptInput, receipt: EvaluatedReceipt): void {
    const xml = documentOf(input, receipt);
    expectSameAmounts(parseComprobante(xml).document, receipt);
    const file = join(folder, `${files.length}.xml`);
    writeFileSync(file, xml);
    files.push(file);
  }

  it('a payroll document has the amounts of its receipt for any result of the calculation', () => {
    fc.assert(
      fc.property(payments, (payment) => {
        const input = sampleInput(changesOf(payment));
        const receipt = calculateReceipt(input);
        fc.pre(receipt.state === 'ready');
        expectDocument(input, receipt);
      }),
      { numRuns: 60 },
    );
  });

  it('a payroll document has the amounts of its receipt for any pay of a person without an employment', () => {
    const person = fc.record({
      contractType: fc.constantFrom('09', '99'),
      regimeType: fc.constantFrom(...assimilatedRegimes),
      dailyWage: cents(1, 1_000_000),
    });
    fc.assert(
      fc.property(person, cents(1, 10_000_000), (employee, amount) => {
        const shares = { marketValue: amount, grantPrice: amount };
        const isInShares = employee.regimeType === sharesRegime;
        const incidents = {
          otherEarnings: [isInShares ? { type: '045', amount, shares } : { type: '046', amount }],
        };
        const period = isInShares ? ({ kind: 'extraordinary' } as const) : {};
        const input = sampleInput({ employee, incidents, period });
        const receipt = calculateReceipt(input);
        expect(receipt.issues).toEqual([]);
        expectDocument(input, receipt);
      }),
      { numRuns: 40 },
    );
  });

  it('a payroll document has the amounts of its receipt for any payment after an employment', () => {
    const type = fc.constantFrom(...separationEarnings, pensionAtOnce);
    const salary = cents(1, 10_000_000);
    fc.assert(
      fc.property(type, cents(1, 900_000_000), salary, (paid, amount, lastMonthlySalary) => {
        const incidents = { otherEarnings: [{ type: paid, amount }], lastMonthlySalary };
        const input = sampleInput({ incidents, period: { kind: 'extraordinary' } });
        const receipt = calculateReceipt(input);
        expect(receipt.issues).toEqual([]);
        expectDocument(input, receipt);
      }),
      { numRuns: 40 },
    );
  });

  it('a payroll document has the amounts of its receipt for any manual lines', () => {
    fc.assert(
      fc.property(manualLines, ({ deductions, travelExpenses, ...other }) => {
        const earnings: readonly Omit<EarningLine, 'code'>[] = other.earnings;
        const coded = <T extends { type: string }>(line: T) => ({ ...line, code: line.type });
        const zero = Decimal.from('0.00');
        const subsidy = { type: '002', amount: zero, employmentSubsidy: zero };
        const otherPayments = [
          ...(isApart(earnings) ? [] : [subsidy]),
          { type: '003', amount: travelExpenses },
          {
            type: '004',
            amount: travelExpenses,
            favorableBalance: { amount: travelExpenses, year: 2025, remainingAmount: zero },
          },
        ].map(coded);
        const lines = {
          earnings: earnings.map(coded),
          deductions: deductions.map(coded),
          otherPayments,
        };
        const input = sampleInput();
        const subsidies = earnings.filter(({ type }) => type === '014');
        const incapacities = subsidies.map(({ exemptAmount: amount }) => ({
          type: '02',
          days: Decimal.from(1),
          amount,
        }));
        const details = { incapacities };
        const given = { lines, details, paidDays: Decimal.from(15) };
        const receipt = checkManualReceipt({ ...input, ...given });
        fc.pre(receipt.state === 'ready');
        expectDocument(input, receipt);
      }),
      { numRuns: 100 },
    );
  });

  (canValidate ? it : it.skip)('and is valid by the schemas of the SAT', () => {
    expect(files.length).toBeGreaterThanOrEqual(100);
    // xmllint exits with an error and prints the faults if a document is invalid.
    const args = ['--nonet', '--noout', '--schema', schema, ...files];
    expect(() => execFileSync('xmllint', args, { stdio: 'pipe' })).not.toThrow();
  });
});
