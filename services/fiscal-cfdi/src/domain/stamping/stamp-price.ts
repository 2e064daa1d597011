/** The price of a stamp, in a deployment that charges for stamps. */
export interface StampPrice {
  /** Cents of MXN, above 0. */
  amountMinor: number;
  /** The page where clients top up their balance. */
  topUpUrl: string;
}
