import { query } from '@timbre/kit';
import type { StampPrice } from '../domain/stamping/stamp-price';
import { walletOf } from '../store/wallet';

export interface WalletProviders {
  /** The price of a stamp; absent if stamps are free. */
  stampPrice?: StampPrice | undefined;
}

export const getOrganizationWallet = query(
  async (read, _: object, { stampPrice }: WalletProviders) => {
    const { balanceMinor, reservedMinor } = await walletOf(read);
    const data = {
      currency: 'MXN',
      balanceMinor,
      reservedMinor,
      stampPriceMinor: stampPrice?.amountMinor ?? 0,
      topUpUrl: stampPrice?.topUpUrl,
    };
    return Buffer.from(JSON.stringify({ data }));
  },
);
