import { certain } from '@timbre/fiscal';
import type { accounts } from '@timbre/contract';
import { recordsPayment } from '../workflows/record-payment';

export const recordPayablePayment = recordsPayment(
  'payable',
  ({ supplierId, payment }: accounts.RecordPayablePaymentRequest) => ({
    ...certain(payment, 'payment'),
    contact: supplierId,
  }),
);
