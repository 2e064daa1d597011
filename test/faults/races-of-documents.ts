import { created, dataOf, incomeInput, type Api } from '@timbre/testkit/client';
import { stamping } from '../api/approvals/proposals';
import { call } from '../api/assistant/tools';
import { documentItem, nextTotal } from './documents';
import type { Random } from './random';
import {
  agentOf, confirm,  doneOf, idOf, otherTotal, plain, send,
  type Cast, type Customer, type Kind, type Outcome, type Race, type Reach,
} from './races'; // prettier-ignore
import type { Stamp } from './system';

/** The total and the receiver with which a document can be stamped. */
interface Version {
  total: string;
  customer: Customer;
}

interface Draft {
  documentRef: string;
  /** The version that was drafted first. */
  version: Version;
  path: string;
}

async function newDraft({ person, customers }: Cast): Promise<Draft> {
  const version = { total: nextTotal(), customer: customers[0] };
  const { documentRef } = await created(person, '/v1/cfdi', inputOf(version));
  return { documentRef, version, path: `/v1/cfdi/${documentRef as string}` };
}

const inputOf = ({ total, customer }: Version) =>
  incomeInput(customer.customerId, { items: [documentItem(total)] });

/** Returns how the stamp of a draft differs from the versions for which the action was checked. */
async function unlikeJudged(
  { person }: Cast,
  { documentRef, path }: Draft,
  { allowed, others }: { allowed: Version[]; others: Version[] },
  acted: Outcome,
  stamps: Stamp[],
): Promise<string[]> {
  const shown = await dataOf(person.request('GET', path));
  const isStamped = shown.status === 'valid';
  const what = isStamped
    ? textOf(Number(shown.total.amount).toFixed(2), shown.receiver.rfc as string)
    : 'nothing';
  const wanted = allowed.map(({ total, customer }) => textOf(total, customer.rfc));
  const found: string[] = [];
  if (isStamped && !wanted.includes(what))
    found.push(`${documentRef} was stamped as ${what}, and judged as ${wanted.join(' or ')}`);
  if (isStamped !== acted.isDone)
    found.push(`${documentRef} is ${shown.status as string} after the answer ${acted.what}`);
  const totals = new Set([...allowed, ...others].map(({ total }) => total));
  const atPacs = stamps
    .filter(({ total }) => totals.has(Number(total).toFixed(2)))
    .map(({ total, receiverRfc }) => textOf(Number(total).toFixed(2), receiverRfc));
  const mustBe = isStamped ? what : '';
  if (atPacs.join() !== mustBe)
    found.push(`${documentRef} is ${what}, and ${atPacs.join() || 'nothing'} at its PAC`);
  return found;
}

const textOf = (total: string, rfc: string): string => `${total} for ${rfc}`;

/** Creates a draft, and the change that gives the draft another total or another receiver. */
async function changingDraft(cast: Cast, random: Random, reach: Reach) {
  const draft = await newDraft(cast);
  const { version, documentRef, path } = draft;
  const isOfReceiver = random() < 0.5;
  const changed: Version = isOfReceiver
    ? { ...version, customer: cast.customers[1] }
    : { ...version, total: otherTotal(reach) };
  const row: Race['row'] = ['fiscal-cfdi', 'cfdi', idOf(documentRef)];
  const change = () => send(cast, cast.person, ['PUT', path], inputOf(changed));
  return { draft, changed, isOfReceiver, race: { row, change } };
}

/** An agent stamps a draft within its limits, while a person changes the draft. */
export const limit: Kind = async (cast, random, reach) => {
  const { draft, changed, isOfReceiver, race } = await changingDraft(cast, random, reach);
  const isWithin = !isOfReceiver && reach === 'near';
  const allowed = [draft.version, ...(isWithin ? [changed] : [])];
  return {
    ...race,
    act: () =>
      send(cast, cast.limited, ['POST', `${draft.path}/stamp`], undefined, draft.documentRef),
    unjudged: (acted, _, stamps) =>
      unlikeJudged(cast, draft, { allowed, others: [changed] }, acted, stamps),
  };
};

/** A person approves the stamp that an agent has proposed, while another request changes the draft. */
export const approval: Kind = async (cast, random, reach) => {
  const { draft, changed, race } = await changingDraft(cast, random, reach);
  const { approve } = await proposed(cast, cast.proposer, draft);
  return {
    ...race,
    act: approve,
    unjudged: (acted, _, stamps) =>
      unlikeJudged(cast, draft, { allowed: [draft.version], others: [changed] }, acted, stamps),
  };
};

async function proposed(cast: Cast, agent: Api, { documentRef }: Draft) {
  const { status, json } = await stamping(agent, documentRef);
  if (status !== 202) throw new Error(`${documentRef}: ${status} ${JSON.stringify(json)}`);
  const path = `/v1/approvals/${json.data.approvalId as string}/approve`;
  return { approve: () => send(cast, cast.person, ['POST', path], undefined, documentRef) };
}

/** A person approves a proposal while the credential of the proposer is revoked. */
export const revocation: Kind = async (cast) => {
  const draft = await newDraft(cast);
  const { api: agent, credentialId } = await agentOf(cast.person, { requiresApproval: true });
  const { approve } = await proposed(cast, agent, draft);
  return {
    act: approve,
    change: () => revoke(cast, credentialId),
    unjudged: (acted, _, stamps) =>
      unlikeJudged(cast, draft, { allowed: [draft.version], others: [] }, acted, stamps),
  };
};

const revoke = (cast: Cast, credentialId: string): Promise<Outcome> =>
  send(cast, cast.person, ['POST', `/v1/credentials/${credentialId}/revoke`]);

/** A person confirms the stamp that an assistant has shown, while another request changes the draft. */
export const confirmation: Kind = async (cast, random, reach) => {
  const { draft, changed, race } = await changingDraft(cast, random, reach);
  const given: [string, object] = ['stamp_cfdi', { documentRef: draft.documentRef }];
  const person = plain(cast);
  const { json } = await call(person, ...given);
  return {
    ...race,
    act: () => confirm(cast, person, given, json.confirmationToken as string),
    unjudged: (acted, _, stamps) =>
      unlikeJudged(cast, draft, { allowed: [draft.version], others: [changed] }, acted, stamps),
  };
};

/**
 * An agent stamps two drafts at the same time, whose sum is exactly the agent's daily limit, while a person
 * raises the total of one draft.
 */
export const day: Kind = async (cast, _, reach) => {
  const drafts = [await newDraft(cast), await newDraft(cast)] as const;
  const [raised, second] = drafts;
  const changed: Version = { ...raised.version, total: otherTotal(reach) };
  const sum = Number(raised.version.total) + Number(second.version.total);
  const dayAmountMax = Number(sum.toFixed(2));
  const { api: agent, credentialId } = await agentOf(cast.person, { dayAmountMax });
  const stamp = ({ path, documentRef }: Draft) =>
    send(cast, agent, ['POST', `${path}/stamp`], undefined, documentRef);
  const seconds: Promise<Outcome>[] = [];
  return {
    row: ['fiscal-cfdi', 'cfdi', idOf(raised.documentRef)],
    act() {
      seconds.push(stamp(second));
      return stamp(raised);
    },
    change: () => send(cast, cast.person, ['PUT', raised.path], inputOf(changed)),
    end: () => revoke(cast, credentialId),
    async unjudged(acted, _changed, stamps) {
      const other = doneOf(await Promise.all(seconds));
      const versions = { allowed: [raised.version, changed], others: [] };
      return [
        ...(await unlikeJudged(cast, raised, versions, acted, stamps)),
        ...(await unlikeJudged(
          cast,
          second,
          { allowed: [second.version], others: [] },
          other,
          stamps,
        )),
        ...(await unlikeCounted(cast, drafts, { credentialId, dayAmountMax })),
      ];
    },
  };
};

/** Returns a violation if the stamped total exceeds the daily limit or differs from the counted amount. */
async function unlikeCounted(
  { person, system }: Cast,
  drafts: readonly Draft[],
  { credentialId, dayAmountMax }: { credentialId: string; dayAmountMax: number },
): Promise<string[]> {
  const shown = await Promise.all(drafts.map(({ path }) => dataOf(person.request('GET', path))));
  const amounts = shown.map(({ status, total }) => (status === 'valid' ? total.amount : 0));
  const stamped = amounts.reduce((sum: number, amount: number) => sum + amount, 0).toFixed(2);
  const [row] = await system.sql<{ counted: string }>(
    'gateway',
    `select coalesce(round(sum(amount), 2), 0)::text as counted from limit_uses
     where budget_id = $1 and state <> 'released'`,
    [credentialId],
  );
  const counted = Number(row!.counted).toFixed(2);
  const what = `${stamped} was stamped under a limit of ${dayAmountMax}`;
  return [
    ...(Number(stamped) > dayAmountMax ? [what] : []),
    ...(stamped !== counted ? [`${what}, and ${counted} was judged and counted`] : []),
  ];
}
