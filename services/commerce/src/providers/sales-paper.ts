import type { MailWay } from '@timbre/api';
import { underKey, unlessUnavailable, withoutKey, type CallContext } from '@timbre/kit';
import type { SalesPaper } from '../domain/ports';
import type { FiscalCfdiClient } from './fiscal-cfdi-client';

/**
 * Prints and mails quotes and receipts through fiscal-cfdi, in the style of the organization's
 * fiscal documents.
 */
export const salesPaper = (
  client: Pick<FiscalCfdiClient, 'printSalesDocument' | 'queueMail' | 'getMailWay'>,
): SalesPaper<CallContext> => ({
  async print(context, document) {
    return (await client.printSalesDocument(document, withoutKey(context))).content;
  },
  async mailWay(context) {
    const known = await unlessUnavailable(context, (asking) => client.getMailWay({}, asking));
    return known?.way as MailWay | undefined;
  },
  async mail(context, key, mail) {
    const request = { ...mail, content: Buffer.from(mail.content), secret: false };
    await client.queueMail(request, underKey(context, 'queueMail', key));
  },
});
