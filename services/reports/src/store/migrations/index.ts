import { claimDueWork, CompressReplies, type MigrationList } from '@timbre/kit';
import { CreateCfdiFacts } from './0001-cfdi';
import { CreateTaxes } from './0003-taxes';
import { CreateSalesFacts } from './0004-sales';
import { CreateExpenseFacts } from './0005-expenses';
import { CreateCollectionFacts } from './0006-collections';
import { AddCostOfSales } from './0007-cost-of-sales';
import { AddSellers } from './0008-sellers';
import { HidePayroll } from './0009-payroll-permissions';
import { FindDueComparisons } from './0011-due-comparisons';

export const migrations: MigrationList[] = [
  { name: '0001-cfdi', class: CreateCfdiFacts },
  { name: '0002-replies', class: CompressReplies },
  { name: '0003-taxes', class: CreateTaxes },
  { name: '0004-sales', class: CreateSalesFacts },
  { name: '0005-expenses', class: CreateExpenseFacts },
  { name: '0006-collections', class: CreateCollectionFacts },
  { name: '0007-cost-of-sales', class: AddCostOfSales },
  { name: '0008-sellers', class: AddSellers },
  { name: '0009-payroll-permissions', class: HidePayroll },
  { name: '0010-job-claims', class: claimDueWork('reports') },
  { name: '0011-due-comparisons', class: FindDueComparisons },
];
