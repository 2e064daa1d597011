import { cadenaOriginal, complementOfKey, parseDocument, verifyRetenciones } from '@timbre/cfdi';
import { requiredCatalog } from '@timbre/fiscal';
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
import {
  abroad,
  contribution,
  deliveries,
  delivery,
  distributed,
  foreigner,
  goldenWithholdings,
  interest,
  isr,
  iva,
  lease,
  monthOf,
  october,
  ofDeliveries,
  owner,
  permanence,
  plan,
  platform,
} from '../../golden/withholdings';
import { documented, startDocumentedIssuer } from '../documented';
import { issuesOf } from '../refused';
import { printedWords } from '../sound-document';

let api: Api;
/** The organization that receives and imports the documents. */
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

/**
 * The issuers of the documents, one for each withholding code, because an organization may download only a
 * limited number of files per second.
 */
const issuers = new Map<string, Promise<Api>>();
function issuerOf(code: string): Promise<Api> {
  const issuer = issuers.get(code) ?? startDocumentedIssuer();
  issuers.set(code, issuer);
  return issuer;
}

const seen = new Map<string, Buffer>();
const stylesheet = 'www.sat.gob.mx/esquemas/retencionpago/2/retenciones.xslt';

async function stamped(issuer: Api, changes: object): Promise<Shown> {
  const documentRef = await newWithholding(issuer, changes);
  return dataOf(issuer.request('POST', `/v1/withholdings/${documentRef}/stamp`));
}

it.each(goldenWithholdings)('a withholding document of code %s with %j is sealed, shown and read', async (code, complement, part, changes = {}) => {
  const issuer = await issuerOf(code);
  const document = await stamped(issuer, { withholdingCode: code, ...complement, ...changes });
  expect(document).toMatchObject({ status: 'valid', ...complement });
  const path = `/v1/documents/${document.documentRef}/files/xml`;
  const { bytes: xml } = await issuer.request('GET', path);
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

it('every code that requires a complement has at least three golden documents', () => {
  const complemented = goldenWithholdings.filter(
    ([, complement]) => Object.keys(complement).length > 0,
  );
  const codes = Map.groupBy(complemented, ([code]) => code);
  const demanding = [...requiredCatalog('c_CveRetenc').entries()].filter(
    ({ code }) => complementOfKey(code, false) !== undefined,
  );
  expect(demanding.length).toBeGreaterThan(10);
  expect(demanding.filter(({ code }) => (codes.get(code) ?? []).length < 3)).toEqual([]);
});

it('every withholding document is valid against the SAT schemas', () => {
  expect(seen.size).toBe(goldenWithholdings.length);
  if (hasSatSchemas) expect(schemaFaultsOf('retenciones20-all', seen)).toBe('');
});

it('the PDF of a withholding document has the labels of the complement in both languages', async () => {
  const document = await stamped(api, { withholdingCode: '14', dividends: { distributed } });
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
  ['26', deliveries, ['taxes: platform_iva_missing'], monthOf(3_000, isr(3_000, 63))],
  ['26', platform({ ...delivery, type: '07' }), ['taxes: platform_iva_missing'], { ...monthOf(1_800), receiver: foreigner }],
  ['26', platform({ ...delivery, type: '07' }), ['taxes.0.type: platform_isr_not_allowed'], monthOf(1_800, isr(1_800, 37.8), iva(288, 144))],
  ['26', platform({ ...delivery, commission: { amount: 0 }, contribution: { amount: 0.99, state: '23' } }), ['digitalPlatforms.services.0.commission: platform_part_not_allowed', 'digitalPlatforms.services.0.contribution: platform_part_not_allowed'], ofDeliveries],
  ['16', { interest: { ...interest, real: 0.0000001 } }, ['interest.real: too_many_decimals']],
])('a withholding of code %s with %j is refused', async (withholdingCode, complement, issues, changes = {}) => {
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
