import { Refusal, type CallContext } from '@timbre/kit';
import type { CfdiPort, StampingFunds } from '../domain/ports';

/** What stamping needs of the outside. */
export interface StampingProviders {
  cfdi: CfdiPort<CallContext>;
}

/**
 * Why nothing can be stamped now, or what can be paid. It is asked before the transaction begins;
 * the operation refuses with it only after it has found the run or row in the right state.
 */
export async function readinessOf(
  cfdi: CfdiPort<CallContext>,
  context: CallContext,
): Promise<Refusal | StampingFunds> {
  try {
    return await cfdi.requireReady(context);
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

/**
 * Queues nothing that could not be stamped or paid: a run half paid would stay half stamped.
 * @throws Refusal conflict fiscal_not_ready, payment_required api_wallet_insufficient
 */
export function refuseUnready(readiness: Refusal | StampingFunds, stamps: number): void {
  if (readiness instanceof Refusal) throw readiness;
  const { balanceMinor, stampPriceMinor, topUpUrl } = readiness;
  if (stampPriceMinor * stamps <= balanceMinor) return;
  throw new Refusal(
    'payment_required',
    'The prepaid balance does not cover these stamps; top it up, then stamp with a new key.',
    { reason: 'api_wallet_insufficient', balanceMinor, ...(topUpUrl ? { topUpUrl } : {}) },
  );
}
