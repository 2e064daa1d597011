import { cadenaOriginal, parseDocument, verifyRetenciones } from '@timbre/cfdi';
import {
  cadenaByStylesheet,
  created,
  dataOf,
  hasSatSchemas,
  hasSatStylesheets,
  newWithholding,
  schemaFaultsOf,
  startApi,
  withholdingInput,
  type Api,
  type Shown,
} from '@timbre/testkit/client';
import { documented, startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { printedWords } from '../sound-document';

let api: Api;
/** The receiver of the documents, who imports them. */
let receiver: Api;
beforeAll(async () => {
  api = await startDocumentedIssuer();
  receiver = await documented(await startApi());
  const body = {
    rfc: 'MISC491214B86',
    legalName: 'CECILIA MIRANDA SANCHEZ',
    taxSystem: '612',
    postalCode: '01010',
  };
  await dataOf(receiver.request('PUT', '/v1/fiscal/profile', { body }));
});

const foreigner = { kind: 'foreign', legalName: 'Acme Inc.', taxId: '99-1234567' };
const distributed = {
  type: '06',
  creditableIsrMexico: 0,
  creditableIsrAbroad: 0,
  company: 'Sociedad Nacional',
};
const interest = {
  financialSystem: false,
  retirementAccount: false,
  derivatives: false,
  real: 6_100,
  loss: 0,
};
const abroad = { concept: '3', description: 'Asistencia técnica' };
const owner = { rfc: 'MISC491214B86', curp: 'MISC491214MMCRRC01', legalName: 'Cecilia', ...abroad };
const lease = { advancePayments: 80_000, yield: 95_000, deductions: 15_000 };
const entry = { total: 100_000, share: 50_000, proportion: 50.5, concept: 'Rentas' };
const trust = { income: entry, expenses: entry, withheld: { amount: 10, description: 'ISR' } };
const plan = {
  financialSystem: true,
  realInterest: 4_200,
  permanenceWithdrawals: false,
  withdrawals: false,
};
const permanence = {
  permanenceWithdrawals: true,
  permanenceWithdrawn: 120_000,
  permanenceExempt: 90_000,
  permanenceExcess: 30_000,
};
const contribution = (type: string) => ({ type, amount: 20_000 });
const mortgage = { financialInstitution: true, balance: 500_000 };
const sector = { trustId: '744', trustDescription: 'Administración' };

/** An operation that the documents of code 26 change. */
const delivery = {
  paymentForm: '03',
  type: '02',
  paidOn: '2026-10-06',
  price: 1_800,
  iva: { rate: 0.16 },
  commission: { amount: 360, rate: 0.2 },
};
const platform = (...services: object[]) => ({
  digitalPlatforms: { periodicity: '02', services },
});
const october = { startMonth: 10, endMonth: 10, year: 2026 };
const isr = (base: number, amount: number) => ({ type: 'ISR', base, amount, paymentType: '04' });
const iva = (base: number, amount: number) => ({ type: 'IVA', base, amount, paymentType: '01' });
/** The parts of a document of code 26 beside its complement. */
const monthOf = (taxable: number, ...taxes: object[]) => ({
  period: october,
  totals: { taxable, exempt: 0 },
  taxes,
});
const deliveries = platform(delivery, { ...delivery, price: 1_200, paymentForm: '06', paidOn: '2026-10-21' }); // prettier-ignore
const ofDeliveries = monthOf(3_000, isr(3_000, 63), iva(480, 240));
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

/** The code, the complement, the receiver if it is not the usual one, and a part of the XML. */
type Golden = [code: string, complement: Record<string, object>, xml: string, changes?: object];

const golden: Golden[] = [
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
  ['27', { financialSector: sector }, 'IdFideicom="744" DescripFideicom="Administración"'],
  ['27', { financialSector: { ...sector, trustName: 'F/744' } }, 'NomFideicom="F/744"'],
  ['27', { financialSector: { ...sector, trustId: '1' } }, 'IdFideicom="1"'],
]; // prettier-ignore

const seen = new Map<string, Buffer>();
const stylesheet = 'www.sat.gob.mx/esquemas/retencionpago/2/retenciones.xslt';

async function stamped(changes: object): Promise<Shown> {
  const documentRef = await newWithholding(api, changes);
  return dataOf(api.request('POST', `/v1/withholdings/${documentRef}/stamp`));
}

it.each(golden)('code %s with %j is sealed, shown and read', async (code, complement, part, changes = {}) => {
  const document = await stamped({ withholdingCode: code, ...complement, ...changes });
  expect(document).toMatchObject({ status: 'valid', ...complement });
  const path = `/v1/documents/${document.documentRef}/files/xml`;
  const { bytes: xml } = await api.request('GET', path);
  expect(xml.toString()).toContain(part);
  expect(verifyRetenciones(xml).findings).toEqual([]);
  const { root } = parseDocument(xml);
  if (hasSatStylesheets) expect(cadenaByStylesheet(stylesheet, xml)).toBe(cadenaOriginal(root));
  seen.set(document.documentRef, xml);
  if (changes !== undefined && 'receiver' in changes) return;
  const body = { xml: xml.toString('base64') };
  const imported = await dataOf(receiver.request('POST', '/v1/cfdi/imports', { body }));
  expect(imported).toMatchObject({ direction: 'received', withholdingCode: code, ...complement });
}); // prettier-ignore

it('every code that demands a complement has at least three golden documents', () => {
  const codes = Map.groupBy(golden, ([code]) => code);
  const demanding = [...codes.keys()].filter((code) => code !== '01');
  expect(demanding.filter((code) => codes.get(code)!.length < 3)).toEqual([]);
});

it('every withholding document is valid by the schemas of the SAT', () => {
  expect(seen.size).toBe(golden.length);
  if (hasSatSchemas) expect(schemaFaultsOf('retenciones20-all', seen)).toBe('');
});

it('the PDF has the labels of the complement in both languages', async () => {
  const document = await stamped({ withholdingCode: '14', dividends: { distributed } });
  expect(await printedWords(api, document)).toContain('Sociedad que distribuye');
  const english: Api = {
    ...api,
    request: (method, path, options) => api.request(method, `${path}?language=en`, options),
  };
  expect(await printedWords(english, document)).toContain('Distributing company');
});

it.each<[string, object, string[], object?]>([
  ['14', {}, ['dividends: complement_required']],
  ['01', {}, ['foreignPayments: complement_required'], { receiver: foreigner }],
  ['26', {}, ['digitalPlatforms: complement_required']],
  ['25', { interest, description: 'Otra' }, ['interest: complement_not_of_code']],
  ['01', { foreignPayments: { resident: { country: 'US', ...abroad } } }, ['foreignPayments: complement_not_of_code']],
  ['15', { dividends: { distributed } }, ['dividends.distributed: dividend_part_not_of_code', 'dividends.remainder: dividend_part_missing']],
  ['14', { dividends: { distributed: { ...distributed, type: '07' } } }, ['dividends.distributed.type: not_in_catalog']],
  ['18', { foreignPayments: {} }, ['foreignPayments: foreign_payment_party_missing'], { receiver: foreigner }],
  ['18', { foreignPayments: { resident: { country: 'US', ...abroad }, beneficialOwner: owner } }, ['foreignPayments.resident: foreign_payment_party_repeated'], { receiver: foreigner }],
  ['18', { foreignPayments: { resident: { country: 'USA', ...abroad } } }, ['foreignPayments.resident.country: not_in_catalog'], { receiver: foreigner }],
  ['18', { foreignPayments: { beneficialOwner: { ...owner, curp: 'MISC491214MMCRRC0X' } } }, ['foreignPayments.beneficialOwner.curp: curp_invalid'], { receiver: foreigner }],
  ['17', { trustLease: { ...lease, otherAmount: 1 } }, ['trustLease.otherDescription: trust_other_description_missing']],
  ['22', { retirementPlan: { ...plan, permanenceWithdrawn: 1 } }, ['retirementPlan.permanenceExempt: permanence_amounts_incomplete']],
  ['22', { retirementPlan: { ...plan, ...permanence, permanenceExcess: 1 } }, ['retirementPlan.permanenceWithdrawn: permanence_amounts_differ']],
  ['22', { retirementPlan: { ...plan, contributions: [contribution('a'), contribution('a')] } }, ['retirementPlan.contributions.1.type: contribution_type_repeated']],
  ['26', platform({ ...delivery, type: '10' }), ['digitalPlatforms.services.0.type: not_in_catalog'], ofDeliveries],
  ['26', platform(delivery, { ...delivery, type: '03' }), ['digitalPlatforms.services.1.type: platform_types_differ'], ofDeliveries],
  ['26', platform({ ...delivery, subtype: '01' }), ['digitalPlatforms.services.0.subtype: platform_subtype_not_of_type'], ofDeliveries],
  ['26', platform({ ...delivery, assistantRfc: 'EKU9003173C9' }), ['digitalPlatforms.services.0.assistantRfc: platform_assistant_not_person'], ofDeliveries],
  ['26', platform({ ...delivery, paymentForm: '09' }), ['digitalPlatforms.services.0.commission: platform_part_not_allowed', 'digitalPlatforms.services.0.iva: platform_part_not_allowed'], ofDeliveries],
  ['26', platform({ ...delivery, price: 0 }), ['digitalPlatforms.services.0.iva: platform_part_not_allowed'], ofDeliveries],
  ['26', platform({ ...delivery, iva: { rate: 0.16, amount: 288.01 } }), ['digitalPlatforms.services.0.iva: platform_iva_differs'], ofDeliveries],
  ['26', deliveries, ['period.endMonth: platform_period_not_month'], { ...ofDeliveries, period: { ...october, startMonth: 9 } }],
  ['26', deliveries, ['digitalPlatforms.services.0.paidOn: platform_service_not_in_month', 'digitalPlatforms.services.1.paidOn: platform_service_not_in_month'], { ...ofDeliveries, period: { ...october, startMonth: 9, endMonth: 9 } }],
  ['26', deliveries, ['totals.exempt: platform_totals_differ', 'totals.taxable: platform_totals_differ'], { ...ofDeliveries, totals: { taxable: 2_999.99, exempt: 0.01 } }],
  ['26', deliveries, ['taxes.1: platform_tax_repeated'], monthOf(3_000, isr(3_000, 63), isr(3_000, 63), iva(480, 240))],
  ['26', deliveries, ['taxes.0.type: platform_isr_not_allowed'], { ...ofDeliveries, receiver: foreigner }],
  ['26', deliveries, ['taxes.0.base: platform_base_differs', 'taxes.1.base: platform_base_differs'], monthOf(3_000, isr(2_000, 42), iva(320, 160))],
  ['26', deliveries, ['taxes.0.amount: platform_withheld_differs', 'taxes.1.amount: platform_withheld_differs'], monthOf(3_000, isr(3_000, 60), iva(480, 320))],
  ['26', platform({ ...delivery, type: '05' }), ['taxes.0.amount: platform_withheld_differs'], monthOf(1_800, isr(1_800, 18), iva(288, 144))],
  ['26', platform({ ...delivery, type: '07' }), ['taxes.0.amount: platform_withheld_differs'], { ...monthOf(1_800, iva(288, 144)), receiver: foreigner }],
  ['16', { interest: { ...interest, real: 0.0000001 } }, ['interest.real: too_many_decimals']],
])('code %s with %j is refused', async (withholdingCode, complement, issues, changes = {}) => {
  const body = withholdingInput({ withholdingCode, ...complement, ...changes });
  expect(issuesOf(await api.request('POST', '/v1/withholdings', { body }))).toEqual(issues);
}); // prettier-ignore

it('a draft that is replaced has the complement of its new code', async () => {
  const { documentRef } = await created(
    api,
    '/v1/withholdings',
    withholdingInput({ withholdingCode: '16', interest }),
  );
  const body = withholdingInput({ withholdingCode: '20', prizes: { state: '09' } });
  const replaced = await dataOf(api.request('PUT', `/v1/withholdings/${documentRef}`, { body }));
  expect(replaced).toMatchObject({ prizes: { state: '09' } });
  expect(replaced).not.toHaveProperty('interest');
});
