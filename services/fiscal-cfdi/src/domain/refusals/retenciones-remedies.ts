import type { Remedy } from './remedy';

/**
 * The remedies for refusals by the SAT's error matrix of Retenciones 2.0 (facts: complements.md §6, read
 * 2026-11-23).
 */
export const retencionesRemedies: readonly Remedy[] = [
  {
    satCodes: 'Reten20104',
    path: '',
    code: 'place_of_issue_not_in_catalog',
    message:
      'The place of issue is not a postal code of c_CodigoPostal; correct that of the fiscal profile.',
  },
  {
    satCodes: 'Reten20105',
    path: 'withholdingCode',
    code: 'not_in_catalog',
    message: 'The withholding code is not an active code of c_CveRetenc; choose another.',
  },
  {
    satCodes: 'Reten20106',
    path: 'description',
    code: 'description_missing',
    message: 'Code 25 requires a description of the withholding.',
  },
  {
    satCodes: 'Reten20107',
    path: 'withholdingCode',
    code: 'complement_required',
    message:
      'The withholding code requires a complement; give the field of this complement, and no other.',
  },
  {
    satCodes: 'Reten20108',
    path: 'totals',
    code: 'rif_totals_invalid',
    message: 'Code 28 has no taxable or exempt amount; correct the totals or the code.',
  },
  {
    satCodes: 'Reten20109',
    path: 'relatedDocument.relationship',
    code: 'relationship_not_in_catalog',
    message: 'The relationship is not an active code of c_TipoRelacion; choose another.',
  },
  {
    satCodes: 'Reten20110',
    path: '',
    code: 'issuer_name_not_registered',
    message:
      "The issuer's name differs from that of its certificate; correct it in the fiscal profile.",
  },
  {
    satCodes: 'Reten20111-20112',
    path: '',
    code: 'issuer_tax_system_not_allowed',
    message: "The issuer's tax regime does not fit its RFC; correct it in the fiscal profile.",
  },
  {
    satCodes: 'Reten20113',
    path: 'receiver.rfc',
    code: 'receiver_rfc_not_registered',
    message: "The receiver's RFC is not in the SAT's register; correct it.",
  },
  {
    satCodes: 'Reten20115-20116',
    path: 'receiver.legalName',
    code: 'receiver_name_not_registered',
    message:
      "The receiver's name differs from the SAT's register; write it as its Constancia de Situación Fiscal does. Only RFC XAXX010101000 has the name PUBLICO EN GENERAL.",
  },
  {
    satCodes: 'Reten20117',
    path: 'receiver.curp',
    code: 'curp_not_allowed',
    message: 'Only a natural person has a CURP; leave it out or correct the RFC.',
  },
  {
    satCodes: 'Reten20120',
    path: 'receiver.postalCode',
    code: 'receiver_postal_code_not_registered',
    message:
      "The receiver's postal code differs from the SAT's register; correct it. With RFC XAXX010101000 it is that of the place of issue.",
  },
  {
    satCodes: 'Reten20122',
    path: 'period.endMonth',
    code: 'period_reversed',
    message: 'The period ends before it begins; correct its months.',
  },
  {
    satCodes: 'Reten20125-20126',
    path: 'period.year',
    code: 'year_not_allowed',
    message: 'The year must be this one or one of the five before.',
  },
  {
    satCodes: 'Reten20127',
    path: 'totals',
    code: 'amounts_refused',
    message: 'The operation is its taxable and its exempt amount; correct the totals.',
  },
  {
    satCodes: 'Reten20130-20131',
    path: 'taxes',
    code: 'amounts_refused',
    message: 'The withheld taxes do not add up to what is withheld; correct them.',
  },
  {
    satCodes: 'Reten20132',
    path: 'totals.bimonthlyProfit',
    code: 'rif_totals_invalid',
    message: 'Code 28 has a bimonthlyProfit above 0.',
  },
  {
    satCodes: 'Reten20133',
    path: 'totals.correspondingIsr',
    code: 'rif_totals_invalid',
    message: 'Code 28 has a correspondingIsr above 0.',
  },
  {
    satCodes: 'Reten20134',
    path: 'taxes',
    code: 'tax_unknown',
    message: 'A withheld tax must be ISR, IVA or IEPS.',
  },
  {
    satCodes: 'Reten20135',
    path: 'taxes',
    code: 'tax_not_of_payment_type',
    message: 'A payment type does not settle the tax that it is given for; correct one of them.',
  },
];
