import { complementsNamed, type Cfdi } from './cfdi';
import { table, type Rule } from './rule';

/**
 * The document types that require a complement that all other types forbid, with the codes for a missing
 * and a forbidden complement.
 */
const PAIRS = [
  { type: 'P', complement: 'pago20:Pagos', otherType: 'CRP20101', missing: 'CRP20999' },
  { type: 'N', complement: 'nomina12:Nomina', otherType: 'NOM2', missing: 'NOM30' },
] as const;

const rules = PAIRS.flatMap(({ type, complement, otherType, missing }): Rule<Cfdi>[] => {
  const name = complement.replace(/^.*:/, '');
  const has = (cfdi: Cfdi): boolean => complementsNamed(cfdi, complement).length > 0;
  return [
    [
      otherType,
      'TipoDeComprobante',
      `debe ser ${type} con el complemento ${name}`,
      (cfdi) => cfdi.type !== type && has(cfdi),
    ],
    [missing, name, `debe existir en el tipo ${type}`, (cfdi) => cfdi.type === type && !has(cfdi)],
  ];
});

export const typeTable = table((cfdi: Cfdi) => [cfdi], rules);
