import { createHash } from 'node:crypto';
import { z } from 'zod';

const amount = z.number().int().min(0).max(999_999_999_999);
const day = z.iso.date();

const concept = z.strictObject({
  name: z.string().min(1).max(200),
  charged: amount.optional(),
  inFavor: amount.optional(),
  update: amount.optional(),
  surcharges: amount.optional(),
  fine: amount.optional(),
  paidBefore: amount.optional(),
  paidBeforeOn: day.optional(),
  amountCharged: amount.optional(),
  amountInFavor: amount.optional(),
  amountToPay: amount.optional(),
});

/** A filed declaration, as a test or a demo sends it. */
export const declarationBody = z.strictObject({
  rfc: z.string().min(12).max(13),
  legalName: z.string().min(1).max(300),
  fiscalYear: z.number().int().min(2000).max(2100),
  /** The period and the periodicity as the acuse prints them, for example `Enero` and `Mensual`. */
  period: z.string().min(1).max(60),
  periodicity: z.string().min(1).max(60),
  type: z.string().min(1).max(60).default('Normal'),
  complementaryType: z.string().min(1).max(60).optional(),
  filedAt: z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/),
  concepts: z.array(concept).max(40),
  paid: z.strictObject({ amount, on: day }).optional(),
});

export type Declaration = z.infer<typeof declarationBody> & {
  operationNumber: string;
  captureLine?: string;
  total: number;
};

/** Adds the generated numbers to a filed declaration. Equal declarations get the same numbers. */
export function filed(body: z.infer<typeof declarationBody>): Declaration {
  const digest = createHash('sha256').update(JSON.stringify(body)).digest();
  const year = body.filedAt.slice(2, 4);
  const operationNumber = `${year}${String(digest.readUIntBE(0, 6) % 10 ** 10).padStart(10, '0')}`;
  const total = body.concepts.reduce((sum, { amountToPay = 0 }) => sum + amountToPay, 0);
  const letters = digest.toString('hex').toUpperCase().slice(0, 16);
  return {
    ...body,
    operationNumber,
    total,
    ...(total > 0 && { captureLine: `04${year}${letters}` }),
  };
}
