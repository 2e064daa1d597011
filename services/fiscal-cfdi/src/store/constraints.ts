import { conflict, operationInProgress, type Refusal } from '@timbre/kit';

const taken = (field: string, code: string, message: string) => (): Refusal =>
  conflict(message, code, [{ path: [field], code, message }]);

/** Translates a violated unique index into a refusal. */
export const constraints = {
  certificates_number: taken(
    'certificate',
    'certificate_exists',
    'This certificate has been uploaded already.',
  ),
  series_code: taken('code', 'code_taken', 'Another series of this kind has this code.'),
  // Another request gave the organization its series at the same moment.
  series_default: () => operationInProgress(1),
  // An equal document was sealed in the same second; a PAC would treat the two as one.
  cfdi_sello: () => operationInProgress(1),
  withholdings_sello: () => operationInProgress(1),
  // The same document was imported at the same moment.
  withholdings_uuid: () => operationInProgress(1),
};
