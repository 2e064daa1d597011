import { say } from '@timbre/api';
import {
  addendaValues,
  parseComprobante,
  readAddendaTemplate,
  type AddendaTemplate,
  type Comprobante,
  type MissingValue,
} from '@timbre/cfdi';
import { certain, type Issue } from '@timbre/fiscal';
import type { ItemComplements } from '@timbre/items';
import type { Customer, Draft } from '../drafting/draft';
import { addendaIssues } from './raw-complements';

/** The draft's values for the placeholders of the customer's addenda template. */
type Given = Readonly<Record<string, string>>;

/** The members of a document that are needed to write its addenda. */
export interface WithAddenda {
  input: { complements?: ItemComplements | undefined };
  customer?: Pick<Customer, 'addendaTemplate'> | null | undefined;
}

const givenIn = ({ input }: WithAddenda): Given =>
  (input.complements?.addendaValues ?? {}) as Given;

/**
 * Returns the customer's addenda template; undefined if the draft contains an addenda of its own.
 */
const templateFor = ({ input, customer }: WithAddenda): string | undefined =>
  input.complements?.addenda === undefined ? customer?.addendaTemplate : undefined;

/**
 * Checks the customer's addenda template, which only invoices use. The issue `addenda_invalid`
 * means that the template, filled with its values, is too large.
 * - addenda_template_invalid: the template has a tag that is not a placeholder or `lines`, has a
 *   placeholder outside of texts and attributes, or is not exactly one well-formed element
 * - addenda_value_missing: the draft or an item lacks the value of a placeholder
 * - addenda_value_not_needed: the template lacks this placeholder, or Timbre fills it from the
 *   document
 * @param document is the XML document of the draft; it is absent if the draft has other issues
 */
export function templateIssues(draft: Draft, document?: Comprobante): Issue[] {
  const given = givenIn(draft);
  const text = draft.kind === 'income' ? templateFor(draft) : undefined;
  if (text === undefined) return Object.keys(given).map(notNeeded);
  const template = readAddendaTemplate(text);
  if ('fault' in template) {
    const said = say(`addenda_template_${template.fault}`, { detail: template.detail });
    return [{ path: ['customerId'], code: 'addenda_template_invalid', ...said }];
  }
  const unneeded = Object.keys(given).filter((name) => !template.given.has(name));
  return [...filledIssues(template, given, document), ...unneeded.map(notNeeded)];
}

/**
 * The maximum size of a filled addenda template, in UTF-8 bytes. An addenda that a client sends has
 * the same size limit.
 */
const bytesMax = 400_000;

/**
 * Checks the addenda template after it was filled. Series, folio and stamp do not count as missing,
 * because every stamped document has them.
 */
function filledIssues(template: AddendaTemplate, given: Given, document?: Comprobante): Issue[] {
  if (!document) {
    const names = [...template.given].filter((name) => !given[name]);
    return names.map((name) => missingIssue({ name }));
  }
  const sealed = { ...document, serie: document.serie ?? 'A', folio: document.folio ?? '1' };
  const stamp = { uuid: '0'.repeat(36), fechaTimbrado: document.fecha };
  const values = addendaValues({ document: sealed, stamp }, given);
  const missing = template.missing(values);
  if (missing.length > 0) return missing.map(missingIssue);
  // The size is checked first, because many lines can turn a small template into gigabytes.
  if (template.bytesOf(values) > bytesMax) {
    const said = say('addenda_too_large', { max: bytesMax });
    return [{ path: ['customerId'], code: 'addenda_invalid', ...said }];
  }
  // The template was checked with two lines only. The real number of lines depends on the document.
  const issues = addendaIssues({ addenda: template.write(values) });
  return issues.map((issue) => ({ ...issue, path: ['customerId'] }));
}

function missingIssue({ name, line }: MissingValue): Issue {
  const path = line === undefined ? ['addendaValues', name] : ['items', line, name];
  const said = say(line === undefined ? 'addenda_value_missing' : 'addenda_line_value_missing', {
    name,
  });
  return { path, code: 'addenda_value_missing', ...said };
}

const notNeeded = (name: string): Issue => ({
  path: ['addendaValues', name],
  code: 'addenda_value_not_needed',
  ...say('addenda_value_not_needed', { name }),
});

/**
 * Returns the addenda of a stamped document: either the addenda of the draft without its XML
 * declaration, or the customer's template filled with the values of the document.
 */
export function addendaOf(source: WithAddenda, stampedXml: string): string | undefined {
  const own = source.input.complements?.addenda as string | undefined;
  if (own !== undefined) return own.replace(/^\uFEFF?\s*<\?xml[^>]*\?>\s*/, '');
  const text = templateFor(source);
  if (text === undefined) return undefined;
  const { document } = parseComprobante(stampedXml);
  if (document.tipoDeComprobante !== 'I') return undefined;
  const template = readAddendaTemplate(text);
  // Sealing already refused documents whose template has a fault.
  if ('fault' in template) throw new Error(`the template has a fault: ${template.fault}`);
  const stamp = certain(document.complemento?.timbre, 'the stamp');
  return template.write(addendaValues({ document, stamp }, givenIn(source)));
}
