// `pnpm bench [names]`: runs the benches. Each bench compares two measurements of the same run and prints
// their ratio. The output has one JSON line per bench: {"bench": name, "ratio": ours / theirs, "must": …,
// …}.
import { benchAccounts } from './accounts.mjs';
import { benchFleet } from './fleet.mjs';
import { benchGlobalInvoice } from './global-invoice.mjs';
import { benchImports } from './imports.mjs';
import { benchJobs } from './jobs.mjs';
import { benchLawPacks } from './law-packs.mjs';
import { benchLists } from './lists.mjs';
import { benchPrinting } from './printing.mjs';
import { benchPayroll } from './payroll.mjs';
import { benchPayrollStamps } from './payroll-stamps.mjs';
import { benchReports } from './reports.mjs';
import { benchSales } from './sales.mjs';
import { benchSatPackages } from './sat-packages.mjs';
import { benchSealing } from './sealing.mjs';
import { benchService } from './service.mjs';
import { benchStamping } from './stamping.mjs';
import { benchStampSpans } from './stamp-spans.mjs';
import { benchValidating } from './validating.mjs';

/** @type {Record<string, () => Promise<void>>} */
const benches = {
  payroll: benchPayroll,
  'payroll-stamps': benchPayrollStamps,
  sales: benchSales,
  lists: benchLists,
  accounts: benchAccounts,
  fleet: benchFleet,
  reports: benchReports,
  'global-invoice': benchGlobalInvoice,
  'law-packs': benchLawPacks,
  sealing: benchSealing,
  validating: benchValidating,
  printing: benchPrinting,
  imports: benchImports,
  jobs: benchJobs,
  'sat-packages': benchSatPackages,
  service: benchService,
  stamping: benchStamping,
  'stamp-spans': benchStampSpans,
};

const wanted = process.argv.slice(2);
const unknown = wanted.filter((name) => !(name in benches));
if (unknown.length) {
  console.error(
    `Unknown bench: ${unknown.join(', ')}. Benches: ${Object.keys(benches).join(', ')}.`,
  );
  process.exit(2);
}
for (const name of wanted.length ? wanted : Object.keys(benches)) await benches[name]();
