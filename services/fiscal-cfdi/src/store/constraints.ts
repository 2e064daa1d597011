import { conflict, operationInProgress, type Refusal } from '@timbre/kit';

const taken = (field: string, code: string, message: string) => (): Refusal =>
  conflict(message, code, [{ path: [field], code, message }]);

/** The refusals for violated unique indexes. */
export const constraints = {
  certificates_number: taken(
    'certificate',
    'certificate_exists',
    'This certificate has been uploaded already.',
  ),
  series_code: taken('code', 'code_taken', 'Another series of this kind has this code.'),
  // The insert is refused, because another request created the organization's series at the same
  // time.
  series_default: () => operationInProgress(1),
  // The insert is refused, because an equal document was sealed in the same second. Both documents would have
  // the same seal, so a PAC would treat them as one.
  cfdi_sello: () => operationInProgress(1),
  withholdings_sello: () => operationInProgress(1),
  // The insert is refused, because the same document was imported at the same time.
  withholdings_uuid: () => operationInProgress(1),
};
