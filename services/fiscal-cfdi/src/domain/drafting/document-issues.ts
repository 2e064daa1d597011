import { validateComprobante, type Comprobante, type Finding } from '@timbre/cfdi';
import { Decimal, type Issue } from '@timbre/fiscal';
import { ruleText } from '../refusals/refusal-issue';

/** The PAC's error code for a schema violation. */
const structureCode = '301';
/** The maximum value of the SAT's type t_Importe: 18 digits and 6 decimals. */
const amountMax = Decimal.from('999999999999999999.999999');

type InputPath = (string | number)[];

/**
 * Checks the document as a whole. The caller has already checked that all parts of the document are
 * valid.
 * - amount_too_large: the amount is above the limit of the SAT's schema
 * - document_invalid: the SAT's schema does not allow a value, for example a base that rounds to zero
 * - CFDI…, CRP…, NOM…: any other rule of the SAT's matrices, under the SAT's own code
 * @param inputPath converts a path in the document to the path in the input that caused the issue
 */
export function documentIssues(
  document: Comprobante,
  inputPath: (path: Finding['path']) => InputPath,
): Issue[] {
  if (document.subTotal.greaterThan(amountMax)) {
    const message = 'The total of the items is above the limit of a document.';
    return [{ path: ['items'], code: 'amount_too_large', message }];
  }
  return validateComprobante(document).map((finding) => findingIssue(finding, inputPath));
}

/** Converts a finding about the document to an issue of the draft's input. */
export const findingIssue = (
  { code, path, message }: Finding,
  inputPath: (path: Finding['path']) => InputPath,
): Issue => ({
  path: inputPath(path),
  code: code === structureCode ? 'document_invalid' : code,
  message,
  ...(code !== structureCode && { text: ruleText(code, message) }),
  satCode: code,
});

/**
 * The result of checking a draft for a date: the issues, and the document if all its parts are
 * valid.
 */
export interface Judged<Document = Comprobante> {
  issues: Issue[];
  /**
   * Returns warnings about probable mistakes that the law allows. A draft with warnings can be
   * stored and sealed.
   */
  warningsOf?: () => Issue[];
  document?: Document;
}

export const judged = (
  document: Comprobante,
  inputPath: (path: Finding['path']) => InputPath,
  warningsOf: () => Issue[] = () => [],
): Judged => ({ issues: documentIssues(document, inputPath), warningsOf, document });

const sharedPaths: Readonly<Record<string, InputPath>> = {
  formaPago: ['payment', 'formCode'],
  condicionesDePago: ['payment', 'conditions'],
  moneda: ['currency'],
  tipoCambio: ['exchangeRate'],
  confirmacion: ['confirmation'],
  exportacion: ['exportation'],
  lugarExpedicion: ['placeOfIssue'],
  cfdiRelacionados: ['relatedDocuments'],
  informacionGlobal: ['globalPeriod'],
  complemento: ['localTaxes'],
  conceptos: ['items'],
  descuento: ['items'],
  subTotal: ['items'],
  total: ['items'],
  impuestos: ['items'],
};

/** Converts a path in a document with items to the path in the input. */
export function itemDocumentPath(
  [part = '', index, child, childIndex]: Finding['path'],
  own: Readonly<Record<string, InputPath>> = {},
): InputPath {
  if (part === 'conceptos' && index !== undefined) {
    const isOfPart = child === 'parte' && childIndex !== undefined;
    return ['items', index, ...(isOfPart ? ['parts', childIndex] : [])];
  }
  if (part === 'receptor') return [index === 'usoCfdi' ? 'cfdiUse' : 'customerId'];
  return own[part] ?? sharedPaths[part] ?? [];
}
