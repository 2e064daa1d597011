import { CompressReplies, followClocks, type MigrationList } from '@timbre/kit';
import { CreateLedger } from './0001-ledger';
import { AddPayments } from './0010-payments';
import { PaymentsOfSeveral } from './0011-payments-of-several';
import { IndexOwed } from './0012-owed';
import { CreatePlans } from './0020-plans';
import { AddStatements } from './0021-statements';
import { AddPaymentComplements } from './0030-payment-complements';
import { AllowCorrections } from './0035-corrections';
import { KeepDebts } from './0036-debts';
import { KeepMoneyBack } from './0037-money-back';
import { ShowUndatedDues } from './0038-undated-dues';
import { KeepSettlements } from './0410-settlements';
import { AddFences } from './0440-fences';
import { KeepDraftVersions } from './0441-drafted-complements';
import { KeepOneFenceOfARequest } from './0442-fence-of-a-request';
import { IndexCanceledDues } from './0470-canceled-dues';

export const migrations: MigrationList[] = [
  { name: '0001-ledger', class: CreateLedger },
  { name: '0002-replies', class: CompressReplies },
  { name: '0010-payments', class: AddPayments },
  { name: '0011-payments-of-several', class: PaymentsOfSeveral },
  { name: '0012-owed', class: IndexOwed },
  { name: '0020-plans', class: CreatePlans },
  { name: '0021-statements', class: AddStatements },
  { name: '0030-payment-complements', class: AddPaymentComplements },
  { name: '0035-corrections', class: AllowCorrections },
  { name: '0036-debts', class: KeepDebts },
  { name: '0037-money-back', class: KeepMoneyBack },
  { name: '0038-undated-dues', class: ShowUndatedDues },
  { name: '0390-clocks', class: followClocks('accounts') },
  { name: '0410-settlements', class: KeepSettlements },
  { name: '0440-fences', class: AddFences },
  { name: '0441-drafted-complements', class: KeepDraftVersions },
  { name: '0442-fence-of-a-request', class: KeepOneFenceOfARequest },
  { name: '0470-canceled-dues', class: IndexCanceledDues },
];
