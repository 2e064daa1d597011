import type { Remedy } from './remedy';

/**
 * The remedies for refusals by the SAT's error matrix of CFDI 4.0 (2024-12-13; facts: cfdi-rules.md §12,
 * read 2026-11-21).
 */
export const cfdiRemedies: readonly Remedy[] = [
  {
    satCodes: 'CFDI40143',
    path: 'customerId',
    receiverField: 'rfc',
    code: 'receiver_rfc_not_registered',
    message:
      "The SAT's register has no active taxpayer with this RFC; correct the receiver's RFC by their constancia de situación fiscal.",
  },
  {
    satCodes: 'CFDI40144-40145',
    path: 'customerId',
    receiverField: 'legalName',
    code: 'receiver_name_not_registered',
    message:
      "The receiver's name differs from the SAT's register; write it as in their constancia de situación fiscal, without the capital regime (S.A. de C.V.).",
  },
  {
    satCodes: 'CFDI40146',
    path: 'customerId',
    receiverField: 'legalName',
    code: 'receiver_name_not_allowed',
    message: 'A receiver with a generic RFC must not have this name; correct the name.',
  },
  {
    satCodes: 'CFDI40147-40148',
    path: 'customerId',
    receiverField: 'postalCode',
    code: 'receiver_postal_code_not_registered',
    message:
      "The receiver's postal code differs from the SAT's register; take that of their constancia de situación fiscal.",
  },
  {
    satCodes: 'CFDI40149',
    path: 'customerId',
    receiverField: 'postalCode',
    code: 'receiver_postal_code_not_allowed',
    message: 'A receiver with a generic RFC must have the postal code of the place of issue.',
  },
  {
    satCodes: 'CFDI40150-40156',
    path: 'customerId',
    code: 'receiver_residence_not_allowed',
    message:
      "The receiver's country of residence and foreign tax id do not fit each other or the RFC; only XEXX010101000 has them, and the id has the form of the country.",
  },
  {
    satCodes: 'CFDI40157-40159',
    path: 'customerId',
    code: 'receiver_tax_system_not_allowed',
    message:
      "The receiver's tax regime does not fit their RFC; take one of their constancia de situación fiscal. A generic RFC has 616.",
  },
  {
    satCodes: 'CFDI40160-40161',
    path: 'cfdiUse',
    code: 'cfdi_use_not_allowed',
    message:
      "The use of the CFDI is not open to the receiver's kind of person and tax regime; choose another code of c_UsoCFDI, or correct the regime.",
  },
  {
    satCodes: 'CFDI40138',
    path: '',
    code: 'issuer_rfc_not_registered',
    message:
      "The SAT's register has no active taxpayer with the issuer's RFC; correct the fiscal profile.",
  },
  {
    satCodes: 'CFDI40139',
    path: '',
    code: 'issuer_name_not_registered',
    message:
      "The issuer's name differs from the SAT's register; write it in the fiscal profile as in the constancia de situación fiscal, without the capital regime.",
  },
  {
    satCodes: 'CFDI40140-40142',
    path: '',
    code: 'issuer_tax_system_not_allowed',
    message: "The issuer's tax regime does not fit its RFC; correct it in the fiscal profile.",
  },
  {
    satCodes: 'CFDI40126',
    path: 'placeOfIssue',
    code: 'place_of_issue_not_in_catalog',
    message:
      'The place of issue is not a postal code of c_CodigoPostal; correct it, or the postal code of the fiscal profile.',
  },
  {
    satCodes: 'CFDI40103 CFDI40105',
    path: 'payment.formCode',
    code: 'form_code_not_allowed',
    message:
      'The form of payment does not fit the method: with PPD it is 99, with PUE the one in which the customer pays.',
  },
  {
    satCodes: 'CFDI40104',
    path: 'payment.formCode',
    code: 'form_code_not_in_catalog',
    message: 'The form of payment is not an active code of c_FormaPago; choose another.',
  },
  {
    satCodes: 'CFDI40124-40125',
    path: 'payment.timing',
    code: 'method_not_allowed',
    message: 'The method of payment does not fit this document; choose PUE or PPD.',
  },
  {
    satCodes: 'CFDI40113',
    path: 'currency',
    code: 'currency_not_in_catalog',
    message: 'The currency is not an active code of c_Moneda; choose another.',
  },
  {
    satCodes: 'CFDI40114 CFDI40116',
    path: 'exchangeRate',
    code: 'exchange_rate_not_allowed',
    message: 'Pesos and no currency have no exchange rate; leave it out.',
  },
  {
    satCodes: 'CFDI40115 CFDI40117',
    path: 'exchangeRate',
    code: 'exchange_rate_missing',
    message: 'A foreign currency requires the pesos for one unit of it, with at most six decimals.',
  },
  {
    satCodes: 'CFDI40118',
    path: 'exchangeRate',
    code: 'exchange_rate_out_of_range',
    message:
      "The exchange rate differs from the day's by more than c_Moneda allows; correct it, or send the confirmation key that the PAC gives for it.",
  },
  {
    satCodes: 'CFDI40120',
    path: 'items',
    code: 'total_above_limit',
    message: 'The total is above the limit of the SAT; split the document into several.',
  },
  {
    satCodes: 'CFDI40127-40129',
    path: 'confirmation',
    code: 'confirmation_refused',
    message:
      'The confirmation key is not needed, not valid, or used already; leave it out if the exchange rate is right, or ask the PAC for another.',
  },
  {
    satCodes: 'CFDI40121 CFDI40999',
    path: '',
    code: 'document_refused',
    message: 'The PAC refused the document; correct what its words name.',
  },
  {
    satCodes: 'CFDI40122',
    path: 'exportation',
    code: 'complement_required',
    message:
      'A definitive export (02) requires the complement of foreign trade, which is given as XML in `complements`.',
  },
  {
    satCodes: 'CFDI40123',
    path: 'exportation',
    code: 'exportation_not_in_catalog',
    message: 'The export is not an active code of c_Exportacion; choose another.',
  },
  {
    satCodes: 'CFDI40222',
    path: 'exportation',
    code: 'complement_not_allowed',
    message: 'Exports 01 and 03 do not allow the complement of foreign trade.',
  },
  {
    satCodes: 'CFDI40130-40136',
    path: 'globalPeriod',
    code: 'global_period_refused',
    message:
      'An invoice to the general public must have its period: periodicity, months and year that fit each other and the regime of the issuer; other invoices have none.',
  },
  {
    satCodes: 'CFDI40137',
    path: 'relatedDocuments',
    code: 'relationship_not_in_catalog',
    message: 'The relationship is not an active code of c_TipoRelacion; choose another.',
  },
  {
    satCodes: 'CFDI40110 CFDI40168-40169',
    path: 'items',
    code: 'discount_too_large',
    message: 'A discount is more than the amount it is taken off, or has too many decimals.',
  },
  {
    satCodes: 'CFDI40162 CFDI40196',
    path: 'items',
    code: 'product_code_not_in_catalog',
    message: 'A SAT product key is not an active code of c_ClaveProdServ; choose another.',
  },
  {
    satCodes: 'CFDI40163',
    path: 'items',
    code: 'complement_required',
    message: 'A SAT product key requires a complement of its item: fuels need `hydrocarbons`.',
  },
  {
    satCodes: 'CFDI40164',
    path: 'items',
    code: 'tax_required',
    message: 'A SAT product key requires a transferred tax; give the item its rate.',
  },
  {
    satCodes: 'CFDI40165',
    path: 'items',
    code: 'unit_code_not_in_catalog',
    message: 'A SAT unit is not an active code of c_ClaveUnidad; choose another.',
  },
  {
    satCodes: 'CFDI40166 CFDI40197',
    path: 'items',
    code: 'unit_price_missing',
    message: 'Each unit price must be above 0.',
  },
  {
    satCodes: 'CFDI40170-40173 CFDI140226-140227',
    path: 'items',
    code: 'tax_object_contradicts_taxes',
    message:
      'The tax object of an item does not fit its taxes: 02 requires taxes, 01, 03, 04 and 05 have none, 06 to 08 have only some.',
  },
  {
    satCodes: 'CFDI40179 CFDI40185 CFDI40219',
    path: 'items',
    code: 'tax_rate_not_allowed',
    message: 'A tax rate is not in c_TasaOCuota for its tax; correct the rate of the item.',
  },
  {
    satCodes: 'CFDI40174-40178 CFDI40181-40184 CFDI40207 CFDI40217',
    path: 'items',
    code: 'item_taxes_refused',
    message:
      'The taxes of an item do not fit each other: each has a base above 0, a withholding is never exempt, and an exempt tax has no rate.',
  },
  {
    satCodes:
      'CFDI40107-40109 CFDI40111-40112 CFDI40119 CFDI40167 CFDI40180 CFDI40186 CFDI40198 CFDI40201-40206 CFDI40208-40216 CFDI40218 CFDI40220-40221',
    path: 'items',
    code: 'amounts_refused',
    message:
      'An amount that Timbre computes is refused; check quantities, prices and discounts, and if they are right, give the Request-Id to the operator of Timbre.',
  },
  {
    satCodes: 'CFDI40187-40193 CFDI140223',
    path: 'items',
    code: 'third_party_refused',
    message:
      "The third party of an item differs from the SAT's register or is a party of the document; correct its RFC, name, regime and postal code.",
  },
  {
    satCodes: 'CFDI40194-40195 CFDI40199-40200',
    path: 'items',
    code: 'customs_number_refused',
    message:
      'The form of a customs number is wrong, its year, office and broker are not together in c_NumPedimentoAduana, or the document is an export; correct the number or leave it out.',
  },
  {
    satCodes: 'CFDI140224-140225',
    path: 'items',
    code: 'resico_withholding_refused',
    message:
      'ISR at 1.25 % is withheld by companies from natural persons of regime 626 only, and from them always; correct the withholding.',
  },
];
