import type { fiscalCfdi } from '@timbre/contract';
import { notFound, query } from '@timbre/kit';
import { MailFile } from '../store/files/mailbox';

/** Reads an attachment of a mail in the sandbox mailbox. */
export const readMailFile = query(
  async (
    read,
    { mailId, fileId }: fiscalCfdi.ReadMailFileRequest,
  ): Promise<fiscalCfdi.DownloadDocumentResponse> => {
    const file = await read.get(MailFile, fileId, 'file of a mail');
    if (file.mailId !== mailId.toLowerCase()) throw notFound('file of a mail');
    const { content, contentType, fileName } = file;
    return { content: Buffer.from(content), contentType, fileName };
  },
);
