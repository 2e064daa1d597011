import { periodOf } from './period';
import { taxClassOf } from './tax-class';

test.each([
  ['Mensual', 'Enero', 'monthly', 1],
  ['1-Mensual', 'Diciembre', 'monthly', 12],
  ['M-Mensual', 'marzo', 'monthly', 3],
  ['Bimestral', 'Enero-Febrero', 'bimonthly', 2],
  ['3-Trimestral', '1° Enero-Marzo', 'quarterly', 3],
  ['Trimestral', 'Octubre - Diciembre', 'quarterly', 12],
  ['Cuatrimestral', 'Mayo-Agosto', 'four_monthly', 8],
  ['Semestral (A)', 'Enero-Junio', 'semiannual', 6],
  ['Del Ejercicio', 'Del Ejercicio', 'annual', 13],
  ['Anual', 'Diciembre', 'annual', 13],
  ['9-Sin período', 'Sin periodo', 'none', 0],
] as const)('%s of %s is %s and ends in %d', (periodicity, period, word, last) => {
  expect(periodOf(periodicity, period)).toEqual({ periodicity: word, period: last });
});

test.each([
  ['Mensual', 'Enero-Febrero'],
  ['Bimestral', 'Febrero-Marzo'],
  ['Trimestral', 'Marzo'],
  ['Quincenal', 'Enero'],
  ['Mensual', ''],
  ['Ajuste', 'Junio'],
])('%s of %s is not understood', (periodicity, period) => {
  expect(periodOf(periodicity, period)).toBeUndefined();
});

test.each([
  ['ISR personas morales', 'isr'],
  ['Impuesto sobre la Renta. Personas físicas', 'isr'],
  ['ISRretencionesporsalarios', 'withholdings'],
  ['IVA retenciones', 'withholdings'],
  ['IVA simplificado de confianza', 'iva'],
  ['Impuesto al Valor Agregado. Personas morales', 'iva'],
  ['IEPS por pagos a cuenta de terceros', 'unclassified'],
  ['IEPS pagos por cuenta de terceros', 'withholdings'],
  ['IEPS por bebidas alcohólicas', 'unclassified'],
  ['', 'unclassified'],
] as const)('the tax "%s" is classified as %s', (name, taxClass) => {
  expect(taxClassOf(name)).toBe(taxClass);
});
