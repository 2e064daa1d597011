// Collects the stable codes and reasons of refusals from the sources. The sentence for each code is taken
// from a validator's doc comment ("- code: sentence"), or from the error message.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from './paths.mjs';

export const catalogueFile = 'docs/errors.md';
/** The file that contains the codes of the catalogue for the OpenAPI document. */
export const wordsFile = 'packages/api/src/stable-words.ts';

/** @typedef {'issue' | 'reason'} Kind */
/** @typedef {Record<Kind, Map<string, string>>} Words the codes, each with its sentence or an empty text */

const sources = [
  'gateway',
  'packages/api',
  'packages/fiscal',
  'packages/items',
  'packages/kit',
  'packages/sheets',
  'services/*',
].map((folder) => `${folder}/src/**/*.ts`);
/**
 * Whether a file belongs to the catalogue; this excludes the simulator, which uses the codes of PACs and the
 * SAT, and migrations, which never change.
 */
const isOurs = (/** @type {string} */ file) =>
  !/authority-simulator|migrations|generated|[.](test|d)[.]ts$/.test(file);

/** Codes that many rules share or that are composed at run time, so that the sources do not contain them. */
const general = {
  code_taken: 'Another resource of this kind has this code.',
  name_taken: 'Another expense category has this name (accents and case do not count).',
  receipt_series_taken: 'Another location has this receiptSeries.',
  sku_taken: 'Another product has this sku.',
  required: 'The field, the header or the body is missing.',
  unknown_field: 'The request has no such field or query key.',
  repeated: 'The value is given more than once; give it once.',
  invalid: 'The value is not accepted; the message says why.',
  invalid_type: 'The value is of another JSON type, or a body is given where none is expected.',
  invalid_value: 'The value is not one of the allowed values.',
  invalid_format: 'The text does not have the required form.',
  not_multiple_of: 'The number is not a multiple of the required step.',
  too_small: 'The value, length or count is below its minimum, or a date is before 1900.',
  too_big: 'The value, length or count is above its maximum.',
  too_large: 'The number is larger than the field allows.',
  too_many_decimals: 'The number has more decimals than the field or the currency allows.',
  not_in_catalog: 'The value is not an active code of the SAT catalog for this field.',
  character_not_allowed:
    'The text has a line break, a bar, or a character that is invisible or changes how the text is shown (control, direction, tag, joiner; [0439](decisions/0439-nothing-hidden-in-a-text.md)).',
  duplicate_key:
    'A JSON object has this key twice, so it is unknown which value is meant; send the key once.',
  no_cancelable:
    'The SAT does not allow the cancellation (No cancelable): valid documents are related to this one.',
  cursor_invalid:
    'The cursor is not from this list with these filters; start again without a cursor.',
  json_invalid: 'The body is not JSON in UTF-8, or it contains an incomplete character.',
  text_invalid: 'The text is too long or has a character that the SAT refuses.',
  fiscal_profile: 'The fiscal profile is missing.',
  pac: 'No PAC is configured.',
  certificate: 'There is no active CSD.',
  pdf_unreadable: 'The file is not a PDF that can be read.',
  pdf_without_text: 'The PDF has no text; download it from the SAT instead of printing it.',
  pdf_too_long: 'The PDF is longer than any document of the SAT.',
  not_found: 'Your organization has nothing with the identifier in the path or in this field.',
  supplier_not_found: 'Your organization has no such supplier.',
  category_not_found: 'Your organization has no such expense category.',
  category_archived: 'The expense category is archived.',
  withholdings_missing:
    'By law the customer must withhold tax on this item, but the item has no withholdings.',
  activity_unconfirmed:
    'Items with this product key usually belong to an activity on which tax is withheld; if that is so here, state the activity.',
  withholdings_differ:
    'The withholdings of the item are not those that the law requires; they were left as they are.',
  withholdings_without_rule:
    'No rule of law requires a customer of this kind to withhold this tax from you.',
  withholdings_not_due: 'No tax has to be withheld on this item; `skipped` has the reason.',
  rfc_invalid:
    'The RFC does not have the form of an RFC, or it is not for the required kind of person.',
};

/**
 * Codes that are omitted: codes of zod, which validation translates, and codes of the closed set, which the
 * API describes.
 */
const foreign = new Set(['custom', 'validation_error', 'not_found']);

/** @returns {Words} */
export function words() {
  /** @type {Words} */
  const found = { issue: new Map(Object.entries(general)), reason: new Map() };
  /** @type {Map<string, string>} */
  const comments = new Map();
  for (const file of globSync(sources, { cwd: root }).filter(isOurs).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    collect(ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true), found);
    for (const [word, sentence] of commentsIn(text)) {
      if (!comments.has(word)) comments.set(word, sentence);
    }
  }
  for (const map of [found.issue, found.reason]) {
    for (const [word, said] of map) {
      if (!(word in general)) map.set(word, comments.get(word) || said);
    }
  }
  return found;
}

/**
 * @param {ts.SourceFile} source
 * @param {Words} found
 */
function collect(source, found) {
  const helpers = helpersOf(source);
  /**
   * @param {Kind} kind
   * @param {ts.Node | undefined} word
   * @param {ts.Node | undefined} message
   */
  const put = (kind, word, message) => {
    for (const literal of literalsOf(word)) {
      if (foreign.has(literal) || !/^[a-z][a-z0-9_]*$/.test(literal)) continue;
      found[kind].set(literal, found[kind].get(literal) || sentenceOf(message, source));
    }
  };
  /** @param {ts.Node} node */
  const visit = (node) => {
    if (ts.isObjectLiteralExpression(node)) fromObject(node, put);
    if (ts.isNewExpression(node) && node.expression.getText() === 'Refusal') {
      const [, message, details] = node.arguments ?? [];
      if (details && ts.isObjectLiteralExpression(details))
        put('reason', valueOf(details, 'reason'), message);
    }
    if (ts.isVariableDeclaration(node) && node.name.getText() === 'payrollIssueMessages') {
      for (const { name, initializer } of messagesOf(node.initializer)) {
        const word = name.getText();
        found.issue.set(word, found.issue.get(word) || sentenceOf(initializer, source));
      }
    }
    if (ts.isNewExpression(node) && node.expression.getText() === 'SheetError') {
      put('issue', node.arguments?.[0], node.arguments?.[1]);
    }
    if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
      for (const { kind, at, messageAt, arity } of helpers.get(node.expression.text) ?? []) {
        if (node.arguments.length > arity || node.arguments.length <= messageAt) continue;
        put(kind, node.arguments[at], node.arguments[messageAt]);
      }
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
}

/**
 * Returns the messages of `{…} as const satisfies …`, keyed by code.
 * @param {ts.Node | undefined} node
 * @returns {ts.PropertyAssignment[]}
 */
function messagesOf(node) {
  if (node && (ts.isSatisfiesExpression(node) || ts.isAsExpression(node)))
    return messagesOf(node.expression);
  return node && ts.isObjectLiteralExpression(node)
    ? node.properties.filter(ts.isPropertyAssignment)
    : [];
}

/**
 * Collects the codes of an object. Objects with `status` or `outcome` are skipped, because they are responses
 * of Timbre or of a provider.
 * @param {ts.ObjectLiteralExpression} node
 * @param {(kind: Kind, word: ts.Node | undefined, message: ts.Node | undefined) => void} put
 */
function fromObject(node, put) {
  const has = (/** @type {string} */ name) => valueOf(node, name) !== undefined;
  if (has('status') || has('outcome')) return;
  if (has('path') || has('message')) put('issue', valueOf(node, 'code'), valueOf(node, 'message'));
  if (has('message')) put('reason', valueOf(node, 'reason'), valueOf(node, 'message'));
}

/**
 * @param {ts.ObjectLiteralExpression} object
 * @param {string} name
 * @returns {ts.Node | undefined}
 */
function valueOf(object, name) {
  const found = object.properties.find((one) => one.name?.getText() === name);
  return found && ts.isPropertyAssignment(found) ? found.initializer : found;
}

/**
 * @typedef {{ kind: Kind, at: number, messageAt: number, arity: number }} Helper a function with a code and a
 * message as parameters
 */

/**
 * Returns the functions of a file that have a code and a message as parameters, keyed by name. The result has
 * a list for each name, because two functions in a file can have the same name.
 * @param {ts.SourceFile} source
 * @returns {Map<string, Helper[]>}
 */
function helpersOf(source) {
  /** @type {Map<string, Helper[]>} */
  const helpers = new Map([
    ['conflict', [{ kind: 'reason', at: 1, messageAt: 0, arity: 3 }]],
    ['notDone', [{ kind: 'reason', at: 1, messageAt: 0, arity: 2 }]],
    ['forbidden', [{ kind: 'reason', at: 1, messageAt: 0, arity: 2 }]],
    ['withCode', [{ kind: 'issue', at: 0, messageAt: 1, arity: 2 }]],
  ]);
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isNamed = ts.isFunctionDeclaration(node) || ts.isVariableDeclaration(node);
    const callee = ts.isVariableDeclaration(node) ? node.initializer : node;
    if (isNamed && node.name && callee && ts.isFunctionLike(callee)) {
      const name = node.name.getText();
      const names = callee.parameters.map((parameter) => parameter.name.getText());
      const at = names.findIndex((one) => one === 'code' || one === 'reason');
      const messageAt = names.indexOf('message');
      const kind = names[at] === 'reason' ? 'reason' : 'issue';
      const helper = { kind: /** @type {Kind} */ (kind), at, messageAt, arity: names.length };
      // A function without a message parameter does not build an error response. Readiness checks, for
      // example, also have codes.
      if (at >= 0 && messageAt >= 0) helpers.set(name, [...(helpers.get(name) ?? []), helper]);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return helpers;
}

/**
 * Returns the strings that an expression can have as its value.
 * @param {ts.Node | undefined} node
 * @returns {string[]}
 */
function literalsOf(node) {
  if (!node) return [];
  if (ts.isStringLiteral(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    return [...literalsOf(node.whenTrue), ...literalsOf(node.whenFalse)];
  }
  return [];
}

/**
 * Returns an error message as a sentence, with an ellipsis for each inserted value. A constant is replaced
 * with its value in the same file.
 * @param {ts.Node | undefined} node
 * @param {ts.SourceFile} source
 * @returns {string}
 */
function sentenceOf(node, source) {
  if (!node) return '';
  if (ts.isStringLiteral(node) || ts.isNoSubstitutionTemplateLiteral(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
  }
  if (ts.isConditionalExpression(node)) return sentenceOf(node.whenTrue, source);
  if (ts.isShorthandPropertyAssignment(node)) return constantOf(node.name, source);
  return ts.isIdentifier(node) ? constantOf(node, source) : '';
}

/**
 * Returns the value of the nearest preceding constant with that name.
 * @param {ts.Identifier} name
 * @param {ts.SourceFile} source
 */
function constantOf(name, source) {
  /** @type {ts.Node | undefined} */
  let nearest;
  /** @param {ts.Node} node */
  const visit = (node) => {
    const isConstant = ts.isVariableDeclaration(node) && node.name.getText() === name.text;
    if (isConstant && node.pos < name.pos) nearest = node.initializer;
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nearest && !ts.isIdentifier(nearest) ? sentenceOf(nearest, source) : '';
}

/**
 * Parses `- code, code: sentence` in doc comments.
 * @param {string} text
 * @returns {[string, string][]}
 */
function commentsIn(text) {
  return [...text.matchAll(/^ *\* - ([a-z][a-z0-9_, ]*): ([^]*?)(?=\n *\* [-@]|\n *\*\/|\*\/)/gm)]
    .filter(([, , sentence]) => !sentence?.startsWith('in `missing`'))
    .map(([, names = '', sentence = '']) => ({
      names,
      sentence: sentence.replace(/\s*\n *\* */g, ' '),
    }))
    .flatMap(({ names, sentence }) =>
      names.split(', ').map((name) => /** @type {[string, string]} */ ([name, sentence.trim()])),
    );
}

const remedyFiles = 'services/fiscal-cfdi/src/domain/refusals/*-remedies.ts';

/**
 * Returns one line for each remedy after a PAC rejection: the codes of the SAT, the path, the issue code and
 * the remedy.
 */
function remedyLines() {
  /** @type {string[]} */
  const lines = [];
  for (const file of globSync(remedyFiles, { cwd: root }).sort()) {
    const text = readFileSync(join(root, file), 'utf8');
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
    /** @param {ts.Node} node */
    const visit = (node) => {
      if (ts.isObjectLiteralExpression(node)) {
        const [satCodes, path, code, message] = ['satCodes', 'path', 'code', 'message'].map(
          (name) => sentenceOf(valueOf(node, name), source),
        );
        if (satCodes) {
          const codes = satCodes.replaceAll(' ', ', ');
          const at = path ? ` at \`${path}\`` : '';
          lines.push(`- ${codes}: \`${code}\`${at}. ${message}`);
        }
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return lines;
}

/** Writes the catalogue as Markdown. */
export function errorCatalogue() {
  const { issue, reason } = words();
  return [
    '# Stable words of refusals',
    '',
    'Written by `node scripts/error-catalogue.mjs` from the sources; a test fails if it is incomplete.',
    'A refusal has one `code` of the first list below and, in its `details`, codes and reasons of the other',
    'lists. These words do not change; messages may. If an issue breaks a rule of the SAT, its `satCode` is',
    'the code of the SAT (`CFDI40143`, `NOM44`; all PACs use `301` to `403`). A value that has the wrong form',
    'or is not in its catalog is refused before the rules of the SAT are checked, so it has no `satCode`.',
    'The `issues` and `warnings` of a preview, the `warnings` of an answer or a draft, and the `issues` of a',
    'payroll row have the same codes.',
    '',
    '## `error.code`',
    '',
    ...table(new Map(closedSet())),
    '',
    '## `details.issues[].code`',
    '',
    ...table(issue),
    '',
    '## `details.reason`',
    '',
    ...table(reason),
    '',
    '## Refusals of a PAC',
    '',
    'For each code of the SAT: the code of the issue, its path in the input of an income document, and the',
    'message. Documents of other kinds have the same field at another path, or do not have it. The issue of',
    'any other code of the SAT is `document_refused`.',
    '',
    ...remedyLines(),
    '',
  ].join('\n');
}

/** Writes the codes of issues as TypeScript, without their sentences. */
export function wordsModule() {
  const { issue } = words();
  return [
    '// Written by `node scripts/error-catalogue.mjs` from the sources; a test holds it complete.',
    ...constantOfWords('issueWords', issue),
    '',
  ].join('\n');
}

/**
 * @param {string} name
 * @param {Map<string, string>} map
 */
function constantOfWords(name, map) {
  /** @type {string[]} */
  const lines = [];
  for (const word of [...map.keys()].sort()) {
    const last = lines.at(-1);
    if (last !== undefined && last.length + word.length < 95)
      lines.splice(-1, 1, `${last} ${word}`);
    else lines.push(`  ${word}`);
  }
  return ['', `export const ${name} = \``, ...lines, '`;'];
}

/** Returns the codes of `error.code`, which are a closed set, with their meanings from the source. */
function closedSet() {
  const text = readFileSync(join(root, 'packages/kit/src/refusal/refusal.ts'), 'utf8');
  return [...text.matchAll(/^ {2}(\w+): \{[^}]*?meaning:\s+'([^']+)',\n {2}\}/gm)].map(
    ([, code = '', meaning = '']) => /** @type {[string, string]} */ ([code, meaning]),
  );
}

/** @param {Map<string, string>} map */
function table(map) {
  const rows = [...map].sort(([a], [b]) => (a < b ? -1 : 1));
  const lines = rows.map(([word, said]) => `- \`${word}\`: ${asSentence(said)}`);
  return lines;
}

/** @param {string} said */
function asSentence(said) {
  const text = said.trim();
  const whole = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.?!]$/.test(whole) ? whole : `${whole}.`;
}
