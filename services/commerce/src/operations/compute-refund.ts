import type { commerce } from '@timbre/contract';
import { createRun, withoutKey, type Operation } from '@timbre/kit';
import { planRefund } from '../workflows/plan-refund';

/**
 * Calculates the refund of `refundSalesReceipt` in pesos without changing anything.
 * @throws the refusals of `refundSalesReceipt`
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
