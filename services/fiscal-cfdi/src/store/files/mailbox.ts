import { defineEntity, p } from '@mikro-orm/postgresql';
import type { sandboxMail, sandboxMailDetail } from '@timbre/api';
import { fold } from '@timbre/fiscal';
import {
  type Answer,
  instant,
  integer,
  json,
  type List,
  type Members,
  object,
  resource,
  type Sql,
  type Transaction,
} from '@timbre/kit';
import type { Mail } from '../../domain/files/mailer';

/** A mail of a sandbox, as its recipient would receive it. */
export const StoredMail = defineEntity({
  name: 'StoredMail',
  tableName: 'mails',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    documentRef: p.text(),
    recipient: p.text(),
    fromName: p.text(),
    subject: p.text(),
    text: p.text(),
    searchText: p.text(),
    createdAt: p.datetime(),
  },
});

export const MailFile = defineEntity({
  name: 'MailFile',
  tableName: 'mail_files',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().name('org_id').primary(),
    mailId: p.uuid(),
    position: p.integer(),
    fileName: p.text(),
    contentType: p.text(),
    content: p.blob(),
  },
});

type Shown = Answer<typeof sandboxMail>;
type ShownFile = Answer<typeof sandboxMailDetail>['files'][number];

const summary: Members<Shown> = {
  mailId: 'r.id',
  // Mails about members or credentials have a technical reference instead of a document reference. The
  // response omits that technical reference.
  documentRef: `case when r.document_ref not like 'letter:%' then r.document_ref end`,
  recipient: 'r.recipient',
  fromName: 'r.from_name',
  subject: `r.subject`,
  createdAt: instant('r.created_at'),
};

const file: Sql<ShownFile> = object<ShownFile>({
  fileId: 'f.id',
  fileName: 'f.file_name',
  contentType: 'f.content_type',
  byteSize: integer('length(f.content)'),
});

export const mailList: List = {
  name: 'mails',
  resource: resource<Shown>('mail', 'mails', summary),
  searchColumn: 'r.search_text',
  instantColumn: 'r.created_at',
};

export const mailDetail = resource<Omit<Answer<typeof sandboxMailDetail>, 'url' | 'urlExpiresAt'>>(
  'mail',
  'mails',
  {
    ...summary,
    text: 'r.text',
    files: json(`(select coalesce(json_agg(${file} order by f.position), '[]') from mail_files f
    where f.org_id = r.org_id and f.mail_id = r.id)`),
  },
);

/** A mailbox stores at most this number of mails, the newest ones. */
const mailsMax = 100;

/** Stores a mail in the mailbox and deletes the oldest mail above the limit. */
export async function keepMail(
  tx: Transaction,
  { deliveryId: id, documentRef }: { deliveryId: string; documentRef: string },
  { recipient, fromName, subject, text, attachments }: Mail,
): Promise<void> {
  const searchText = fold(`${recipient} ${subject}`);
  const words = { recipient, fromName, subject, text, searchText };
  tx.add(StoredMail, { id, documentRef, ...words, createdAt: tx.now });
  attachments.forEach((attachment, position) => {
    const content = Buffer.from(attachment.content);
    tx.add(MailFile, { mailId: id, position, ...attachment, content });
  });
  await tx.rows(
    `delete from mails where org_id = $1 and id in (select id from mails where org_id = $1
      order by created_at desc, id offset ${mailsMax - 1})`,
    [tx.organizationId],
  );
}
