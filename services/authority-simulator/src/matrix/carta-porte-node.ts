import { Decimal } from '@timbre/fiscal';
import { childOf, childrenAt, is, type Node } from '../schema/node';
import { complementsNamed, partsIn, type Cfdi, type PartOf } from './cfdi';

/* The complement Carta Porte 3.1 in the form that its rules read. */

export const NAME = 'cartaporte31:CartaPorte';

/** The complement Carta Porte and the parts of it that the rules read. */
export interface CartaPorte {
  readonly cfdi: Cfdi;
  readonly node: Node;
  readonly stops: readonly Node[];
  readonly load: Node | undefined;
  readonly goods: readonly Node[];
  /** The means of transport, which is `Autotransporte` or the element for sea, air or rail. */
  readonly vehicle: Node | undefined;
  readonly ship: Node | undefined;
  readonly aircraft: Node | undefined;
  readonly train: Node | undefined;
  readonly figures: readonly Node[];
}

export type Part = PartOf<CartaPorte>;

export const at = (name: string): string => `cartaporte31:${name}`;

export const cartasPorte = (cfdi: Cfdi): readonly CartaPorte[] =>
  complementsNamed(cfdi, NAME).map((node) => {
    const load = childOf(node, at('Mercancias'));
    return {
      cfdi,
      node,
      stops: childrenAt(node, at('Ubicaciones'), at('Ubicacion')),
      load,
      goods: childrenAt(load, at('Mercancia')),
      vehicle: childOf(load, at('Autotransporte')),
      ship: childOf(load, at('TransporteMaritimo')),
      aircraft: childOf(load, at('TransporteAereo')),
      train: childOf(load, at('TransporteFerroviario')),
      figures: childrenAt(node, at('FiguraTransporte'), at('TiposFigura')),
    };
  });

export const partsOf = partsIn(cartasPorte);

export const onTransfer = ({ cfdi }: CartaPorte): boolean => cfdi.type === 'T';
export const onRoad = ({ vehicle }: CartaPorte): boolean => vehicle !== undefined;
export const isInternational = ({ node }: CartaPorte): boolean => is(node, 'TranspInternac', 'Sí');
/** Returns whether the document has distances, which are required by road and by rail. */
export const isOverLand = ({ vehicle, train }: CartaPorte): boolean =>
  vehicle !== undefined || train !== undefined;

export const modeCount = ({ vehicle, ship, aircraft, train }: CartaPorte): number =>
  [vehicle, ship, aircraft, train].filter((mode) => mode !== undefined).length;

/** Returns whether an amount differs from the expected amount; an absent amount counts as zero. */
export const differs = (written: Decimal | undefined, sum: Decimal | undefined): boolean =>
  !(written ?? Decimal.zero).equals(sum ?? Decimal.zero);
