// The title, source and age of each catalogue. `since` is the first day of validity for a row without its own
// date: the day on which the version of the document came into force.
const phpcfdi = 'phpcfdi/resources-sat-catalogs, commit 675be01 (public domain)';
const release = `${phpcfdi}; equal to the SAT release of 2026-10-01`;
const changes = 'changes to the SAT release of 2026-10-01 from phillipmex/latam-gov-diffs';
const postal = `yalla-ya/cfdi-cat-sat (2022-01) and OCA/l10n-mexico (2024-04), zones of the law of 2022; ${changes}`;
const products = `gamboamartin/cat_sat (2024-01) with the additions of the SAT sheet of 2026-06-03; ${changes}`;
const neighbourhoods = 'satcfdi 26.10.1 (2026-10); as many rows as the SAT release of 2026-10-01';
const pedimentos =
  'phpcfdi/resources-sat-catalogs (public domain), copy of 2026-02-07 in asteby/sat-catalogs-microservice';
const reasons = 'SAT, reasons for cancelling a CFDI in force since 2022';

const cfdi40 = { group: 'cfdi40', since: '2022-01-01', source: phpcfdi, asOf: '2026-08-06' };
const nomina12 = { ...cfdi40, group: 'nomina12', since: '2017-01-01' };
const pagos20 = { ...cfdi40, group: 'pagos20' };
const retenciones20 = { ...cfdi40, group: 'retenciones20' };
// The releases of the catalogues that belong to complements. A row without a date is valid from the date of
// its release.
const cartaporte31 = { ...cfdi40, group: 'cartaporte31', since: '2024-07-17' };
const comercioexterior20 = { ...cfdi40, group: 'comercioexterior20', since: '2024-01-18' };
const hidrocarburos10 = { ...cfdi40, group: 'hidrocarburos10', since: '2026-04-24' };
// The release of revision A of the complement for digital platforms. The sheets contain the codes of the
// years 2021 to 2025.
const plataformas10 = {
  ...cfdi40,
  group: 'plataformas10',
  since: '2020-06-01',
  source:
    'SAT workbook of 2025-01-09 (formasdigitales/documentacionSAT); codes of the schema of 2026',
  asOf: '2025-01-09',
};
const cancelacion = { ...cfdi40, group: 'cancelacion', source: reasons, asOf: '2026-11-21' };

const withState = (row) => ({ ...row, code: `${row.state}-${row.code}` });
const withPostalCode = ({ postal_code: postalCode, ...row }) => ({
  ...row,
  code: `${postalCode}-${row.code}`,
});
const codeAsDescription = (row) => ({ ...row, description: row.code });

/** Returns sorted years as text: a single year, or the first and last year of a sequence without gaps. */
function yearRanges(years) {
  const ranges = [];
  for (const year of years) {
    const last = ranges.at(-1);
    if (last?.to === year - 1) last.to = year;
    else ranges.push({ from: year, to: year });
  }
  return ranges.map(({ from, to }) => (from === to ? `${from}` : `${from}-${to}`)).join(' ');
}
/**
 * Converts the rows of customs office, patent and fiscal year to one row for each office and patent,
 * described by its years. The quantity is 999999 in every row, and no row has a last day, so both columns are
 * omitted.
 */
const operatedYears = (rows) =>
  [...Map.groupBy(rows, ({ office, patent }) => `${office}-${patent}`)].map(([code, same]) => ({
    code,
    description: yearRanges(same.map(({ year }) => Number(year)).sort((a, b) => a - b)),
  }));

// The withholding rates in this sheet are omitted, because the law pack contains these rates.
const codeAndDescription = ({ code, description }) => ({ code, description });

function rateRow({ kind, min, value_or_max: value, tax, ...row }) {
  // The name is shortened, because the border stimulus halves the rate of this tax and the SAT lists the tax
  // separately.
  const short = tax.startsWith('IVA ') ? 'IVA-50' : tax;
  const range = kind === 'Rango' ? `${min}-${value}` : value;
  const words = kind === 'Rango' ? `de ${min} a ${value}` : value;
  const code = `${short}-${row.factor}-${range}`;
  return {
    code,
    description: `${tax} ${row.factor} ${words}`,
    tax: tax.split(' ')[0],
    min,
    value,
    ...row,
  };
}

const unit = ({ name, description, ...row }) => ({
  ...row,
  description: name,
  definition: description,
});
// In form 99, the SAT's pattern means "anything" and is not a valid regular expression.
const anything = (pattern) => (pattern === '\\V*' ? '' : pattern);
const paymentForm = ({ payer_account_pattern: payer, payee_account_pattern: payee, ...row }) => ({
  ...row,
  payer_account_pattern: anything(payer),
  payee_account_pattern: anything(payee),
});
const bank = ({ short_name, ...row }) => ({ ...row, description: short_name });
// Nearly every product has the value `optional` in the SAT's sheet, so this value is omitted.
const product = ({ iva, ieps, similar_words, ...row }) => ({
  ...row,
  iva: iva === 'optional' ? '' : iva,
  ieps: ieps === 'optional' ? '' : ieps,
  synonyms: similar_words,
});

/**
 * Returns a function that translates a row of a complement's catalogue, whose columns have Spanish names in
 * the source.
 */
const translated =
  (names = {}) =>
  ({ id, texto, vigencia_desde, vigencia_hasta, ...row }) => ({
    code: id,
    description: texto,
    valid_from: vigencia_desde,
    valid_to: vigencia_hasta,
    ...Object.fromEntries(Object.entries(row).map(([name, value]) => [names[name] ?? name, value])),
  });
/**
 * Converts a list such as "02, 03 y 04" to codes separated by spaces. "0, 1" means that both codes are
 * allowed.
 */
const codesIn = (text) => text.split(/\W+y\W+|\W+/).join(' ');
const withCodes = (column, toRow) => (row) => toRow({ ...row, [column]: codesIn(row[column]) });
const tariffCode = ({ fraccion, unidad, ...row }) =>
  translated()({ id: fraccion, unit: unidad, ...row });
const described = (names) => (row) => translated(names)({ ...row, texto: row.descripcion, descripcion: '' }); // prettier-ignore
const packaging = translated({
  descripcion: 'definition', nota: 'note', simbolo: 'symbol', bandera: 'kind',
}); // prettier-ignore

/**
 * The members are in the order of the listing: the title first, followed by the members that differ from the
 * group.
 */
export const catalogSources = [
  { ...cfdi40, name: 'c_Aduana', title: 'Aduanas' },
  {
    ...cfdi40,
    name: 'c_ClaveProdServ',
    title: 'Claves de productos y servicios',
    source: products,
    asOf: '2026-10-01',
    row: product,
    searchable: ['synonyms'],
  },
  {
    ...cfdi40,
    name: 'c_ClaveUnidad',
    title: 'Claves de unidad',
    row: unit,
    searchable: ['symbol'],
  },
  {
    ...cfdi40,
    name: 'c_CodigoPostal',
    title: 'Códigos postales',
    source: postal,
    asOf: '2026-10-01',
  },
  {
    ...cfdi40,
    name: 'c_Colonia',
    title: 'Colonias',
    source: neighbourhoods,
    asOf: '2026-10-01',
    row: withPostalCode,
  },
  { ...cfdi40, name: 'c_Estado', title: 'Estados', searchable: ['country'] },
  { ...cfdi40, name: 'c_Exportacion', title: 'Exportación' },
  { ...cfdi40, name: 'c_FormaPago', title: 'Formas de pago', row: paymentForm },
  { ...cfdi40, name: 'c_Impuesto', title: 'Impuestos' },
  { ...cfdi40, name: 'c_Localidad', title: 'Localidades', row: withState },
  { ...cfdi40, name: 'c_Meses', title: 'Meses de la factura global' },
  { ...cfdi40, name: 'c_MetodoPago', title: 'Métodos de pago' },
  { ...cfdi40, name: 'c_Moneda', title: 'Monedas' },
  { ...cfdi40, name: 'c_Municipio', title: 'Municipios', row: withState },
  {
    ...cfdi40,
    name: 'c_NumPedimentoAduana',
    title: 'Números de pedimento operados por aduana y ejercicio',
    source: pedimentos,
    asOf: '2026-01-30',
    sheet: operatedYears,
  },
  { ...cfdi40, name: 'c_ObjetoImp', title: 'Objeto de impuesto' },
  { ...cfdi40, name: 'c_Pais', title: 'Países' },
  {
    ...cfdi40,
    name: 'c_PatenteAduanal',
    title: 'Patentes aduanales',
    source: `${phpcfdi}; ${changes}`,
    asOf: '2026-10-01',
    row: codeAsDescription,
  },
  { ...cfdi40, name: 'c_Periodicidad', title: 'Periodicidad de la factura global' },
  {
    ...cfdi40,
    name: 'c_RegimenFiscal',
    title: 'Regímenes fiscales',
    source: release,
    asOf: '2026-10-01',
  },
  { ...cfdi40, name: 'c_TasaOCuota', title: 'Tasas o cuotas de impuestos', row: rateRow },
  { ...cfdi40, name: 'c_TipoDeComprobante', title: 'Tipos de comprobante' },
  { ...cfdi40, name: 'c_TipoFactor', title: 'Tipos de factor', row: codeAsDescription },
  { ...cfdi40, name: 'c_TipoRelacion', title: 'Tipos de relación entre CFDI' },
  { ...cfdi40, name: 'c_UsoCFDI', title: 'Usos del CFDI', source: release, asOf: '2026-10-01' },
  { ...nomina12, name: 'c_Banco', title: 'Bancos', row: bank, searchable: ['legalName'] },
  { ...nomina12, name: 'nomina12.c_Estado', title: 'Entidades federativas de nómina' },
  { ...nomina12, name: 'c_OrigenRecurso', title: 'Origen del recurso' },
  { ...nomina12, name: 'c_PeriodicidadPago', title: 'Periodicidad del pago de nómina' },
  { ...nomina12, name: 'c_RiesgoPuesto', title: 'Riesgos de puesto' },
  { ...nomina12, name: 'c_TipoContrato', title: 'Tipos de contrato' },
  { ...nomina12, name: 'c_TipoDeduccion', title: 'Tipos de deducción' },
  { ...nomina12, name: 'c_TipoHoras', title: 'Tipos de horas extra' },
  { ...nomina12, name: 'c_TipoIncapacidad', title: 'Tipos de incapacidad' },
  { ...nomina12, name: 'c_TipoJornada', title: 'Tipos de jornada' },
  { ...nomina12, name: 'c_TipoNomina', title: 'Tipos de nómina' },
  { ...nomina12, name: 'c_TipoOtroPago', title: 'Tipos de otro pago' },
  { ...nomina12, name: 'c_TipoPercepcion', title: 'Tipos de percepción' },
  { ...nomina12, name: 'c_TipoRegimen', title: 'Tipos de régimen de contratación' },
  { ...pagos20, name: 'c_TipoCadenaPago', title: 'Tipos de cadena de pago' },
  { ...retenciones20, name: 'c_CveRetenc', title: 'Claves de retención' },
  { ...retenciones20, name: 'c_Ejercicio', title: 'Ejercicios fiscales', row: codeAsDescription },
  {
    ...retenciones20,
    name: 'c_EntidadesFederativas',
    title: 'Entidades federativas de retenciones',
  },
  { ...retenciones20, name: 'retenciones20.c_Pais', title: 'Países de retenciones' },
  { ...retenciones20, name: 'retenciones20.c_Periodicidad', title: 'Periodicidad de retenciones' },
  { ...retenciones20, name: 'c_Periodo', title: 'Periodos de retenciones' },
  {
    ...retenciones20,
    name: 'c_TipoContribuyenteSujetoRetencion',
    title: 'Tipos de contribuyente sujeto a retención',
  },
  {
    ...retenciones20,
    name: 'c_TipoDividendoOUtilidadDistribuida',
    title: 'Tipos de dividendo o utilidad distribuida',
  },
  { ...retenciones20, name: 'c_TipoImpuesto', title: 'Impuestos de retenciones' },
  { ...retenciones20, name: 'c_TipoPagoRet', title: 'Tipos de pago de la retención' },
  {
    ...cartaporte31,
    name: 'c_ClaveTipoCarga',
    title: 'Tipos de carga marítima',
    file: 'tipos_carga',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_ClaveUnidadPeso',
    title: 'Unidades de peso y embalajes',
    file: 'claves_unidades_peso',
    row: packaging,
    searchable: ['symbol'],
  },
  {
    ...cartaporte31,
    name: 'c_CodigoTransporteAereo',
    title: 'Líneas aéreas',
    file: 'codigos_transporte_aereo',
    row: translated({ nacionalidad: 'region', designador_oaci: 'icao_designator' }),
    searchable: ['icaoDesignator'],
  },
  {
    ...cartaporte31,
    name: 'c_CondicionesEspeciales',
    title: 'Condiciones especiales de transporte',
    file: 'condiciones_especiales',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_ConfigAutotransporte',
    title: 'Configuraciones de autotransporte',
    file: 'configuraciones_autotransporte',
    row: withCodes(
      'remolque',
      translated({ numero_de_ejes: 'axles', numero_de_llantas: 'tyres', remolque: 'trailer' }),
    ),
  },
  {
    ...cartaporte31,
    name: 'c_ConfigMaritima',
    title: 'Configuraciones marítimas',
    file: 'configuraciones_maritimas',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_Contenedor',
    title: 'Contenedores ferroviarios',
    file: 'contenedores',
    row: translated({ descripcion: 'definition' }),
  },
  {
    ...cartaporte31,
    name: 'c_ContenedorMaritimo',
    title: 'Contenedores marítimos',
    file: 'contenedores_maritimos',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_CveTransporte',
    title: 'Claves de transporte',
    file: 'transportes',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_DerechosDePaso',
    title: 'Derechos de paso ferroviarios',
    file: 'derechos_de_paso',
    row: translated({
      entre: 'from_station',
      hasta: 'to_station',
      otorga_recibe: 'grants_or_receives',
      concesionario: 'concessionaire',
    }),
    searchable: ['fromStation', 'toStation'],
  },
  {
    ...cartaporte31,
    name: 'c_DocumentoAduanero',
    title: 'Documentos aduaneros',
    file: 'documentos_aduaneros',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_Estaciones',
    title: 'Estaciones',
    file: 'estaciones',
    row: translated({
      clave_transporte: 'transport',
      nacionalidad: 'country',
      designador_iata: 'iata_designator',
      linea_ferrea: 'railway_line',
    }),
    searchable: ['iataDesignator'],
  },
  {
    ...cartaporte31,
    name: 'c_FiguraTransporte',
    title: 'Figuras de transporte',
    file: 'figuras_transporte',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_FormaFarmaceutica',
    title: 'Formas farmacéuticas',
    file: 'formas_farmaceuticas',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_MaterialPeligroso',
    title: 'Materiales peligrosos',
    file: 'materiales_peligrosos',
    row: translated({
      clase_o_div: 'hazard_class',
      peligro_secundario: 'secondary_hazard',
      nombre_tecnico: 'technical_name',
    }),
    join: true,
    searchable: ['technicalName'],
  },
  {
    ...cartaporte31,
    name: 'c_NumAutorizacionNaviero',
    title: 'Autorizaciones de agentes navieros',
    file: 'autorizaciones_naviero',
    row: (row) => translated()({ ...row, texto: row.id }),
  },
  {
    ...cartaporte31,
    name: 'c_ParteTransporte',
    title: 'Partes de transporte',
    file: 'partes_transporte',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_RegimenAduanero',
    title: 'Regímenes aduaneros',
    file: 'regimenes_aduaneros',
    row: translated({ impoexpo: 'direction' }),
  },
  {
    ...cartaporte31,
    name: 'c_RegistroISTMO',
    title: 'Registros del Istmo',
    file: 'registros_istmo',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_SectorCOFEPRIS',
    title: 'Sectores de COFEPRIS',
    file: 'sectores_cofepris',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_SubTipoRem',
    title: 'Subtipos de remolque',
    file: 'tipos_remolque',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_TipoCarro',
    title: 'Tipos de carro ferroviario',
    file: 'tipos_carro',
    row: translated({ contenedor: 'container' }),
  },
  {
    ...cartaporte31,
    name: 'c_TipoDeServicio',
    title: 'Tipos de servicio ferroviario',
    file: 'tipos_servicio',
    row: translated({ contenedor: 'container' }),
  },
  {
    ...cartaporte31,
    name: 'c_TipoDeTrafico',
    title: 'Tipos de tráfico ferroviario',
    file: 'tipos_trafico',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_TipoEmbalaje',
    title: 'Tipos de embalaje',
    file: 'tipos_embalaje',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_TipoEstacion',
    title: 'Tipos de estación',
    file: 'tipos_estacion',
    row: withCodes('claves_transportes', translated({ claves_transportes: 'transports' })),
  },
  {
    ...cartaporte31,
    name: 'c_TipoMateria',
    title: 'Tipos de materia',
    file: 'tipos_materia',
    row: translated(),
  },
  {
    ...cartaporte31,
    name: 'c_TipoPermiso',
    title: 'Tipos de permiso de transporte',
    file: 'tipos_permiso',
    row: translated({ clave_transporte: 'transport' }),
  },
  {
    ...comercioexterior20,
    name: 'c_ClavePedimento',
    title: 'Claves de pedimento',
    file: 'claves_pedimentos',
    row: translated(),
  },
  {
    ...comercioexterior20,
    name: 'c_FraccionArancelaria',
    title: 'Fracciones arancelarias',
    file: 'fracciones_arancelarias',
    row: tariffCode,
  },
  {
    ...comercioexterior20,
    name: 'c_INCOTERM',
    title: 'Términos internacionales de comercio',
    file: 'incoterms',
    row: translated(),
  },
  {
    ...comercioexterior20,
    name: 'c_MotivoTraslado',
    title: 'Motivos de traslado',
    file: 'motivos_traslado',
    row: translated(),
  },
  {
    ...comercioexterior20,
    name: 'c_UnidadAduana',
    title: 'Unidades de medida de aduana',
    file: 'unidades_medida',
    row: translated(),
  },
  {
    ...hidrocarburos10,
    name: 'c_ClaveHYP',
    title: 'Claves de hidrocarburos y petrolíferos',
    file: 'claves_hyp',
    row: withCodes(
      'subproductos',
      described({ clave_unidad: 'unit', subproductos: 'subproducts' }),
    ),
  },
  {
    ...hidrocarburos10,
    name: 'c_SubProductoHYP',
    title: 'Subproductos de hidrocarburos y petrolíferos',
    file: 'subproductos_hyp',
    row: described({ categoria: 'category' }),
  },
  {
    ...hidrocarburos10,
    name: 'hidrocarburos10.c_TipoPermiso',
    title: 'Tipos de permiso de hidrocarburos',
    file: 'tipos_permisos',
    row: described({ nomenclatura: 'form', patron: 'pattern' }),
  },
  { ...plataformas10, name: 'c_FormaPagoServ', title: 'Formas de pago de plataformas' },
  {
    ...plataformas10,
    name: 'c_SubTipoServ',
    title: 'Subtipos de servicio de plataformas',
  },
  {
    ...plataformas10,
    name: 'c_TipoDeServ',
    title: 'Tipos de servicio de plataformas',
    row: codeAndDescription,
    join: true,
  },
  { ...cancelacion, name: 'c_MotivoCancelacion', title: 'Motivos de cancelación' },
];
