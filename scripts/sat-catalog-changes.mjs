// The changes that the SAT has published since the date of the sheets in the CSV folder. The changes are
// listed by catalogue and have the same columns as the rows of the sheets. Read on 2026-11-26 in the
// differences between the SAT's workbooks catCFDI_V_4_20241204 and catCFDI_V_4_20261001
// (phillipmex/latam-gov-diffs, diffs/catcfdi, five workbooks). The two workbooks differ only in these CFDI
// catalogues, in c_NumPedimentoAduana, and in rows that the sheets already contain.

/**
 * The first day in force of the new municipalities, and the postal codes that were assigned to them.
 */
const municipalitiesFrom = '2026-01-23';
const lastDayBefore = '2026-01-22';
const newMunicipalities = {
  'BCN-006':
    '22910 22914 22915 22920 22925 22930 22934 22937 22940 22943 22950 22951 22952 22955 22960 22964 22965 ' +
    '22967 22970 22973 22974 22980 22993 22994 22995 22997',
  'BCN-007': '21850 21853 21854 21855',
  'CAM-012': '24460 24462 24464',
  'CAM-013': '24920 24925 24929',
  'CHP-125': '30990 30992 30993 30994 30997',
  'GRO-082': '39990 39992 39993 39994 39995 39996 39997',
  'GRO-083': '39210 39212 39214 39215 39216 39217 39218 39219',
  'GRO-084': '41524 41525 41527',
  'GRO-085': '41960 41964 41965 41966 41968',
  'MOR-034': '62606',
  'MOR-035': '62680 62684 62685 62686 62687',
  'MOR-036': '62810 62813 62814 62815',
  'SLP-059': '78394 78420 78421 78423 78424',
  'SIN-019': '80450 80452 80453 80454 80455 80457 80458',
  'SIN-020': '81110 81113 81114 81115 81116 81118 81119',
};
/**
 * Postal codes of San Quintín that the sheet does not list for the northern border (satcfdi 26.10.1, read
 * 2026-11-26).
 */
const alsoNorthern = new Set(['22937', '22943']);

const productNames = {
  15101505: 'Combustible diésel',
  15101513: 'Combustible diésel para uso fuera de carretera',
  15101801: 'Biodiésel',
  25121501: 'Locomotoras diésel de carga',
  25121503: 'Locomotoras diésel de pasajeros',
  25191803: 'Tester de humo diésel',
  26101504: 'Motores diésel',
  26101771: 'Control electrónico de motor para motores diésel',
  26101773: 'Válvula de medición proporcional diésel',
  26101775: 'Válvula de alta presión diésel',
  26101778: 'Bobina del inyector de combustible diésel',
  26111601: 'Generadores diésel',
  26131501: 'Centrales eléctricas de diésel',
  72153302: 'Servicio de instalación de bombas de diésel',
  93141710: 'Servicios de lenguas indígenas o lenguas en desuso',
};

const newPatents = {
  2018: '2026-09-08',
  2045: '2026-09-10',
  2053: '2026-08-08',
  2058: '2026-09-07',
  2068: '2026-09-07',
  6176: '2025-05-28',
};

const municipalityOf = new Map(
  Object.entries(newMunicipalities).flatMap(([place, codes]) =>
    codes.split(' ').map((code) => [code, place.split('-')]),
  ),
);

/**
 * Returns two rows for a postal code whose municipality has changed, because the old municipality is still
 * valid for past documents.
 */
function postalCodes(row) {
  const stimulus = alsoNorthern.has(row.code) ? { border_stimulus: '1' } : {};
  const known = { ...row, ...stimulus };
  const [state, municipality] = municipalityOf.get(row.code) ?? [];
  if (state === undefined) return [known];
  if (state !== row.state) throw new Error(`${row.code} is not in ${state}`);
  return [
    { ...known, valid_to: lastDayBefore },
    { ...known, municipality, valid_from: municipalitiesFrom },
  ];
}

/**
 * Codes that only the SAT's schema of 2026 lists. No readable sheet contains the descriptions of these codes.
 */
const ofSchema = (codes) =>
  codes.map((code) => ({ code, description: `Clave ${code} (sin descripción publicada)` }));

/** The rows of each sheet with the changes, keyed by the name of the catalogue. */
export const catalogChanges = {
  c_CodigoPostal: (rows) => rows.flatMap(postalCodes),
  c_ClaveProdServ: (rows) =>
    rows.map((row) => ({ ...row, description: productNames[row.code] ?? row.description })),
  c_PatenteAduanal: (rows) => [
    ...rows,
    ...Object.entries(newPatents).map(([code, from]) => ({ code, valid_from: from, valid_to: '' })),
  ],
  c_SubTipoServ: (rows) => [...rows, ...ofSchema(['08', '09'])],
  c_TipoDeServ: (rows) => [...rows, ...ofSchema(['11'])],
};
