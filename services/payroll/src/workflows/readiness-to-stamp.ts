import { Refusal, type CallContext } from '@timbre/kit';
import type { CfdiPort, StampingFunds } from '../domain/ports';

/** The providers of operations that stamp receipts. */
export interface StampingProviders {
  cfdi: CfdiPort<CallContext>;
}

/**
 * Returns the available funds, or the reason why stamping is impossible. Operations call this function
 * before their transaction begins. Operations use the result of the readiness check only after they
 * have checked the state of the run or row.
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
 * Refuses the request if stamping is impossible or the balance does not cover all stamps. Without this
 * check, the run would stay partially stamped.
 * @throws Refusal conflict with reason fiscal_not_ready, or payment_required with reason
 * api_wallet_insufficient
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
