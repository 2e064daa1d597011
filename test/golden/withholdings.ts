export const foreigner = { kind: 'foreign', legalName: 'Acme Inc.', taxId: '99-1234567' };
export const distributed = {
  type: '06',
  creditableIsrMexico: 0,
  creditableIsrAbroad: 0,
  company: 'Sociedad Nacional',
};
export const interest = {
  financialSystem: false,
  retirementAccount: false,
  derivatives: false,
  real: 6_100,
  loss: 0,
};
export const abroad = { concept: '3', description: 'Asistencia técnica' };
export const owner = {
  rfc: 'MISC491214B86',
  curp: 'MISC491214MMCRRC01',
  legalName: 'Cecilia',
  ...abroad,
};
export const lease = { advancePayments: 80_000, yield: 95_000, deductions: 15_000 };
const entry = { total: 100_000, share: 50_000, proportion: 50.5, concept: 'Rentas' };
const trust = { income: entry, expenses: entry, withheld: { amount: 10, description: 'ISR' } };
export const plan = {
  financialSystem: true,
  realInterest: 4_200,
  permanenceWithdrawals: false,
  withdrawals: false,
};
export const permanence = {
  permanenceWithdrawals: true,
  permanenceWithdrawn: 120_000,
  permanenceExempt: 90_000,
  permanenceExcess: 30_000,
};
export const contribution = (type: string) => ({ type, amount: 20_000 });
const mortgage = { financialInstitution: true, balance: 500_000 };
const sector = { trustId: '744', trustDescription: 'Administración' };

/** An operation that the documents of code 26 change. */
export const delivery = {
  paymentForm: '03',
  type: '02',
  paidOn: '2026-10-06',
  price: 1_800,
  iva: { rate: 0.16 },
  commission: { amount: 360, rate: 0.2 },
};
export const platform = (...services: object[]) => ({
  digitalPlatforms: { periodicity: '02', services },
});
export const october = { startMonth: 10, endMonth: 10, year: 2026 };
export const isr = (base: number, amount: number) => ({
  type: 'ISR',
  base,
  amount,
  paymentType: '04',
});
export const iva = (base: number, amount: number) => ({
  type: 'IVA',
  base,
  amount,
  paymentType: '01',
});
/** The parts of a document of code 26 beside its complement. */
export const monthOf = (taxable: number, ...taxes: object[]) => ({
  period: october,
  totals: { taxable, exempt: 0 },
  taxes,
});
export const deliveries = platform(delivery, { ...delivery, price: 1_200, paymentForm: '06', paidOn: '2026-10-21' }); // prettier-ignore
export const ofDeliveries = monthOf(3_000, isr(3_000, 63), iva(480, 240));
/** A ride in cash, from which nothing is withheld, one by card with its assistant, and a premium. */
const rides = platform(
  { ...delivery, type: '01', subtype: '04', paymentForm: '01', price: 100, commission: { amount: 20 } },
  { ...delivery, type: '01', subtype: '01', price: 250.55, assistantRfc: 'CACX7605101P8' },
  { paymentForm: '09', type: '01', paidOn: '2026-10-31', price: 50 },
); // prettier-ignore
const lodging = platform({
  ...delivery,
  type: '04',
  price: 4_000,
  iva: { rate: 0.08, amount: 320 },
  contribution: { amount: 120, state: '23' },
  commission: { amount: 600 },
});

const national = (rfc: string, legalName: string, changes: object = {}) => ({
  receiver: { kind: 'national', rfc, legalName, postalCode: '86991', ...changes },
});
const company = national('URE180429TM6', 'UNIVERSIDAD ROBOTICA ESPAÑOLA');
const person = national('CACX7605101P8', 'Xochilt Casas Chavez', {
  curp: 'CACX760510MGTSHC04',
  postalCode: '36257',
});
const publicInGeneral = national('XAXX010101000', 'Publico en general', { postalCode: undefined });
/** The amounts of the RIF, whose document has no operation. */
const rif = {
  totals: { taxable: 0, exempt: 0, bimonthlyProfit: 12_000.5, correspondingIsr: 1_200.05 },
};
const earlier = { relationship: '04', uuid: '5a00000c-7a2b-4c3d-8e4f-abcdef00000c' };

/**
 * A golden request of a withholding document: its code, its complement, a part of its XML, and the other fields
 * in which it differs from `withholdingInput` of the testkit.
 */
type Golden = [code: string, complement: Record<string, object>, xml: string, changes?: object];

/** At least three requests of every code that demands a complement. */
export const goldenWithholdings: readonly Golden[] = [
  ['14', { dividends: { distributed: { ...distributed, creditableIsrMexico: 10_000.1, nationalDividend: 142_857.14 } } },
    '<dividendos:Dividendos Version="1.0"><dividendos:DividOUtil CveTipDivOUtil="06" MontISRAcredRetMexico="10000.1" MontISRAcredRetExtranjero="0" TipoSocDistrDiv="Sociedad Nacional" MontDivAcumNal="142857.14"/></dividendos:Dividendos>'],
  ['14', { dividends: { distributed: { ...distributed, company: 'Sociedad Extranjera', withheldAbroad: 5, foreignDividend: 7 } } }, 'MontRetExtDivExt="5" TipoSocDistrDiv="Sociedad Extranjera" MontDivAcumExt="7"'],
  ['14', { dividends: { distributed: { ...distributed, type: '01', nationalCreditableIsr: 14_285.71 } } }, 'MontISRAcredNal="14285.71"'],
  ['15', { dividends: { remainder: { proportion: 0.25 } } }, '<dividendos:Remanente ProporcionRem="0.25"/>'],
  ['15', { dividends: { remainder: { proportion: 33.333333 } } }, '<dividendos:Remanente ProporcionRem="33.333333"/>'],
  ['15', { dividends: { remainder: { proportion: 1 } } }, '<dividendos:Remanente ProporcionRem="1"/>'],
  ['16', { interest }, 'MontIntNominal="10000" MontIntReal="6100" Perdida="0"'],
  ['16', { interest: { ...interest, nominal: 8_200 } }, 'MontIntNominal="8200"'],
  ['16', { interest: { ...interest, financialSystem: true, loss: 3.5 } }, 'SistFinanciero="SI" RetiroAORESRetInt="NO"'],
  ['18', { foreignPayments: { resident: { country: 'US', ...abroad } } }, 'EsBenefEfectDelCobro="NO"><pagosaextranjeros:NoBeneficiario PaisDeResidParaEfecFisc="US" ConceptoPago="3"', { receiver: foreigner }],
  ['18', { foreignPayments: { beneficialOwner: owner } }, 'EsBenefEfectDelCobro="SI"><pagosaextranjeros:Beneficiario RFC="MISC491214B86"', { receiver: foreigner }],
  ['18', { foreignPayments: { resident: { country: 'CA', concept: '1', description: 'Conferencia' } } }, 'PaisDeResidParaEfecFisc="CA" ConceptoPago="1"', { receiver: foreigner }],
  ['01', { foreignPayments: { resident: { country: 'DE', ...abroad } } }, 'PaisDeResidParaEfecFisc="DE"', { receiver: foreigner }],
  ['06', { shareSale: { contract: 'CONTRATO 77', gain: 60_000, loss: 0 } }, 'ContratoIntermediacion="CONTRATO 77" Ganancia="60000" Perdida="0"'],
  ['06', { shareSale: { contract: 'C', gain: 0, loss: 12.3 } }, 'Perdida="12.3"'],
  ['06', { shareSale: { contract: 'C', gain: 2, loss: 1 } }, 'Ganancia="2" Perdida="1"'],
  ['19', { shareSale: { contract: 'C', gain: 1, loss: 0 } }, 'Ganancia="1"'],
  ['19', { shareSale: { contract: 'C-19', gain: 0, loss: 1 } }, 'ContratoIntermediacion="C-19"'],
  ['19', { shareSale: { contract: 'C', gain: 0.01, loss: 0.02 } }, 'Ganancia="0.01" Perdida="0.02"'],
  ['20', { prizes: { state: '14' } }, 'EntidadFederativa="14" MontTotPago="10000" MontTotPagoGrav="10000" MontTotPagoExent="0"'],
  ['20', { prizes: { state: '01' } }, 'MontTotPago="10000" MontTotPagoGrav="9000" MontTotPagoExent="1000"', { totals: { taxable: 9_000, exempt: 1_000 } }],
  ['20', { prizes: { state: '32' } }, 'EntidadFederativa="32"'],
  ['17', { trustLease: lease }, 'PagProvEfecPorFiduc="80000" RendimFideicom="95000" DeduccCorresp="15000" MontTotRet="2066.67"'],
  ['17', { trustLease: { ...lease, fibraResult: 0 } }, 'MontResFiscDistFibras="0"'],
  ['17', { trustLease: { ...lease, otherAmount: 5, otherDescription: 'Otros' } }, 'MontOtrosConceptDistr="5" DescrMontOtrosConceptDistr="Otros"'],
  ['21', { trust }, '<fideicomisonoempresarial:IntegracIngresos Concepto="Rentas"/></fideicomisonoempresarial:IngresosOEntradas>'],
  ['21', { trust: { ...trust, expenses: { ...entry, proportion: 7 } } }, 'PropDelMontTot="7.000000"'],
  ['21', { trust: { ...trust, income: { ...entry, concept: 'Intereses' } } }, 'Concepto="Intereses"'],
  ['22', { retirementPlan: plan }, 'SistemaFinanc="SI" MontIntRealesDevengAniooInmAnt="4200" HuboRetirosAnioInmAntPer="NO"'],
  ['22', { retirementPlan: { ...plan, ...permanence } }, 'MontTotExentRetiradoAnioInmAnt="90000"'],
  ['22', { retirementPlan: { ...plan, contributions: [contribution('a'), contribution('b')] } }, 'TipoAportacionODeposito="b" MontAportODep="20000"'],
  ['23', { mortgageInterest: mortgage }, 'CreditoDeInstFinanc="SI" SaldoInsoluto="500000"'],
  ['23', { mortgageInterest: { ...mortgage, contract: 'H-1' } }, 'NumContrato="H-1"'],
  ['23', { mortgageInterest: { ...mortgage, accruedNominal: 9, paidNominal: 8, deductibleReal: 7 } }, 'MontTotIntRealPagDeduc="7"'],
  ['24', { derivatives: { gain: 10, loss: 0 } }, 'MontGanAcum="10" MontPerdDed="0"'],
  ['24', { derivatives: { gain: 0, loss: 10.5 } }, 'MontPerdDed="10.5"'],
  ['24', { derivatives: { gain: 1.01, loss: 2 } }, 'MontGanAcum="1.01"'],
  ['26', deliveries, 'NumServ="2" MonTotServSIVA="3000.00" TotalIVATrasladado="480.00" TotalIVARetenido="240.00" TotalISRRetenido="63.00" DifIVAEntregadoPrestServ="240.00" MonTotalporUsoPlataforma="720.00"><plataformasTecnologicas:Servicios><plataformasTecnologicas:DetallesDelServicio FormaPagoServ="03" TipoDeServ="02" FechaServ="2026-10-06" PrecioServSinIVA="1800"><plataformasTecnologicas:ImpuestosTrasladadosdelServicio Impuesto="02" TipoFactor="Tasa" Base="1800" TasaCuota="0.160000" Importe="288"/><plataformasTecnologicas:ComisionDelServicio Porcentaje="0.2" Importe="360"/>', ofDeliveries],
  ['26', rides, 'NumServ="3" MonTotServSIVA="400.55" TotalIVATrasladado="56.09" TotalIVARetenido="20.04" TotalISRRetenido="6.31" DifIVAEntregadoPrestServ="20.05"', monthOf(400.55, isr(300.55, 6.31), iva(40.09, 20.04))],
  ['26', lodging, 'MonTotalContribucionGubernamental="120.00"', monthOf(4_000, isr(4_000, 160), iva(320, 320))],
  ['26', platform({ ...delivery, type: '05' }), 'TotalISRRetenido="45.00"', monthOf(1_800, isr(1_800, 45), iva(288, 144))],
  ['26', platform({ ...delivery, type: '11' }), 'TotalISRRetenido="0.07"', monthOf(1_800, isr(1_800, 0.07), iva(288, 144))],
  ['26', platform({ ...delivery, type: '07' }), 'TotalISRRetenido="0.00" DifIVAEntregadoPrestServ="0.00"', { ...monthOf(1_800, iva(288, 288)), receiver: foreigner }],
  ['26', platform({ ...delivery, type: '08' }), 'NumRegIdTribR="XEXX010101000"', { ...monthOf(1_800, iva(288, 288)), receiver: { kind: 'foreign', legalName: 'Acme Inc.' } }],
  ['26', platform(delivery), 'TotalISRRetenido="360.00" DifIVAEntregadoPrestServ="0.00"', { ...monthOf(1_800, isr(1_800, 360), iva(288, 288)), ...publicInGeneral }],
  ['27', { financialSector: sector }, 'IdFideicom="744" DescripFideicom="Administración"'],
  ['27', { financialSector: { ...sector, trustName: 'F/744' } }, 'NomFideicom="F/744"'],
  ['27', { financialSector: { ...sector, trustId: '1' } }, 'IdFideicom="1"'],
  ['01', {}, 'CurpR="CACX760510MGTSHC04"', person],
  ['01', {}, 'DomicilioFiscalR="42501"', publicInGeneral],
  ['02', {}, 'MesIni="09" MesFin="10" Ejercicio="2026"', { ...company, period: { ...october, startMonth: 9 } }],
  ['25', {}, 'DescRetenc="Otras retenciones"', { ...company, description: 'Otras retenciones', relatedDocument: earlier }],
  ['28', {}, 'UtilidadBimestral="12000.50" ISRCorrespondiente="1200.05"', { ...person, ...rif, taxes: [] }],
]; // prettier-ignore
