import {
  decimal,
  deduccion,
  emisor,
  income,
  nomina,
  payroll,
  percepcion,
} from '../test/make-documents';
import type { Comprobante } from './comprobante';
import type { NominaInput } from './compute-nomina';
import type { EntidadSncf, Nomina, NominaReceptor } from './nomina';
import { validateComprobante } from './validate';
import { periodBetween } from './validate-nomina-parties';
import { xmlNode } from './xml';

const codes = (document: Comprobante) => validateComprobante(document).map(({ code }) => code);
const nominaOf = (document: Comprobante) => document.complemento!.nominas![0]!;
const json = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown;

const subsidy = nomina().otrosPagos![0]!;
const separation = nomina({
  tipoNomina: 'E',
  numDiasPagados: decimal('1'),
  emisor: {},
  receptor: {
    curp: 'XOJI740919MQTDMN02',
    tipoContrato: '99',
    tipoRegimen: '13',
    numEmpleado: '0042',
    periodicidadPago: '99',
    claveEntFed: 'QUE',
  },
  percepciones: [
    percepcion('022', '0.00', '26784.00'),
    percepcion('023', '0.00', '35000.00'),
    percepcion('025', '43216.00', '45200.00'),
  ],
  separacion: { numAñosServicio: 8, ultimoSueldoMensOrd: decimal('17520.00') },
  deducciones: [deduccion('002', '9876.54')],
  otrosPagos: [],
});
const pension = {
  ...separation,
  tipoNomina: 'O',
  receptor: {
    ...separation.receptor,
    tipoContrato: '10',
    tipoRegimen: '12',
    periodicidadPago: '05',
  },
  percepciones: [percepcion('044', '2500.00', '18000.00')],
  jubilacion: {
    montoDiario: decimal('683.33'),
    ingresoAcumulable: decimal('2500.00'),
    ingresoNoAcumulable: decimal('0.00'),
  },
};
const { separacion: _separacion, ...pensionInput } = pension;

describe('computePayroll', () => {
  it('a payroll document has one concept with the sum of earnings and other payments, and the sum of deductions as its discount', () => {
    const document = payroll();
    expect(json(document)).toMatchObject({
      tipoDeComprobante: 'N',
      moneda: 'MXN',
      metodoPago: 'PUE',
      subTotal: '9510.00',
      descuento: '1243.61',
      total: '8266.39',
      conceptos: [
        {
          claveProdServ: '84111505',
          descripcion: 'Pago de nómina',
          valorUnitario: '9510.00',
          importe: '9510.00',
        },
      ],
    });
    expect(codes(document)).toEqual([]);
  });

  it('the payroll complement contains the sums of earnings and deductions by kind', () => {
    expect(json(nominaOf(payroll()))).toMatchObject({
      version: '1.2',
      totalPercepciones: '9510.00',
      totalDeducciones: '1243.61',
      totalOtrosPagos: '0.00',
      percepciones: { totalSueldos: '9510.00', totalGravado: '8760.00', totalExento: '750.00' },
      deducciones: { totalOtrasDeducciones: '231.18', totalImpuestosRetenidos: '1012.43' },
    });
  });

  it('a separation payment is cumulative income up to the last monthly salary', () => {
    const document = payroll([separation]);
    expect(json(nominaOf(document).percepciones)).toMatchObject({
      totalSeparacionIndemnizacion: '150200.00',
      separacionIndemnizacion: {
        totalPagado: '150200.00',
        numAñosServicio: 8,
        ingresoAcumulable: '17520.00',
        ingresoNoAcumulable: '25696.00',
      },
    });
    expect(nominaOf(document).percepciones).not.toHaveProperty('totalSueldos');
    expect(codes(document)).toEqual([]);
  });

  it('a separation payment below the last monthly salary is entirely cumulative income', () => {
    const ultimoSueldoMensOrd = decimal('50000.00');
    const document = payroll([
      { ...separation, separacion: { numAñosServicio: 8, ultimoSueldoMensOrd } },
    ]);
    expect(json(nominaOf(document).percepciones)).toMatchObject({
      separacionIndemnizacion: { ingresoAcumulable: '43216.00', ingresoNoAcumulable: '0.00' },
    });
  });

  it('a pension can be paid in installments', () => {
    const document = payroll([pensionInput]);
    expect(json(nominaOf(document).percepciones)).toMatchObject({
      totalJubilacionPensionRetiro: '20500.00',
      jubilacionPensionRetiro: { totalParcialidad: '20500.00', montoDiario: '683.33' },
    });
    expect(codes(document)).toEqual([]);
  });

  it('a payroll document has no discount without deductions and no totals without lines', () => {
    const document = payroll([nomina({ deducciones: [] })]);
    expect(document).not.toHaveProperty('descuento');
    expect(nominaOf(document)).not.toHaveProperty('totalDeducciones');
    expect(codes(document)).toEqual([]);
  });

  it('one payroll document can contain two payrolls', () => {
    const document = payroll([nomina(), separation]);
    expect(document.subTotal.toString()).toBe('159710.00');
    expect(codes(document)).toEqual([]);
  });
});

function withNomina(changes: Partial<NominaInput>): Comprobante {
  return payroll([nomina({ deducciones: [], ...changes })]);
}

function withWorker(
  changes: Partial<NominaReceptor>,
  rest: Partial<NominaInput> = {},
): Comprobante {
  return withNomina({ receptor: { ...nomina().receptor, ...changes }, ...rest });
}

const causing = (amount: string) => ({ subsidioCausado: decimal(amount) });

/** Returns the payroll document with a changed complement and unchanged totals. */
function broken(changes: Partial<Nomina>): Comprobante {
  const document = payroll();
  return { ...document, complemento: { nominas: [{ ...nominaOf(document), ...changes }] } };
}

const worker = payroll().receptor;
const { percepciones, deducciones } = nominaOf(payroll());
const overtime = {
  ...percepcion('019', '0.00', '584.00'),
  horasExtra: [{ dias: 2, tipoHoras: '01', horasExtra: 4, importePagado: decimal('584.00') }],
};
const absence = { diasIncapacidad: 3, tipoIncapacidad: '02', importeMonetario: decimal('300.00') };
const balance = { saldoAFavor: decimal('100.00'), año: 2025, remanenteSalFav: decimal('50.00') };
const other = (tipoOtroPago: string, importe: string) => ({
  tipoOtroPago,
  clave: 'OTR',
  concepto: 'Otro',
  importe: decimal(importe),
});

const withFunds = (entidadSncf: EntidadSncf) =>
  withNomina({ emisor: { ...nomina().emisor, entidadSncf } });

const wrong: [string, Comprobante, string][] = [
  ['a payroll in an income document', { ...income(), complemento: payroll().complemento! }, 'NOM2'],
  ['no payroll', { ...payroll(), complemento: {} }, 'NOM30'],
  ['dollars', { ...payroll(), moneda: 'USD', tipoCambio: decimal('18') }, 'NOM1'],
  ['an export', { ...payroll(), exportacion: '04' }, 'NOM3'],
  ['a form of payment', { ...payroll(), formaPago: '03' }, 'CFDI40103'],
  ['a payment deferred', { ...payroll(), metodoPago: 'PPD' }, 'NOM111'],
  ['a company as worker', { ...payroll(), receptor: { ...worker, rfc: 'URE180429TM6' } }, 'NOM8'],
  [
    'another regime of the worker',
    { ...payroll(), receptor: { ...worker, regimenFiscalReceptor: '612' } },
    'NOM11',
  ],
  ['another use', { ...payroll(), receptor: { ...worker, usoCfdi: 'G03' } }, 'NOM12'],
  [
    'two concepts',
    { ...payroll(), conceptos: [...payroll().conceptos, ...payroll().conceptos] },
    'NOM13',
  ],
  [
    'another product',
    { ...payroll(), conceptos: [{ ...payroll().conceptos[0]!, claveProdServ: '01010101' }] },
    'NOM14',
  ],
  [
    'another description',
    { ...payroll(), conceptos: [{ ...payroll().conceptos[0]!, descripcion: 'Sueldo' }] },
    'NOM19',
  ],
  [
    'an amount that differs from the payroll',
    { ...payroll(), conceptos: [{ ...payroll().conceptos[0]!, importe: decimal('9510.01') }] },
    'NOM21',
  ],
  [
    'a discount that differs from the deductions',
    { ...payroll(), conceptos: [{ ...payroll().conceptos[0]!, descuento: decimal('1') }] },
    'NOM22',
  ],
  ['ordinary payroll without period', withWorker({ periodicidadPago: '99' }), 'NOM33'],
  ['extraordinary payroll with a period', withNomina({ tipoNomina: 'E' }), 'NOM34'],
  ['a period that ends before it starts', withNomina({ fechaInicialPago: '2026-11-16' }), 'NOM35'],
  [
    'a total without earnings',
    (() => {
      const { percepciones: _p, ...rest } = nominaOf(payroll());
      return { ...payroll(), complemento: { nominas: [rest] } };
    })(),
    'NOM36',
  ],
  [
    'a total that differs from the earnings',
    broken({ totalPercepciones: decimal('1.00') }),
    'NOM37',
  ],
  [
    'a total that differs from the deductions',
    broken({ totalDeducciones: decimal('1.00') }),
    'NOM39',
  ],
  [
    'a total that differs from the other payments',
    broken({ totalOtrosPagos: decimal('1.00') }),
    'NOM40',
  ],
  ['nothing paid', withNomina({ percepciones: [], otrosPagos: [] }), 'NOM31'],
  [
    'a company with a CURP',
    withNomina({ emisor: { ...nomina().emisor, curp: 'XOJI740919MQTDMN02' } }),
    'NOM5',
  ],
  [
    'a person without CURP as employer',
    payroll([nomina()], { emisor: { ...emisor, rfc: 'CACX7605101P8', regimenFiscal: '612' } }),
    'NOM6',
  ],
  ['employment without registration', withNomina({ emisor: {} }), 'NOM42'],
  [
    'a registration without employment',
    payroll([{ ...separation, emisor: { registroPatronal: 'B1' } }]),
    'NOM43',
  ],
  [
    'a registration without social security',
    (() => {
      const { numSeguridadSocial: _n, ...receptor } = nomina().receptor;
      return withNomina({ receptor });
    })(),
    'NOM44',
  ],
  ['an unknown contract', withWorker({ tipoContrato: '77' }), 'NOM51'],
  ['an unknown kind of day', withWorker({ tipoJornada: '77' }), 'NOM52'],
  ['too many weeks', withWorker({ antigüedad: 'P403W' }), 'NOM54'],
  ['a seniority with wrong days', withWorker({ antigüedad: 'P7Y8M10D' }), 'NOM55'],
  ['an unknown regime', withWorker({ tipoRegimen: '77' }), 'NOM56'],
  ['employment without wages', withWorker({ tipoRegimen: '09' }), 'NOM57'],
  [
    'wages without employment',
    payroll([{ ...separation, receptor: { ...separation.receptor, tipoRegimen: '02' } }]),
    'NOM58',
  ],
  ['an unknown risk', withWorker({ riesgoPuesto: '7' }), 'NOM59'],
  ['an unknown periodicity', withWorker({ periodicidadPago: '77' }), 'NOM60'],
  ['an unknown bank', withWorker({ banco: '999' }), 'NOM61'],
  [
    'an account of 12 digits',
    withWorker({ cuentaBancaria: '123456789012', banco: '002' }),
    'NOM62',
  ],
  ['an account without bank', withWorker({ cuentaBancaria: '1234567890' }), 'NOM65'],
  [
    'a CLABE with a bank',
    withWorker({ cuentaBancaria: '002010077777777771', banco: '002' }),
    'NOM63',
  ],
  [
    'a CLABE with a wrong check digit',
    withWorker({ cuentaBancaria: '002010077777777772' }),
    'NOM64',
  ],
  ['an unknown state', withWorker({ claveEntFed: 'ZZZ' }), 'NOM66'],
  ['a state abroad', withWorker({ claveEntFed: 'TX' }), 'NOM66'],
  [
    'a wrong sum of salaries',
    broken({ percepciones: { ...percepciones!, totalSueldos: decimal('1.00') } }),
    'NOM70',
  ],
  [
    'a wrong taxable sum',
    broken({ percepciones: { ...percepciones!, totalGravado: decimal('1.00') } }),
    'NOM73',
  ],
  [
    'a wrong exempt sum',
    broken({ percepciones: { ...percepciones!, totalExento: decimal('1.00') } }),
    'NOM74',
  ],
  [
    'an unknown earning',
    withNomina({ percepciones: [percepcion('999', '1.00', '0.00')] }),
    'NOM76',
  ],
  [
    'an earning of zero',
    withNomina({ percepciones: [percepcion('001', '0.00', '0.00')] }),
    'NOM75',
  ],
  [
    'a separation without its node',
    withNomina({ percepciones: [percepcion('025', '1.00', '0.00')] }),
    'NOM78',
  ],
  [
    'a pension without its node',
    withNomina({ percepciones: [percepcion('044', '1.00', '0.00')] }),
    'NOM79',
  ],
  [
    'a pension in parts without its daily amount',
    payroll([
      {
        ...pensionInput,
        jubilacion: { ingresoAcumulable: decimal('0'), ingresoNoAcumulable: decimal('0') },
      },
    ]),
    'NOM81',
  ],
  [
    'overtime without hours',
    withNomina({ percepciones: [percepcion('019', '1.00', '0.00')] }),
    'NOM84',
  ],
  [
    'hours without overtime',
    withNomina({ percepciones: [{ ...overtime, tipoPercepcion: '001' }] }),
    'NOM85',
  ],
  [
    'an unknown kind of hours',
    withNomina({
      percepciones: [
        { ...overtime, horasExtra: [{ ...overtime.horasExtra[0]!, tipoHoras: '77' }] },
      ],
    }),
    'NOM88',
  ],
  [
    'stock without its price',
    withNomina({ percepciones: [percepcion('045', '1.00', '0.00')] }),
    'NOM82',
  ],
  [
    'a disability subsidy without disability',
    withNomina({ percepciones: [percepcion('014', '0.00', '300.00')] }),
    'NOM86',
  ],
  [
    'a disability subsidy that differs from its disability',
    withNomina({ percepciones: [percepcion('014', '0.00', '299.00')], incapacidades: [absence] }),
    'NOM87',
  ],
  [
    'a wrong sum of withheld ISR',
    broken({ deducciones: { ...deducciones!, totalImpuestosRetenidos: decimal('1.00') } }),
    'NOM91',
  ],
  [
    'a wrong sum of other deductions',
    broken({ deducciones: { ...deducciones!, totalOtrasDeducciones: decimal('1.00') } }),
    'NOM39',
  ],
  ['an unknown deduction', withNomina({ deducciones: [deduccion('999', '1.00')] }), 'NOM93'],
  ['a deduction of zero', withNomina({ deducciones: [deduccion('004', '0.00')] }), 'NOM96'],
  [
    'a deduction for disability without a disability',
    withNomina({ deducciones: [deduccion('006', '1.00')] }),
    'NOM94',
  ],
  [
    'a deduction that differs from its disability',
    withNomina({ deducciones: [deduccion('006', '1.00')], incapacidades: [absence] }),
    'NOM95',
  ],
  [
    'an unknown other payment',
    withNomina({ otrosPagos: [subsidy, other('777', '1.00')] }),
    'NOM97',
  ],
  ['wages without the subsidy line', withNomina({ otrosPagos: [] }), 'NOM105'],
  [
    'the subsidy beside its correction',
    withNomina({ otrosPagos: [subsidy, other('007', '1.00')] }),
    'NOM105',
  ],
  [
    'a subsidy without the amount caused',
    withNomina({ otrosPagos: [other('002', '0.00')] }),
    'NOM99',
  ],
  [
    'more subsidy than was caused',
    withNomina({ otrosPagos: [{ ...subsidy, importe: decimal('0.01') }] }),
    'NOM107',
  ],
  [
    'more subsidy than the SAT stamps for up to 31 days',
    withNomina({ otrosPagos: [{ ...subsidy, subsidioAlEmpleo: causing('628.01') }] }),
    'NOM101',
  ],
  [
    'more subsidy than the SAT stamps for 60 days',
    withNomina({
      numDiasPagados: decimal('60'),
      otrosPagos: [{ ...subsidy, subsidioAlEmpleo: causing('1239.61') }],
    }),
    'NOM108',
  ],
  [
    'an other payment of zero',
    withNomina({ otrosPagos: [subsidy, other('003', '0.00')] }),
    'NOM100',
  ],
  ['a subsidy without wages', payroll([{ ...separation, otrosPagos: [subsidy] }]), 'NOM106'],
  [
    'a balance in favor without origin',
    withNomina({ otrosPagos: [subsidy, other('004', '1.00')] }),
    'NOM98',
  ],
  [
    'a remainder above the balance',
    withNomina({
      otrosPagos: [
        subsidy,
        {
          ...other('004', '1.00'),
          compensacionSaldosAFavor: { ...balance, remanenteSalFav: decimal('101.00') },
        },
      ],
    }),
    'NOM102',
  ],
  [
    'a balance of this year in November',
    withNomina({
      otrosPagos: [
        subsidy,
        { ...other('004', '1.00'), compensacionSaldosAFavor: { ...balance, año: 2026 } },
      ],
    }),
    'NOM103',
  ],
  [
    'an unknown disability',
    withNomina({ incapacidades: [{ ...absence, tipoIncapacidad: '77' }] }),
    'NOM104',
  ],
  [
    'an invoice for the buyer of another',
    { ...payroll(), emisor: { ...emisor, facAtrAdquirente: '1234567890' } },
    'NOM7',
  ],
  ...(
    [
      [{ impuestos: {} }, 'NOM24'],
      [{ informacionAduanera: [{ numeroPedimento: '15  48  3009  5001234' }] }, 'NOM26'],
      [{ cuentaPredial: [{ numero: '1' }] }, 'NOM27'],
      [{ complementoConcepto: [xmlNode('iedu:instEducativas')] }, 'NOM28'],
    ] as const
  ).map(([changes, code]): [string, Comprobante, string] => [
    `a concept with ${Object.keys(changes).join()}`,
    { ...payroll(), conceptos: [{ ...payroll().conceptos[0]!, ...changes }] },
    code,
  ]),
  ['an unknown origin of funds', withFunds({ origenRecurso: 'ZZ' }), 'NOM47'],
  ['mixed funds without own funds', withFunds({ origenRecurso: 'IM' }), 'NOM48'],
  [
    'own funds that are not mixed',
    withFunds({ origenRecurso: 'IP', montoRecursoPropio: decimal('1.00') }),
    'NOM49',
  ],
  [
    'own funds above the pay',
    withFunds({ origenRecurso: 'IM', montoRecursoPropio: decimal('9510.00') }),
    'NOM50',
  ],
  [
    'shares that are not the whole time',
    withWorker({
      subContratacion: [{ rfcLabora: 'IIA040805DZ4', porcentajeTiempo: decimal('99.999') }],
    }),
    'NOM68',
  ],
  [
    'sums by kind that differ from taxable and exempt ones',
    broken({ percepciones: { ...percepciones!, totalGravado: decimal('1.00') } }),
    'NOM69',
  ],
  [
    'wages without their sum',
    broken({
      percepciones: (({ totalSueldos: _total, ...rest }) => rest)(percepciones!),
    }),
    'NOM77',
  ],
  [
    'stock in another earning',
    withNomina({
      percepciones: [
        {
          ...percepcion('001', '1.00', '0.00'),
          accionesOTitulos: { valorMercado: decimal('1'), precioAlOtorgarse: decimal('1') },
        },
      ],
    }),
    'NOM83',
  ],
  [
    'other income of wages that is exempt',
    withNomina({ percepciones: [percepcion('038', '1.00', '1.00')] }),
    'NOM109',
  ],
  [
    'a sum of withheld ISR without ISR',
    broken({
      deducciones: {
        totalImpuestosRetenidos: decimal('1.00'),
        deduccion: [deduccion('001', '231.18')],
      },
    }),
    'NOM92',
  ],
];

describe('validateComprobante for payroll', () => {
  it.each(wrong)('the payroll validation detects a fault: %s', (_name, document, code) => {
    expect(codes(document)).toContain(code);
  });

  it.each([
    ['overtime with its hours', withNomina({ percepciones: [overtime] })],
    [
      'a disability',
      withNomina({ percepciones: [percepcion('014', '0.00', '300.00')], incapacidades: [absence] }),
    ],
    ['a CLABE alone', withWorker({ cuentaBancaria: '002010077777777771' })],
    ['a seniority in years, months and days', withWorker({ antigüedad: 'P7Y8M12D' })],
    [
      'a balance of last year',
      withNomina({
        otrosPagos: [subsidy, { ...other('004', '1.00'), compensacionSaldosAFavor: balance }],
      }),
    ],
    [
      'a balance of this year in December',
      withNomina({
        fechaPago: '2026-12-15',
        otrosPagos: [
          subsidy,
          { ...other('004', '1.00'), compensacionSaldosAFavor: { ...balance, año: 2026 } },
        ],
      }),
    ],
  ])('the payroll validation reports no fault for %s', (_name, document) => {
    expect(codes(document)).toEqual([]);
  });

  it.each([
    ['two decimals of a day', { numDiasPagados: decimal('15.50') }],
    [
      'a key of two characters',
      { percepciones: [{ ...percepcion('001', '1.00', '0.00'), clave: 'P1' }] },
    ],
    ['a day that does not exist', { fechaPago: '2026-02-30' }],
  ])('the payroll validation detects an invalid structure: %s', (_name, changes) => {
    expect(codes(withNomina(changes))).toEqual(['301']);
  });
});

describe('periodBetween', () => {
  it.each([
    ['2019-03-04', '2026-11-15', 'P7Y8M11D'],
    ['2026-11-01', '2026-11-02', 'P1D'],
    ['2026-11-01', '2026-12-01', 'P1M0D'],
    ['2026-01-31', '2026-03-01', 'P1M1D'],
    ['2024-02-29', '2025-02-28', 'P1Y0D'],
    ['2025-12-01', '2026-11-30', 'P11M29D'],
  ])('the period from %s to %s is %s', (start, end, expected) => {
    expect(periodBetween(start, end)).toBe(expected);
  });
});
