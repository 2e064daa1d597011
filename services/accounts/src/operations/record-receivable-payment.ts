import { certain } from '@timbre/fiscal';
import type { accounts } from '@timbre/contract';
import { recordsPayment } from '../workflows/record-payment';

export const recordReceivablePayment = recordsPayment(
  'receivable',
  ({ customerId, payment }: accounts.RecordReceivablePaymentRequest) => ({
    ...certain(payment, 'payment'),
    contact: customerId,
  }),
);
