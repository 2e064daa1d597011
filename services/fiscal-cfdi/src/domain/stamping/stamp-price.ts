/** What a stamp costs in a deployment that charges for it. */
export interface StampPrice {
  /** Cents of MXN, above 0. */
  amountMinor: number;
  /** Where people top their balance up. */
  topUpUrl: string;
}
