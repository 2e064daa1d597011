import type { fiscalCfdi } from '@timbre/contract';
import { replies, type Runtime, type Rpcs } from '@timbre/kit';
import { getOrganizationWallet, type WalletProviders } from '../operations/get-organization-wallet';
import { listWalletTransactions } from '../operations/list-wallet-transactions';

/** Returns the rpcs for the prepaid balance that pays for stamps. */
export const walletRpcs = (runtime: Runtime<WalletProviders>) =>
  ({
    getOrganizationWallet: replies(getOrganizationWallet, runtime),
    listWalletTransactions: replies(listWalletTransactions, runtime),
  }) satisfies Partial<Rpcs<typeof fiscalCfdi.FiscalCfdiService>>;
