import type { fiscalCfdi } from '@timbre/contract';
import { isUuid } from '@timbre/fiscal';
import { invalid, query } from '@timbre/kit';
import type { MassDownloadMessage, SetUpProviders } from '../domain/ports';
import { readFiel } from '../store/stamping/signing-keys';

/**
 * Signs a message of the SAT's mass download with the active FIEL. The operation builds the message from
 * validated values, so that a caller cannot use the FIEL to sign an arbitrary text. The operation refuses
 * with validation_error, or with the conflicts of `readFiel`.
 */
export const signMassDownload = query(
  async (
    read,
    request: fiscalCfdi.SignMassDownloadRequest,
    { signer }: SetUpProviders,
  ): Promise<fiscalCfdi.SignedMassDownload> => {
    const message = messageOf(request, read.now);
    if (!message) {
      const fault = { path: ['operation'], code: 'invalid_format', message: 'Not such a message.' };
      throw invalid([fault]);
    }
    const key = await signer.open(await readFiel(read));
    return key.signMassDownload(message);
  },
);

const local = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/;
const packageForm = /^[0-9A-F-]{36}_\d{2,4}$/i;

function messageOf(
  request: fiscalCfdi.SignMassDownloadRequest,
  now: Date,
): MassDownloadMessage | undefined {
  const { operation, from, to, folio, requestId, packageId } = request;
  switch (operation) {
    case 'authenticate':
      return { operation, createdAt: now };
    case 'request_issued':
    case 'request_received': {
      const requestType = (['CFDI', 'Metadata'] as const).find((t) => t === request.requestType);
      const documentStatus = (['Todos', 'Vigente', 'Cancelado'] as const).find(
        (status) => status === request.documentStatus,
      );
      if (!requestType || !documentStatus || !local.test(from) || !local.test(to)) return undefined;
      return { operation, from, to, requestType, documentStatus };
    }
    case 'request_folio':
      return isUuid(folio) ? { operation, folio } : undefined;
    case 'verify':
      return isUuid(requestId) ? { operation, requestId } : undefined;
    case 'download':
      return packageForm.test(packageId) ? { operation, packageId } : undefined;
    default:
      return undefined;
  }
}
