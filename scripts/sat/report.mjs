// Prints the report of `npm start -- --environment production`.
import { apiLine, curlOf } from '../runtime/demo-organization.mjs';
import { productionDir } from '../runtime/paths.mjs';
import { fiscalYear } from './taxpayer.mjs';

/**
 * @param {import('./year.mjs').Demo} demo
 * @param {string} authorityUrl the URL of the simulator
 * @param {import('./year.mjs').Sync} sync
 */
export function yearReport(demo, authorityUrl, { sources }) {
  const curl = curlOf(demo);
  const year = `dateFrom=${fiscalYear}-01-01&dateTo=${fiscalYear}-12-31`;
  const received = `/v1/reports/cfdi?${year}&direction=received&groupBy=counterparty`;
  return [
    '',
    `The SAT's data of ${fiscalYear}`,
    ...sources.map(({ source, found }) => `  ${source.padEnd(20)} ${found}`),
    '',
    apiLine(demo, productionDir),
    `Simulated SAT and PACs ${authorityUrl}, see services/authority-simulator/README.md`,
    curl(`/v1/declarations?fiscalYear=${fiscalYear}&limit=5`),
    curl(`/v1/reports/taxes?fiscalYear=${fiscalYear}`),
    curl('/v1/compliance-opinions'),
    curl('/v1/cfdi?direction=received&limit=5'),
    curl(received),
    curl(`${received}&format=xlsx`, ' -o received.xlsx'),
    curl(`${received}&format=pdf`, ' -o received.pdf'),
  ].join('\n');
}
