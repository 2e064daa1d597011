import { accounts } from './accounts';
import { approvals } from './approvals';
import { cfdi } from './cfdi';
import { contacts } from './contacts';
import { credentials } from './credentials';
import { developerActivity } from './developer-activity';
import { employees } from './employees';
import { expenses } from './expenses';
import { files } from './files';
import { fiscalSetup } from './fiscal-setup';
import { imports } from './imports';
import { locations } from './locations';
import type { OperationRow } from './operation';
import { organization } from './organization';
import { payroll } from './payroll';
import { pricing } from './pricing';
import { products } from './products';
import { reports } from './reports';
import { salesReceipts } from './sales-receipts';
import { quotes } from './quotes';
import { sandbox } from './sandbox';
import { sat } from './sat';
import { settings } from './settings';
import { webhooks } from './webhooks';
import { withholdings } from './withholdings';

/** The table of all public operations, from which the whole public API is derived. */
export const operations: OperationRow[] = [
  ...organization(() => operations),
  ...credentials,
  ...developerActivity,
  ...fiscalSetup,
  ...files,
  ...contacts,
  ...sat,
  ...products,
  ...pricing,
  ...quotes,
  ...imports,
  ...employees,
  ...locations,
  ...settings,
  ...salesReceipts,
  ...cfdi,
  ...expenses,
  ...accounts,
  ...payroll,
  ...withholdings,
  ...reports,
  ...webhooks,
  ...approvals(() => operations),
  ...sandbox,
];
