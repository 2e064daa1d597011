import { CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateOrganizations } from './0001-organizations';

export const migrations: MigrationList[] = [
  { name: '0001-organizations', class: CreateOrganizations },
  { name: '0002-replies', class: CompressReplies },
];
