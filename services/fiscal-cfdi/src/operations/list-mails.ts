import type { fiscalCfdi } from '@timbre/contract';
import { query } from '@timbre/kit';
import { mailList } from '../store/files/mailbox';

export const listMails = query((read, { page, documentRef }: fiscalCfdi.ListMailsRequest) =>
  read.page(
    mailList,
    page,
    documentRef === undefined ? [] : [['r.document_ref = $1', documentRef]],
  ),
);
