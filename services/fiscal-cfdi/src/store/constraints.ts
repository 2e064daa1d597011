import { conflict, operationInProgress, type Refusal } from '@timbre/kit';

const taken = (field: string, code: string, message: string) => (): Refusal =>
  conflict(message, code, [{ path: [field], code, message }]);

/** The refusals for violated unique indexes, keyed by the name of the index. */
export const constraints = {
  certificates_number: taken(
    'certificate',
    'certificate_exists',
    'This certificate has been uploaded already.',
  ),
  series_code: taken('code', 'code_taken', 'Another series of this kind has this code.'),
  // This refusal means that another request created the organization's series at the same time.
  series_default: () => operationInProgress(1),
  // This refusal means that an equal document was sealed in the same second. Two equal documents would have
  // the same seal, so a PAC would treat them as one document.
  cfdi_sello: () => operationInProgress(1),
  withholdings_sello: () => operationInProgress(1),
  // These refusals mean that another request imported the same document at the same time.
  cfdi_uuid: () => operationInProgress(1),
  withholdings_uuid: () => operationInProgress(1),
};
