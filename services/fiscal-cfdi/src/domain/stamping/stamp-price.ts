/** The price of a stamp, if the deployment charges for stamps. */
export interface StampPrice {
  /** The price in centavos of MXN, above 0. */
  amountMinor: number;
  /** The URL of the page where clients top up their balance. */
  topUpUrl: string;
}
