import { claimDueWork, CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateWebhooks } from './0001-webhooks';
import { CreateAuditTrail } from './0003-audit';
import { GuardPayrollEvents } from './0004-payroll-events';
import { NameMakers } from './0005-makers';

export const migrations: MigrationList[] = [
  { name: '0001-webhooks', class: CreateWebhooks },
  { name: '0002-replies', class: CompressReplies },
  { name: '0003-audit', class: CreateAuditTrail },
  { name: '0004-payroll-events', class: GuardPayrollEvents },
  { name: '0005-makers', class: NameMakers },
  { name: '0006-job-claims', class: claimDueWork('webhooks') },
];
