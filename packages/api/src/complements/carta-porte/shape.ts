import { z } from 'zod';
import { address, shownAddress } from '../../contacts';
import { all, eitherOf, rules, someOf } from '../../field-rules';
import { pedimento } from '../../item-details';
import { cfdiUuid, date, decimal, form, instant, localDateTime, rfc, satCode, shape, shownLocalDateTime, text, withCode } from '../../values'; // prettier-ignore
import { amount } from '../amount';

/** Lengths and limits of CartaPorte31.xsd. */
const nameMax = 254;
const taxIdMin = 6;
const taxIdMax = 40;
const referenceMax = 250;
const descriptionMax = 1_000;
const unitMax = 20;
const packagingMax = 100;
const guideMin = 10;
const guideMax = 30;
const permitMax = 50;
const insurerMin = 3;
const insurerMax = 50;
const policyMax = 30;
const licenseMin = 6;
const licenseMax = 16;
const kilometersMax = 99_999;
const trailersMax = 2;
/** The schema does not bound the following lists. A PAC stamps documents of up to 1 MB. */
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
/** A PUT replaces all settings at once, so each list is bounded. */
const savedMax = 300;
const minutesMax = 60 * 24 * 60;

const number = (options: Parameters<typeof decimal>[0]) => decimal(options).transform(Number);
const quantity = () => number({ positive: true }).meta(shape('CartaPorteQuantity'));
const kilograms = () => number({ decimals: 3, positive: true });
/** The position of a member of a list, from 0. */
const position = (max: number) =>
  z
    .int()
    .min(0)
    .max(max - 1);

/** Taxpayers abroad have XEXX010101000 and these data. */
const abroad = {
  foreignTaxId: text(taxIdMax, taxIdMin).optional(),
  taxResidence: satCode('c_Pais').optional(),
};

/** A place of a stop: the members that a route keeps from one transport to the next. */
const place = {
  kind: z.enum(['origin', 'destination']).meta({ description: '`TipoUbicacion`.' }),
  rfc: rfc.optional().meta({
    description: '`RFCRemitenteDestinatario`; that of the organization if absent.',
  }),
  name: text(nameMax).optional().meta({ description: '`NombreRemitenteDestinatario`.' }),
  ...abroad,
  distanceKm: number({ decimals: 2, positive: true, max: kilometersMax }).optional().meta({
    description: 'Distance to a destination from the stop before (`DistanciaRecorrida`).',
  }),
  address: address.meta({
    description:
      'Neighborhood, city, municipality and state are codes of the SAT. Except for the neighborhood, these codes come from the postal code.',
  }),
  reference: text(referenceMax).optional().meta({ description: '`Referencia`.' }),
};

const stop = z
  .strictObject({
    ...place,
    plannedLocalDateTime: localDateTime.meta({
      description: 'Departure from an origin, arrival at a destination (`FechaHoraSalidaLlegada`).',
    }),
  })
  .meta({ id: 'CartaPorteStopInput' });

/**
 * The data that the health authority (COFEPRIS) demands of a good. The sector of a good decides which of the
 * COFEPRIS fields the good has; see `healthFields`.
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

/** A document of customs about a good that crosses the border. */
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
    weightKg: kilograms().meta({ description: 'Gross weight of the whole quantity (`PesoEnKg`).' }),
    value: z
      .strictObject({ amount: amount(), currency: satCode('c_Moneda') })
      .optional()
      .meta({ description: '`ValorMercancia`, `Moneda`.' }),
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
          weightKg: kilograms().meta({ description: '`PesoGuiaIdentificacion`.' }),
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

const insurance = z.strictObject({
  insurer: text(insurerMax, insurerMin).meta({ description: 'Name of the insurer.' }),
  policy: text(policyMax, insurerMin).meta({ description: 'Number of the policy.' }),
});

/** PlacaVM and Placa, whose pattern in the schema also takes marks that no plate has. */
const isPlate = /^[0-9A-ZÑ]{5,7}$/;
const plate = z
  .string()
  .transform((given) => given.normalize().replaceAll(/[ -]/g, '').toUpperCase())
  .refine(
    (one) => isPlate.test(one),
    withCode('plate_invalid', 'A plate has 5 to 7 letters and digits.'),
  )
  .meta({
    ...shape('Plate'),
    pattern: '^[ -]*([0-9A-Za-zÑñ][ -]*){5,7}$',
    example: 'EKU001A',
    description: 'Blanks and hyphens are removed.',
  });

const vehicleFields = {
  configuration: satCode('c_ConfigAutotransporte').meta({ description: '`ConfigVehicular`.' }),
  plate,
  modelYear: z.int().min(1900).max(2099).meta({ description: 'Year (`AnioModeloVM`).' }),
  permitType: satCode('c_TipoPermiso').meta({ description: '`PermSCT`.' }),
  permitNumber: text(permitMax).meta({ description: '`NumPermisoSCT`.' }),
  insurance: z
    .strictObject({
      civilLiability: insurance.meta({ description: '`AseguraRespCivil`, `PolizaRespCivil`.' }),
      environment: insurance.optional().meta({ description: 'Required with hazardous goods.' }),
      cargo: insurance.optional().meta({ description: '`AseguraCarga`, `PolizaCarga`.' }),
      premium: amount().optional().meta({ description: '`PrimaSeguro`.' }),
    })
    .meta({ description: '`Seguros`.', id: 'CartaPorteInsuranceInput' }),
  trailers: z
    .array(z.strictObject({ type: satCode('c_SubTipoRem'), plate }))
    .min(1)
    .max(trailersMax)
    .optional()
    .meta({ description: '`Remolques`.' }),
};

const vehicle = z
  .strictObject({
    ...vehicleFields,
    grossWeightTonnes: number({ decimals: 2, positive: true }).meta({
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
};

const figure = z.strictObject(figureFields).meta({ id: 'CartaPorteFigureInput' });

/** The key of a saved vehicle, person or route. */
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
          .meta({ description: '`ViaEntradaSalida`; 01, the road, if absent.' }),
      })
      .optional()
      .meta({ description: 'Transport across the border (`TranspInternac`).' }),
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
      description: 'A vehicle of putTransportSettings. Its gross weight is its tare and the goods.',
    }),
    figures: z.array(figure).min(1).max(figuresMax).optional().meta({
      description: '`FiguraTransporte`: the driver, and the owner of a vehicle of others.',
    }),
    figureCodes: z.array(savedCode).min(1).max(figuresMax).optional().meta({
      description: 'Persons of putTransportSettings. They stand before `figures`.',
    }),
  })
  .meta({
    id: 'CartaPorteInput',
    description:
      'Transport by road (`CartaPorte` 3.1). `IdCCP`, distances and weights of the whole are computed.',
    ...rules({
      goods: all(
        eitherOf('stops', 'route'),
        eitherOf('vehicle', 'vehicleCode'),
        someOf('figures', 'figureCodes'),
      ),
    }),
  });

export type CartaPorteInput = z.output<typeof input>;

/** The complement after saved vehicles, persons and routes stand in the place of their codes. */
export type CartaPorte = Omit<
  CartaPorteInput,
  'stops' | 'route' | 'vehicle' | 'vehicleCode' | 'figures' | 'figureCodes'
> & {
  stops: z.output<typeof stop>[];
  vehicle: z.output<typeof vehicle>;
  figures: z.output<typeof figure>[];
};

const code = savedCode.meta({ description: 'Your own code, unique in its list.' });

const savedVehicle = z
  .strictObject({
    code,
    ...vehicleFields,
    tareTonnes: number({ decimals: 2, positive: true }).meta({
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
  customs: z
    .strictObject({
      direction: z.enum(['entry', 'exit']),
      country: words,
      regimes: z.array(z.string()),
      via: words,
    })
    .optional(),
  stops: z.array(
    z.strictObject({
      kind: z.enum(['origin', 'destination']),
      rfc: words,
      name: words,
      ...shownAbroad,
      plannedLocalDateTime: shownLocalDateTime,
      distanceKm: z.number().optional(),
      address: shownAddress.optional(),
      reference: words,
    }),
  ),
  goods: z.array(
    z.strictObject({
      item: z.int().optional(),
      satProductCode: words,
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
        .array(
          z.strictObject({ number: z.string(), description: z.string(), weightKg: z.number() }),
        )
        .optional(),
      deliveries: z
        .array(z.strictObject({ quantity: z.number(), origin: z.int(), destination: z.int() }))
        .optional(),
    }),
  ),
  collectsReturns: z.boolean().optional(),
  vehicle: z.strictObject({
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
  }),
  figures: z.array(
    z.strictObject({
      type: z.string(),
      rfc: words,
      name: z.string(),
      ...shownAbroad,
      license: words,
      parts: z.array(z.string()).optional(),
      address: shownAddress.optional().meta({ description: '`Domicilio`.' }),
    }),
  ),
});

/** A list in an answer; its entries have the schema of the request. */
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
