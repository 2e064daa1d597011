import { DocumentInstallment } from './installments';
import { LedgerTransaction, Balance, Entry } from './ledger';
import { Plan } from './plans';
import { Application, DailyApplications, PaymentRecord, Reversal } from './payments';
import { MatchRecord } from './open-items';
import { DocumentClaim, StoredDocument, Lock } from './documents';
import { CollectionFeed } from './collection-feeds';
import { Contact } from './contacts';
import { Fence } from './fences';
import { MoneyBackRecord } from './money-back';
import { Organization } from './organizations';
import { PaymentComplement } from './payment-complements';
import { SettlementPosting } from './settlement-postings';

/** All database entities of the accounts service. */
export const entities = [
  Application,
  Balance,
  CollectionFeed,
  Contact,
  DailyApplications,
  DocumentClaim,
  DocumentInstallment,
  Entry,
  Fence,
  LedgerTransaction,
  Lock,
  MatchRecord,
  MoneyBackRecord,
  Organization,
  PaymentComplement,
  PaymentRecord,
  Plan,
  Reversal,
  SettlementPosting,
  StoredDocument,
];
