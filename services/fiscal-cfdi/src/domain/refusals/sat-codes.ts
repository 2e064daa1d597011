import type { Issue } from '@timbre/fiscal';
import type { SeriesKind } from '../set-up/series';

/**
 * The SAT's codes, keyed by Timbre's issue codes. If an issue code has several SAT codes, they are keyed by
 * the member of the issue's path that determines the code (`''` for any other path). `301` is a PAC's code
 * for a violation of the schema.
 */
type Codes = Readonly<Record<string, string | Readonly<Record<string, string>>>>;

const cfdi: Codes = {
  customer_rfc_missing: '301',
  customer_rfc_invalid: '301',
  customer_name_invalid: '301',
  customer_tax_system_missing: '301',
  customer_tax_system_not_allowed: 'CFDI40158',
  customer_postal_code_missing: '301',
  customer_postal_code_unknown: 'CFDI40147',
  cfdi_use_not_in_catalog: 'CFDI40160',
  cfdi_use_not_allowed: 'CFDI40161',
  global_invoice_needed: 'CFDI40130',
  global_period_not_allowed: 'CFDI40130',
  periodicity_not_in_catalog: 'CFDI40131',
  periodicity_not_allowed: 'CFDI40132',
  months_not_in_catalog: 'CFDI40133',
  months_not_allowed: 'CFDI40134',
  year_not_allowed: 'CFDI40136',
  place_of_issue_unknown: 'CFDI40126',
  exportation_not_in_catalog: 'CFDI40123',
  confirmation_invalid: 'CFDI40128',
  confirmation_not_needed: 'CFDI40127',
  relationship_not_in_catalog: 'CFDI40137',
  uuid_invalid: '301',
  text_invalid: '301',
  amount_too_large: '301',
  local_taxes_above_total: '301',
  currency_not_in_catalog: 'CFDI40113',
  exchange_rate_missing: 'CFDI40115',
  exchange_rate_not_allowed: 'CFDI40114',
  exchange_rate_out_of_range: 'CFDI40118',
  form_code_not_in_catalog: 'CFDI40104',
  form_code_not_allowed: 'CFDI40105',
  method_code_not_in_catalog: 'CFDI40124',
  complement_not_allowed: 'CFDI40222',
  complement_required: { exportation: 'CFDI40122', items: 'CFDI40163' },
  unit_price_zero: 'CFDI40166',
  discount_too_large: 'CFDI40169',
  product_key_not_in_catalog: 'CFDI40162',
  unit_not_in_catalog: 'CFDI40165',
  iva_required: 'CFDI40164',
  ieps_required: 'CFDI40164',
  taxes_not_allowed: 'CFDI40172',
  taxes_required: 'CFDI40171',
  tax_type_unknown: { withholdings: 'CFDI40182', '': 'CFDI40175' },
  factor_unknown: 'CFDI40176',
  tax_rate_not_allowed: { withholdings: 'CFDI40185', '': 'CFDI40179' },
  resico_rate_not_allowed: 'CFDI140225',
  border_stimulus_not_allowed: 'CFDI40179',
  customs_number_invalid: 'CFDI40194',
  property_tax_account_invalid: '301',
  transfer_currency_not_allowed: 'CP105',
  transfer_receiver_not_issuer: 'CP107',
  freight_key_missing: 'CP109',
  freight_key_not_allowed: 'CP110',
  complement_not_combinable: { foreignTrade: 'CCE115', '': 'CP113' },
  goods_owner_missing: 'CCE102',
  goods_owner_not_allowed: 'CCE103',
  trade_receiver_not_allowed: 'CCE107',
  not_in_foreign_trade: { thirdParty: 'CCE111', '': 'CCE112' },
  related_invoice_missing: 'CCE116',
  exporter_number_not_allowed: 'CCE119',
  incoterm_missing: 'CCE120',
  issuer_curp_not_allowed: 'CCE123',
  issuer_curp_missing: 'CCE124',
  recipient_missing: 'CCE142',
  sku_missing: 'CCE151',
  good_repeated: 'CCE153',
  customs_value_not_amount: 'CCE158',
  tariff_code_not_allowed: 'CCE159',
  tariff_code_missing: 'CCE160',
  stop_missing: 'CP130',
  customs_regime_not_allowed: 'CP117',
  material_missing: { description: 'CP171', '': 'CP170' },
  material_not_allowed: { description: 'CP171', '': 'CP170' },
  customs_document_missing: 'CP172',
  customs_document_not_allowed: { type: 'CP173', '': 'CP172' },
  customs_document_data_missing: { pedimento: 'CP174', documentNumber: 'CP175', '': 'CP176' },
  customs_document_data_not_allowed: { pedimento: 'CP174', documentNumber: 'CP175', '': 'CP176' },
  distance_missing: 'CP141',
  distance_not_allowed: 'CP141',
  place_not_of_postal_code: {
    neighborhood: 'CP143',
    city: 'CP144',
    municipality: 'CP145',
    '': 'CP146',
  },
  hazard_missing: { packaging: 'CP157', '': 'CP156' },
  hazard_not_allowed: { packaging: 'CP157', '': 'CP156' },
  guides_missing: 'CP177',
  delivery_stop_unknown: { origin: 'CP178', '': 'CP179' },
  environment_insurance_missing: 'CP182',
  environment_insurance_not_allowed: 'CP182',
  trailers_missing: 'CP184',
  trailers_not_allowed: 'CP184',
  driver_missing: 'CP194',
  figure_rfc_missing: 'CP195',
  license_missing: 'CP196',
  license_not_allowed: 'CP196',
  parts_missing: 'CP199',
  parts_not_allowed: 'CP199',
  third_party_rfc_not_allowed: 'CFDI40188',
  third_party_name_invalid: 'CFDI40189',
  third_party_tax_system_not_allowed: 'CFDI40191',
  third_party_postal_code_unknown: 'CFDI40192',
  third_party_postal_code_not_allowed: 'CFDI40193',
};

const own: { readonly [Kind in SeriesKind]?: Codes } = {
  payment_complement: {
    ...cfdi,
    currency_not_in_catalog: 'CRP20999',
    currency_not_allowed: { documents: 'CRP20236', '': 'CRP20213' },
    exchange_rate_missing: { documents: 'CRP20237', '': 'CRP20214' },
    exchange_rate_not_allowed: { documents: 'CRP20238', '': 'CRP20215' },
    exchange_rate_out_of_range: 'CRP20216',
    form_code_to_be_defined: 'CRP20212',
    form_code_not_in_catalog: 'CRP20999',
    amount_above_balance: 'CRP20244',
    exempt_withholding: 'CRP20252',
    exempt_rate: 'CRP20258',
  },
  payroll: {
    ...cfdi,
    currency_not_allowed: 'NOM1',
    net_negative: '301',
    employee_rfc_missing: '301',
    employee_name_missing: '301',
    employee_postal_code_missing: '301',
    employer_registration_missing: 'NOM42',
    employer_registration_not_allowed: 'NOM43',
    curp_invalid: '301',
    period_reversed: 'NOM35',
    employed_after_period: 'NOM53',
    subsidy_ceiling_exceeded: 'NOM101',
    subsidy_line_invalid: 'NOM105',
    subsidy_not_allowed: 'NOM106',
    type_not_in_catalog: {
      earnings: 'NOM76',
      deductions: 'NOM93',
      otherPayments: 'NOM97',
      incapacities: 'NOM104',
    },
  },
  withholding: {
    not_in_catalog: {
      withholdingCode: 'Reten20105',
      postalCode: '301',
      relatedDocument: 'Reten20109',
      startMonth: '301',
      endMonth: '301',
      year: 'Reten20125',
      paymentType: 'Reten20135',
    },
    complement_required: 'Reten20107',
    description_missing: 'Reten20106',
    description_invalid: '301',
    rif_totals_invalid: 'Reten20108',
    receiver_kind_unknown: '301',
    rfc_missing: '301',
    rfc_invalid: '301',
    legal_name_invalid: '301',
    postal_code_missing: '301',
    curp_invalid: '301',
    curp_not_allowed: 'Reten20117',
    tax_id_invalid: '301',
    period_reversed: 'Reten20122',
    tax_unknown: 'Reten20134',
    tax_not_of_payment_type: 'Reten20135',
    uuid_invalid: '301',
  },
};

/** Returns the SAT's codes for the issues of a kind of document, keyed by Timbre's issue codes. */
export const satCodesOf = (kind: SeriesKind): Codes => own[kind] ?? cfdi;

/** Adds the SAT's code to each issue that is a broken rule of the SAT's matrices. */
export function withSatCodes(kind: SeriesKind, issues: readonly Issue[]): Issue[] {
  const codes = satCodesOf(kind);
  return issues.map((issue) => {
    const found = issue.satCode ?? codeAt(codes[issue.code], issue.path);
    return found === undefined ? issue : { ...issue, satCode: found };
  });
}

function codeAt(codes: Codes[string] | undefined, path: Issue['path']): string | undefined {
  if (codes === undefined || typeof codes === 'string') return codes;
  const member = path.find((part) => String(part) in codes) ?? '';
  return codes[member];
}
