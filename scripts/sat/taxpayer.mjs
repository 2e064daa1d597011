// The records of the simulated SAT about the taxpayer of the demo: the declarations of a year, and
// received CFDI.
import { issuer } from '../runtime/demo-data.mjs';

/**
 * The fiscal year of the demo. The year is in the past, so that its data does not depend on the day of the
 * run.
 */
export const fiscalYear = 2025;

const months = [
  'Enero',
  'Febrero',
  'Marzo',
  'Abril',
  'Mayo',
  'Junio',
  'Julio',
  'Agosto',
  'Septiembre',
  'Octubre',
  'Noviembre',
  'Diciembre',
];

const { rfc, legalName } = issuer;

/**
 * Returns the due day of the declaration for a month: the seventeenth of the next month.
 * @param {number} index the index of the month, counted from 0
 */
const dueOf = (index) => {
  const year = index === 11 ? fiscalYear + 1 : fiscalYear;
  return `${year}-${String(((index + 1) % 12) + 1).padStart(2, '0')}-17`;
};

/** @param {number} index the index of the month, counted from 0 */
const corporateTax = (index) => 12_000 + 850 * index;

/**
 * Returns the normal declaration for a month. The declaration for July has an IVA balance in the
 * taxpayer's favor, and December is not paid yet.
 * @param {string} period the text of the period in the SAT's receipt (acuse)
 * @param {number} index
 */
function monthly(period, index) {
  const [isr, iva, wages] = [corporateTax(index), 8_400 + 310 * index, 3_150];
  const on = dueOf(index);
  const hasFavour = index === 6;
  const amount = isr + wages + (hasFavour ? 0 : iva);
  return {
    rfc,
    legalName,
    fiscalYear,
    period,
    periodicity: 'Mensual',
    filedAt: `${on}T10:00`,
    concepts: [
      toPay('ISR personas morales', isr),
      hasFavour
        ? { name: 'Impuesto al Valor Agregado. Personas morales', inFavor: 4_270 }
        : toPay('Impuesto al Valor Agregado. Personas morales', iva),
      toPay('ISR retenciones por salarios', wages),
    ],
    ...(index < 11 && { paid: { amount, on } }),
  };
}

/**
 * @param {string} name
 * @param {number} amount whole pesos
 */
const toPay = (name, amount) => ({
  name,
  charged: amount,
  amountCharged: amount,
  amountToPay: amount,
});

/**
 * Returns the corrected declaration for March, which was filed in June. The corrected declaration has more
 * income, an inflation adjustment and surcharges.
 */
function complementary() {
  const [before, charged, update, surcharges] = [corporateTax(2), corporateTax(2) + 1_000, 87, 214];
  const amount = charged + update + surcharges - before;
  return {
    rfc,
    legalName,
    fiscalYear,
    period: 'Marzo',
    periodicity: 'Mensual',
    type: 'Complementaria',
    complementaryType: 'Modificación de Obligaciones',
    filedAt: `${fiscalYear}-06-10T12:30`,
    concepts: [
      {
        name: 'ISR personas morales',
        charged,
        update,
        surcharges,
        paidBefore: before,
        paidBeforeOn: dueOf(2),
        amountCharged: amount,
        amountToPay: amount,
      },
    ],
    paid: { amount, on: `${fiscalYear}-06-10` },
  };
}

/**
 * Returns the declarations that were filed in the year. Each declaration has the same operation number on
 * every machine.
 */
export const filings = () => [...months.map(monthly), complementary()];

/**
 * Documents that a supplier issued to the taxpayer in December. The documents are limited to December,
 * because further months would need more requests.
 */
export const received = {
  receiverRfc: rfc,
  receiverName: legalName,
  receiverPostalCode: issuer.postalCode,
  count: 36,
  dateFrom: `${fiscalYear}-12-01`,
  dateTo: `${fiscalYear}-12-31`,
  seed: 'demo',
};
