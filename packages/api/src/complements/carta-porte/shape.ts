import { z } from 'zod';
import { address, shownAddress } from '../../contacts';
import { all, eitherOf, excludes, rules, someOf } from '../../field-rules';
import { pedimento } from '../../item-details';
import { cfdiUuid, date, form, instant, localDateTime, rfc, satCode, shape, shownLocalDateTime, text } from '../../values'; // prettier-ignore
import { amount } from '../amount';
import { aircraft, ship, shownAircraft, shownShip, shownTrain, train } from './mode-shapes';
import { abroad, asRequested, insurance, weight, nameMax, number, permitMax, permitType, plate, trailers, twoDecimals } from './parts'; // prettier-ignore

/** Maximum lengths and values in CartaPorte31.xsd. */
const referenceMax = 250;
const stationNameMax = 50;
const descriptionMax = 1_000;
const unitMax = 20;
const packagingMax = 100;
const guideMin = 10;
const guideMax = 30;
const licenseMin = 6;
const licenseMax = 16;
const kilometersMin = 0.01;
const kilometersMax = 99_999;
/** The schema sets no limit for the following lists. A PAC stamps documents of up to 1 MB. */
const stopsMax = 100;
const goodsMax = 500;
const guidesMax = 100;
export const figuresMax = 20;
const partsMax = 12;
const documentsMax = 100;
const regimesMax = 10;
const documentNumberMax = 150;
const materialMax = 50;
const savedCodeMax = 40;
/** The largest value of xs:int. */
const piecesMax = 2_147_483_647;
/** A PUT request replaces all settings at once, so the length of each list is limited. */
const savedMax = 300;
const minutesMax = 60 * 24 * 60;

const quantity = () => number({ positive: true }).meta(shape('CartaPorteQuantity'));
/** Returns the schema of a list position, counted from 0. */
const position = (max: number) =>
  z
    .int()
    .min(0)
    .max(max - 1);

const reference = text(referenceMax).optional().meta({ description: '`Referencia`.' });

/** The fields of a stop that a saved route contains, because they are the same in every transport. */
const place = {
  kind: z.enum(['origin', 'destination']).meta({ description: '`TipoUbicacion`.' }),
  rfc: rfc.optional().meta({
    description: '`RFCRemitenteDestinatario`; default: the organization’s RFC.',
  }),
  name: text(nameMax).optional().meta({ description: '`NombreRemitenteDestinatario`.' }),
  ...abroad,
  distanceKm: number({ min: kilometersMin, max: kilometersMax }).optional().meta({
    description:
      'Distance to a destination from the stop before, by road and rail (`DistanciaRecorrida`).',
  }),
  address: address.optional().meta({
    description:
      'SAT codes; all but the neighborhood follow from the postal code. None at intermediate stations of rail.',
  }),
  reference,
};

const stop = z
  .strictObject({
    ...place,
    station: satCode('c_Estaciones').optional().meta({
      description: '`NumEstacion`; if and only if no road vehicle is used.',
    }),
    stationName: text(stationNameMax).optional().meta({
      description: '`NombreEstacion`, if c_Estaciones has `Extranjera`.',
    }),
    stationType: satCode('c_TipoEstacion').optional().meta({
      description:
        '`TipoEstacion` in Mexico; if absent 01 at the first stop, 03 at the last, 02 between.',
    }),
    traffic: z.enum(['deep_sea', 'cabotage']).optional().meta({
      description: '`NavegacionTrafico`, by sea.',
    }),

    plannedLocalDateTime: localDateTime.meta({
      description: 'Departure from an origin, arrival at a destination (`FechaHoraSalidaLlegada`).',
    }),
  })
  .meta({ id: 'CartaPorteStopInput' });

/**
 * The schema of the data of a good that the health authority (COFEPRIS) requires. The sector of a good
 * determines which of the COFEPRIS fields the good has; see `healthFields`.
 */
const health = z
  .strictObject({
    sector: satCode('c_SectorCOFEPRIS').meta({
      description:
        '`SectorCOFEPRIS`: 01 medicine, 02 precursor, 03 psychotropic, 04 toxic substance, 05 pesticide.',
    }),
    activeIngredient: text(1_000).optional().meta({ description: '`NombreIngredienteActivo`.' }),
    chemicalName: text(150).optional().meta({ description: '`NomQuimico`.' }),
    genericName: text(50).optional().meta({ description: '`DenominacionGenericaProd`.' }),
    brandName: text(50).optional().meta({ description: '`DenominacionDistintivaProd`.' }),
    manufacturer: text(240).optional().meta({ description: '`Fabricante`.' }),
    expiresOn: date.optional().meta({ description: '`FechaCaducidad`.' }),
    batch: text(10).optional().meta({ description: '`LoteMedicamento`.' }),
    dosageForm: satCode('c_FormaFarmaceutica')
      .optional()
      .meta({ description: '`FormaFarmaceutica`.' }),
    conditions: satCode('c_CondicionesEspeciales')
      .optional()
      .meta({ description: '`CondicionesEspTransp`.' }),
    registration: text(15)
      .optional()
      .meta({ description: '`RegistroSanitarioFolioAutorizacion`.' }),
    importPermit: text(6).optional().meta({ description: '`PermisoImportacion`.' }),
    vucemFolio: text(25).optional().meta({ description: '`FolioImpoVUCEM`.' }),
    casNumber: text(15).optional().meta({ description: '`NumCAS`.' }),
    importer: text(80).optional().meta({ description: '`RazonSocialEmpImp`.' }),
    pesticideRegistration: text(60).optional().meta({ description: '`NumRegSanPlagCOFEPRIS`.' }),
    manufacturerData: text(600).optional().meta({ description: '`DatosFabricante`.' }),
    formulatorData: text(600).optional().meta({ description: '`DatosFormulador`.' }),
    processorData: text(600).optional().meta({ description: '`DatosMaquilador`.' }),
    authorizedUse: text(1_000).optional().meta({ description: '`UsoAutorizado`.' }),
  })
  .meta({ id: 'CartaPorteHealthInput' });

/** The customs document of a good that crosses the border. */
const customsDocument = z
  .strictObject({
    type: satCode('c_DocumentoAduanero').meta({ description: '`TipoDocumento`: 01 pedimento.' }),
    pedimento: pedimento
      .optional()
      .meta({ description: '`NumPedimento`, of type 01 and on entry.' }),
    documentNumber: text(documentNumberMax)
      .optional()
      .meta({ description: '`IdentDocAduanero`, of every other type.' }),
    importerRfc: rfc.optional().meta({ description: '`RFCImpo`, with a pedimento.' }),
  })
  .meta({ id: 'CartaPorteCustomsDocumentInput' });

const good = z
  .strictObject({
    item: position(goodsMax).optional().meta({
      description:
        'Position of the item, from 0, that gives key, description, quantity and unit where they are absent.',
    }),
    satProductCode: satCode('c_ClaveProdServ').optional().meta({ description: '`BienesTransp`.' }),
    stccCode: z
      .string()
      .regex(/^[0-9]{6,7}$/, form('format_stcc'))
      .optional()
      .meta({ description: '`ClaveSTCC`, by rail.' }),
    description: text(descriptionMax).optional().meta({ description: '`Descripcion`.' }),
    quantity: quantity().optional(),
    satUnitCode: satCode('c_ClaveUnidad').optional(),
    unitName: text(unitMax).optional(),
    dimensions: z
      .string()
      .regex(/^([0-9]{1,3}\/){2}[0-9]{1,3}(cm|plg)$/, form('format_dimensions'))
      .optional()
      .meta({ description: '`Dimensiones`.', example: '30/40/30cm' }),
    isHazardous: z.boolean().optional().meta({
      description:
        '`MaterialPeligroso`. Give it if, and only if, c_ClaveProdServCP has 1 or 0,1 for the key.',
    }),
    hazardCode: satCode('c_MaterialPeligroso')
      .optional()
      .meta({ description: '`CveMaterialPeligroso`.' }),
    packaging: satCode('c_TipoEmbalaje').optional().meta({ description: '`Embalaje`.' }),
    packagingDescription: text(packagingMax).optional().meta({ description: '`DescripEmbalaje`.' }),
    health: health.optional().meta({
      description: 'Medicines, precursors, toxic substances and pesticides, by sector.',
    }),
    weightKg: weight().meta({ description: 'Gross weight of the whole quantity (`PesoEnKg`).' }),
    netWeightKg: weight().optional().meta({
      description: '`PesoNeto`, by sea: the weight without packing.',
    }),
    pieces: z.int().min(1).max(piecesMax).optional().meta({ description: '`NumPiezas`, by sea.' }),
    value: z
      .strictObject({ amount: amount(), currency: satCode('c_Moneda') })
      .optional()
      .meta({ description: '`ValorMercancia`, `Moneda`. Required by air.' }),
    tariffCode: satCode('c_FraccionArancelaria')
      .optional()
      .meta({ description: '`FraccionArancelaria`.' }),
    foreignTradeUuid: cfdiUuid
      .optional()
      .meta({ description: '`UUIDComercioExt`: the invoice with `foreignTrade`.' }),
    material: z
      .strictObject({
        type: satCode('c_TipoMateria'),
        description: text(materialMax).optional().meta({ description: 'For type 05, other.' }),
      })
      .optional()
      .meta({ description: '`TipoMateria`. Required across the border.' }),
    customsDocuments: z
      .array(customsDocument)
      .min(1)
      .max(documentsMax)
      .optional()
      .meta({ description: '`DocumentacionAduanera`. Required on entry, possible on exit.' }),
    guides: z
      .array(
        z.strictObject({
          number: text(guideMax, guideMin).meta({ description: '`NumeroGuiaIdentificacion`.' }),
          description: text(descriptionMax).meta({ description: '`DescripGuiaIdentificacion`.' }),
          weightKg: weight().meta({ description: '`PesoGuiaIdentificacion`.' }),
        }),
      )
      .min(1)
      .max(guidesMax)
      .optional()
      .meta({ description: 'Parcels (`GuiasIdentificacion`).' }),
    deliveries: z
      .array(
        z.strictObject({
          quantity: quantity(),
          origin: position(stopsMax).meta({ description: 'Position of the origin in `stops`.' }),
          destination: position(stopsMax).meta({
            description: 'Position of the destination in `stops`.',
          }),
          via: satCode('c_CveTransporte').optional().meta({
            description: '`CvesTransporte`, with several means of transport.',
          }),
        }),
      )
      .min(1)
      .max(stopsMax)
      .optional()
      .meta({
        description:
          'Quantities by stops, whose positions count from 0 (`CantidadTransporta`); together the quantity.',
      }),
  })
  .meta({ id: 'CartaPorteGoodInput' });

const vehicleFields = {
  configuration: satCode('c_ConfigAutotransporte').meta({ description: '`ConfigVehicular`.' }),
  plate,
  modelYear: z.int().min(1900).max(2099).meta({ description: 'Year (`AnioModeloVM`).' }),
  permitType,
  permitNumber: text(permitMax).meta({ description: '`NumPermisoSCT`.' }),
  insurance: z
    .strictObject({
      civilLiability: insurance.meta({ description: '`AseguraRespCivil`, `PolizaRespCivil`.' }),
      environment: insurance.optional().meta({ description: 'Required with hazardous goods.' }),
      cargo: insurance.optional().meta({ description: '`AseguraCarga`, `PolizaCarga`.' }),
      premium: amount().optional().meta({ description: '`PrimaSeguro`.' }),
    })
    .meta({ description: '`Seguros`.', id: 'CartaPorteInsuranceInput' }),
  trailers: trailers.optional().meta({ description: '`Remolques`.' }),
};

const vehicle = z
  .strictObject({
    ...vehicleFields,
    grossWeightTonnes: twoDecimals().meta({
      description: 'Vehicle and load, in tonnes (`PesoBrutoVehicular`).',
    }),
  })
  .meta({ id: 'CartaPorteVehicleInput', description: '`Autotransporte`.' });

const figureFields = {
  type: satCode('c_FiguraTransporte').meta({
    description: '`TipoFigura`: 01 driver, 02 owner, 03 lessor, 04 notified, 05 member.',
  }),
  rfc: rfc.optional(),
  name: text(nameMax).meta({ description: '`NombreFigura`.' }),
  ...abroad,
  license: text(licenseMax, licenseMin)
    .optional()
    .meta({ description: 'Required for a driver (`NumLicencia`).' }),
  parts: z
    .array(satCode('c_ParteTransporte'))
    .min(1)
    .max(partsMax)
    .optional()
    .meta({ description: 'Required for an owner and a lessor (`PartesTransporte`).' }),
  address: address.optional().meta({ description: '`Domicilio`.' }),
  reference,
};

const figure = z.strictObject(figureFields).meta({ id: 'CartaPorteFigureInput' });

/**
 * Transport between the development poles of the Isthmus of Tehuantepec, which have codes in c_RegistroISTMO.
 */
const isthmus = z
  .strictObject({ origin: satCode('c_RegistroISTMO'), destination: satCode('c_RegistroISTMO') })
  .meta({ id: 'CartaPorteIsthmusInput', description: 'Poles of the Isthmus (`RegistroISTMO`).' });

/** The code of a saved vehicle, person or route. */
const savedCode = text(savedCodeMax);

export const input = z
  .strictObject({
    customs: z
      .strictObject({
        direction: z.enum(['entry', 'exit']).meta({ description: '`EntradaSalidaMerc`.' }),
        country: satCode('c_Pais').meta({ description: '`PaisOrigenDestino`.' }),
        regimes: z
          .array(satCode('c_RegimenAduanero'))
          .min(1)
          .max(regimesMax)
          .meta({ description: '`RegimenesAduaneros`, of this direction.' }),
        via: satCode('c_CveTransporte')
          .optional()
          .meta({ description: '`ViaEntradaSalida`; that of the transport if absent.' }),
      })
      .meta({ id: 'CartaPorteCustomsInput' })
      .optional()
      .meta({ description: 'Transport across the border (`TranspInternac`).' }),
    isthmus: isthmus.optional(),
    stops: z.array(stop).min(2).max(stopsMax).optional().meta({
      description: '`Ubicaciones`, in order; or give `route`.',
    }),
    route: z
      .strictObject({
        code: savedCode.meta({ description: 'Code of the route.' }),
        departureLocalDateTime: localDateTime.meta({ description: 'When the route begins.' }),
      })
      .optional()
      .meta({ description: 'A route of putTransportSettings, and when it begins.' }),
    goods: z.array(good).min(1).max(goodsMax).meta({ description: '`Mercancias`.' }),
    collectsReturns: z
      .boolean()
      .optional()
      .meta({ description: '`LogisticaInversaRecoleccionDevolucion`.' }),
    vehicle: vehicle.optional().meta({
      description: '`Autotransporte`; or give `vehicleCode`.',
    }),
    vehicleCode: savedCode.optional().meta({
      description: 'A vehicle of putTransportSettings. The gross weight is tare plus goods.',
    }),
    ship: ship.optional().meta({ description: '`TransporteMaritimo`.' }),
    aircraft: aircraft.optional().meta({ description: '`TransporteAereo`.' }),
    train: train.optional().meta({ description: '`TransporteFerroviario`. Not with `ship`.' }),
    figures: z.array(figure).min(1).max(figuresMax).optional().meta({
      description: '`FiguraTransporte`: driver, and the owner of a third-party vehicle.',
    }),
    figureCodes: z.array(savedCode).min(1).max(figuresMax).optional().meta({
      description: 'Persons of putTransportSettings. They precede `figures`.',
    }),
  })
  .meta({
    id: 'CartaPorteInput',
    description:
      'Transport by road, sea, air or rail (`CartaPorte` 3.1). `IdCCP`, distances and weights of the whole are computed.',
    ...rules({
      goods: all(
        eitherOf('stops', 'route'),
        someOf('vehicle', 'vehicleCode', 'ship', 'aircraft', 'train'),
      ),
      vehicle: all(excludes('vehicleCode'), someOf('figures', 'figureCodes')),
      vehicleCode: someOf('figures', 'figureCodes'),
      ship: excludes('train'),
    }),
  });

export type CartaPorteInput = z.output<typeof input>;

/** The complement in which the saved data has replaced the codes of saved vehicles, persons and routes. */
export type CartaPorte = Omit<
  CartaPorteInput,
  'stops' | 'route' | 'vehicleCode' | 'figures' | 'figureCodes'
> & {
  stops: z.output<typeof stop>[];
  figures: z.output<typeof figure>[];
};

const code = savedCode.meta({ description: 'Your own code, unique in its list.' });

const savedVehicle = z
  .strictObject({
    code,
    ...vehicleFields,
    tareTonnes: twoDecimals().meta({
      description: 'The vehicle with its trailers and without load, in tonnes.',
    }),
  })
  .meta({ id: 'SavedVehicle' });
const savedFigure = z.strictObject({ code, ...figureFields }).meta({ id: 'SavedFigure' });
const savedStop = z.strictObject({
  ...place,
  minutes: z.int().min(0).max(minutesMax).meta({
    description: 'Minutes from the departure of the route to this stop.',
  }),
});
const savedRoute = z
  .strictObject({
    code,
    stops: z
      .array(savedStop)
      .min(2)
      .max(stopsMax)
      .meta({ description: '`Ubicaciones`, in order.' }),
  })
  .meta({ id: 'SavedRoute' });

const savedLists = {
  vehicles: z.array(savedVehicle).max(savedMax).meta({ description: 'Vehicles with trailers.' }),
  figures: z.array(savedFigure).max(savedMax).meta({ description: 'Drivers, owners and lessors.' }),
  routes: z.array(savedRoute).max(savedMax).meta({ description: 'Stops with their distances.' }),
};

/** PUT /v1/settings/transport */
export const transportSettingsInput = z.strictObject(savedLists);

export type TransportSettings = z.output<typeof transportSettingsInput>;

const words = z.string().optional();
const shownAbroad = { foreignTaxId: words, taxResidence: words };
const shownHealth = z.strictObject({
  ...(Object.fromEntries(Object.keys(health.shape).map((name) => [name, words])) as {
    [Name in keyof typeof health.shape]: typeof words;
  }),
  sector: z.string(),
  expiresOn: z.iso.date().optional(),
});
const shownInsurance = z.strictObject({ insurer: z.string(), policy: words });

const shownStop = z.strictObject({
  kind: z.enum(['origin', 'destination']),
  rfc: words,
  name: words,
  ...shownAbroad,
  plannedLocalDateTime: shownLocalDateTime,
  distanceKm: z.number().optional(),
  station: words,
  stationName: words,
  stationType: words,
  traffic: z.enum(['deep_sea', 'cabotage']).optional(),
  address: shownAddress.optional(),
  reference: words,
});

const shownVehicle = z.strictObject({
  configuration: z.string(),
  grossWeightTonnes: z.number(),
  plate: z.string(),
  modelYear: z.number(),
  permitType: z.string(),
  permitNumber: z.string(),
  insurance: z.strictObject({
    civilLiability: shownInsurance,
    environment: shownInsurance.optional(),
    cargo: shownInsurance.optional(),
    premium: z.number().optional(),
  }),
  trailers: z.array(z.strictObject({ type: z.string(), plate: z.string() })).optional(),
});

const shownGood = z.strictObject({
  item: z.int().optional(),
  satProductCode: words,
  stccCode: words,
  description: words,
  quantity: z.number().optional(),
  satUnitCode: words,
  unitName: words,
  dimensions: words,
  isHazardous: z.boolean().optional(),
  hazardCode: words,
  packaging: words,
  packagingDescription: words,
  health: shownHealth.optional(),
  weightKg: z.number(),
  netWeightKg: z.number().optional(),
  pieces: z.number().optional(),
  tariffCode: words,
  foreignTradeUuid: words,
  material: z.strictObject({ type: z.string(), description: words }).optional(),
  customsDocuments: z
    .array(
      z.strictObject({
        type: z.string(),
        pedimento: words,
        documentNumber: words,
        importerRfc: words,
      }),
    )
    .optional(),
  value: z.strictObject({ amount: z.number(), currency: words }).optional(),
  guides: z
    .array(z.strictObject({ number: z.string(), description: z.string(), weightKg: z.number() }))
    .optional(),
  deliveries: z
    .array(
      z.strictObject({
        quantity: z.number(),
        origin: z.int(),
        destination: z.int(),
        via: words,
      }),
    )
    .optional(),
});

const shownFigure = z.strictObject({
  type: z.string(),
  rfc: words,
  name: z.string(),
  ...shownAbroad,
  license: words,
  parts: z.array(z.string()).optional(),
  address: shownAddress.optional(),
  reference: words,
});

export const shown = z.strictObject({
  idCcp: z
    .string()
    .meta({ description: 'Identifier of the transport (`IdCCP`), made with the draft.' }),
  isInternational: z
    .boolean()
    .optional()
    .meta({ description: '`TranspInternac`, of a document that was imported.' }),
  totalDistanceKm: z
    .number()
    .optional()
    .meta({ description: '`TotalDistRec`, of a document that was imported.' }),
  grossWeightKg: z
    .number()
    .optional()
    .meta({ description: '`PesoBrutoTotal`, of a document that was imported.' }),
  customs: asRequested(
    'CartaPorteCustomsInput',
    z.strictObject({
      direction: z.enum(['entry', 'exit']),
      country: z.string(),
      regimes: z.array(z.string()),
      via: words,
    }),
  ).optional(),
  isthmus: asRequested(
    'CartaPorteIsthmusInput',
    z.strictObject({ origin: words, destination: words }),
  ).optional(),
  stops: z.array(asRequested('CartaPorteStopInput', shownStop)),
  goods: z.array(asRequested('CartaPorteGoodInput', shownGood)),
  collectsReturns: z.boolean().optional(),
  vehicle: asRequested('CartaPorteVehicleInput', shownVehicle).optional(),
  ship: shownShip.optional(),
  aircraft: shownAircraft.optional(),
  train: shownTrain.optional(),
  figures: z.array(asRequested('CartaPorteFigureInput', shownFigure)),
});

/** Returns the schema of a list in a response, whose entries have the schema of the request. */
const shownList = <Saved extends z.ZodType>(_: Saved, id: string) =>
  z
    .array(z.custom<z.output<Saved>>().meta({ override: { $ref: `#/components/schemas/${id}` } }))
    .meta({ description: 'As they were saved.' });

/** The saved vehicles, persons and routes of an organization. */
export const transportSettings = z
  .strictObject({
    vehicles: shownList(savedVehicle, 'SavedVehicle'),
    figures: shownList(savedFigure, 'SavedFigure'),
    routes: shownList(savedRoute, 'SavedRoute'),
    updatedAt: instant.optional(),
  })
  .meta({ id: 'TransportSettings' });
