import { Decimal } from '@timbre/fiscal';
import type { DatedRule, Tariff, TariffName } from './dated-rule';
import { isrTariffs2024 } from './isr-tariffs-2024';
import { isrTariffs2026 } from './isr-tariffs-2026';

const annex8Of2026 =
  'https://www.sat.gob.mx/minisitio/NormatividadRMFyRGCE/documentos2026/rmf/anexos/' +
  'Anexo-8-RMF-2026_DOF-28122025.pdf';

const spans: Record<TariffName, string> = {
  daily: '1 day',
  weekly: '7 days',
  decenal: '10 days',
  catorcenal: '14 days',
  quincenal: '15 days',
  monthly: 'a month',
  annual: 'a year',
};

export const isrTariffRules: readonly DatedRule[] = [
  ...rulesOfYear(2024, isrTariffs2024, 'RMF 2024 Annex 8'),
  ...rulesOfYear(2025, isrTariffs2024, 'RMF 2025 Annex 8'),
  ...rulesOfYear(2026, isrTariffs2026, 'RMF 2026 Annex 8, DOF 2025-12-28', annex8Of2026),
];

function rulesOfYear(
  year: number,
  tables: Record<TariffName, string>,
  annex: string,
  sourceUrl?: string,
): DatedRule[] {
  return (Object.keys(tables) as TariffName[]).map((name) => ({
    key: `isr.tariff.${name}` as const,
    label: `ISR tariff for ${spans[name]}, ${year}`,
    legalBasis: `LISR art. 96 and 152; ${annex}`,
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    validFrom: `${year}-01-01`,
    validTo: `${year}-12-31`,
    value: tariffOf(tables[name]),
  }));
}

function tariffOf(table: string): Tariff {
  return table.trim().split('\n').map(bracketOf);
}

function bracketOf(row: string) {
  const [lower = '', upper = '', fee = '', percent = ''] = row.trim().split(/ +/);
  return {
    lowerLimit: Decimal.from(lower),
    ...(upper === '-' ? {} : { upperLimit: Decimal.from(upper) }),
    fixedFee: Decimal.from(fee),
    percent: Decimal.from(percent),
  };
}
