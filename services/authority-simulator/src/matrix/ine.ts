import { childrenAt, has, is, valueOf, type Node } from '../schema/node';
import { complementsNamed, partsIn, type Cfdi, type PartOf } from './cfdi';
import { table, type Rule } from './rule';

/* Rules of INE 1.1: SAT's matrix of errors of the complement, read 2026-11-23. */

/** The complement INE, with its entities. */
interface Ine {
  readonly node: Node;
  readonly entities: readonly Node[];
}

const complements = (cfdi: Cfdi): readonly Ine[] =>
  complementsNamed(cfdi, 'ine:INE').map((node) => ({
    node,
    entities: childrenAt(node, 'ine:Entidad'),
  }));

const isOrdinary = ({ node }: Ine): boolean => is(node, 'TipoProceso', 'Ordinario');
const isOf = ({ node }: Ine, ...committees: readonly string[]): boolean =>
  committees.includes(valueOf(node, 'TipoComite') ?? '');
const isOfState = (one: Ine): boolean => isOf(one, 'Ejecutivo Estatal', 'Directivo Estatal');

const NATIONAL = ['NAC', 'CR1', 'CR2', 'CR3', 'CR4', 'CR5'];

/** Returns the combination of state and scope, which may occur only once. */
const keyOf = (entity: Node): string =>
  `${valueOf(entity, 'ClaveEntidad')} ${valueOf(entity, 'Ambito')}`;

const WHOLE: readonly Rule<Ine>[] = [
  [
    'INE180',
    'TipoComite',
    'debe existir en el proceso Ordinario',
    (one) => isOrdinary(one) && !has(one.node, 'TipoComite'),
  ],
  [
    'INE181',
    'Entidad',
    'debe existir con su Ambito en una campaña',
    (one) =>
      !isOrdinary(one) &&
      (one.entities.length === 0 || one.entities.some((entity) => !has(entity, 'Ambito'))),
  ],
  [
    'INE182',
    'TipoComite',
    'no debe existir en una campaña',
    (one) => !isOrdinary(one) && has(one.node, 'TipoComite'),
  ],
  [
    'INE183',
    'IdContabilidad',
    'no debe existir en una campaña',
    (one) => !isOrdinary(one) && has(one.node, 'IdContabilidad'),
  ],
  [
    'INE184',
    'Entidad',
    'no debe existir con un comité Ejecutivo Nacional',
    (one) => isOf(one, 'Ejecutivo Nacional') && one.entities.length > 0,
  ],
  [
    'INE185',
    'IdContabilidad',
    'no debe existir con un comité Ejecutivo Estatal',
    (one) => isOf(one, 'Ejecutivo Estatal') && has(one.node, 'IdContabilidad'),
  ],
  [
    'INE186',
    'Entidad',
    'debe existir sin Ambito con un comité estatal',
    (one) =>
      isOrdinary(one) &&
      isOfState(one) &&
      (one.entities.length === 0 || one.entities.some((entity) => has(entity, 'Ambito'))),
  ],
];

const ENTITIES: readonly Rule<PartOf<Ine>>[] = [
  [
    'INE187',
    'ClaveEntidad',
    'no debe repetirse con el mismo Ambito',
    ({ of, node }) => of.entities.find((entity) => keyOf(entity) === keyOf(node)) !== node,
  ],
  [
    'INE188',
    'ClaveEntidad',
    'no puede ser nacional en el Ambito Local',
    ({ node }) =>
      is(node, 'Ambito', 'Local') && NATIONAL.includes(valueOf(node, 'ClaveEntidad') ?? ''),
  ],
];

export const ineTables = [
  table(complements, WHOLE),
  table(
    partsIn(complements)(({ entities }) => entities),
    ENTITIES,
  ),
];
