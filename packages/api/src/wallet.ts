import { z } from 'zod';
import { instant } from './values';

const cents = z.int().min(0);

export const wallet = z
  .strictObject({
    currency: z.literal('MXN'),
    balanceMinor: cents.meta({ description: 'Cents that may be spent.' }),
    reservedMinor: cents.meta({ description: 'Cents set aside for stamps that are on their way.' }),
    stampPriceMinor: cents.meta({ description: 'Cents that a stamp costs; 0 when it is free.' }),
    topUpUrl: z.url().optional(),
  })
  .meta({ id: 'Wallet' });

export const walletMovements = ['top_up', 'reserve', 'capture', 'release'] as const;

export const walletTransaction = z
  .strictObject({
    transactionId: z.string().min(1),
    kind: z.enum(walletMovements).meta({
      description:
        'A seal reserves the price of a stamp; the stamp captures it, a document that is not stamped releases it.',
    }),
    amountMinor: z.int().min(1),
    balanceMinor: cents.meta({ description: 'What may be spent after it.' }),
    reservedMinor: cents.meta({ description: 'What is set aside after it.' }),
    documentRef: z.string().optional(),
    reference: z.string().optional(),
    createdAt: instant,
  })
  .meta({ id: 'WalletTransaction' });
