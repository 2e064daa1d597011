import type { accounts } from '@timbre/contract';
import { recordsPayment } from '../workflows/record-payment';

export const recordPayablePayment = recordsPayment(
  'payable',
  ({ supplierId, payment }: accounts.RecordPayablePaymentRequest) => ({
    ...payment!,
    contact: supplierId,
  }),
);
