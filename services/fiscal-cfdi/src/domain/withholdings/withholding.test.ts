import { parseRetenciones, validateRetenciones, writeRetenciones } from '@timbre/cfdi';
import { codesOf, sampleProfile, today } from '../../../test/sample-draft';
import { sampleWithholding } from '../../../test/sample-withholding';
import { retencionesOf, type WithholdingInput } from './withholding';
import { withholdingFacts } from './withholding-facts';
import { withholdingIssues } from './withholding-issues';

const issuance = { fecha: '2026-11-21T09:00:00', serie: 'R', folio: '7' };
const documentOf = (changes: Partial<WithholdingInput> = {}) =>
  retencionesOf(sampleWithholding(changes), sampleProfile, issuance);
const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };
const xmlOf = (changes: Partial<WithholdingInput> = {}) =>
  writeRetenciones({ ...documentOf(changes), ...seal }).xml;
const issuesOf = (changes: Partial<WithholdingInput>, on = today) =>
  codesOf(withholdingIssues(sampleWithholding(changes), sampleProfile, on));

describe('the document of a withholding draft', () => {
  it('the document of a withholding draft has issuer, receiver, date and exact sums', () => {
    const { document } = parseRetenciones(xmlOf());
    expect(document).toMatchObject({
      version: '2.0',
      folioInt: 'R7',
      fechaExp: issuance.fecha,
      lugarExpRetenc: '42501',
      cveRetenc: '01',
      emisor: { rfcE: 'EKU9003173C9', nomDenRazSocE: 'ESCUELA KEMPER URGATE', regimenFiscalE: '601' },
      receptor: {
        nacionalidadR: 'Nacional',
        nacional: { rfcR: 'MISC491214B86', nomDenRazSocR: 'CECILIA MIRANDA SÁNCHEZ', domicilioFiscalR: '01010' },
      },
      periodo: { mesIni: '01', mesFin: '10', ejercicio: '2026' },
    }); // prettier-ignore
    expect(validateRetenciones(document)).toEqual([]);
    expect(xmlOf()).toContain(
      'MontoTotOperacion="0.30" MontoTotGrav="0.10" MontoTotExent="0.20" MontoTotRet="0.30"',
    );
  });

  it.each([
    ['01', '002'],
    ['02', '003'],
    ['03', '001'],
    ['04', '001'],
  ])('a withheld tax of payment type %s is written as %s', (paymentType, tax) => {
    const { impRetenidos } = documentOf({ taxes: [{ amount: '1', paymentType }] }).totales;
    expect(impRetenidos![0]!.impuestoRet).toBe(tax);
  });

  it('the document contains a foreign receiver without an RFC, and the tax number if the receiver has one', () => {
    const receiver = { kind: 'foreign', legalName: 'Acme  Inc.', taxId: '99-1' };
    expect(documentOf({ receiver }).receptor).toEqual({
      nacionalidadR: 'Extranjero',
      extranjero: { numRegIdTribR: '99-1', nomDenRazSocR: 'ACME INC.' },
    });
    const unknown = { kind: 'foreign', legalName: 'Acme' };
    expect(documentOf({ receiver: unknown }).receptor.extranjero).toEqual({
      nomDenRazSocR: 'ACME',
    });
  });

  it('a receiver with a generic RFC has the postal code of the place of issue', () => {
    const receiver = { kind: 'national', legalName: 'PUBLICO EN GENERAL', rfc: 'XAXX010101000' };
    expect(documentOf({ receiver }).receptor.nacional!.domicilioFiscalR).toBe('42501');
    expect(issuesOf({ receiver })).toEqual([]);
  });

  it('the document can contain the optional elements: description, relation, CURP, amounts of the RIF', () => {
    const uuid = '0a7f3b2c-0000-4000-8000-000000000001';
    const xml = xmlOf({
      withholdingCode: '28',
      description: 'Bimestre & más',
      relatedDocument: { relationship: '04', uuid },
      receiver: { ...sampleWithholding().receiver, curp: 'MISC491214MMCRRC05' },
      totals: { taxable: '1', exempt: '0', bimonthlyProfit: '5.5', correspondingIsr: '0' },
    });
    for (const part of [
      'DescRetenc="Bimestre &amp; más"',
      `<retenciones:CfdiRetenRelacionados TipoRelacion="04" UUID="${uuid}"/>`,
      'CurpR="MISC491214MMCRRC05"',
      'UtilidadBimestral="5.50" ISRCorrespondiente="0.00"',
    ])
      expect(xml).toContain(part);
  });

  it('the document of a withholding draft has the amounts of the stored columns', () => {
    expect(withholdingFacts(documentOf())).toEqual({
      total: '0.30',
      withheld: '0.30',
      taxes: [
        { type: 'ISR', base: '0.10', amount: '0.10', paymentType: '04' },
        { type: 'IVA', amount: '0.20', paymentType: '01' },
      ],
    });
  });
});

describe('withholdingIssues', () => {
  const { receiver } = sampleWithholding();
  const totals = { taxable: '1', exempt: '0' };
  /** An input with a withholding code that does not require the complement for foreign receivers. */
  const foreign = { withholdingCode: '25', description: 'Otra' };

  it.each<[Partial<WithholdingInput>, string[]]>([
    [{}, []],
    [{ withholdingCode: '29' }, ['withholdingCode not_in_catalog']],
    [{ withholdingCode: '25' }, ['description description_missing']],
    [{ withholdingCode: '25', description: 'Otra' }, []],
    [{ description: 'a|b' }, ['description description_invalid']],
    [{ description: 'x'.repeat(101) }, ['description description_invalid']],
    [{ receiver: { kind: 'x', legalName: 'X' } }, ['receiver.kind receiver_kind_unknown']],
    [{ receiver: { ...receiver, rfc: undefined } }, ['receiver.rfc rfc_missing']],
    [{ receiver: { ...receiver, rfc: 'MISC491214' } }, ['receiver.rfc rfc_invalid']],
    [{ receiver: { ...receiver, rfc: 'XEXX010101000' } }, ['receiver.rfc receiver_is_foreign']],
    [{ receiver: { ...receiver, legalName: 'a|b' } }, ['receiver.legalName legal_name_invalid']],
    [
      { receiver: { ...receiver, rfc: 'URE180429TM6', legalName: 'Acme, S.A. de C.V.' } },
      ['receiver.legalName capital_regime_in_name'],
    ],
    [
      { receiver: { ...receiver, legalName: 'x'.repeat(255) } },
      ['receiver.legalName legal_name_invalid'],
    ],
    [{ ...foreign, receiver: { kind: 'foreign', legalName: 'x'.repeat(300) } }, []],
    [{ receiver: { ...receiver, postalCode: '' } }, ['receiver.postalCode postal_code_missing']],
    [{ receiver: { ...receiver, postalCode: '00001' } }, ['receiver.postalCode not_in_catalog']],
    [{ receiver: { ...receiver, curp: 'X' } }, ['receiver.curp curp_invalid']],
    [
      { ...foreign, receiver: { kind: 'foreign', legalName: 'X', taxId: 'x'.repeat(21) } },
      ['receiver.taxId tax_id_invalid'],
    ],
    [{ period: { startMonth: 2, endMonth: 1, year: 2026 } }, ['period.endMonth period_reversed']],
    [
      { period: { startMonth: 0, endMonth: 13, year: 2020 } },
      [
        'period.startMonth not_in_catalog',
        'period.endMonth not_in_catalog',
        'period.year not_in_catalog',
      ],
    ],
    [{ totals: { ...totals, taxable: 'x' } }, ['totals.taxable number_invalid']],
    [{ totals: { ...totals, taxable: '-1' } }, ['totals.taxable too_small']],
    [{ totals: { ...totals, taxable: '1000000000000' } }, ['totals.taxable too_large']],
    [{ totals: { ...totals, exempt: '0.001' } }, ['totals.exempt too_many_decimals']],
    [{ taxes: [{ amount: '1', paymentType: '05' }] }, ['taxes.0.paymentType not_in_catalog']],
    [{ taxes: [{ type: 'IMSS', amount: '1', paymentType: '04' }] }, ['taxes.0.type tax_unknown']],
    [{ withholdingCode: '14' }, ['dividends complement_required']],
    [
      { receiver: { kind: 'foreign', legalName: 'X' }, withholdingCode: '01' },
      ['foreignPayments complement_required'],
    ],
    [
      { withholdingCode: '18' },
      ['foreignPayments complement_required', 'receiver.kind receiver_nationality_not_allowed'],
    ],
    [
      { withholdingCode: '28', receiver: { kind: 'foreign', legalName: 'X' } },
      ['receiver.kind receiver_nationality_not_allowed', 'totals rif_totals_invalid'],
    ],
    [
      {
        withholdingCode: '28',
        totals: { taxable: '0', exempt: '0', bimonthlyProfit: '5', correspondingIsr: '1' },
      },
      [],
    ],
    [{ taxes: [{ amount: '0.31', paymentType: '04' }] }, ['taxes withheld_above_operation']],
    [
      { taxes: [{ base: '0.1', amount: '0.11', paymentType: '04' }] },
      ['taxes.0.amount withheld_above_base'],
    ],
    [
      { period: { startMonth: 11, endMonth: 12, year: 2026 } },
      ['period.endMonth period_in_future'],
    ],
    [{ period: { startMonth: 11, endMonth: 11, year: 2026 } }, []],
    [
      { taxes: [{ type: 'IEPS', amount: '1', paymentType: '01' }] },
      ['taxes.0.type tax_not_of_payment_type'],
    ],
    [
      { relatedDocument: { relationship: '09', uuid: 'x' } },
      ['relatedDocument.relationship not_in_catalog', 'relatedDocument.uuid uuid_invalid'],
    ],
  ])('the issues of a withholding draft with %j are %j', (changes, expected) => {
    expect(issuesOf(changes)).toEqual(expected);
  });

  it('withholdingIssues uses the catalogues of the day: the year 2027 is invalid before it begins', () => {
    const period = { startMonth: 1, endMonth: 1, year: 2027 };
    expect(issuesOf({ period }, '2026-12-31')).toEqual(['period.year not_in_catalog']);
    expect(issuesOf({ period }, '2027-01-01')).toEqual([]);
  });
});
