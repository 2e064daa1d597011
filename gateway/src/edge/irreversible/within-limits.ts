import { Decimal, isUuid } from '@timbre/fiscal';
import { Refusal, type CallContext } from '@timbre/kit';
import { actionFacts, type ActionFacts, type Given, type Seen } from './action-facts';
import { getContact } from '../operations/contacts/get-contact';
import type { Irreversible } from '../operations/irreversible';
import { readTarget, type Table } from './target';
import { forbidden, shownAmount, type CredentialLimits, type Principal } from '../../identity';

/** An action performed with a credential that has limits. */
export interface LimitedAction {
  action: Irreversible;
  /** The arguments from the path and the body. */
  given: Given;
  seen: Seen;
}

const needsDocument = ['documentAmountMax', 'dayAmountMax', 'kinds', 'receivers'] as const;

/** Whether checking these limits requires reading the document. */
export const looksAtDocument = (limits: CredentialLimits): boolean =>
  needsDocument.some((name) => limits[name] !== undefined);

/**
 * Checks the limits that apply to a single action. Daily limits are checked elsewhere. The possible
 * refusals are forbidden (kind_not_allowed, receiver_not_allowed, amount_unknown,
 * document_limit_exceeded)
 * @returns the amount in pesos that counts against the limits
 */
export async function requireWithin(
  table: Table,
  limits: CredentialLimits,
  { action, given, seen }: LimitedAction,
  context: CallContext,
  credential: Principal,
): Promise<Decimal> {
  const facts = actionFacts(action, given, seen);
  requireKind(limits, facts);
  await requireReceiver(table, limits, facts, context, credential);
  return requireAmount(limits, facts);
}

/**
 * - kind_not_allowed: this credential may not act on documents of this kind; ask a person to do it
 */
function requireKind({ kinds }: CredentialLimits, facts: ActionFacts): void {
  const allowed: readonly string[] | undefined = kinds;
  if (!allowed || !facts.hasReceiver) return;
  const isAllowed = facts.kinds.length > 0 && facts.kinds.every((kind) => allowed.includes(kind));
  if (isAllowed) return;
  const what = facts.kinds.join(' and ') || 'documents whose kind is not known';
  throw forbidden(
    `This credential may act on ${allowed.join(', ')} only, and this is ${what}; ask a person to do it.`,
    'kind_not_allowed',
  );
}

/**
 * - receiver_not_allowed: this credential may not act for this receiver; ask a person to do it, or use
 *   another credential
 */
async function requireReceiver(
  table: Table,
  { receivers }: CredentialLimits,
  { receiver, invoiced, addresses, hasReceiver }: ActionFacts,
  context: CallContext,
  credential: Principal,
): Promise<void> {
  if (!receivers || !hasReceiver) return;
  const isAllowed = (name: string) => receivers.includes(name);
  const isInvoiced = invoiced === undefined || isAllowed(invoiced);
  const isFor =
    isInvoiced &&
    (receiver.some(isAllowed) ||
      (await rfcsOf(table, receiver, context, credential)).some(isAllowed));
  if (isFor && addresses.every(isAllowed)) return;
  const who = isFor ? 'one of these addresses' : 'whoever this is for';
  throw forbidden(
    `This credential may not act for ${who}; ask a person to do it, or for a credential that may.`,
    'receiver_not_allowed',
  );
}

/**
 * Returns the RFCs of the contacts with these identifiers; none if the document itself contains an
 * RFC, because then only that RFC counts.
 */
async function rfcsOf(
  table: Table,
  receiver: string[],
  context: CallContext,
  credential: Principal,
): Promise<string[]> {
  const ids = receiver.every(isUuid) ? receiver : [];
  const found = await Promise.all(
    ids.map(async (value) => {
      const target = { operation: getContact.id, argument: 'contactId', value };
      try {
        const { subject } = await readTarget(table, target, context, credential);
        return subject?.parties.filter((name) => name !== undefined) ?? [];
      } catch (error) {
        if (error instanceof Refusal && error.code === 'not_found') return [];
        throw error;
      }
    }),
  );
  return found.flat();
}

/**
 * - document_limit_exceeded: the action exceeds this credential's limit for one document; ask a person to do
 *   it
 */
function requireAmount(limits: CredentialLimits, { amount }: ActionFacts): Decimal {
  const { documentAmountMax, dayAmountMax } = limits;
  if (amount === undefined) return Decimal.zero;
  if (documentAmountMax === undefined && dayAmountMax === undefined) return Decimal.zero;
  if (amount === 'unknown') {
    throw forbidden(
      'The amount of this action is not known in pesos, and this credential has a limit; give the document its exchange rate, or ask a person to do it.',
      'amount_unknown',
    );
  }
  if (documentAmountMax === undefined || amount.lessOrEqual(Decimal.from(documentAmountMax)))
    return amount;
  throw forbidden(
    `This credential may act on at most ${shownAmount(Decimal.from(documentAmountMax))} MXN at once, and this is ${shownAmount(amount)}; ask a person to do it.`,
    'document_limit_exceeded',
  );
}
