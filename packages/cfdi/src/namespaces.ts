/** An XML vocabulary of the SAT: its required prefix, namespace and schema location. */
export interface Namespace {
  readonly prefix: string;
  readonly uri: string;
  readonly schema: string;
}

const SAT = 'http://www.sat.gob.mx/';
const CFD = `${SAT}sitio_internet/cfd/`;
const RETENCION = `${SAT}esquemas/retencionpago/1/`;

/** The schema instance namespace, to which `xsi:schemaLocation` belongs. */
export const XSI = 'http://www.w3.org/2001/XMLSchema-instance';

// Source: the schemaLocation that the SAT prescribes for each complement, read 2026-11-21.
const TABLE: readonly (readonly [prefix: string, uri: string, schema: string])[] = [
  ['cfdi', `${SAT}cfd/4`, `${CFD}4/cfdv40.xsd`],
  // In documents, both versions of CFDI use the prefix `cfdi`. In the model, CFDI 3.3, which is
  // only read, has the prefix cfdi33.
  ['cfdi33', `${SAT}cfd/3`, `${CFD}3/cfdv33.xsd`],
  ['tfd', `${SAT}TimbreFiscalDigital`, `${CFD}TimbreFiscalDigital/TimbreFiscalDigitalv11.xsd`],
  ['pago20', `${SAT}Pagos20`, `${CFD}Pagos/Pagos20.xsd`],
  ['pago10', `${SAT}Pagos`, `${CFD}Pagos/Pagos10.xsd`],
  ['nomina12', `${SAT}nomina12`, `${CFD}nomina/nomina12.xsd`],
  ['implocal', `${SAT}implocal`, `${CFD}implocal/implocal.xsd`],
  ['cartaporte20', `${SAT}CartaPorte20`, `${CFD}CartaPorte/CartaPorte20.xsd`],
  ['cartaporte30', `${SAT}CartaPorte30`, `${CFD}CartaPorte/CartaPorte30.xsd`],
  ['cartaporte31', `${SAT}CartaPorte31`, `${CFD}CartaPorte/CartaPorte31.xsd`],
  ['cce11', `${SAT}ComercioExterior11`, `${CFD}ComercioExterior11/ComercioExterior11.xsd`],
  ['cce20', `${SAT}ComercioExterior20`, `${CFD}ComercioExterior20/ComercioExterior20.xsd`],
  ['iedu', `${SAT}iedu`, `${CFD}iedu/iedu.xsd`],
  ['donat', `${SAT}donat`, `${CFD}donat/donat11.xsd`],
  ['divisas', `${SAT}divisas`, `${CFD}divisas/divisas.xsd`],
  ['leyendasFisc', `${SAT}leyendasFiscales`, `${CFD}leyendasFiscales/leyendasFisc.xsd`],
  ['pfic', `${SAT}pfic`, `${CFD}pfic/pfic.xsd`],
  [
    'tpe',
    `${SAT}TuristaPasajeroExtranjero`,
    `${CFD}TuristaPasajeroExtranjero/TuristaPasajeroExtranjero.xsd`,
  ],
  ['registrofiscal', `${SAT}registrofiscal`, `${CFD}cfdiregistrofiscal/cfdiregistrofiscal.xsd`],
  ['pagoenespecie', `${SAT}pagoenespecie`, `${CFD}pagoenespecie/pagoenespecie.xsd`],
  ['aerolineas', `${SAT}aerolineas`, `${CFD}aerolineas/aerolineas.xsd`],
  ['valesdedespensa', `${SAT}valesdedespensa`, `${CFD}valesdedespensa/valesdedespensa.xsd`],
  ['notariospublicos', `${SAT}notariospublicos`, `${CFD}notariospublicos/notariospublicos.xsd`],
  ['vehiculousado', `${SAT}vehiculousado`, `${CFD}vehiculousado/vehiculousado.xsd`],
  [
    'servicioparcial',
    `${SAT}servicioparcialconstruccion`,
    `${CFD}servicioparcialconstruccion/servicioparcialconstruccion.xsd`,
  ],
  [
    'decreto',
    `${SAT}renovacionysustitucionvehiculos`,
    `${CFD}renovacionysustitucionvehiculos/renovacionysustitucionvehiculos.xsd`,
  ],
  [
    'destruccion',
    `${SAT}certificadodestruccion`,
    `${CFD}certificadodestruccion/certificadodedestruccion.xsd`,
  ],
  ['obrasarte', `${SAT}arteantiguedades`, `${CFD}arteantiguedades/obrasarteantiguedades.xsd`],
  ['ine', `${SAT}ine`, `${CFD}ine/ine11.xsd`],
  ['ventavehiculos', `${SAT}ventavehiculos`, `${CFD}ventavehiculos/ventavehiculos11.xsd`],
  ['detallista', `${SAT}detallista`, `${CFD}detallista/detallista.xsd`],
  ['ecc12', `${SAT}EstadoDeCuentaCombustible12`, `${CFD}EstadoDeCuentaCombustible/ecc12.xsd`],
  [
    'consumodecombustibles11',
    `${SAT}ConsumoDeCombustibles11`,
    `${CFD}consumodecombustibles/consumodeCombustibles11.xsd`,
  ],
  ['gceh', `${SAT}GastosHidrocarburos10`, `${CFD}GastosHidrocarburos10/GastosHidrocarburos10.xsd`],
  [
    'ieeh',
    `${SAT}IngresosHidrocarburos10`,
    `${CFD}IngresosHidrocarburos10/IngresosHidrocarburos.xsd`,
  ],
  [
    'hidrocarburospetroliferos',
    `${SAT}hidrocarburospetroliferos`,
    `${CFD}hidrocarburospetroliferos.xsd`,
  ],
  // Retenciones 1.0 can only be read. In the model, it has the prefix retenciones10.
  [
    'retenciones10',
    `${SAT}esquemas/retencionpago/1`,
    `${SAT}esquemas/retencionpago/1/retencionpagov1.xsd`,
  ],
  [
    'retenciones',
    `${SAT}esquemas/retencionpago/2`,
    `${SAT}esquemas/retencionpago/2/retencionpagov2.xsd`,
  ],
  ['dividendos', `${RETENCION}dividendos`, `${RETENCION}dividendos/dividendos.xsd`],
  ['intereses', `${RETENCION}intereses`, `${RETENCION}intereses/intereses.xsd`],
  [
    'enajenaciondeacciones',
    `${RETENCION}enajenaciondeacciones`,
    `${RETENCION}enajenaciondeacciones/enajenaciondeacciones.xsd`,
  ],
  [
    'arrendamientoenfideicomiso',
    `${RETENCION}arrendamientoenfideicomiso`,
    `${RETENCION}arrendamientoenfideicomiso/arrendamientoenfideicomiso.xsd`,
  ],
  [
    'pagosaextranjeros',
    `${RETENCION}pagosaextranjeros`,
    `${RETENCION}pagosaextranjeros/pagosaextranjeros.xsd`,
  ],
  ['premios', `${RETENCION}premios`, `${RETENCION}premios/premios.xsd`],
  [
    'fideicomisonoempresarial',
    `${RETENCION}fideicomisonoempresarial`,
    `${RETENCION}fideicomisonoempresarial/fideicomisonoempresarial.xsd`,
  ],
  [
    'planesderetiro11',
    `${RETENCION}planesderetiro11`,
    `${RETENCION}planesderetiro11/planesderetiro11.xsd`,
  ],
  [
    'intereseshipotecarios',
    `${RETENCION}intereseshipotecarios`,
    `${RETENCION}intereseshipotecarios/intereseshipotecarios.xsd`,
  ],
  [
    'operacionesconderivados',
    `${RETENCION}operacionesconderivados`,
    `${RETENCION}operacionesconderivados/operacionesconderivados.xsd`,
  ],
  [
    'plataformasTecnologicas',
    `${RETENCION}PlataformasTecnologicas10`,
    `${RETENCION}PlataformasTecnologicas10/ServiciosPlataformasTecnologicas10.xsd`,
  ],
  [
    'sectorfinanciero',
    `${RETENCION}sectorfinanciero`,
    `${RETENCION}sectorfinanciero/sectorfinanciero.xsd`,
  ],
];

const ALL: readonly Namespace[] = TABLE.map(([prefix, uri, schema]) => ({ prefix, uri, schema }));
const byUri = new Map(ALL.map((namespace) => [namespace.uri, namespace]));
const byPrefix = new Map(ALL.map((namespace) => [namespace.prefix, namespace]));

/** Returns the namespace with this URI; undefined if the SAT does not publish the namespace. */
export function namespaceOf(uri: string): Namespace | undefined {
  return byUri.get(uri);
}

export function isSatPrefix(prefix: string): boolean {
  return byPrefix.has(prefix);
}

/** Returns the namespace for a prefix. The function throws RangeError for an unknown prefix. */
export function namespaceNamed(prefix: string): Namespace {
  const found = byPrefix.get(prefix);
  if (!found) throw new RangeError(`no SAT namespace has the prefix ${prefix}`);
  return found;
}
