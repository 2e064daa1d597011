import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { satCode } from '../../values';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    state: satCode('c_EntidadesFederativas').meta({ description: '`EntidadFederativa`.' }),
  })
  .meta({
    id: 'PrizesInput',
    description:
      'Code 20 (`Premios` 1.0). The amounts of the complement are the totals of the document.',
  });

/**
 * The complement for prizes. Source: premios.xsd and its stylesheet of the SAT, read 2026-11-28.
 */
export const prizes = withholdingComplement({
  input,
  title: said('Premios', 'Prizes'),
  element: {
    name: 'premios:Premios',
    fixed: { Version: '1.0' },
    attributes: [
      ['EntidadFederativa', 'state', said('Entidad federativa', 'State'), 'c_EntidadesFederativas'],
      ['MontTotPago', 'total', said('Total del pago', 'Total of the payment'), 'number'],
      ['MontTotPagoGrav', 'taxable', said('Total gravado', 'Taxable total'), 'number'],
      ['MontTotPagoExent', 'exempt', said('Total exento', 'Exempt total'), 'number'],
    ],
  },
  written: (value, { operation, taxable, exempt }) => ({
    ...value,
    total: operation,
    taxable,
    exempt,
  }),
});
