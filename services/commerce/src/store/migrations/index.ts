import type { MigrationList } from '@timbre/kit';
import { CreateContacts } from './0001-contacts';

export const migrations: MigrationList[] = [{ name: '0001-contacts', class: CreateContacts }];
