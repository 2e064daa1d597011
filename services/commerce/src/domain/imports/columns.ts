import type { importKind } from '@timbre/api';
import { fold, type Issue } from '@timbre/fiscal';

export type ImportKind = (typeof importKind.options)[number];

/** The ways in which a cell's text is converted to a value of the API. */
type CellKind = 'text' | 'amount' | 'rate' | 'flag' | 'integer';

export interface Column {
  /**
   * The name of the field in the API; for an address field, `address.` followed by the field's
   * name.
   */
  field: string;
  kind: CellKind;
}

type Row = readonly [field: string, kind: CellKind, ...headings: string[]];

const products: Row[] = [
  ['sku', 'text'],
  ['code', 'text', 'código', 'clave'],
  ['description', 'text', 'descripción', 'producto', 'nombre'],
  ['price', 'amount', 'precio', 'precio unitario'],
  ['taxIncluded', 'flag', 'IVA incluido', 'impuestos incluidos'],
  ['taxRate', 'rate', 'IVA', 'tasa', 'tasa IVA'],
  ['taxability', 'text', 'tipo de IVA'],
  ['taxExemptReason', 'text', 'motivo de exención'],
  ['satProductCode', 'text', 'clave SAT', 'clave producto SAT', 'ClaveProdServ'],
  ['satUnitCode', 'text', 'clave unidad', 'clave unidad SAT', 'ClaveUnidad'],
  ['unitName', 'text', 'unidad'],
  ['activity', 'text', 'actividad', 'giro'],
  ['taxObject', 'text', 'objeto de impuesto', 'ObjetoImp'],
  ['stock', 'amount', 'existencia', 'existencias', 'inventario'],
  ['locationCode', 'text', 'sucursal', 'código de sucursal', 'almacén'],
];

const suppliers: Row[] = [
  ['code', 'text', 'código', 'clave'],
  ['legalName', 'text', 'razón social', 'nombre'],
  ['rfc', 'text'],
  ['email', 'text', 'correo', 'correo electrónico'],
  ['phone', 'text', 'teléfono'],
  ['taxSystem', 'text', 'régimen', 'régimen fiscal'],
  ['address.postalCode', 'text', 'CP', 'código postal'],
  ['address.street', 'text', 'calle'],
  ['address.exterior', 'text', 'número exterior', 'num ext'],
  ['address.interior', 'text', 'número interior', 'num int'],
  ['address.neighborhood', 'text', 'colonia'],
  ['address.city', 'text', 'ciudad', 'localidad'],
  ['address.municipality', 'text', 'municipio', 'alcaldía'],
  ['address.state', 'text', 'estado'],
  ['address.country', 'text', 'país'],
];

const customers: Row[] = [
  ...suppliers,
  ['cfdiUse', 'text', 'uso CFDI', 'uso de CFDI'],
  ['creditEnabled', 'flag', 'crédito'],
  ['creditByDefault', 'flag', 'crédito por omisión'],
  ['defaultPaymentTermDays', 'integer', 'días de crédito', 'plazo'],
  ['publicBody', 'text', 'ente público'],
  ['iepsTaxpayer', 'flag', 'contribuyente IEPS'],
  ['taxResidence', 'text', 'residencia fiscal'],
  ['foreignTaxId', 'text', 'NumRegIdTrib'],
  ['documentLanguage', 'text', 'idioma', 'idioma de los documentos'],
];

const tables: Record<ImportKind, Row[]> = { products, customers, suppliers };

/**
 * Returns the lookup key of a heading: its text in lower case, without accents, spaces and
 * punctuation.
 */
const headingKey = (heading: string): string => fold(heading).replace(/[^a-z0-9]/g, '');

const byHeading = Object.fromEntries(
  Object.entries(tables).map(([kind, rows]) => [kind, new Map(rows.flatMap(headingsOf))]),
) as Record<ImportKind, Map<string, Column>>;

function headingsOf([field, kind, ...headings]: Row): [string, Column][] {
  const own = [field, field.slice(field.indexOf('.') + 1), ...headings];
  return own.map((heading) => [headingKey(heading), { field, kind }]);
}

/**
 * The fields that a new record requires. A file must have the columns of these fields, but their
 * cells may be empty in rows of existing records.
 */
export const requiredFields: Record<ImportKind, string[]> = {
  products: ['description', 'price'],
  customers: ['legalName'],
  suppliers: ['legalName'],
};

/** The result of reading the headings of a file. */
export interface Headings {
  /** The columns by position; undefined for an unknown heading. */
  columns: (Column | undefined)[];
  issues: Issue[];
  /** Whether the rows of the file can be read. */
  isUsable: boolean;
}

/**
 * Reads the headings of a file: field names of the API, or common Spanish headings.
 *
 * - unknown_column: the import has no field with this heading, so it ignores the column
 * - duplicate_column: two columns are for the same field; delete one of them
 * - required: the column of a field that a new record needs is missing
 */
export function readHeadings(kind: ImportKind, headings: readonly string[]): Headings {
  const columns = headings.map((heading) => byHeading[kind].get(headingKey(heading)));
  const fields = columns.map((column) => column?.field);
  const unknown = headings.flatMap((heading, index) =>
    columns[index] === undefined ? [unknownColumn(heading, index)] : [],
  );
  const duplicate = headings.flatMap((heading, index) => {
    const isSecond = fields[index] !== undefined && fields.indexOf(fields[index]) < index;
    const message = 'Another column has the same field.';
    return isSecond ? [{ path: [heading], code: 'duplicate_column', message }] : [];
  });
  const missing = requiredFields[kind]
    .filter((field) => !fields.includes(field))
    .map((field) => ({ path: [field], code: 'required', message: 'This column is missing.' }));
  const isUsable = duplicate.length === 0 && missing.length === 0;
  return { columns, issues: [...duplicate, ...missing, ...unknown], isUsable };
}

function unknownColumn(heading: string, index: number): Issue {
  const path = [heading.slice(0, 100) || `${index + 1}`];
  const message = 'This import has no such field; the column is ignored.';
  return { path, code: 'unknown_column', message };
}
