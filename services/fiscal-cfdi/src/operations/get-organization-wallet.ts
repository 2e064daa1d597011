import { query } from '@timbre/kit';
import type { StampPrice } from '../domain/stamping/stamp-price';

export interface WalletProviders {
  /** Absent when stamps are free. */
  stampPrice?: StampPrice | undefined;
}

const select = `select coalesce(w.balance_minor, 0) as balance, coalesce(w.reserved_minor, 0) as reserved
  from (select 1) one left join wallets w on w.org_id = :org`;

/** An organization that was never topped up has a balance of zero. */
export const getOrganizationWallet = query(
  async (read, _: object, { stampPrice }: WalletProviders) => {
    const [wallet] = await read.rows<{ balance: string; reserved: string }>(select);
    const { balance, reserved } = wallet!;
    const data = {
      currency: 'MXN',
      balanceMinor: Number(balance),
      reservedMinor: Number(reserved),
      stampPriceMinor: stampPrice?.amountMinor ?? 0,
      topUpUrl: stampPrice?.topUpUrl,
    };
    return Buffer.from(JSON.stringify({ data }));
  },
);
