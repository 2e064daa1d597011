import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    gain: amount().meta({ description: '`MontGanAcum`.' }),
    loss: amount().meta({ description: '`MontPerdDed`.' }),
  })
  .meta({ id: 'DerivativesInput', description: 'Code 24 (`Operacionesconderivados` 1.0).' });

/**
 * The complement for derivatives. Source: operacionesconderivados.xsd and its stylesheet of the SAT,
 * read 2026-11-28.
 */
export const derivatives = withholdingComplement({
  input,
  title: said('Operaciones con derivados', 'Derivatives'),
  element: {
    name: 'operacionesconderivados:Operacionesconderivados',
    fixed: { Version: '1.0' },
    attributes: [
      ['MontGanAcum', 'gain', said('Ganancia acumulable', 'Taxable gain'), 'number'],
      ['MontPerdDed', 'loss', said('Pérdida deducible', 'Deductible loss'), 'number'],
    ],
  },
});
