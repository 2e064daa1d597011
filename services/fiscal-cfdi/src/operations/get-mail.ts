import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { mailDetail } from '../store/files/mailbox';

export const getMail = query((read, { mailId }: fiscalCfdi.GetMailRequest) =>
  read.resource(mailDetail, mailId),
);
