import { payrollDetails, samplePayroll, samplePayrollSource } from '../../../test/sample-payroll';
import {
  codesOf,
  readBack,
  sampleDraft,
  sampleProfile as profile,
  today,
} from '../../../test/sample-draft';
import { comprobanteOf } from '../drafting/comprobante-of';
import type { DraftInput } from '../drafting/draft';
import { judgeDraftOn } from '../drafting/draft-issues';
import { payrollFacts } from './payroll';
import type {
  PayrollDetails,
  PayrollEmployeeInput,
  PayrollInput,
  PayrollSource,
} from './payroll-input';

interface Changes {
  payroll?: Partial<PayrollInput>;
  employee?: Partial<PayrollEmployeeInput>;
  source?: Partial<PayrollSource>;
  details?: Partial<PayrollDetails>;
  input?: Partial<DraftInput>;
}

function draft({ payroll, employee, source, details, input }: Changes = {}) {
  const person = { ...samplePayroll.employee!, ...employee };
  return sampleDraft(
    'payroll',
    {
      employeeId: 'e1',
      payroll: { ...samplePayroll, employee: person, ...payroll },
      payrollSource: {
        ...samplePayrollSource,
        ...(details && { details: payrollDetails(details) }),
        ...source,
      },
      ...input,
    },
    { customer: null, items: [] },
  );
}

const separation = (payroll: Partial<PayrollInput>): Changes => ({
  employee: { contractType: '99', regimeType: '13', paymentFrequency: '99' },
  payroll: {
    earnings: [{ type: '025', taxableAmount: '1000', exemptAmount: '20000' }],
    otherPayments: [],
    lastMonthlySalary: '600',
    ...payroll,
  },
});

const pension = (payroll: Partial<PayrollInput>): Changes => ({
  employee: { contractType: '10', regimeType: '12' },
  payroll: { otherPayments: [], ...payroll },
});

const issuesOf = (changes: Changes) => codesOf(judgeDraftOn(draft(changes), profile, today).issues);
const documentOf = (changes: Changes = {}) =>
  comprobanteOf(draft(changes), profile, { fecha: '2026-11-21T10:00:00' });
const nominaOf = (changes?: Changes) => readBack(documentOf(changes)).complemento!.nominas![0]!;

describe('a payroll', () => {
  it('a payroll draft becomes a complement Nómina 1.2 with its payments and deductions', () => {
    expect(issuesOf({})).toEqual([]);
    const read = readBack(documentOf());
    expect(read).toMatchObject({ tipoDeComprobante: 'N', moneda: 'MXN', metodoPago: 'PUE' });
    expect(read.receptor).toMatchObject({
      nombre: 'ANA GÓMEZ LÓPEZ',
      regimenFiscalReceptor: '605',
      usoCfdi: 'CN01',
    });
    expect(`${read.subTotal} ${read.descuento} ${read.total}`).toBe('7500.00 930.12 6569.88');
    expect(nominaOf()).toMatchObject({
      tipoNomina: 'O',
      fechaInicialPago: '2026-11-01',
      emisor: { registroPatronal: 'B5510768108' },
      receptor: { antigüedad: 'P149W', periodicidadPago: '04', claveEntFed: 'CMX' },
    });
  });

  it("a payroll line has the employer's code and text, or by default the code and name of its type", () => {
    const earningTexts = [{ code: 'SUE', description: 'Sueldo quincenal' }];
    const { percepciones, deducciones } = nominaOf({ details: { earningTexts } });
    expect(percepciones!.percepcion[0]).toMatchObject({
      clave: 'SUE',
      concepto: 'Sueldo quincenal',
    });
    expect(deducciones!.deduccion[1]).toMatchObject({ clave: '002', concepto: 'ISR' });
  });

  it('a payroll shows the employment subsidy of wages even if it is zero or not given', () => {
    const given = nominaOf().otrosPagos!;
    expect(given.map(({ tipoOtroPago, importe }) => `${tipoOtroPago} ${importe}`)).toEqual([
      '002 0.00',
    ]);
    const missing: Changes = { payroll: { otherPayments: [] } };
    expect(issuesOf(missing)).toEqual([]);
    expect(nominaOf(missing).otrosPagos!.map(({ importe }) => `${importe}`)).toEqual(['0.00']);
    const assimilated: Changes = {
      employee: { contractType: '09', regimeType: '09' },
      payroll: { otherPayments: [] },
    };
    expect(issuesOf(assimilated)).toEqual([]);
    expect(nominaOf(assimilated).otrosPagos).toBeUndefined();
  });

  it('a payroll has the overtime hours and the days of incapacity from the details of its lines', () => {
    const changes: Changes = {
      payroll: {
        earnings: [
          ...samplePayroll.earnings,
          { type: '019', taxableAmount: '125', exemptAmount: '125' },
          { type: '014', taxableAmount: '0', exemptAmount: '80' },
        ],
      },
      details: {
        overtime: [{ days: 1, hoursType: '01', hours: '2.5', amount: '250' }],
        incapacities: [{ days: '2', type: '02', amount: '80' }],
      },
    };
    expect(issuesOf(changes)).toEqual([]);
    const { percepciones, incapacidades } = nominaOf(changes);
    expect(percepciones!.percepcion[1]!.horasExtra).toMatchObject([{ dias: 1, horasExtra: 3 }]);
    expect(incapacidades).toMatchObject([{ diasIncapacidad: 2, tipoIncapacidad: '02' }]);
  });

  it('a payroll states the years of service in a separation payment', () => {
    const changes: Changes = {
      employee: { contractType: '99', regimeType: '13', paymentFrequency: '99' },
      payroll: {
        earnings: [{ type: '025', taxableAmount: '1000', exemptAmount: '20000' }],
        otherPayments: [],
      },
      details: { lastMonthlySalary: '600' },
    };
    expect(issuesOf(changes)).toEqual([]);
    const { separacionIndemnizacion: paid } = nominaOf(changes).percepciones!;
    expect(paid).toMatchObject({ numAñosServicio: 3 });
    expect(`${paid!.ingresoAcumulable} ${paid!.ingresoNoAcumulable}`).toBe('600.00 400.00');
    expect(nominaOf(changes)).toMatchObject({ tipoNomina: 'E' });
  });

  it.each([
    ['2019-12-20', '2026-06-02', undefined, 6],
    ['2025-07-01', '2025-12-31', undefined, 0],
    ['2025-07-01', '2026-01-15', '2025-12-31', 0],
    ['2025-07-01', '2026-01-15', '2026-01-01', 1],
  ])(
    'a payroll counts the years of service from %s up to %s, or up to the end of employment %s: %d',
    (...given) => {
      const [employmentStartedOn, periodEndedOn, employmentEndedOn, years] = given;
      const changes: Changes = {
        employee: { employmentStartedOn, contractType: '99', regimeType: '13' },
        payroll: {
          periodStartedOn: periodEndedOn,
          periodEndedOn,
          earnings: [{ type: '025', taxableAmount: '1000', exemptAmount: '20000' }],
          otherPayments: [],
        },
        details: { lastMonthlySalary: '600', employmentEndedOn },
      };
      const { separacionIndemnizacion: paid } = nominaOf(changes).percepciones!;
      expect(paid).toMatchObject({ numAñosServicio: years });
    },
  );

  it('a payroll has the CURP of an employer only for a natural person', () => {
    const source = { employerCurp: 'GOLA850312MDFMPN03' };
    expect(issuesOf({ source })).toEqual([]);
    expect(nominaOf({ source }).emisor).toEqual({ registroPatronal: 'B5510768108' });
    const person = { ...profile, rfc: 'CACX7605101P8' };
    const { complemento } = comprobanteOf(draft({ source }), person, {
      fecha: '2026-11-21T10:00:00',
    });
    expect(complemento!.nominas![0]!.emisor).toEqual({
      curp: 'GOLA850312MDFMPN03',
      registroPatronal: 'B5510768108',
    });
  });

  it('a payroll states the given days or the days of its period, and is refused if the request contains neither', () => {
    const days = (payroll: Partial<PayrollInput>) => `${nominaOf({ payroll }).numDiasPagados}`;
    expect(days({ paidDays: undefined })).toBe('15');
    expect(days({ paidDays: '12.5' })).toBe('12.500');
    const bare = { periodStartedOn: undefined, periodEndedOn: undefined };
    expect(payrollFacts(documentOf({ payroll: bare }))).toMatchObject({
      periodStartedOn: '2026-11-15',
      periodEndedOn: '2026-11-15',
      paidDays: 15,
    });
    for (const dates of [bare, { periodStartedOn: undefined }, { periodEndedOn: undefined }]) {
      const payroll = { ...dates, paidDays: undefined };
      expect(issuesOf({ payroll })).toEqual(['payroll.paidDays paid_days_missing']);
    }
  });

  it('a payroll contains the overtime hours, incapacities and line texts that the client sent', () => {
    const hours = { days: 1, hoursType: '01', hours: '3', amount: '250' };
    const changes: Changes = {
      payroll: {
        earnings: [
          { ...samplePayroll.earnings[0]!, code: 'SUE', description: 'Sueldo' },
          { type: '019', taxableAmount: '125', exemptAmount: '125', overtime: [hours] },
          { type: '014', taxableAmount: '0', exemptAmount: '80' },
        ],
        deductions: [{ type: '002', amount: '732.26', code: 'I-1' }],
        otherPayments: [{ type: '999', amount: '5', description: 'Viáticos de más' }],
        incapacities: [{ days: '2', type: '02', amount: '80' }],
      },
    };
    expect(issuesOf(changes)).toEqual([]);
    expect(payrollFacts(documentOf(changes))).toMatchObject({
      earnings: [
        { code: 'SUE', description: 'Sueldo' },
        { overtime: [{ days: 1, hoursType: '01', hours: 3, amount: 250 }] },
        { type: '014' },
      ],
      deductions: [{ code: 'I-1', description: 'ISR' }],
      otherPayments: [{ code: '999', description: 'Viáticos de más' }, { type: '002' }],
      incapacities: [{ type: '02', days: 2, amount: 80 }],
    });
  });

  it('a payroll contains the details of shares and of an annual ISR refund', () => {
    const changes: Changes = {
      payroll: {
        earnings: [
          ...samplePayroll.earnings,
          {
            type: '045',
            taxableAmount: '200',
            exemptAmount: '0',
            shares: { marketValue: '1200', grantPrice: '1000' },
          },
        ],
        otherPayments: [
          ...samplePayroll.otherPayments,
          {
            type: '004',
            amount: '300',
            favorableBalance: { amount: '900', year: 2025, remainingAmount: '600' },
          },
        ],
      },
    };
    expect(issuesOf(changes)).toEqual([]);
    const { percepciones, otrosPagos } = nominaOf(changes);
    const { accionesOTitulos: shares } = percepciones!.percepcion[1]!;
    expect(`${shares!.valorMercado} ${shares!.precioAlOtorgarse}`).toBe('1200.00 1000.00');
    const { compensacionSaldosAFavor: balance } = otrosPagos![1]!;
    expect(`${balance!.saldoAFavor} ${balance!.año} ${balance!.remanenteSalFav}`).toBe(
      '900.00 2025 600.00',
    );
    expect(payrollFacts(documentOf(changes))).toMatchObject({
      earnings: [{}, { shares: { marketValue: 1200, grantPrice: 1000 } }],
      otherPayments: [{}, { favorableBalance: { amount: 900, year: 2025, remainingAmount: 600 } }],
    });
  });

  it('a payroll can contain a deduction for an incapacity that the employer paid in advance', () => {
    const changes: Changes = {
      payroll: {
        deductions: [...samplePayroll.deductions, { type: '006', amount: '500' }],
        incapacities: [{ days: '1', type: '02', amount: '500' }],
      },
    };
    expect(issuesOf(changes)).toEqual([]);
    expect(nominaOf(changes).incapacidades).toMatchObject([{ tipoIncapacidad: '02' }]);
  });

  it('a payroll states the daily amount of a pension in installments, either given or calculated', () => {
    const inParts = pension({
      earnings: [{ type: '044', taxableAmount: '2500', exemptAmount: '26000' }],
    });
    expect(issuesOf(inParts)).toEqual([]);
    const shown = (changes: Changes) => {
      const { jubilacionPensionRetiro: paid } = nominaOf(changes).percepciones!;
      return [
        `${paid!.totalParcialidad} ${paid!.montoDiario}`,
        `${paid!.ingresoAcumulable} ${paid!.ingresoNoAcumulable}`,
      ];
    };
    expect(shown(inParts)).toEqual(['28500.00 1900.00', '2500.00 0.00']);
    const given = { ...inParts, payroll: { ...inParts.payroll, pensionDailyAmount: '1875.5' } };
    expect(shown(given)).toEqual(['28500.00 1875.50', '2500.00 0.00']);
    expect(payrollFacts(documentOf(given))).toMatchObject({
      pensionDailyAmount: 1875.5,
      cumulativeIncome: 2500,
      nonCumulativeIncome: 0,
    });
  });

  it('a payroll without a period uses the days paid as the days of a pension', () => {
    const paid = (exemptAmount: string): Changes =>
      pension({
        periodStartedOn: undefined,
        periodEndedOn: undefined,
        paidDays: '15',
        earnings: [{ type: '044', taxableAmount: '0', exemptAmount }],
      });
    expect(issuesOf(paid('28154.40'))).toEqual([]);
    expect(issuesOf(paid('28154.41'))).toEqual([
      'payroll.earnings.0.exemptAmount exempt_amount_exceeded',
    ]);
  });

  it('a payroll with a pension paid at once has one last monthly salary as cumulative income', () => {
    const atOnce = pension({
      earnings: [{ type: '039', taxableAmount: '90000', exemptAmount: '1000000' }],
      lastMonthlySalary: '25000',
    });
    expect(issuesOf(atOnce)).toEqual([]);
    const { jubilacionPensionRetiro: paid } = nominaOf(atOnce).percepciones!;
    expect(`${paid!.totalUnaExhibicion} ${paid!.ingresoAcumulable}`).toBe('1090000.00 25000.00');
    expect(`${paid!.ingresoNoAcumulable} ${paid!.montoDiario}`).toBe('65000.00 undefined');
  });

  it('a payroll has the employer registration in the request, or by default the stored registration of the employer', () => {
    const employerRegistration = 'A1234567890';
    expect(nominaOf({ payroll: { employerRegistration } }).emisor).toEqual({
      registroPatronal: employerRegistration,
    });
    expect(nominaOf().emisor).toEqual({ registroPatronal: 'B5510768108' });
  });

  it('a payroll shows a subsidy that was caused but not paid out as 0.00', () => {
    const changes: Changes = {
      payroll: { otherPayments: [], employmentSubsidyCaused: '267.83' },
    };
    expect(issuesOf(changes)).toEqual([]);
    const { otrosPagos } = nominaOf(changes);
    expect(otrosPagos!.map(({ importe }) => `${importe}`)).toEqual(['0.00']);
    expect(`${otrosPagos![0]!.subsidioAlEmpleo!.subsidioCausado}`).toBe('267.83');
    const substituted: Changes = {
      payroll: {
        otherPayments: [{ type: '008', amount: '1' }],
        employmentSubsidyCaused: '10',
      },
    };
    expect(nominaOf(substituted).otrosPagos!.map(({ tipoOtroPago }) => tipoOtroPago)).toEqual([
      '008',
      '002',
    ]);
  });

  it.each<[string, Changes]>([
    ['employeeId employee_unknown', { input: { payrollSource: undefined } }],
    ['employeeId employee_rfc_missing', { source: { rfc: '' } }],
    ['employeeId employee_name_missing', { source: { legalName: '' } }],
    ['employeeId employee_postal_code_missing', { source: { postalCode: '' } }],
    [
      'payroll.employerRegistration employer_registration_missing',
      { source: { employerRegistration: undefined } },
    ],
    [
      'payroll.employerRegistration employer_registration_invalid',
      { payroll: { employerRegistration: 'hola mundo' } },
    ],
    [
      'payroll.employerRegistration employer_registration_not_allowed',
      {
        employee: { contractType: '99', regimeType: '09' },
        payroll: { employerRegistration: 'A1234567890', otherPayments: [] },
      },
    ],
    [
      'payroll.otherPayments.2 subsidy_repeated',
      {
        payroll: {
          otherPayments: ['002', '999', '002'].map((type) => ({ type, amount: '1' })),
        },
      },
    ],
    [
      'payroll.employmentSubsidyCaused subsidy_repeated',
      { payroll: { employmentSubsidyCaused: '1' } },
    ],
    [
      'payroll.employmentSubsidyCaused subsidy_not_allowed',
      {
        employee: { contractType: '99', regimeType: '09' },
        payroll: { employmentSubsidyCaused: '1', otherPayments: [] },
      },
    ],
    [
      'payroll.otherPayments.0.employmentSubsidy subsidy_not_allowed',
      { payroll: { otherPayments: [{ type: '999', amount: '5', employmentSubsidy: '3' }] } },
    ],
    [
      'payroll.lastMonthlySalary last_monthly_salary_not_allowed',
      { payroll: { lastMonthlySalary: '15000' } },
    ],
    [
      'payroll.employmentEndedOn employment_end_too_late',
      separation({ employmentEndedOn: '2099-01-01' }),
    ],
    ['payroll.periodEndedOn employment_end_too_late', separation({ periodEndedOn: '2099-01-01' })],
    [
      'payroll.lastMonthlySalary last_monthly_salary_missing',
      separation({ lastMonthlySalary: undefined }),
    ],
    [
      'payroll.employmentSubsidyCaused subsidy_ceiling_exceeded',
      { payroll: { employmentSubsidyCaused: '628.01', otherPayments: [] } },
    ],
    [
      'payroll.employmentSubsidyCaused too_many_decimals',
      { payroll: { employmentSubsidyCaused: '1.001', otherPayments: [] } },
    ],
    [
      'payroll.earnings.0.overtime.0.hoursType type_not_in_catalog',
      {
        payroll: {
          earnings: [
            {
              type: '019',
              taxableAmount: '1',
              exemptAmount: '0',
              overtime: [{ days: 1, hoursType: '09', hours: '1', amount: '1' }],
            },
          ],
        },
      },
    ],
    [
      'payroll.incapacities.0.type type_not_in_catalog',
      { payroll: { incapacities: [{ type: '99', days: '1' }] } },
    ],
    [
      'payroll.employmentEndedOn employment_dates_out_of_order',
      { payroll: { employmentEndedOn: '2024-01-07' } },
    ],
    ['payroll.employee.curp curp_invalid', { employee: { curp: 'GOLA850312MDFMPN04' } }],
    ['payroll.employee.curp curp_of_another_person', { employee: { curp: 'XOJI740919MQTDMN02' } }],
    [
      'payroll.employee.socialSecurityNumber social_security_number_invalid',
      { employee: { socialSecurityNumber: '12345678904' } },
    ],
    ['payroll.paidOn paid_too_far_ahead', { payroll: { paidOn: '2026-12-23' } }],
    [
      'payroll.earnings.1.exemptAmount exempt_amount_exceeded',
      {
        payroll: {
          earnings: [
            ...samplePayroll.earnings,
            { type: '002', taxableAmount: '0', exemptAmount: '3519.31' },
          ],
        },
      },
    ],
    [
      'payroll.earnings.0.exemptAmount exempt_amount_exceeded',
      {
        payroll: {
          earnings: [
            {
              type: '019',
              taxableAmount: '0',
              exemptAmount: '100.01',
              overtime: [
                { days: 1, hoursType: '01', hours: '1', amount: '100' },
                { days: 1, hoursType: '02', hours: '1', amount: '150' },
              ],
            },
          ],
        },
      },
    ],
    [
      'payroll.employee.contractType separation_contract_invalid',
      {
        payroll: {
          earnings: [{ type: '025', taxableAmount: '1000', exemptAmount: '0' }],
          lastMonthlySalary: '15000',
        },
      },
    ],
    [
      'payroll.employee.regimeType pension_regime_invalid',
      {
        payroll: { earnings: [{ type: '044', taxableAmount: '1000', exemptAmount: '0' }] },
      },
    ],
    [
      'payroll.pensionDailyAmount pension_daily_amount_not_allowed',
      { payroll: { pensionDailyAmount: '100' } },
    ],
    [
      'payroll.lastMonthlySalary last_monthly_salary_missing',
      pension({ earnings: [{ type: '039', taxableAmount: '1000', exemptAmount: '0' }] }),
    ],
    [
      'payroll.otherPayments.1.favorableBalance favorable_balance_not_allowed',
      {
        payroll: {
          otherPayments: [
            ...samplePayroll.otherPayments,
            {
              type: '999',
              amount: '5',
              favorableBalance: { amount: '5', year: 2025, remainingAmount: '0' },
            },
          ],
        },
      },
    ],
    [
      'payroll.otherPayments.1.favorableBalance NOM103',
      {
        payroll: {
          otherPayments: [
            ...samplePayroll.otherPayments,
            {
              type: '004',
              amount: '5',
              favorableBalance: { amount: '5', year: 2024, remainingAmount: '0' },
            },
          ],
        },
      },
    ],
    ['payroll payroll_missing', { input: { payroll: undefined } }],
    ['currency currency_not_allowed', { input: { currency: 'USD' } }],
    ['payroll.employee employee_missing', { payroll: { employee: undefined } }],
    ['payroll.earnings earnings_missing', { payroll: { earnings: [] } }],
    ['payroll.paidOn date_invalid', { payroll: { paidOn: '2026-11-31' } }],
    ['payroll.periodStartedOn period_reversed', { payroll: { periodStartedOn: '2026-11-16' } }],
    [
      'payroll.employee.employmentStartedOn employed_after_period',
      { employee: { employmentStartedOn: '2026-11-16' } },
    ],
    ['payroll.paidDays too_small', { payroll: { paidDays: '0' } }],
    [
      'payroll.earnings.0.type type_not_in_catalog',
      { payroll: { earnings: [{ type: '998', taxableAmount: '1', exemptAmount: '0' }] } },
    ],
    [
      'payroll.earnings.0.taxableAmount too_many_decimals',
      { payroll: { earnings: [{ type: '001', taxableAmount: '1.001', exemptAmount: '0' }] } },
    ],
    [
      'payroll.earnings.0 NOM75',
      {
        payroll: {
          deductions: [],
          earnings: [
            { type: '001', taxableAmount: '0', exemptAmount: '0' },
            ...samplePayroll.earnings,
          ],
        },
      },
    ],
    [
      'payroll.earnings.0.overtime NOM84',
      { payroll: { earnings: [{ type: '019', taxableAmount: '1000', exemptAmount: '0' }] } },
    ],
    [
      'payroll.lastMonthlySalary last_monthly_salary_missing',
      { payroll: { earnings: [{ type: '025', taxableAmount: '1', exemptAmount: '0' }] } },
    ],
    [
      'payroll.deductions net_negative',
      { payroll: { deductions: [{ type: '002', amount: '7500.01' }] } },
    ],
    [
      'payroll.deductions.0.amount too_small',
      { payroll: { deductions: [{ type: '002', amount: '0' }] } },
    ],
    [
      'payroll.otherPayments.0.amount too_small',
      { payroll: { otherPayments: [{ type: '999', amount: '0' }] } },
    ],
    [
      'payroll.otherPayments.0 subsidy_ceiling_exceeded',
      {
        payroll: { otherPayments: [{ type: '002', amount: '0', employmentSubsidy: '99999' }] },
      },
    ],
    ['payroll.employee.regimeType NOM57', { employee: { regimeType: '09' } }],
    ['payroll.employee.positionRisk NOM44', { employee: { positionRisk: undefined } }],
    [
      'payroll.employee.paymentFrequency NOM33',
      { details: { payrollType: 'O' }, employee: { paymentFrequency: '99' } },
    ],
  ])('a payroll is refused with the issue %s', (code, changes) => {
    expect(issuesOf(changes)).toContain(code);
  });
});
