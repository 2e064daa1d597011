import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { SMTPServer } from 'smtp-server';
import { startOwnDeployment, type Api, type OwnDeployment } from '@timbre/testkit/client';
import { until } from '../api/until';

export interface OAuthDeployment extends OwnDeployment {
  /** Invites a person and accepts the invitation, so that the person becomes a member. */
  member(api: Api, email: string, role: string): Promise<{ memberId: string }>;
  /** Waits for the login code in a mail to an address, and returns the newest code. */
  codeOf(email: string): Promise<string>;
  mailsOf(email: string): string[];
}

const ample = { perSecond: 10_000, burst: 10_000 };

/** Starts a production deployment whose mails the test can read. */
export async function startOAuthDeployment(
  owner: string,
  environment: Record<string, string> = {},
): Promise<OAuthDeployment> {
  const mails: { to: string[]; text: string }[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onData(stream, { envelope }, callback) {
      void text(stream).then((content) => {
        mails.push({ to: envelope.rcptTo.map(({ address }) => address), text: content });
        callback();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  const { port } = server.server.address() as AddressInfo;
  const limits = {
    read: ample,
    write: ample,
    page: ample,
    login: ample,
    loginMail: ample,
    registration: ample,
  };
  const deployment = await startOwnDeployment(owner, {
    environment: {
      TIMBRE_ENVIRONMENT: 'production',
      TIMBRE_SMTP_URL: `smtp://127.0.0.1:${port}`,
      TIMBRE_RATE_LIMITS: JSON.stringify(limits),
      ...environment,
    },
  });
  const mailsOf = (email: string) =>
    mails.filter(({ to }) => to.includes(email)).map(({ text: content }) => content);
  const seen = new Map<string, number>();
  /** Waits at most a minute for a new mail with a matching text, and returns the text. */
  const mailed = async (email: string, wanted: RegExp): Promise<string> => {
    const known = seen.get(`${wanted} ${email}`) ?? 0;
    const found = () =>
      Promise.resolve(mailsOf(email).flatMap((one) => wanted.exec(readable(one))?.[0] ?? []));
    const all = await until(60_000, found, ({ length }) => length > known);
    if (all.length === known) throw new Error(`no new mail for ${email} has ${wanted}`);
    seen.set(`${wanted} ${email}`, all.length);
    return all.at(-1)!;
  };
  return {
    ...deployment,
    mailsOf,
    async member(api, email, role) {
      const body = { email, role };
      const { status, json } = await api.request('POST', '/v1/organization/members', { body });
      expect(status).toBe(201);
      const link = await mailed(email, /\S+\/invitations\/\S+/);
      const headers = { 'content-type': 'application/x-www-form-urlencoded' };
      expect((await fetch(link, { method: 'POST', headers, body: '' })).status).toBe(200);
      return { memberId: json.data.memberId as string };
    },
    codeOf: (email) => mailed(email, /(?<=código es )\d{8}(?=\.)/),
    async stop() {
      await deployment.stop();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
}

/** Decodes the text of a mail from quoted-printable encoding. */
function readable(mail: string): string {
  const bytes = mail
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}
