import { said } from '@timbre/fiscal';
import { z } from 'zod';
import { text } from '../../values';
import { withholdingComplement } from './complement';

const input = z
  .strictObject({
    trustId: text(20).meta({ description: '`IdFideicom`.' }),
    trustName: text(100).optional().meta({ description: '`NomFideicom`.' }),
    trustDescription: text(300).meta({ description: '`DescripFideicom`.' }),
  })
  .meta({
    id: 'FinancialSectorInput',
    description: 'Code 27, only of trustees of the financial system (`SectorFinanciero` 1.0).',
  });

/**
 * The complement for trustees of the financial system. Source: sectorfinanciero.xsd and its stylesheet of
 * the SAT, read 2026-11-28.
 */
export const financialSector = withholdingComplement({
  input,
  title: said('Sector financiero', 'Financial sector'),
  element: {
    name: 'sectorfinanciero:SectorFinanciero',
    fixed: { Version: '1.0' },
    attributes: [
      ['IdFideicom', 'trustId', said('Identificador del fideicomiso', 'Identifier of the trust')],
      ['NomFideicom', 'trustName', said('Nombre del fideicomiso', 'Name of the trust')],
      [
        'DescripFideicom',
        'trustDescription',
        said('Objeto del fideicomiso', 'Purpose of the trust'),
      ],
    ],
  },
});
