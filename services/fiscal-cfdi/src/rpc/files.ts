import type { fiscalCfdi } from '@timbre/contract';
import { replies, type Runtime, type Rpcs } from '@timbre/kit';
import { listDeliveries } from '../operations/list-deliveries';
import { sendDocument, type MailProviders } from '../operations/send-document';

/** Documents as files: on their way to people. */
export const filesRpcs = (runtime: Runtime<MailProviders>) =>
  ({
    sendDocument: replies(sendDocument, runtime),
    listDeliveries: replies(listDeliveries, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
