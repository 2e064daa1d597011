import type { fiscalCfdi } from '@timbre/contract';
import { command, conflict, requireJudged } from '@timbre/kit';
import type { MailProviders } from '../domain/files/mailer';
import type { FiscalDocument } from '../store/fiscal-documents';
import { lockDocument, namedDocument } from '../workflows/documents/fiscal-kinds';
import { queueDeliveries } from '../workflows/files/queue-deliveries';

/**
 * Queues a mail with a stamped document for each recipient. The operation refuses with not_found, with
 * conflict (not_stamped or xml_missing), or with provider_unavailable if the deployment has no mail server.
 */
export const sendDocument = command(
  async (tx, request: fiscalCfdi.SendDocumentRequest, providers: MailProviders) => {
    const { recipients, ...mailing } = request;
    const { kind, id } = namedDocument(mailing.documentRef);
    requireXml(await lockDocument(tx, kind, id));
    await requireJudged(tx, kind.detail, id);
    return queueDeliveries(tx, mailing, recipients, providers);
  },
);

function requireXml({ status, stampedXml }: FiscalDocument): void {
  if (status === 'draft') {
    throw conflict('A draft cannot be sent; stamp it first.', 'not_stamped');
  }
  if (!stampedXml) {
    throw conflict('Only the metadata of this document is available, not its XML.', 'xml_missing');
  }
}
