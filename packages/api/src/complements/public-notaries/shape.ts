import { z } from 'zod';
import { address, shownAddress } from '../../contacts';
import { curp } from '../../employees';
import { date, decimal, rfc, text } from '../../values';
import { amount } from '../amount';

/** Lengths of notariospublicos.xsd. */
const nameMax = 254;
const surnameMax = 200;
const officeMax = 255;
const deedMax = 999_999;
const notaryMax = 999;
/**
 * The maximum number of properties in a deed. The SAT's schema sets no maximum, but a deed with
 * more properties is rare, and its printed form would be unreadable.
 */
const propertiesMax = 100;
const partiesMax = 100;

/** The states in the numbering of the INEGI, 01 to 32. */
const states = Array.from({ length: 32 }, (_, index) => `${index + 1}`.padStart(2, '0'));

const party = z
  .strictObject({
    name: text(nameMax).meta({
      description: 'Given name, or the whole name of a company (`Nombre`).',
    }),
    firstSurname: text(surnameMax).optional().meta({ description: '`ApellidoPaterno`.' }),
    secondSurname: text(surnameMax).optional().meta({ description: '`ApellidoMaterno`.' }),
    rfc,
    curp: curp.optional(),
    percentage: decimal({ decimals: 2, max: 100 })
      .transform(Number)
      .optional()
      .meta({ description: 'Share of each of several owners; together 100.' }),
  })
  .meta({ id: 'NotaryPartyInput' });

const parties = z.array(party).min(1).max(partiesMax);

export const input = z
  .strictObject({
    properties: z
      .array(
        z.strictObject({
          kind: z.enum(['01', '02', '03', '04', '05']).meta({
            description:
              '`TipoInmueble`: 01 land, 02 commercial land, 03 dwelling, 04 commercial building, 05 mixed.',
          }),
          address: address.meta({
            description: 'Address with street, municipality, and the state as 01 to 32.',
          }),
        }),
      )
      .min(1)
      .max(propertiesMax)
      .meta({ description: 'Real estate (`DescInmueble`).' }),
    deed: z
      .strictObject({
        number: z.int().min(1).max(deedMax).meta({ description: '`NumInstrumentoNotarial`.' }),
        date: date.meta({ description: '`FechaInstNotarial`.' }),
        amount: amount().meta({ description: '`MontoOperacion`.' }),
        subtotal: amount().meta({ description: '`Subtotal`.' }),
        iva: amount().meta({ description: '`IVA`.' }),
      })
      .meta({ description: '`DatosOperacion`.' }),
    notary: z
      .strictObject({
        curp,
        number: z.int().min(1).max(notaryMax).meta({ description: '`NumNotaria`.' }),
        state: z.enum(states).meta({
          description: 'Number of the state in the order of the INEGI (`EntidadFederativa`).',
        }),
        office: text(officeMax).optional().meta({ description: '`Adscripcion`.' }),
      })
      .meta({ description: '`DatosNotario`.' }),
    sellers: parties.meta({ description: '`DatosEnajenante`.' }),
    buyers: parties.meta({ description: '`DatosAdquiriente`.' }),
  })
  .meta({
    id: 'PublicNotariesInput',
    description: 'Deed of a sale of real estate (`NotariosPublicos` 1.0).',
  });

const shownParties = z.array(
  z.strictObject({
    name: z.string(),
    firstSurname: z.string().optional(),
    secondSurname: z.string().optional(),
    rfc: z.string(),
    curp: z.string().optional(),
    percentage: z.number().optional(),
  }),
);

export const shown = z.strictObject({
  properties: z.array(z.strictObject({ kind: z.string(), address: shownAddress })),
  deed: z.strictObject({
    number: z.number(),
    date: z.string(),
    amount: z.number(),
    subtotal: z.number(),
    iva: z.number(),
  }),
  notary: z.strictObject({
    curp: z.string(),
    number: z.number(),
    state: z.string(),
    office: z.string().optional(),
  }),
  sellers: shownParties,
  buyers: shownParties,
});

export const isNotaryState = (state: string | undefined): boolean => states.includes(state ?? '');
