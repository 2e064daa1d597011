import type { Parte } from '@timbre/cfdi';
import {
  Decimal,
  readableDecimal,
  requiredCatalog,
  type CalendarDate,
  type Issue,
} from '@timbre/fiscal';
import type { Component } from './item';
import { customsNumberIssues } from './reference-issues';
import type { At } from './sale';

/** The maximum number of decimals of t_Importe, the type of Importe. */
const amountDecimals = 6;

/** Returns a part of an item (Parte) in its stored form, with its computed amount. */
export function componentOf({ customsNumbers = [], ...part }: Component): Component {
  const [quantity, unitPrice] = [part.quantity, part.unitPrice ?? ''].map(readableDecimal);
  return {
    ...part,
    ...(customsNumbers.length > 0 && { customsNumbers }),
    ...(quantity && unitPrice && { amount: amountOf(quantity, unitPrice) }),
  };
}

/** Returns Importe with at least two decimals. */
const amountOf = (quantity: Decimal, unitPrice: Decimal): string =>
  quantity.times(unitPrice).round(amountDecimals).trimmed(2).toString();

/** Returns the Parte element of a concept for a component. */
export const parteOf = (component: Component): Parte => ({
  claveProdServ: component.satProductCode,
  ...(component.sku !== undefined && { noIdentificacion: component.sku }),
  cantidad: Decimal.from(component.quantity),
  ...(component.unitName !== undefined && { unidad: component.unitName }),
  descripcion: component.description,
  ...(component.unitPrice !== undefined && { valorUnitario: Decimal.from(component.unitPrice) }),
  ...(component.amount !== undefined && { importe: Decimal.from(component.amount) }),
  ...(component.customsNumbers && {
    informacionAduanera: component.customsNumbers.map((numeroPedimento) => ({ numeroPedimento })),
  }),
});

/**
 * Converts a part (Parte) in a document from another system to a component of an item. This function is
 * the reverse of `parteOf`.
 */
export const componentOfParte = (parte: Parte): Component => ({
  satProductCode: parte.claveProdServ,
  description: parte.descripcion,
  quantity: parte.cantidad.toString(),
  sku: parte.noIdentificacion,
  unitName: parte.unidad,
  unitPrice: parte.valorUnitario?.toString(),
  amount: parte.importe?.toString(),
  customsNumbers: parte.informacionAduanera?.map(({ numeroPedimento }) => numeroPedimento),
});

/**
 * Checks the rules for the parts of an item that their schema cannot express. The product key of a part
 * must be active (CFDI40196), its customs numbers follow the rules for the customs numbers of an item
 * (CFDI40199), and its amount must fit in Importe. The issue codes are the same as for these faults in an
 * item or a document.
 */
export const componentIssues = (
  components: readonly Component[] = [],
  own: At,
  today: CalendarDate,
): Issue[] =>
  components.flatMap((component, index) => {
    const { satProductCode, customsNumbers } = component;
    const at: At = (field, ...rest) => own('parts', index, field, ...rest);
    const issues = [
      ...amountIssues(component, at),
      ...customsNumberIssues(customsNumbers, at, today),
    ];
    if (requiredCatalog('c_ClaveProdServ').isActive(satProductCode, today)) return issues;
    const message = `${satProductCode} is not an active code of c_ClaveProdServ.`;
    const code = 'product_key_not_in_catalog';
    return [{ path: at('satProductCode'), code, message }, ...issues];
  });

/** Reports an amount that has more digits than Importe allows. */
function amountIssues({ amount }: Component, at: At): Issue[] {
  if (amount === undefined || readableDecimal(amount)) return [];
  const message = `The amount of the part, ${amount}, is above the limit of a document.`;
  return [{ path: at('unitPrice'), code: 'amount_too_large', message }];
}
