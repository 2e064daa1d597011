import type { commerce } from '@timbre/contract';
import { createRun, withoutKey, type Operation } from '@timbre/kit';
import { planRefund } from '../workflows/plan-refund';

/**
 * The amount that `refundSalesReceipt` would give back, in pesos; it changes nothing. @throws the
 * same refusals
 */
export const computeRefund: Operation<
  commerce.RefundSalesReceiptRequest,
  unknown,
  commerce.ComputedRefund
> = {
  run: (runtime, context, request) => {
    const { judged } = context;
    return createRun(runtime, { ...withoutKey(context), judged }).step(async (tx) => {
      const { total } = await planRefund(tx, request);
      return { total: total.toString() };
    });
  },
};
