import { LedgerTransaction } from './ledger';

/** All entities of this service. */
export const entities = [LedgerTransaction];
