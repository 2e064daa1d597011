import { Due } from './installments';
import { LedgerTransaction } from './ledger';
import { Plan } from './plans';

/** The defined tables of this service. */
export const entities = [LedgerTransaction, Plan, Due];
