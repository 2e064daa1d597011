import { Decimal, isUuid } from '@timbre/fiscal';
import { Refusal, withoutKey, type CallContext } from '@timbre/kit';
import { actFacts, type ActFacts, type Seen, type Shown } from './act-facts';
import type { Act } from './acts';
import { readTarget, type Table } from './target';
import { forbidden, type Principal } from '../../identity/domain/principal';
import type { CredentialLimits } from '../../identity/domain/credential-limits';
import { reserveUse, settleUse, shown, type Use } from '../../identity/workflows/uses';

/** An act that a credential with limits wants to do. */
export interface LimitedAct {
  act: Act;
  /** The arguments of its path and of its body. */
  given: Shown;
  /** What it acts on. */
  seen: Seen;
}

/** A credential whose acts count. */
export type Limited = Pick<Principal, 'id' | 'budgetId' | 'limits'>;

const needsDocument = ['documentAmountMax', 'dayAmountMax', 'kinds', 'receivers'] as const;

/** Whether limits look at what is acted on. */
export const looksAtDocument = (limits: CredentialLimits): boolean =>
  needsDocument.some((name) => limits[name] !== undefined);

/**
 * Whatever of the limits can be said without counting.
 * Refusals: forbidden (kind_not_allowed, receiver_not_allowed, amount_unknown, document_limit_exceeded)
 * @returns the pesos that count
 */
export async function requireWithin(
  table: Table,
  limits: CredentialLimits,
  { act, given, seen }: LimitedAct,
  context: CallContext,
  credential: Principal,
): Promise<Decimal> {
  const facts = actFacts(act, given, seen);
  requireKind(limits, facts);
  await requireReceiver(table, limits, facts, context, credential);
  return requireAmount(limits, facts);
}

function requireKind({ kinds }: CredentialLimits, facts: ActFacts): void {
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

async function requireReceiver(
  table: Table,
  { receivers }: CredentialLimits,
  { receiver, invoiced, addresses, hasReceiver }: ActFacts,
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

/** The RFC of the contacts among these identifiers; of a document that names an RFC only this one counts. */
async function rfcsOf(
  table: Table,
  receiver: string[],
  context: CallContext,
  credential: Principal,
): Promise<string[]> {
  const ids = receiver.every(isUuid) ? receiver : [];
  const found = await Promise.all(
    ids.map(async (value) => {
      const target = { operation: 'getContact', argument: 'contactId', value };
      const contact = await readTarget(table, target, context, credential).catch(
        (error: unknown) => {
          if (error instanceof Refusal && error.code === 'not_found') return {} as Shown;
          throw error;
        },
      );
      return typeof contact.rfc === 'string' ? contact.rfc : [];
    }),
  );
  return found.flat();
}

function requireAmount(limits: CredentialLimits, { amount }: ActFacts): Decimal {
  const { documentAmountMax, dayAmountMax } = limits;
  if (amount === undefined) return Decimal.zero;
  if (documentAmountMax === undefined && dayAmountMax === undefined) return Decimal.zero;
  if (amount === 'unknown') {
    throw forbidden(
      'The amount of this act is not known in pesos, and this credential has a limit; give the document its exchange rate, or ask a person to do it.',
      'amount_unknown',
    );
  }
  if (documentAmountMax === undefined || amount.lessOrEqual(Decimal.from(documentAmountMax)))
    return amount;
  throw forbidden(
    `This credential may act on at most ${shown(Decimal.from(documentAmountMax))} MXN at once, and this is ${shown(amount)}; ask a person to do it.`,
    'document_limit_exceeded',
  );
}

/**
 * Does an act that counts. Its amount is reserved before; a reservation whose act had no effect is
 * released, and one whose outcome is unknown stays.
 */
export async function counted<T>(
  { backend: { own } }: Table,
  { id, budgetId = id, limits }: Limited,
  amount: Decimal,
  operation: string,
  context: CallContext,
  call: () => Promise<T>,
): Promise<T> {
  if (limits?.dayAmountMax === undefined || amount.isZero()) return call();
  const { key, fingerprint } = context.idempotency!;
  const use: Use = { budgetId, operation, key, fingerprint, amount: amount.toString() };
  const counting = withoutKey(context);
  await reserveUse.run(own, counting, use);
  const settle = (state: 'done' | 'released') =>
    settleUse.run(own, counting, { ...use, state }).catch((error: unknown) => {
      // It stays reserved and counts.
      own.logger.warn({ err: error, operation }, 'a use of a limit was not settled');
    });
  try {
    const result = await call();
    await settle('done');
    return result;
  } catch (error) {
    if (error instanceof Refusal && withoutEffect.includes(error.code)) await settle('released');
    throw error;
  }
}

/** Refusals that say that nothing happened. */
const withoutEffect: string[] = [
  'validation_error',
  'forbidden',
  'not_found',
  'conflict',
  'payment_required',
  'migration_required',
  'rate_limited',
  'idempotency_conflict',
];
