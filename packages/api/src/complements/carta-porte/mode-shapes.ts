import { z } from 'zod';
import { form, localDateTime, rfc, satCode, shownLocalDateTime, text } from '../../values';
import { amount } from '../amount';
import { abroad, asRequested, insurerMax, insurerMin, weight, nameMax, permitMax, permitType, plate, policyMax, trailers, twoDecimals } from './parts'; // prettier-ignore

/** Lengths of CartaPorte31.xsd. */
const shipPermitMax = 30;
const registrationMax = 30;
const registrationMin = 7;
const lineMax = 50;
const lineMin = 3;
const agentMax = 100;
const voyageMax = 30;
const temporaryPermitMax = 19;
const containerMax = 15;
const containerMin = 11;
const sealMax = 20;
const sealMin = 5;
const waybillMax = 15;
const airWaybillMin = 12;
const placeMax = 120;
const wagonMin = 6;
/** The schema sets no limit for these lists. A PAC stamps documents of up to 1 MB. */
const containersMax = 500;
const wagonsMax = 500;
const rightsMax = 100;

const insured = {
  insurer: text(insurerMax, insurerMin).optional().meta({ description: '`NombreAseg`.' }),
  policy: text(policyMax, insurerMin).optional().meta({ description: '`NumPolizaSeguro`.' }),
};
const feet = (attribute: string) =>
  twoDecimals()
    .optional()
    .meta({ description: `\`${attribute}\`, in feet.` });

const shipContainer = z
  .strictObject({
    type: satCode('c_ContenedorMaritimo').meta({ description: '`TipoContenedor`.' }),
    number: text(containerMax, containerMin)
      .optional()
      .meta({ description: '`MatriculaContenedor`.' }),
    seal: text(sealMax, sealMin).optional().meta({ description: '`NumPrecinto`.' }),
    vehicle: z
      .strictObject({
        idCcp: z
          .string()
          .regex(
            /^CCC[0-9a-fA-F]{5}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$/,
            form('format_id_ccp'),
          )
          .meta({ description: '`IdCCPRelacionado`.' }),
        plate: plate.meta({ description: '`PlacaVMCCP`.' }),
        stampedLocalDateTime: localDateTime.meta({ description: '`FechaCertificacionCCP`.' }),
        trailers: trailers.optional().meta({ description: '`RemolquesCCP`.' }),
      })
      .optional()
      .meta({ description: 'On a ferry (CM011), with its own Carta Porte; no number, no seal.' }),
  })
  .meta({ id: 'CartaPorteShipContainerInput' });

export const ship = z
  .strictObject({
    permitType: permitType.optional(),
    permitNumber: text(shipPermitMax).optional().meta({ description: '`NumPermisoSCT`.' }),
    ...insured,
    type: satCode('c_ConfigMaritima').meta({ description: '`TipoEmbarcacion`.' }),
    registration: text(registrationMax, registrationMin).meta({ description: '`Matricula`.' }),
    imoNumber: z
      .string()
      .regex(/^IMO[0-9]{7}$/, form('format_imo_number'))
      .meta({ description: '`NumeroOMI`.', example: 'IMO9074729' }),
    builtYear: z.int().min(1900).max(2099).optional().meta({ description: '`AnioEmbarcacion`.' }),
    name: text(lineMax).optional().meta({ description: '`NombreEmbarc`.' }),
    flag: satCode('c_Pais').meta({ description: '`NacionalidadEmbarc`.' }),
    grossTonnage: weight().meta({
      description: '`UnidadesDeArqBruto`.',
    }),
    cargoType: satCode('c_ClaveTipoCarga').meta({ description: '`TipoCarga`.' }),
    lengthFeet: feet('Eslora'),
    beamFeet: feet('Manga'),
    draftFeet: feet('Calado'),
    depthFeet: feet('Puntal'),
    shippingLine: text(lineMax, lineMin).optional().meta({ description: '`LineaNaviera`.' }),
    agent: text(agentMax).meta({ description: '`NombreAgenteNaviero`.' }),
    agentAuthorization: satCode('c_NumAutorizacionNaviero').meta({
      description: '`NumAutorizacionNaviero`.',
    }),
    voyage: text(voyageMax).optional().meta({ description: '`NumViaje`.' }),
    billOfLading: text(voyageMax).optional().meta({ description: '`NumConocEmbarc`.' }),
    temporaryPermit: text(temporaryPermitMax).optional().meta({
      description: '`PermisoTempNavegacion`; for flags but MEX.',
    }),
    containers: z.array(shipContainer).min(1).max(containersMax).optional().meta({
      description: '`Contenedor`.',
    }),
  })
  .meta({ id: 'CartaPorteShipInput' });

export const aircraft = z
  .strictObject({
    permitType,
    permitNumber: text(permitMax).meta({ description: '`NumPermisoSCT`.' }),
    registration: z
      .string()
      .regex(/^[A-Z0-9-]{5,11}$/, form('format_aircraft'))
      .optional()
      .meta({ description: '`MatriculaAeronave`.', example: 'XA-ABC' }),
    ...insured,
    airWaybill: text(waybillMax, airWaybillMin).meta({ description: '`NumeroGuia`.' }),
    contractPlace: text(placeMax).optional().meta({ description: '`LugarContrato`.' }),
    carrier: satCode('c_CodigoTransporteAereo').meta({ description: '`CodigoTransportista`.' }),
    shipper: z
      .strictObject({
        rfc: rfc.optional(),
        ...abroad,
        name: text(nameMax).optional().meta({ description: '`NombreEmbarcador`.' }),
      })
      .meta({ description: '`RFCEmbarcador`, or number and country abroad.' }),
    valuationCharge: amount().optional().meta({ description: '`CargoPorTasacion`.' }),
  })
  .meta({ id: 'CartaPorteAircraftInput' });

const wagonContainer = z.strictObject({
  type: satCode('c_Contenedor').meta({ description: '`TipoContenedor`.' }),
  emptyWeightKg: weight().meta({ description: '`PesoContenedorVacio`.' }),
  netWeightKg: weight().meta({ description: '`PesoNetoMercancia`.' }),
});

export const train = z
  .strictObject({
    serviceType: satCode('c_TipoDeServicio').meta({ description: '`TipoDeServicio`.' }),
    trafficType: satCode('c_TipoDeTrafico').meta({ description: '`TipoDeTrafico`.' }),
    ...insured,
    rightsOfWay: z
      .array(
        z.strictObject({
          type: satCode('c_DerechosDePaso').meta({ description: '`TipoDerechoDePaso`.' }),
          paidKm: twoDecimals().meta({
            description: '`KilometrajePagado`.',
          }),
        }),
      )
      .min(1)
      .max(rightsMax)
      .optional()
      .meta({ description: '`DerechosDePaso`.' }),
    wagons: z
      .array(
        z.strictObject({
          type: satCode('c_TipoCarro').meta({ description: '`TipoCarro`.' }),
          number: text(waybillMax, wagonMin).meta({ description: '`MatriculaCarro`.' }),
          waybill: text(waybillMax).meta({ description: '`GuiaCarro`.' }),
          netTonnes: weight().optional().meta({
            description: '`ToneladasNetasCarro`; default: sum of the containers.',
          }),
          containers: z.array(wagonContainer).min(1).max(containersMax).optional().meta({
            description: '`Contenedor`, of services TS02 and TS04.',
          }),
        }),
      )
      .min(1)
      .max(wagonsMax)
      .meta({ description: '`Carro`.' }),
  })
  .meta({ id: 'CartaPorteTrainInput' });

const words = z.string().optional();
const amounts = z.number().optional();
const shownInsured = { insurer: words, policy: words };

export const shownShip = asRequested(
  'CartaPorteShipInput',
  z.strictObject({
    permitType: words,
    permitNumber: words,
    ...shownInsured,
    type: z.string(),
    registration: z.string(),
    imoNumber: z.string(),
    builtYear: amounts,
    name: words,
    flag: z.string(),
    grossTonnage: z.number(),
    cargoType: z.string(),
    lengthFeet: amounts,
    beamFeet: amounts,
    draftFeet: amounts,
    depthFeet: amounts,
    shippingLine: words,
    agent: z.string(),
    agentAuthorization: z.string(),
    voyage: words,
    billOfLading: words,
    temporaryPermit: words,
    containers: z
      .array(
        z.strictObject({
          type: z.string(),
          number: words,
          seal: words,
          vehicle: z
            .strictObject({
              idCcp: z.string(),
              plate: z.string(),
              stampedLocalDateTime: shownLocalDateTime,
              trailers: z.array(z.strictObject({ type: z.string(), plate: z.string() })).optional(),
            })
            .optional(),
        }),
      )
      .optional(),
  }),
);

export const shownAircraft = asRequested(
  'CartaPorteAircraftInput',
  z.strictObject({
    permitType: z.string(),
    permitNumber: z.string(),
    registration: words,
    ...shownInsured,
    airWaybill: z.string(),
    contractPlace: words,
    carrier: z.string(),
    shipper: z.strictObject({
      rfc: words,
      foreignTaxId: words,
      taxResidence: words,
      name: words,
    }),
    valuationCharge: amounts,
  }),
);

export const shownTrain = asRequested(
  'CartaPorteTrainInput',
  z.strictObject({
    serviceType: z.string(),
    trafficType: z.string(),
    ...shownInsured,
    rightsOfWay: z.array(z.strictObject({ type: z.string(), paidKm: z.number() })).optional(),
    wagons: z.array(
      z.strictObject({
        type: z.string(),
        number: z.string(),
        waybill: z.string(),
        netTonnes: amounts,
        containers: z
          .array(
            z.strictObject({
              type: z.string(),
              emptyWeightKg: z.number(),
              netWeightKg: z.number(),
            }),
          )
          .optional(),
      }),
    ),
  }),
);
