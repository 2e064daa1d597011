import { generateKeyPairSync } from 'node:crypto';
import { attachTimbre, parseDocument, signTimbre, type Certificate } from '@timbre/cfdi';
import { newId } from '@timbre/kit';
import type { DocumentKind } from '../src/domain/document-kind';
import type {
  CancelOutcome, IssuedList, LookupOutcome, Pac, PendingOutcome, ReceiverAnswerOutcome, StampOutcome,
} from '../src/domain/stamping/pac'; // prettier-ignore

type Answer<T> = (truth: () => string) => T | Promise<T>;

const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });

/**
 * An in-memory PAC that stamps each sealed document only once, like a real PAC. A test sets the outcomes
 * that this PAC returns. An outcome can call `truth()`, which stamps the document or finds its stamp. A
 * test can therefore lose the response before or after the stamp.
 */
export class FakePac implements Pac {
  /** The attempt identifiers of all calls to `stamp`, in order. */
  readonly sends: string[] = [];
  /** The UUIDs of the documents that this PAC has stamped, keyed by seal. */
  readonly stamps = new Map<string, string>();
  readonly answers: Answer<StampOutcome>[] = [];
  readonly lookups: Answer<LookupOutcome>[] = [];
  looks = 0;
  /** All signed cancellation requests that this PAC received. */
  readonly canceled: string[] = [];
  readonly cancelAnswers: CancelOutcome[] = [];
  readonly rfc = 'SPR190613I52';
  /** The pending cancellation requests of a receiver, or the failure that this PAC returns. */
  pending: PendingOutcome = { outcome: 'listed', uuids: [] };
  /** All signed answers of receivers that this PAC received. */
  readonly answered: string[] = [];
  readonly receiverAnswers: ReceiverAnswerOutcome[] = [];
  asked = 0;
  /** The XML of the stamps, keyed by their UUID in lower case. */
  readonly stored = new Map<string, string>();
  /** The list of this PAC's stamps; a test sets it for a PAC that has such a list. */
  issued: IssuedList | undefined = undefined;

  constructor(readonly name: string) {}

  stamp: Pac['stamp'] = async ({ xml }, attemptId) => {
    this.sends.push(attemptId);
    const answer = this.answers.shift() ?? stamps;
    return answer(() => this.stampedXml(xml));
  };

  lookup: Pac['lookup'] = async ({ xml }) => {
    this.looks += 1;
    const isKnown = this.stamps.has(selloOf(xml));
    const answer = this.lookups.shift() ?? (isKnown ? stamps : missing);
    return answer(() => this.stampedXml(xml));
  };

  cancel: Pac['cancel'] = ({ xml }) => {
    this.canceled.push(xml);
    const answer = this.cancelAnswers.shift();
    return Promise.resolve(answer ?? { outcome: 'requested', code: '201', acuse: '<Acuse/>' });
  };

  pendingFor: Pac['pendingFor'] = () => {
    this.asked += 1;
    return Promise.resolve(this.pending);
  };

  answerCancellation: Pac['answerCancellation'] = (xml) => {
    this.answered.push(xml);
    const answer = this.receiverAnswers.shift();
    return Promise.resolve(answer ?? { outcome: 'answered', code: '1000', acuse: '<Acuse/>' });
  };

  private stampedXml(xml: string): string {
    const sello = selloOf(xml);
    const uuid = this.stamps.get(sello) ?? newId().toUpperCase();
    this.stamps.set(sello, uuid);
    const stamped = withTimbre(xml, uuid, sello);
    this.stored.set(uuid.toLowerCase(), stamped);
    return stamped;
  }

  /** Makes this PAC a PAC that lists its stamps. */
  listsStamps(): void {
    const own = (kind: DocumentKind, rfc: string) =>
      [...this.stored].filter(([, xml]) => xml.includes(roots[kind]) && xml.includes(`"${rfc}"`));
    this.issued = {
      list: (rfc, kind, { from, to }) => {
        const isListed = from <= stampedLocal && stampedLocal <= to;
        const uuids = isListed ? own(kind, rfc).map(([uuid]) => uuid) : [];
        const stamps = uuids.map((uuid) => ({ uuid, stampedLocal }));
        return Promise.resolve({ outcome: 'listed', stamps });
      },
      read: (_, __, uuid) => {
        const xml = this.stored.get(uuid);
        return Promise.resolve(
          xml
            ? { outcome: 'read', xml }
            : { outcome: 'unknown', cause: new Error('no such stamp') },
        );
      },
    };
  }
}

const roots: Readonly<Record<DocumentKind, string>> = {
  cfdi: '<cfdi:Comprobante',
  withholding: '<retenciones:Retenciones',
};
/** The FechaTimbrado of all stamps of the fake PAC, which is the start of the clock of the tests. */
const stampedLocal = '2026-11-21T09:00:00';

/** The stamping certificate of the fake PAC. */
export const fakePacCertificate = { number: '30001000000500003456', publicKey } as Certificate;

export function withTimbre(xml: string, uuid: string, selloCfd: string): string {
  const request = {
    uuid,
    fechaTimbrado: stampedLocal,
    rfcProvCertif: 'SPR190613I52',
    selloCfd,
    noCertificadoSat: fakePacCertificate.number,
  };
  return attachTimbre(xml, signTimbre(request, privateKey));
}

const selloOf = (xml: string): string => parseDocument(xml).document.sello!;
const missing = (): LookupOutcome => ({ outcome: 'not_found' });

export const stamps = (truth: () => string) => ({ outcome: 'stamped', xml: truth() }) as const;
export const rejects = () =>
  ({ outcome: 'rejected', code: 'CFDI40147', message: 'El CP no corresponde' }) as const;
export const unreachable = () => ({ outcome: 'not_sent', cause: new Error('refused') }) as const;
export const suspended = () =>
  ({ outcome: 'account', code: '703', message: 'Cuenta suspendida' }) as const;
export const pending = () => ({ outcome: 'pending' }) as const;
export const loses = () => ({ outcome: 'unknown', cause: new Error('reset') }) as const;
/** Stamps the document and then loses the response. */
export const stampsAndLoses = (truth: () => string) => (truth(), loses());
