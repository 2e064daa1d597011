import type { fiscalCfdi, CallableRpcs } from '@timbre/contract';
import { withoutKey, type CallContext, type ServiceClient } from '@timbre/kit';
import { Agent, request } from 'undici';
import { elements } from './answers-text';

export type Signer = Pick<
  ServiceClient<CallableRpcs<'sat-sync', 'fiscal-cfdi'>>,
  'signMassDownload'
>;
export type MessageFields = Partial<fiscalCfdi.SignMassDownloadRequest>;
type Signed = fiscalCfdi.SignedMassDownload;

/** The time for which Timbre reuses a token; the SAT documents five minutes. */
const tokenMs = 4 * 60_000;
const timeoutMs = 60_000;
/**
 * The time for which a connection is reused, which is shorter than the servers' own limit. If the server
 * has already closed the connection, a request could be lost that Timbre would still have to count
 * as used.
 */
const keptMs = 1_000;
/** The size limit of small responses from the SAT; packages are read piece by piece. */
const answerBytesMax = 4 << 20;

/** The connections to the SAT's mass download and the tokens of the organizations that use it. */
export class Session {
  private readonly agent = new Agent({
    connections: 8,
    connect: { timeout: 10_000 },
    keepAliveTimeout: keptMs,
    keepAliveMaxTimeout: keptMs,
  });
  private readonly tokens = new Map<string, { token: string; untilMs: number }>();

  constructor(
    private readonly signer: Signer,
    private readonly authenticationUrl: string,
  ) {}

  /**
   * Returns a message that fiscal-cfdi built and signed with the organization's active FIEL.
   */
  sign(context: CallContext, fields: MessageFields): Promise<Signed> {
    return this.signer.signMassDownload({ ...noMessage, ...fields }, withoutKey(context));
  }

  /**
   * Returns a token of the organization, and requests a new token if none exists or the token is too old.
   * @returns undefined if the SAT refuses the FIEL
   */
  async token(context: CallContext, rfc: string): Promise<string | undefined> {
    const known = this.tokens.get(keyOf(context, rfc));
    if (known && known.untilMs > Date.now()) return known.token;
    const signed = await this.sign(context, { operation: 'authenticate' });
    const answer = await this.post(this.authenticationUrl, signed);
    const text = await textOf(answer.body);
    const [token] = elements(text, 'AutenticaResult');
    if (!token) {
      // Only this SOAP fault code means that the SAT refused the FIEL; any other page is an outage.
      if (/<faultcode[^>]*>\s*(?:\w+:)?InvalidSecurity\s*</.test(text)) return undefined;
      throw new Error(`no token: HTTP ${answer.statusCode}`);
    }
    this.tokens.set(keyOf(context, signed.rfc), { token, untilMs: Date.now() + tokenMs });
    return token;
  }

  /** Deletes a token that the SAT has refused. */
  forgetToken(context: CallContext, rfc: string): void {
    this.tokens.delete(keyOf(context, rfc));
  }

  post(url: string, { soapAction, envelope }: Signed, token?: string) {
    return request(url, {
      method: 'POST',
      dispatcher: this.agent,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
      headers: {
        'content-type': 'text/xml; charset=utf-8',
        'user-agent': 'Timbre',
        soapaction: `"${soapAction}"`,
        ...(token !== undefined && { authorization: `WRAP access_token="${token}"` }),
      },
      body: envelope,
    });
  }

  close(): Promise<void> {
    return this.agent.close();
  }
}

/**
 * Returns the key under which a token is cached. The key contains the RFC, because an organization can
 * replace its FIEL with the FIEL of another RFC.
 */
const keyOf = ({ organizationId }: CallContext, rfc: string) => `${organizationId} ${rfc}`;

const noMessage: fiscalCfdi.SignMassDownloadRequest = {
  operation: '',
  from: '',
  to: '',
  requestType: '',
  documentStatus: '',
  folio: '',
  requestId: '',
  packageId: '',
};

/**
 * Reads a small response of the SAT as text.
 * @throws Error if the response exceeds the size limit
 */
export async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of body) {
    if ((bytes += part.length) > answerBytesMax) throw new Error('the answer is too large');
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}
