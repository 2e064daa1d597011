import type { MigrationList } from '@timbre/kit';
import { CreateEmployees } from './0001-employees';

export const migrations: MigrationList[] = [{ name: '0001-employees', class: CreateEmployees }];
