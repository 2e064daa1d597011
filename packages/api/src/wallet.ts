import { z } from 'zod';
import { documentRef, instant } from './values';

const cents = z.int().min(0);

export const wallet = z
  .strictObject({
    currency: z.literal('MXN'),
    balanceMinor: cents.meta({ description: 'Available cents.' }),
    reservedMinor: cents.meta({ description: 'Cents reserved for stamps in progress.' }),
    stampPriceMinor: cents.meta({ description: 'Price of a stamp in cents; 0 if it is free.' }),
    topUpUrl: z.url().optional(),
  })
  .meta({ id: 'Wallet' });

export const walletMovements = ['top_up', 'reserve', 'capture', 'release'] as const;

export const walletTransaction = z
  .strictObject({
    transactionId: z.string().min(1),
    kind: z.enum(walletMovements).meta({
      description:
        'A seal reserves the price of a stamp; the stamp captures it. If the document is not stamped, the reservation is released.',
    }),
    amountMinor: z.int().min(1),
    balanceMinor: cents.meta({ description: 'Available cents after the movement.' }),
    reservedMinor: cents.meta({ description: 'Reserved cents after the movement.' }),
    documentRef: documentRef('cfdi', 'withholding').optional(),
    reference: z.string().optional(),
    createdAt: instant,
  })
  .meta({ id: 'WalletTransaction' });
