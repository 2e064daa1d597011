import type { CalendarDate } from '@timbre/fiscal';
import type { ItemInput } from './item';

/** The circumstances of a sale that affect the rules for an item. */
export interface Sale {
  /** The date at the place of issue. */
  today: CalendarDate;
  /** Whether items must have a price. The goods of a transfer need no price. */
  isPriced: boolean;
  /** Whether the document is a credit note, which corrects an earlier sale. */
  isCorrection: boolean;
  /** Whether the document combines sales to the public (InformacionGlobal). */
  isGlobal: boolean;
  /** The issuer; absent if it is unknown, as for a receipt. */
  issuer?: { rfc: string; taxSystem: string } | undefined;
  /** The postal code of the place of issue, if known. */
  placeOfIssue?: string | undefined;
  /** The customer's RFC; absent while the document has no customer. */
  receiverRfc?: string | undefined;
}

/**
 * Returns the path of an issue in an item: the field if the client sent it, or `productId` if the
 * value is the product's.
 */
export type At = (field: string, ...rest: (string | number)[]) => (string | number)[];

/** @param input the item as the client sent it */
export function placeOf(kind: string, index: number, input: ItemInput | undefined): At {
  return (field, ...rest) => {
    const isCopied = kind === 'product' && input?.[field as keyof ItemInput] === undefined;
    return ['items', index, ...(isCopied ? ['productId'] : [field, ...rest])];
  };
}
