import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { text } from '../../values';
import { amount } from '../amount';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    contract: text(300).meta({ description: 'Brokerage contract (`ContratoIntermediacion`).' }),
    gain: amount().meta({ description: '`Ganancia`.' }),
    loss: amount().meta({ description: '`Perdida`.' }),
  })
  .meta({ id: 'ShareSaleInput', description: 'Codes 06 and 19 (`EnajenaciondeAcciones` 1.0).' });

/**
 * The complement for the sale of shares. Source: enajenaciondeacciones.xsd and its stylesheet of the SAT,
 * read 2026-11-28.
 */
export const shareSale = withholdingComplement({
  input,
  title: said('Enajenación de acciones', 'Sale of shares'),
  element: {
    name: 'enajenaciondeacciones:EnajenaciondeAcciones',
    fixed: { Version: '1.0' },
    attributes: [
      [
        'ContratoIntermediacion',
        'contract',
        said('Contrato de intermediación', 'Brokerage contract'),
      ],
      ['Ganancia', 'gain', said('Ganancia', 'Gain'), 'number'],
      ['Perdida', 'loss', said('Pérdida', 'Loss'), 'number'],
    ],
  },
});
