import { createHash } from 'node:crypto';
import { taxRegime } from '@timbre/fiscal';
import { z } from 'zod';
import { centralTime } from '../clock';
import { testTaxpayer } from '../validation/test-registry';
import type { Records } from '../store/records';

const RESULTS = ['POSITIVO', 'NEGATIVO', 'INSCRITO SIN OBLIGACIONES', 'NO INSCRITO'] as const;

/** The register's data about a taxpayer, as a test or a demo sets them. */
export const taxpayerBody = z.strictObject({
  rfc: z.string().min(12).max(13),
  legalName: z.string().min(1).max(300).optional(),
  postalCode: z
    .string()
    .regex(/^\d{5}$/)
    .optional(),
  regimes: z
    .array(z.string().regex(/^\d{3}$/))
    .min(1)
    .max(10)
    .optional(),
  startedOperationsOn: z.iso.date().optional(),
  status: z.string().min(1).max(60).optional(),
  obligations: z.array(z.string().min(1).max(300)).max(30).optional(),
  opinion: z.enum(RESULTS).optional(),
  omissions: z.array(z.string().min(1).max(300)).max(50).optional(),
});

export interface Taxpayer {
  readonly rfc: string;
  readonly idCif: string;
  readonly legalName: string;
  readonly postalCode: string;
  readonly regimes: readonly string[];
  readonly startedOperationsOn: string;
  readonly status: string;
  readonly obligations: readonly string[];
  readonly opinion: (typeof RESULTS)[number];
  readonly omissions: readonly string[];
}

/**
 * Returns the register's data about a taxpayer. If no test or demo has set data, the function returns the
 * data in the SAT's test register, or invented data.
 */
export function taxpayerOf(records: Records, rfc: string): Taxpayer {
  const isPerson = rfc.length === 13;
  const known = testTaxpayer(rfc);
  const set = records.find<z.infer<typeof taxpayerBody>>('taxpayer', rfc) ?? {};
  return {
    rfc,
    idCif: idCifOf(rfc),
    legalName: known?.nombre ?? (isPerson ? 'PERSONA DE PRUEBA' : 'EMPRESA DE PRUEBA'),
    postalCode: known?.codigoPostal ?? '06000',
    regimes: known?.regimenes ?? [isPerson ? '612' : '601'],
    startedOperationsOn: '2015-03-02',
    status: 'ACTIVO',
    obligations: [
      'Pago definitivo mensual de IVA.',
      `Pago provisional mensual de ISR personas ${isPerson ? 'físicas' : 'morales'}`,
      'Declaración anual de ISR del ejercicio',
    ],
    opinion: 'POSITIVO',
    omissions: [],
    ...set,
  };
}

/** Returns eleven digits that are always the same for an RFC. */
const idCifOf = (rfc: string): string => {
  const digest = createHash('sha256').update(`idCIF ${rfc}`).digest();
  return `1${String(digest.readUIntBE(0, 6) % 10 ** 10).padStart(10, '0')}`;
};

const MONTHS = [
  'enero',
  'febrero',
  'marzo',
  'abril',
  'mayo',
  'junio',
  'julio',
  'agosto',
  'septiembre',
  'octubre',
  'noviembre',
  'diciembre',
];

const inWords = (date: string): string => {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day} de ${MONTHS[Number(month) - 1]} de ${year}`;
};

const slashed = (date: string): string => date.split('-').reverse().join('/');
const hyphened = (date: string): string => date.split('-').reverse().join('-');

/** Returns the folio of an opinion, which is always the same for the same date and RFC. */
function opinionFolio(rfc: string, date: string): string {
  const digest = createHash('sha256').update(`32-D ${rfc} ${date}`).digest();
  return `${date.slice(2, 4)}NE${String(digest.readUIntBE(0, 6) % 10 ** 7).padStart(7, '0')}`;
}

/**
 * Returns the lines of the opinion of compliance (facts: sat-sync-reports.md D.1). Headings and values are
 * on separate lines.
 */
export function opinionLines(taxpayer: Taxpayer, now: Date): string[] {
  const [date = '', time = ''] = centralTime(now).split('T');
  const { rfc, legalName, opinion, omissions } = taxpayer;
  const folio = opinionFolio(rfc, date);
  const letter = opinion === 'POSITIVO' ? 'P' : opinion === 'NEGATIVO' ? 'N' : 'I';
  return [
    'Servicio de Administración Tributaria',
    'Opinión del cumplimiento de obligaciones fiscales',
    'Nombre, denominación o razón social          Sentido',
    `${legalName}          ${opinion}`,
    'RFC          Folio',
    `${rfc}          ${folio}`,
    'Fecha y hora de emisión',
    `${inWords(date)} a las ${time.slice(0, 5)} horas`,
    ...omissions,
    'Cadena Original',
    `||${rfc}|${folio}|${hyphened(date)}|${letter}||00001000000500003456||`,
    'Sello Digital',
    'c2VsbG8gc2ltdWxhZG8=',
  ];
}

/** Returns the two pages of the Constancia de Situación Fiscal (facts: sat-sync-reports.md D.2). */
export function constanciaPages(taxpayer: Taxpayer, now: Date): string[][] {
  const { rfc, idCif, legalName, postalCode, status } = taxpayer;
  const [date = '', time = ''] = centralTime(now).split('T');
  const started = slashed(taxpayer.startedOperationsOn);
  const [first = legalName, last = '', second = ''] = legalName.split(' ');
  const names =
    rfc.length === 12
      ? [
          `Denominación/Razón Social: ${legalName}`,
          'Régimen Capital: SOCIEDAD ANONIMA DE CAPITAL VARIABLE',
        ]
      : [`Nombre (s): ${first}`, `Primer Apellido: ${last}`, `Segundo Apellido: ${second}`];
  return [
    [
      'Página [1] de [2]',
      'CÉDULA DE IDENTIFICACIÓN FISCAL',
      rfc,
      'Registro Federal de Contribuyentes',
      legalName,
      'Nombre, denominación o razón',
      'social',
      `idCIF: ${idCif}`,
      'VALIDA TU INFORMACIÓN FISCAL',
      'CONSTANCIA DE SITUACIÓN FISCAL',
      'Lugar y Fecha de Emisión',
      `CIUDAD DE MEXICO A ${inWords(date).toUpperCase()}`,
      rfc,
      'Datos de Identificación del Contribuyente:',
      `RFC: ${rfc}`,
      ...names,
      'Nombre Comercial:',
      `Fecha inicio de operaciones: ${inWords(taxpayer.startedOperationsOn).toUpperCase()}`,
      `Estatus en el padrón: ${status}`,
      `Fecha de último cambio de estado: ${inWords(taxpayer.startedOperationsOn).toUpperCase()}`,
      'Datos del domicilio registrado',
      `Código Postal:${postalCode} Tipo de Vialidad: CALLE`,
      'Nombre de Vialidad: MORELOS Número Exterior: 12',
      'Número Interior: Nombre de la Colonia: CENTRO',
      'Nombre de la Localidad: Nombre del Municipio o Demarcación Territorial: CUAUHTEMOC',
      'Nombre de la Entidad Federativa: CIUDAD DE MEXICO Entre Calle: JUAREZ',
      'Y Calle: HIDALGO',
    ],
    [
      'Página [2] de [2]',
      'Actividades Económicas:',
      'Orden Actividad Económica Porcentaje Fecha Inicio Fecha Fin',
      `1 Comercio al por mayor 100 ${started}`,
      'Regímenes:',
      'Régimen Fecha Inicio Fecha Fin',
      ...taxpayer.regimes.map((code) => `${regimeName(code)} ${started}`),
      'Obligaciones:',
      'Descripción de la Obligación Descripción Vencimiento Fecha Inicio Fecha Fin',
      ...taxpayer.obligations.map((words) => `${words} ${started}`),
      'Sus datos personales son incorporados y protegidos en los sistemas del SAT.',
      `Cadena Original Sello: ||${date.replaceAll('-', '/')} ${time}|${rfc}|CONSTANCIA DE SITUACIÓN FISCAL|200001088888800000031||`,
      'Sello Digital: c2VsbG8gc2ltdWxhZG8=',
    ],
  ];
}

const regimeName = (code: string): string => {
  const name = taxRegime(code, 'latest')?.description ?? code;
  return name.startsWith('Régimen') ? name : `Régimen ${name}`;
};

/**
 * Returns the rows of the page to which the QR code of a Constancia leads, each with a label and a value.
 */
export function qrRows(taxpayer: Taxpayer): [label: string, value: string][] {
  const { rfc, legalName, status, postalCode } = taxpayer;
  const started = hyphened(taxpayer.startedOperationsOn);
  const [first = legalName, last = '', second = ''] = legalName.split(' ');
  const names: [string, string][] =
    rfc.length === 12
      ? [
          ['Denominación o Razón Social:', legalName],
          ['Régimen de capital:', 'SA DE CV'],
        ]
      : [
          ['Nombre:', first],
          ['Apellido Paterno:', last],
          ['Apellido Materno:', second],
        ];
  return [
    ...names,
    ['Fecha de Inicio de operaciones:', started],
    ['Situación del contribuyente:', status],
    ['Fecha del último cambio de situación:', started],
    ['Entidad Federativa:', 'CIUDAD DE MEXICO'],
    ['Municipio o delegación:', 'CUAUHTEMOC'],
    ['Colonia:', 'CENTRO'],
    ['Tipo de vialidad:', 'CALLE'],
    ['Nombre de la vialidad:', 'MORELOS'],
    ['Número exterior:', '12'],
    ['Número interior:', ''],
    ['CP:', postalCode],
    ...taxpayer.regimes.flatMap((code): [string, string][] => [
      ['Régimen:', regimeName(code)],
      ['Fecha de alta:', started],
    ]),
  ];
}
