import type { fiscalCfdi } from '@timbre/contract';
import { newId, type CallContext, type Refusal, type Runtime } from '@timbre/kit';
import { withKey, testPool } from '@timbre/testkit';
import type { Mailer } from '../src/domain/files/mailer';
import { createDeliveryJob } from '../src/jobs/deliver-documents';
import { runForgetSuppression } from '../src/commands/forget-suppression';
import { deliverDocument } from '../src/workflows/files/deliver-document';
import type { PdfProviders } from '../src/workflows/files/document-file';
import type { CfdiProviders } from '../src/workflows/drafting/draft-sources';
import { getMail } from '../src/operations/get-mail';
import { listDeliveries } from '../src/operations/list-deliveries';
import { listMails } from '../src/operations/list-mails';
import { printSalesDocument } from '../src/operations/print-sales-document';
import { queueMail } from '../src/operations/queue-mail';
import { readMailFile } from '../src/operations/read-mail-file';
import { sendDocument } from '../src/operations/send-document';
import type { MailProviders } from '../src/domain/files/mailer';
import { pdfPrinter } from '../src/pdf/pdf-printer';
import { smtpMailer } from '../src/providers/smtp';
import { bringTo, newDraft, newOrganization, startCfdi, type Cfdi } from './cfdi';
import { newFile } from './files';
import { operatorRuntime } from './fiscal-cfdi';
import { startMailServer, type MailServer } from './mail-server';

let cfdi: Cfdi;
let context: CallContext;
let document: Awaited<ReturnType<typeof newFile>>;
let server: MailServer;
let mailer: Mailer & { close(): void };
const pdf = pdfPrinter({ environment: 'production' });

beforeAll(async () => {
  cfdi = await startCfdi();
  server = await startMailServer();
  mailer = smtpMailer(server.url, 'facturas@timbre.example');
  context = await newOrganization(cfdi);
  document = await newFile(cfdi, context);
});
beforeEach(() => {
  cfdi.service.setClock('2026-11-21T15:00:00.000Z');
  server.received.splice(0);
});
afterAll(async () => {
  mailer.close();
  await pdf.close();
  await server.close();
  await cfdi.service.close();
});

type Providers = CfdiProviders & PdfProviders & MailProviders;

const runtimeWith = (given: MailProviders): Runtime<Providers> => ({
  ...cfdi.service.runtime,
  providers: { ...cfdi.service.runtime.providers, pdf, ...given },
});

interface Shown {
  deliveryId: string;
  recipient: string;
  state: string;
  attempts: number;
  lastErrorCode?: string;
  nextAttemptAt?: string;
  sentAt?: string;
}

async function send(
  recipients: string[],
  changes: Partial<fiscalCfdi.SendDocumentRequest> = {},
  caller = context,
  given: MailProviders = { mailer },
): Promise<Shown[]> {
  const request = { documentRef: document.documentRef, recipients, ...changes };
  const body = await sendDocument.run(runtimeWith(given), caller, request);
  return (JSON.parse(body.toString()) as { data: { deliveries: Shown[] } }).data.deliveries;
}

const refused = (...args: Parameters<typeof send>): Promise<Refusal> =>
  send(...args).then(
    () => Promise.reject(new Error('not refused')),
    (error: Refusal) => error,
  );

const deliver = ({ deliveryId }: Shown) =>
  deliverDocument(runtimeWith({ mailer }), context, deliveryId);

async function shown({ deliveryId }: Shown): Promise<Shown> {
  const request = { documentRef: document.documentRef };
  const { data } = await cfdi.service.page(listDeliveries as never, context, request);
  return (data as unknown as Shown[]).find((delivery) => delivery.deliveryId === deliveryId)!;
}

/** Queues a mail with a document for one recipient, and makes the first delivery attempt. */
async function delivered(recipient: string): Promise<Shown> {
  const [queued] = await send([recipient]);
  await deliver(queued!);
  return shown(queued!);
}

describe('sending a document', () => {
  it('sending a document queues one mail per recipient, even if the idempotency key is repeated', async () => {
    const keyed = withKey(context, 'POST /v1/documents/{documentRef}/send');
    const first = await send(['a@example.com', 'b@example.com'], {}, keyed);
    expect(first.map(({ recipient, state, attempts }) => [recipient, state, attempts])).toEqual([
      ['a@example.com', 'queued', 0],
      ['b@example.com', 'queued', 0],
    ]);
    expect(await send(['a@example.com', 'b@example.com'], {}, keyed)).toEqual(first);
    expect(server.received).toEqual([]);
  });

  it('a sent document arrives with its XML and PDF, named by its UUID, and a Message-ID derived from the delivery', async () => {
    const [queued] = await send(['ana@example.com'], { message: 'Hola,\ngracias por su compra.' });
    expect(await deliver(queued!)).toBe(true);
    const [{ recipients, mail }] = server.received as [MailServer['received'][number]];
    expect(recipients).toEqual(['ana@example.com']);
    expect(mail.messageId).toBe(`<${queued!.deliveryId}@timbre.example>`);
    expect(mail.from).toMatchObject({
      name: 'ESCUELA KEMPER URGATE',
      address: 'facturas@timbre.example',
    });
    expect(mail.subject).toBe(`CFDI A de ESCUELA KEMPER URGATE`);
    expect(mail.text).toContain('Hola,\ngracias por su compra.');
    expect(mail.text).toContain(document.uuid.toUpperCase());
    const [xml, printed] = mail.attachments;
    expect([xml!.filename, printed!.filename]).toEqual([
      `${document.uuid}.xml`,
      `${document.uuid}.pdf`,
    ]);
    expect(Buffer.from(xml!.content as ArrayBuffer).toString()).toBe(document.xml);
    expect(
      Buffer.from(printed!.content as ArrayBuffer)
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-');
    expect(await shown(queued!)).toMatchObject({
      state: 'sent',
      attempts: 1,
      sentAt: '2026-11-21T15:00:00.000Z',
    });
  });

  it('the text of a sent document cannot add headers or further recipients to its mail', async () => {
    const [queued] = await send(['x@example.com, y@example.com']);
    await deliver(queued!);
    expect(server.received).toEqual([]);
    expect(await shown(queued!)).toMatchObject({ attempts: 1, lastErrorCode: '501' });
  });
});

describe('a mail that another service has written', () => {
  const mail = {
    documentRef: `quote:${newId()}`,
    recipients: ['eva@example.com'],
    subject: 'Cotización 7',
    text: 'Hola',
    fileName: 'cotizacion-7.pdf',
    contentType: 'application/pdf',
    content: Buffer.from('%PDF-1.3'),
    secret: false,
  };
  const queue = async (given: MailProviders = { mailer }, changes: object = {}) => {
    const body = await queueMail.run(runtimeWith(given), context, { ...mail, ...changes });
    return (JSON.parse(body.toString()) as { data: { deliveries: Shown[] } }).data.deliveries;
  };

  it('a mail that another service has written arrives unchanged, with the issuer as sender, and is listed as a delivery of its document', async () => {
    const [queued] = await queue();
    expect(await deliver(queued!)).toBe(true);
    const [{ recipients, mail: received }] = server.received as [MailServer['received'][number]];
    expect(recipients).toEqual(['eva@example.com']);
    expect(received.from).toMatchObject({ name: 'ESCUELA KEMPER URGATE' });
    expect([received.subject, received.text?.trim()]).toEqual(['Cotización 7', 'Hola']);
    const [file] = received.attachments;
    expect([file!.filename, Buffer.from(file!.content as ArrayBuffer).toString()]).toEqual([
      'cotizacion-7.pdf',
      '%PDF-1.3',
    ]);
    const { documentRef } = mail;
    const { data } = await cfdi.service.page(listDeliveries as never, context, { documentRef });
    expect(data).toMatchObject([{ documentRef, state: 'sent' }]);
  });

  it('a mail that another service has written loses its stored text and file after its last delivery has ended', async () => {
    const documentRef = `quote:${newId()}`;
    const files = async () => {
      const rows = await cfdi.service.rows<{ content: Buffer | null }>(
        'select content from mailings where document_ref = $1',
        [documentRef],
      );
      return rows.map(({ content }) => content !== null);
    };
    const recipients = ['eva@example.com', '550-5.7.1@example.com'];
    const [first, second] = await queue({ mailer }, { documentRef, recipients });
    await deliver(first!);
    expect(await files()).toEqual([true]);
    await deliver(second!);
    expect(await files()).toEqual([false]);
  });

  it('a mail that another service has written is refused without a mail server', async () => {
    await expect(queue({})).rejects.toMatchObject({ code: 'provider_unavailable' });
  });

  it('a mail that another service has written can contain a sales document that is printed with the name of the issuer', async () => {
    const sale = {
      title: 'Cotización',
      number: '7',
      kind: 'Revisión 1',
      legend: 'No es un CFDI',
      datedLocal: '2026-11-21T00:00:00',
      band: [],
      buyerName: 'Eva',
      buyer: [],
      terms: [],
      items: [],
      sums: [],
      total: '1.00',
    };
    const { content } = await printSalesDocument.run(runtimeWith({}), context, sale);
    expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  });
});

describe("the handling of the mail server's replies", () => {
  it('a refused mail is not retried, and the delivery shows the code of the refusal', async () => {
    const delivery = await delivered('550-5.7.1@example.com');
    expect(delivery).toMatchObject({ state: 'failed', attempts: 1, lastErrorCode: '550 5.7.1' });
    expect(delivery).not.toHaveProperty('nextAttemptAt');
    expect((await send(['550-5.7.1@example.com']))[0]).toMatchObject({ state: 'queued' });
  });

  it('an address that the mail server does not know gets no further mail from this organization', async () => {
    expect(await delivered('550-5.1.1@example.com')).toMatchObject({ state: 'failed' });
    const [again, other] = await send(['550-5.1.1@EXAMPLE.com', 'other@example.com']);
    expect(again).toMatchObject({
      state: 'failed',
      attempts: 0,
      lastErrorCode: 'recipient_suppressed',
    });
    expect(other).toMatchObject({ state: 'queued' });
    const stranger = await newOrganization(cfdi);
    const { documentRef } = await newFile(cfdi, stranger);
    const [free] = await send(['550-5.1.1@example.com'], { documentRef }, stranger);
    expect(free).toMatchObject({ state: 'queued' });
  });

  it('an address gets mail again after an operator removes its suppression', async () => {
    await delivered('550-5.1.1@other.example');
    const forget = async (organizationId: string) => {
      const args = ['--organization', organizationId, '--address', '550-5.1.1@OTHER.example'];
      const printed = await runForgetSuppression(operatorRuntime(cfdi), args);
      return JSON.parse(printed).wasSuppressed as boolean;
    };
    expect(await forget(newId())).toBe(false);
    expect((await send(['550-5.1.1@other.example']))[0]).toMatchObject({ state: 'failed' });
    expect(await forget(context.organizationId)).toBe(true);
    expect((await send(['550-5.1.1@other.example']))[0]).toMatchObject({ state: 'queued' });
    await expect(forget('nobody')).rejects.toMatchObject({ code: 'validation_error' });
  });

  it('a temporarily refused mail is retried after the backoff and not earlier', async () => {
    const first = await delivered('451-4.3.0@example.com');
    expect(first).toMatchObject({
      state: 'queued',
      attempts: 1,
      lastErrorCode: '451 4.3.0',
      nextAttemptAt: '2026-11-21T15:00:30.000Z',
    });
    expect(await deliver(first)).toBe(false);
    cfdi.service.setClock('2026-11-21T15:00:30.000Z');
    expect(await deliver(first)).toBe(true);
    expect(await shown(first)).toMatchObject({
      attempts: 2,
      nextAttemptAt: '2026-11-21T15:02:30.000Z',
    });
  });

  it('a mail with a lost answer is sent again under the same Message-ID', async () => {
    const first = await delivered('lost@example.com');
    expect(first).toMatchObject({ state: 'queued', attempts: 1 });
    cfdi.service.setClock('2026-11-21T16:00:00.000Z');
    await deliver(first);
    const ids = server.received.map(({ mail }) => mail.messageId);
    expect(ids).toEqual([`<${first.deliveryId}@timbre.example>`, ids[0]]);
  });

  it('a mail is retried if the server cannot be reached', async () => {
    const away = smtpMailer('smtp://127.0.0.1:1', 'facturas@timbre.example');
    const [queued] = await send(['ana@example.com']);
    await deliverDocument(runtimeWith({ mailer: away }), context, queued!.deliveryId);
    away.close();
    expect(await shown(queued!)).toMatchObject({ state: 'queued', lastErrorCode: 'unreachable' });
  });
});

describe('replicas', () => {
  it('replicas share the queue, and only one replica attempts a delivery', async () => {
    const queued = await send(['one@example.com', 'two@example.com', 'three@example.com']);
    const made = await Promise.all([...queued, ...queued, ...queued].map(deliver));
    expect(made.filter(Boolean)).toHaveLength(3);
    expect(server.received).toHaveLength(3);
  });

  it('replicas take over the delivery of another replica after its lease expires', async () => {
    const [queued] = await send(['ana@example.com']);
    const hanging: Mailer = { domain: 'timbre.example', send: () => new Promise(() => undefined) };
    void deliverDocument(runtimeWith({ mailer: hanging }), context, queued!.deliveryId);
    while ((await shown(queued!)).attempts === 0);
    expect(await deliver(queued!)).toBe(false);
    cfdi.service.setClock('2026-11-21T15:02:00.000Z');
    expect(await deliver(queued!)).toBe(true);
    expect(await shown(queued!)).toMatchObject({ state: 'sent', attempts: 2 });
  });

  it('replicas find due deliveries of all organizations', async () => {
    cfdi.service.setClock(new Date().toISOString());
    // At this time, deliveries of other tests are also due, and some of their recipients break shared
    // connections.
    const admin = testPool(cfdi.service.database.adminUrl, 1);
    await admin.query(`delete from deliveries where state = 'queued'`);
    await admin.end();
    const stranger = await newOrganization(cfdi);
    const { documentRef } = await newFile(cfdi, stranger);
    await send(['far@example.com'], { documentRef }, stranger);
    const pool = testPool(cfdi.service.database.systemUrl, 1);
    const job = createDeliveryJob({ runtime: runtimeWith({ mailer }), systemPool: pool });
    for (let pass = 0; pass < 20; pass += 1) await job.pass();
    await job.stop();
    await pool.end();
    expect(server.received.flatMap(({ recipients }) => recipients)).toContain('far@example.com');
  });
});

describe('refusals of sendDocument', () => {
  it('sendDocument refuses a draft, and a document without its XML', async () => {
    const { documentRef } = await newDraft(cfdi, context);
    expect((await refused(['a@example.com'], { documentRef })).details.reason).toBe('not_stamped');
    await bringTo(cfdi, documentRef, 'stamped');
    expect((await refused(['a@example.com'], { documentRef })).details.reason).toBe('xml_missing');
  });

  it('sendDocument answers 404 for a document of another organization', async () => {
    const stranger = await newOrganization(cfdi);
    const others = await refused(['a@example.com'], {}, stranger);
    const none = await refused(['a@example.com'], { documentRef: `cfdi:${newId()}` });
    expect([others.code, others.message]).toEqual(['not_found', none.message]);
    const request = { documentRef: document.documentRef };
    await expect(cfdi.service.page(listDeliveries as never, stranger, request)).rejects.toThrow(
      none.message,
    );
  });

  it('sendDocument refuses every document if there is no mail server, and its message suggests downloading the PDF', async () => {
    const refusal = await refused(['a@example.com'], {}, context, {});
    expect([refusal.code, refusal.details.retryable]).toEqual(['provider_unavailable', false]);
    expect(refusal.message).toContain('GET /v1/documents/{documentRef}/files/pdf');
  });
});

describe('the list of deliveries', () => {
  it('the list of deliveries shows the deliveries of the document, newest first, and filters by state', async () => {
    const { documentRef } = await newFile(cfdi, context);
    const [first] = await send(['first@example.com'], { documentRef });
    await deliver(first!);
    await send(['second@example.com'], { documentRef });
    const list = async (state?: string) => {
      const { data } = await cfdi.service.page(listDeliveries as never, context, {
        documentRef,
        state,
      });
      return data.map(({ recipient }) => recipient);
    };
    expect(await list()).toEqual(['second@example.com', 'first@example.com']);
    expect(await list('sent')).toEqual(['first@example.com']);
    expect(await list('failed')).toEqual([]);
  });
});

describe('the mailbox of a sandbox', () => {
  const hasMailbox = true;
  const providers = () => runtimeWith({ hasMailbox });

  const queue = (secret: boolean, given: MailProviders) =>
    queueMail.run(runtimeWith(given), withKey(context, 'queueMail'), {
      documentRef: 'letter:1',
      recipients: ['eva@example.com'],
      subject: 'Aviso',
      text: 'Hola',
      fileName: '',
      contentType: '',
      content: Buffer.alloc(0),
      secret,
    });
  const mails = async (query: string) => {
    const { data } = await cfdi.service.page(listMails as never, context, { page: { query } });
    return data as unknown as { mailId: string; subject: string }[];
  };

  it('the mailbox of a sandbox receives a mail with its files, and the response shows it', async () => {
    const request = { documentRef: document.documentRef, recipients: ['zoe@example.com'] };
    const body = await sendDocument.run(providers(), context, request);
    const answer = JSON.parse(body.toString()) as {
      data: { deliveries: Shown[] };
      warnings: object[];
    };
    expect(answer.warnings).toMatchObject([{ path: [], code: 'mail_in_mailbox' }]);
    const { deliveryId } = answer.data.deliveries[0]!;
    expect(await deliverDocument(providers(), context, deliveryId)).toBe(true);
    const [mail] = await mails('zoe');
    expect(mail).toMatchObject({ mailId: deliveryId, documentRef: document.documentRef });
    expect(mail!.subject).toMatch(/^CFDI /);
    const { files, text } = await cfdi.service.answer(getMail as never, context, {
      mailId: deliveryId,
    });
    expect(text).toContain('folio fiscal');
    const [xml, pdfFile] = files as { fileId: string; contentType: string; byteSize: number }[];
    expect([xml!.contentType, pdfFile!.contentType]).toEqual([
      'application/xml',
      'application/pdf',
    ]);
    const asked = { mailId: deliveryId, fileId: xml!.fileId };
    const file = await readMailFile.run(providers(), context, asked);
    expect(file.content.length).toBe(xml!.byteSize);
    const other = { ...asked, mailId: newId() };
    await expect(readMailFile.run(providers(), context, other)).rejects.toMatchObject({
      code: 'not_found',
    });
  });

  it('the mailbox of a sandbox receives no mails with secrets: without a mail server such mails are refused, and with a mail server they are only sent', async () => {
    await expect(queue(true, { hasMailbox })).rejects.toMatchObject({
      details: { reason: 'mail_not_configured' },
    });
    const both = { hasMailbox, mailer };
    for (const secret of [true, false]) {
      const { data } = JSON.parse((await queue(secret, both)).toString()) as {
        data: { deliveries: Shown[] };
      };
      await deliverDocument(runtimeWith(both), context, data.deliveries[0]!.deliveryId);
    }
    expect(server.received).toHaveLength(2);
    expect(await mails('eva')).toHaveLength(1);
  });

  it('the mailbox of a sandbox contains at most the newest hundred mails', async () => {
    const sends = Array.from({ length: 101 }, async () => {
      const { data } = JSON.parse((await queue(false, { hasMailbox })).toString()) as {
        data: { deliveries: Shown[] };
      };
      return data.deliveries[0]!.deliveryId;
    });
    for (const id of await Promise.all(sends)) await deliverDocument(providers(), context, id);
    const count = await cfdi.service.rows<{ count: number }>(
      'select count(*)::int as count from mails where org_id = $1',
      [context.organizationId],
    );
    expect(count).toEqual([{ count: 100 }]);
  });
});
