import { cfdi } from './cfdi';
import { contacts } from './contacts';
import { credentials } from './credentials';
import { employees } from './employees';
import { files } from './files';
import { fiscalSetup } from './fiscal-setup';
import { locations } from './locations';
import type { OperationRow } from './operation';
import { organization } from './organization';
import { payroll } from './payroll';
import { pricing } from './pricing';
import { products } from './products';
import { sandbox } from './sandbox';
import { sat } from './sat';
import { settings } from './settings';
import { withholdings } from './withholdings';

/** Every public operation; the one table from which all of the surface is derived. */
export const operations: OperationRow[] = [
  ...organization(() => operations),
  ...credentials,
  ...fiscalSetup,
  ...files,
  ...contacts,
  ...sat,
  ...products,
  ...pricing,
  ...employees,
  ...locations,
  ...settings,
  ...cfdi,
  ...payroll,
  ...withholdings,
  ...sandbox,
];
