import type { Item, ItemInput } from './item';
import { itemsIssues } from './item-issues';
import { itemsWarnings } from './item-warnings';
import { foreignPlatform } from './reference-issues';
import type { Sale } from './sale';

const sale: Sale = {
  today: '2026-11-21',
  isPriced: true,
  isCorrection: false,
  isGlobal: false,
  issuer: { rfc: 'CACX7605101P8', taxSystem: '612' },
  placeOfIssue: '42501',
  receiverRfc: 'URE180429TM6',
};

const item: Item = {
  kind: 'custom',
  description: 'Consultoría',
  satProductCode: '80101500',
  satUnitCode: 'E48',
  quantity: '2',
  unitPrice: '100.5',
  taxability: 'standard',
  taxRate: '0.16',
};

const codesOf = (changes: Partial<Item>, around: Partial<Sale> = {}, inputs: ItemInput[] = []) =>
  itemsIssues([{ ...item, ...changes }], inputs, { ...sale, ...around }).map(
    ({ path, code }) => `${path.slice(2).join('.')} ${code}`,
  );

const isr = (rate: string) => ({ type: 'ISR', rate });
const iva = (rate: string) => ({ type: 'IVA', rate });
const ieps = (rate: string, factor = 'Tasa') => ({ type: 'IEPS', factor, rate });
const litres = { ...ieps('3.0818', 'Cuota'), quantityPerUnit: '0.355' };
const untaxed = { taxability: undefined, taxRate: undefined };
const resico = { issuer: { rfc: 'CACX7605101P8', taxSystem: '626' } };
const third = {
  rfc: 'EKU9003173C9',
  legalName: 'Escuela Kemper Urgate',
  taxSystem: '601',
  postalCode: '42501',
};

const component = { satProductCode: '43211902', description: 'Monitor', quantity: '2' };

describe('itemsIssues', () => {
  it.each<[string, Partial<Item>, Partial<Sale>?]>([
    ['fees with two withholdings', { withholdings: [isr('0.1'), iva('0.106667')] }],
    ['two thirds rounded down', { withholdings: [iva('0.106666')] }],
    [
      'freight at 0 % with its line of 0 %',
      { taxability: 'zero', taxRate: '0', withholdings: [iva('0')] },
    ],
    ['1.25 % of a RESICO person', { withholdings: [isr('0.0125')] }, resico],
    [
      'exempt fees with ISR only',
      { taxability: 'exempt', taxRate: undefined, withholdings: [isr('0.1')] },
    ],
    ['IEPS by rate and by litre', { taxes: [ieps('0.25'), litres] }],
    ['no object of tax', { ...untaxed, taxObject: '01' }],
    ['object 06 with ISR withheld', { ...untaxed, taxObject: '06', withholdings: [isr('0.1')] }],
    ['object 07 with IEPS', { ...untaxed, taxObject: '07', taxes: [ieps('0.08')] }],
    ['object 04 of a gift', { ...untaxed, taxObject: '04', discount: '201' }],
    ['the border rate in Tijuana', { taxRate: '0.08' }, { placeOfIssue: '22000' }],
    [
      'receipts at the border rate in a global invoice',
      { taxRate: '0.08', satProductCode: '01010101' },
      { placeOfIssue: '22000', isGlobal: true },
    ],
    [
      'a correction at the border rate, after its decree',
      { taxRate: '0.08' },
      { placeOfIssue: '22000', today: '2027-01-02', isCorrection: true },
    ],
    [
      'receipts in a global invoice',
      { satProductCode: '01010101' },
      { isGlobal: true, receiverRfc: 'XAXX010101000' },
    ],
    ['a third party', { thirdParty: third }],
    [
      'the foreign sellers of a platform at the place of issue',
      { thirdParty: { ...foreignPlatform, postalCode: '42501' } },
    ],
    ['references', { propertyTaxAccounts: ['0215A7'], customsNumbers: ['26  48  3009  6001234'] }],
    ['parts', { components: [{ ...component, customsNumbers: ['26  48  3009  6001234'] }] }],
    [
      'fuel before its complement',
      { satProductCode: '15101514', satUnitCode: 'LTR' },
      { today: '2026-04-23' },
    ],
    [
      'fuel with its complement',
      { satProductCode: '15101514', satUnitCode: 'LTR', complements: { hydrocarbons: {} } },
    ],
  ])('itemsIssues reports no fault for %s', (_, changes, around = {}) => {
    expect(codesOf(changes, around)).toEqual([]);
  });

  it.each<[string, Partial<Item>, string[], Partial<Sale>?]>([
    [
      'withheld rates outside c_TasaOCuota',
      { withholdings: [isr('0.36'), iva('0.17')] },
      [
        'withholdings.0.rate tax_rate_not_allowed',
        'withholdings.1.rate tax_rate_not_allowed',
        'withholdings.1.rate withholding_above_iva',
      ],
    ],
    [
      'one tax withheld twice',
      { withholdings: [isr('0.1'), isr('0.0125')] },
      ['withholdings.1.type withholding_repeated'],
      resico,
    ],
    [
      '10 written as a percentage',
      { withholdings: [isr('10')] },
      ['withholdings.0.rate tax_rate_not_allowed'],
    ],
    [
      'IVA withheld without IVA',
      { taxability: 'exempt', taxRate: undefined, withholdings: [iva('0.04')] },
      ['withholdings.0.type withholding_without_iva'],
    ],
    [
      'IVA withheld above the border rate',
      { taxRate: '0.08', withholdings: [iva('0.106667')] },
      ['withholdings.0.rate withholding_above_iva'],
      { placeOfIssue: '22000' },
    ],
    [
      'withholding by the public',
      { withholdings: [isr('0.1')] },
      ['withholdings.0.type withholding_not_allowed'],
      { receiverRfc: 'XAXX010101000' },
    ],
    [
      'withholding by a foreigner',
      { withholdings: [isr('0.1')] },
      ['withholdings.0.type withholding_not_allowed'],
      { receiverRfc: 'XEXX010101000' },
    ],
    [
      '1.25 % outside RESICO',
      { withholdings: [isr('0.0125')] },
      ['withholdings.0.rate resico_rate_not_allowed'],
    ],
    [
      '1.25 % by a person',
      { withholdings: [isr('0.012500')] },
      ['withholdings.0.rate resico_rate_not_allowed'],
      { ...resico, receiverRfc: 'XIQB891116QE4' },
    ],
    [
      'IEPS outside c_TasaOCuota',
      { taxes: [ieps('0.26'), ieps('73', 'Cuota')] },
      ['taxes.0.rate tax_rate_not_allowed', 'taxes.1.rate tax_rate_not_allowed'],
    ],
    ['IEPS twice', { taxes: [ieps('0.08'), ieps('0.080')] }, ['taxes.1.rate tax_repeated']],
    [
      'quantityPerUnit for a rate',
      { taxes: [{ ...ieps('0.08'), quantityPerUnit: '2' }] },
      ['taxes.0.quantityPerUnit quantity_per_unit_not_allowed'],
    ],
    [
      'another tax or factor',
      { taxes: [{ type: 'ISAN', factor: 'Exento', rate: '0' }] },
      ['taxes.0.type tax_type_unknown', 'taxes.0.factor factor_unknown'],
    ],
    [
      'a price that does not exceed its quota',
      { taxIncluded: true, unitPrice: '3', taxes: [ieps('3.0818', 'Cuota')] },
      ['unitPrice price_below_taxes'],
    ],
    [
      'taxes without an object',
      { taxObject: '01', taxes: [ieps('0.08')], withholdings: [isr('0.1'), iva('0.04')] },
      [
        'taxRate taxes_not_allowed',
        'taxes taxes_not_allowed',
        'withholdings.0 taxes_not_allowed',
        'withholdings.1 taxes_not_allowed',
      ],
    ],
    [
      'IVA with object 07, and no IEPS',
      { taxObject: '07' },
      ['taxRate taxes_not_allowed', 'taxObject taxes_required'],
    ],
    [
      'IVA withheld with object 06',
      { ...untaxed, taxObject: '06', withholdings: [iva('0.04')] },
      ['withholdings.0 taxes_not_allowed'],
    ],
    ['object 02 of a gift', { taxObject: '02', discount: '201' }, ['taxObject taxes_required']],
    [
      'a key that demands IVA without object',
      { ...untaxed, taxObject: '01', satProductCode: '84121603' },
      ['taxability iva_required'],
    ],
    ['8 % inland', { taxRate: '0.08' }, ['taxRate border_stimulus_not_allowed']],
    [
      '8 % of software',
      { taxRate: '0.08', satProductCode: '43231500' },
      ['taxRate border_stimulus_not_allowed'],
      { placeOfIssue: '22000' },
    ],
    [
      '8 % after its decree',
      { taxRate: '0.08' },
      ['taxRate border_stimulus_not_allowed'],
      { placeOfIssue: '22000', today: '2027-01-01' },
    ],
    [
      'fuel',
      { satProductCode: '15101514', satUnitCode: 'LTR' },
      ['satProductCode complement_required'],
    ],
    [
      'the key of payroll',
      { satProductCode: '84111505' },
      ['satProductCode product_key_not_allowed'],
    ],
    [
      'the key of receipts',
      { satProductCode: '01010101' },
      ['satProductCode product_key_not_allowed'],
    ],
    [
      'a property account with a hyphen',
      { propertyTaxAccounts: ['02-15'] },
      ['propertyTaxAccounts.0 property_tax_account_invalid'],
    ],
    [
      'customs numbers of a future year and of an unknown customs office',
      { customsNumbers: ['27  48  3009  6001234', '26  99  3009  6001234', '26 48 3009 6001234'] },
      [
        'customsNumbers.0 customs_number_invalid',
        'customsNumbers.1 customs_number_invalid',
        'customsNumbers.2 customs_number_invalid',
      ],
    ],
    [
      'parts of an unknown key and with customs numbers of a future year',
      {
        components: [
          component,
          { ...component, satProductCode: '99999999', customsNumbers: ['27  48  3009  6001234'] },
        ],
      },
      [
        'parts.1.satProductCode product_key_not_in_catalog',
        'parts.1.customsNumbers.0 customs_number_invalid',
      ],
    ],
    [
      'a part with an amount of 19 digits before the point',
      { components: [{ ...component, unitPrice: '1', amount: '1000000000000000000.00' }] },
      ['parts.0.unitPrice amount_too_large'],
    ],
    [
      'the customer as third party',
      { thirdParty: { ...third, rfc: 'URE180429TM6' } },
      ['thirdParty.rfc third_party_rfc_not_allowed'],
    ],
    [
      'the public as third party',
      { thirdParty: { ...third, rfc: 'XAXX010101000', taxSystem: '616' } },
      ['thirdParty.rfc third_party_rfc_not_allowed'],
    ],
    [
      'a third party with wrong data',
      { thirdParty: { ...third, taxSystem: '605', postalCode: '00000', legalName: ' ' } },
      [
        'thirdParty.legalName third_party_name_invalid',
        'thirdParty.taxSystem third_party_tax_system_not_allowed',
        'thirdParty.postalCode third_party_postal_code_unknown',
      ],
    ],
    [
      'a third party whose name has its capital regime',
      { thirdParty: { ...third, legalName: 'ACME, S.A. de C.V.' } },
      ['thirdParty.legalName capital_regime_in_name'],
    ],
    [
      'the foreign sellers of a platform with another name and regime',
      { thirdParty: { ...third, rfc: 'EXT990101NI1' } },
      [
        'thirdParty.legalName third_party_name_invalid',
        'thirdParty.taxSystem third_party_tax_system_not_allowed',
      ],
    ],
    [
      'the foreign sellers of a platform elsewhere than at the place of issue',
      { thirdParty: { ...foreignPlatform, postalCode: '06000' } },
      ['thirdParty.postalCode third_party_postal_code_not_allowed'],
    ],
  ])('itemsIssues refuses %s', (_, changes, expected, around = {}) => {
    expect(codesOf(changes, around)).toEqual(expected);
  });

  it('only credit notes to the public may use the product key of receipts', () => {
    const receipt = { satProductCode: '01010101' };
    const note = { isCorrection: true };
    expect(codesOf(receipt, { ...note, receiverRfc: 'XAXX010101000' })).toEqual([]);
    expect(codesOf(receipt, note)).toEqual(['satProductCode product_key_not_allowed']);
  });

  it('an issue has the path of productId if the product has the fault, and the path of the field if the item has the fault', () => {
    const copied: Partial<Item> = { kind: 'product', taxRate: '0.15', withholdings: [isr('0.4')] };
    const input: ItemInput = { kind: 'product', quantity: '1', unitPrice: '1', taxRate: '0.15' };
    expect(codesOf(copied, {}, [input])).toEqual([
      'taxRate tax_rate_not_allowed',
      'productId tax_rate_not_allowed',
    ]);
  });

  it('the goods of a transfer are accepted without taxes, and taxes in the request are refused', () => {
    const taxed = { withholdings: [isr('0.4')], taxes: [ieps('0.08')], taxRate: '0.08' };
    const around = { isPriced: false };
    expect(codesOf(taxed, around)).toEqual([]);
    const input: ItemInput = {
      kind: 'custom',
      quantity: '1',
      unitPrice: '0',
      taxObject: '02',
      withholdings: { entries: taxed.withholdings },
      taxes: { entries: taxed.taxes },
    };
    expect(codesOf(taxed, around, [input])).toEqual([
      'withholdings taxes_not_allowed',
      'taxes taxes_not_allowed',
      'taxObject taxes_not_allowed',
    ]);
  });
});

describe('itemsWarnings', () => {
  it('a missing property tax account for a leased building causes a warning', () => {
    const lease = { ...item, activity: 'lease_real_estate' };
    const warnings = itemsWarnings(
      [item, lease, { ...lease, propertyTaxAccounts: ['1'] }],
      '2026-11-21',
    );
    expect(warnings).toMatchObject([
      { path: ['items', 1, 'propertyTaxAccounts'], code: 'property_tax_account_missing' },
    ]);
  });

  const third = { legalName: 'X', taxSystem: '601', postalCode: '01000' };
  const quota = { type: 'IEPS', factor: 'Cuota', rate: '1.8' };
  it.each<[Partial<Item>, string[]]>([
    [{ customsNumbers: ['26  48  3807  6003832'] }, []],
    [{ customsNumbers: ['26  48  3807  5003832'] }, []],
    [{ customsNumbers: ['26  48  3807  4003832'] }, ['customsNumbers customs_number_unusual']],
    [{ customsNumbers: ['99  48  3807  9003832'] }, ['customsNumbers customs_number_unusual']],
    [{ thirdParty: { ...third, rfc: 'EKU9003173C9' } }, []],
    [{ thirdParty: { ...third, rfc: 'EXT990101NI1' } }, []],
    [{ thirdParty: { ...third, rfc: 'EKU9003173C8' } }, ['thirdParty third_party_rfc_check_digit']],
    [{ taxes: [{ ...quota, quantityPerUnit: '0.6' }] }, []],
    [{ taxes: [{ ...quota, quantityPerUnit: '600000' }] }, ['taxes quantity_per_unit_unusual']],
    [
      { discount: '200', withholdings: [{ type: 'ISR', rate: '0.1' }] },
      ['discount given_away_taxed'],
    ],
    [{ discount: '200' }, []],
    [{ discount: 'x', withholdings: [{ type: 'ISR', rate: '0.1' }] }, []],
  ])('the warnings for %j are %j', (changes, expected) => {
    const priced = { ...item, quantity: '2', unitPrice: '100', ...changes };
    const warnings = itemsWarnings([priced], '2026-11-21');
    expect(warnings.map(({ path, code }) => `${path.at(-1)} ${code}`)).toEqual(expected);
  });
});
