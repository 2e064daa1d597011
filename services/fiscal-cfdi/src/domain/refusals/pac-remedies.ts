import type { Remedy } from './remedy';

/**
 * The remedies for refusals of the XML, its date or its certificate (facts: cfdi-rules.md §11,
 * pac-sat-webservices.md §1.3). Code 307 is absent, because it means that the document was stamped before,
 * which is not a refusal.
 */
export const pacRemedies: readonly Remedy[] = [
  {
    satCodes: '301',
    path: '',
    code: 'structure_refused',
    message:
      "The document is not in the SAT's schema; check texts and amounts, and if they are right, give the Request-Id to the operator of Timbre.",
  },
  {
    satCodes: '302 CFDI40102',
    path: '',
    code: 'seal_refused',
    message:
      'The seal does not fit the document, whatever the draft says; stamp again, and if it is refused again, give the Request-Id to the operator of Timbre.',
  },
  {
    satCodes: '303',
    path: '',
    code: 'certificate_of_another_issuer',
    message:
      'The certificate belongs to another RFC than the issuer; upload the CSD of the issuer and activate it.',
  },
  {
    satCodes: '304 CA304 1308 CR1308',
    path: '',
    code: 'certificate_revoked',
    message: 'The SAT has revoked the CSD, or it has expired; upload another one and activate it.',
  },
  {
    satCodes: '305',
    path: '',
    code: 'certificate_not_yet_listed',
    message:
      'The certificate is not in force, or PACs do not know it yet; wait up to 72 hours after the SAT issued it, then stamp again.',
  },
  {
    satCodes: '306',
    path: '',
    code: 'certificate_not_csd',
    message: 'The certificate is not a CSD; upload the CSD of the issuer and activate it.',
  },
  {
    satCodes: '308 CFDI40106',
    path: '',
    code: 'certificate_untrusted',
    message: 'The certificate is not one of the SAT; upload the CSD of the issuer and activate it.',
  },
  {
    satCodes: '401 403 CFDI40101',
    path: '',
    code: 'issue_date_refused',
    message:
      'The date of issue is not the local time of the place of issue, or more than 72 hours ago; stamp again, which gives the document a new date.',
  },
  {
    satCodes: '402',
    path: '',
    code: 'issuer_not_listed',
    message:
      "The issuer is not in the SAT's list of taxpayers who may issue; wait up to 72 hours after the CSD was issued, or clear the obligations at the SAT.",
  },
];
