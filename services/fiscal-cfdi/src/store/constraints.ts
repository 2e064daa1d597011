import { conflict, operationInProgress, type Refusal } from '@timbre/kit';

const taken = (field: string, code: string, message: string) => (): Refusal =>
  conflict(message, code, [{ path: [field], code, message }]);

/** What a violated unique index means to the caller. */
export const constraints = {
  certificates_number: taken(
    'certificate',
    'certificate_exists',
    'This certificate has been uploaded already.',
  ),
  series_code: taken('code', 'code_taken', 'Another series of this kind has this code.'),
  // An equal document was sealed in this very second; a PAC would take the two for one.
  cfdi_sello: () => operationInProgress(1),
  withholdings_sello: () => operationInProgress(1),
};
