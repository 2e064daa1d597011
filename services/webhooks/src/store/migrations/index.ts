import { CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateWebhooks } from './0001-webhooks';
import { CreateAuditTrail } from './0003-audit';

export const migrations: MigrationList[] = [
  { name: '0001-webhooks', class: CreateWebhooks },
  { name: '0002-replies', class: CompressReplies },
  { name: '0003-audit', class: CreateAuditTrail },
];
