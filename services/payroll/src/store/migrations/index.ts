import {
  claimDueWork,
  CompressReplies,
  indexSearches,
  indexShortWords,
  type MigrationList,
} from '@timbre/kit';
import { CreateEmployees } from './0001-employees';
import { CreatePayrollRuns } from './0002-payroll-runs';
import { AddStamping } from './0003-stamping';
import { CiteRules } from './0004-cited-rules';
import { AddCancellations } from './0005-cancellations';
import { LeanRows } from './0006-lean-rows';
import { NarrowRows } from './0007-narrow-rows';
import { AddStampText } from './0008-stamp-text';
import { IndexDueRuns } from './0010-due-runs';
import { AddPayrollEmployer } from './0020-payroll-employer';
import { AddRejections } from './0021-rejections';
import { IndexListedEmployees } from './0470-listed-employees';

export const migrations: MigrationList[] = [
  { name: '0001-employees', class: CreateEmployees },
  { name: '0002-payroll-runs', class: CreatePayrollRuns },
  { name: '0003-stamping', class: AddStamping },
  { name: '0004-cited-rules', class: CiteRules },
  { name: '0005-cancellations', class: AddCancellations },
  { name: '0006-lean-rows', class: LeanRows },
  { name: '0007-narrow-rows', class: NarrowRows },
  { name: '0008-stamp-text', class: AddStampText },
  { name: '0009-replies', class: CompressReplies },
  { name: '0010-due-runs', class: IndexDueRuns },
  { name: '0020-payroll-employer', class: AddPayrollEmployer },
  { name: '0021-rejections', class: AddRejections },
  { name: '0470-listed-employees', class: IndexListedEmployees },
  { name: '0507-search-indexes', class: indexSearches('payroll', [{ table: 'employees' }]) },
  { name: '0510-job-claims', class: claimDueWork('payroll') },
  { name: '0520-short-words', class: indexShortWords('payroll', [{ table: 'employees' }]) },
];
