import { Due } from './installments';
import { LedgerTransaction } from './ledger';
import { Plan } from './plans';

/** The tables of this service that are defined as entities. */
export const entities = [LedgerTransaction, Plan, Due];
