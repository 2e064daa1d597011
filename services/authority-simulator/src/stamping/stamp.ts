import type { Clock } from '../clock';
import type { Knobs, PacName } from '../scenarios/knobs';
import { planSend, type Plan } from '../scenarios/plan';
import type { Fault } from '../scenarios/effects';
import type { Confirmations } from '../store/confirmations';
import type { CustomIds } from '../store/custom-ids';
import { transaction, type Database } from '../store/database';
import type { SendLog } from '../store/sends';
import type { Stamp, StampStore } from '../store/stamps';
import { confirmationRefusal } from './confirmation';
import { readDocument, sealHash, type ReadDocument } from './document';
import { lateness } from './window';
import { pacRefusal, type PacRefusal } from './refusal';
import { stampUuid } from './uuid';
import type { Stamper } from './timbre';

/** The dependencies of one simulated PAC. */
export interface StampingPac {
  readonly name: PacName;
  readonly clock: Clock;
  readonly database: Database;
  readonly stamps: StampStore;
  readonly sends: SendLog;
  readonly customIds: CustomIds;
  readonly confirmations: Confirmations;
  readonly knobs: Knobs;
  readonly random: () => number;
  /** Validates a document that the PAC has not stamped yet. */
  readonly judge: (read: ReadDocument, xml: string, now: Date) => PacRefusal | undefined;
  readonly stamper: Stamper;
}

export interface StampRequest {
  readonly xml: string;
  readonly account: string;
  readonly customId?: string | undefined;
}

export type AccountTrouble = 'credentials' | 'suspended' | 'exhausted';

/**
 * The outcome of a request to stamp a document. `fault` names the fault that alters or drops the response.
 */
export type StampAnswer =
  | { readonly answer: 'stamped'; readonly stamp: Stamp; readonly fault: Fault | undefined }
  | {
      readonly answer: 'previously_stamped';
      readonly stamp: Stamp;
      /** True if the PAC returns the XML of the stamp; false while the stamp is hidden. */
      readonly visible: boolean;
      readonly fault: Fault | undefined;
    }
  | { readonly answer: 'custom_id_taken'; readonly stamp: Stamp; readonly fault: Fault | undefined }
  | { readonly answer: 'refused'; readonly refusal: PacRefusal }
  | { readonly answer: 'account'; readonly trouble: AccountTrouble }
  | { readonly answer: 'failed'; readonly fault: Fault };

/**
 * Stamps a sealed document at most once per PAC. One transaction stores the number of sends, the decision
 * and the stamp; it is committed to disk before the response is sent.
 */
export function stampDocument(pac: StampingPac, request: StampRequest): StampAnswer {
  let read: ReadDocument;
  try {
    read = readDocument(request.xml);
  } catch (error) {
    return { answer: 'refused', refusal: pacRefusal('301', (error as Error).message) };
  }
  const { document } = read;
  const now = pac.clock.now();
  const hash = sealHash(document.seal);
  return transaction(pac.database, () => {
    const sends = pac.sends.record(pac.name, hash, document.issuerRfc, now);
    const plan = planSend(pac.name, document, sends, pac.knobs, pac.random);
    const answer = decide(pac, request, read, plan, now);
    pac.sends.answered(pac.name, hash, wordOf(answer));
    return answer;
  });
}

function decide(
  pac: StampingPac,
  request: StampRequest,
  read: ReadDocument,
  plan: Plan,
  now: Date,
): StampAnswer {
  const { fault, account, effect } = plan;
  const { document } = read;
  if (fault?.when === 'before') return { answer: 'failed', fault };
  if (account !== 'active') return { answer: 'account', trouble: account };
  if (effect.refusal)
    return { answer: 'refused', refusal: pacRefusal(effect.refusal[document.family]) };
  const late = lateness(document, now);
  if (late) return { answer: 'refused', refusal: pacRefusal('401', late) };
  const earlier = pac.stamps.bySeal(pac.name, document.seal);
  if (earlier) {
    const visible = now >= earlier.answerVisibleAt;
    return { answer: 'previously_stamped', stamp: earlier, visible, fault };
  }
  const taken = request.customId && pac.customIds.find(request.account, request.customId, now);
  const first = taken ? pac.stamps.byUuid(taken) : undefined;
  if (first) return { answer: 'custom_id_taken', stamp: first, fault };
  const refusal =
    pac.judge(read, request.xml, now) ?? confirmationRefusal(document, pac.confirmations);
  if (refusal) return { answer: 'refused', refusal };
  return stampNow(pac, request, read, plan, now);
}

function stampNow(
  pac: StampingPac,
  request: StampRequest,
  { document }: ReadDocument,
  plan: Plan,
  now: Date,
): StampAnswer {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const uuid = stampUuid(pac.name, document.seal);
  const stamp: Stamp = {
    uuid,
    pac: pac.name,
    document,
    customId: request.customId,
    stampedAt: now,
    answerVisibleAt: after(plan.hiddenXmlSeconds),
    satVisibleAt: after(plan.satLagSeconds),
    ...pac.stamper(uuid, document.seal, request.xml, now),
  };
  pac.stamps.add(stamp);
  if (request.customId) pac.customIds.add(request.account, request.customId, uuid, now);
  const { issuerRfc, confirmation, seal } = document;
  if (confirmation) pac.confirmations.use(issuerRfc, confirmation, sealHash(seal));
  if (!plan.previously) return { answer: 'stamped', stamp, fault: plan.fault };
  const visible = plan.previously === 'with_xml';
  return { answer: 'previously_stamped', stamp, visible, fault: plan.fault };
}

function wordOf(answer: StampAnswer): string {
  const { answer: word } = answer;
  if (word === 'refused') return `refused ${answer.refusal.code}`;
  if (word === 'account') return `account ${answer.trouble}`;
  if (word === 'failed') return `failed ${answer.fault.how}`;
  return answer.fault ? `${word}, ${answer.fault.how}` : word;
}

export type Lookup =
  { readonly found: 'visible' | 'hidden'; readonly stamp: Stamp } | { readonly found: 'never' };

/**
 * Looks up the stamp of a sealed document without stamping the document (Finkok's `stamped`). The function
 * throws if the document cannot be parsed.
 */
export function findStamp(pac: StampingPac, xml: string): Lookup {
  const stamp = pac.stamps.bySeal(pac.name, readDocument(xml).document.seal);
  if (!stamp) return { found: 'never' };
  return { found: pac.clock.now() >= stamp.answerVisibleAt ? 'visible' : 'hidden', stamp };
}
