const NO_MATRIX = 'the SAT publishes no matrix of this complement; its catalogues say it';
const ITEM = 'it is about the items of the request, which the complement does not name';
const LOST = 'the value would not be written, so the document would lack it';
const GUESSED = 'the value would be guessed';
const PERSON = 'no rule of the matrix has the kind of person of a third party';

/**
 * Codes with which only the product refuses a request, keyed by code, with the reason why the schemas and the
 * simulator accept its document.
 */
export const explainedStrictness: ReadonlyMap<string, string> = new Map([
  ['customs_quantity_missing', GUESSED],
  ['deliveries_not_quantity', 'the matrix does not add up the quantities of the stops'],
  ['fuel_subproduct_missing', GUESSED],
  ['fuel_subproduct_not_allowed', NO_MATRIX],
  ['ine_accounting_id_not_allowed', 'INE185 does not name the Comité Directivo Estatal'],
  ['item_unknown', ITEM],
  ['mode_data_missing', 'the simulator demands a station only where its other attributes stand'],
  ['mode_data_not_allowed', LOST],
  ['owner_percentage_not_allowed', LOST],
  ['percentages_not_100', NO_MATRIX],
  ['permit_number_invalid', NO_MATRIX],
  ['state_not_in_catalog', 'the simulator does not judge states abroad'],
  ['stop_abroad', 'the matrix does not compare the country of a stop with TranspInternac'],
  ['tariff_code_missing', 'without its tariff code a good would be written as a service'],
  ['third_party_name_invalid', 'the matrix does not compare the name of the foreign sellers'],
  ['third_party_tax_system_not_allowed', PERSON],
  ['trade_address_incomplete', 'the schema allows an export without the address of its receiver'],
  ['transfer_reason_missing', 'no rule of the matrix demands it in every transfer'],
  ['transfer_reason_not_allowed', 'no rule of the matrix forbids it outside of transfers'],
  ['usd_rate_missing', GUESSED],
]);

const NO_WITHHOLDING_MATRIX = 'the SAT publishes no matrix of this complement';

/** The same for the requests of withholding documents. */
export const explainedStrictnessOfWithholdings: ReadonlyMap<string, string> = new Map([
  ['dividend_part_missing', NO_WITHHOLDING_MATRIX],
  ['dividend_part_not_of_code', NO_WITHHOLDING_MATRIX],
  ['foreign_payment_party_missing', NO_WITHHOLDING_MATRIX],
  ['foreign_payment_party_repeated', NO_WITHHOLDING_MATRIX],
  ['receiver_nationality_not_allowed', 'the matrix does not compare code and nationality'],
  ['trust_other_description_missing', NO_WITHHOLDING_MATRIX],
  ['withheld_above_base', 'the matrix does not compare a withheld amount with its base'],
  ['withheld_above_operation', 'the matrix does not compare the withheld total with the operation'],
]);
