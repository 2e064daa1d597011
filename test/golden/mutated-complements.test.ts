import { knownComplement, knownComplementNames, readXml, writeComprobante, writeNode, type XmlNode } from '@timbre/cfdi'; // prettier-ignore
import { itemAt, type Issue } from '@timbre/fiscal';
import { hasSatSchemas, namespacesIn } from '@timbre/testkit/client';
import { cfdiInputMessage } from '../../gateway/src/edge/messages/cfdi-input';
import { cfdiInput, documentComplements, itemComplements } from '../../packages/api/src';
import { structureFault } from '../../services/authority-simulator/src/matrix/judgement';
import { mutationsOf } from '../../services/authority-simulator/test/mutations';
import { keptInput } from '../../services/fiscal-cfdi/src/domain/complements/complement-nodes';
import { rawIssues } from '../../services/fiscal-cfdi/src/domain/complements/raw-complements';
import {
  nothingSaved,
  withSavedTransport,
} from '../../services/fiscal-cfdi/src/domain/complements/saved-transport';
import { comprobanteOf } from '../../services/fiscal-cfdi/src/domain/drafting/comprobante-of';
import { judgeDraftOn } from '../../services/fiscal-cfdi/src/domain/drafting/draft-issues';
import { resolveDraft } from '../../services/fiscal-cfdi/src/domain/drafting/resolve-draft';
import { withSuggestedWithholdings } from '../../services/fiscal-cfdi/src/domain/drafting/withholding-suggestions';
import { inputOf } from '../../services/fiscal-cfdi/src/workflows/drafting/draft-sources';
import { goldenDocuments } from './documents';
import { addressOfIssuers, issuers, receivers, type Golden, type Receivers } from './draft';
import { explainedStrictness } from './explained-strictness';
import { changedRequests, poolOf } from './changed-requests';
import {
  codesOfSimulator,
  differencesIn,
  documentOf,
  misjudged,
  sealValues,
  type Answer,
  type Mutant,
} from './judged-requests';

const today = '2026-11-30';

/** Runs the steps of the product from a request to the XML, which are the same for every request. */
function answerTo(body: unknown, { issuer = 'company' }: Golden): Answer {
  const parsed = cfdiInput.safeParse(body);
  if (!parsed.success) return { codes: parsed.error.issues.map(({ code }) => code) };
  const message = { input: cfdiInputMessage(parsed.data) } as Parameters<typeof inputOf>[0];
  const saved = withSavedTransport(inputOf(message), nothingSaved);
  if (saved.issues.length > 0) return { codes: saved.issues.map(({ code }) => code) };
  const input = keptInput(saved.input, '0192f0c4-7a2b-7c3d-8e4f-abcdef00000c');
  const place = { postalCode: '42501', timeZone: 'America/Mexico_City' };
  const profile = { ...issuers[issuer], ...place, address: addressOfIssuers };
  const contacts = Object.entries(receivers(issuers[issuer])).map(([contactId, fields]) => ({
    contactId,
    version: 1,
    kind: 'customer',
    fields,
  }));
  const resolved = resolveDraft(input, { contacts, products: [] }, today);
  const draft = withSuggestedWithholdings(resolved.draft, profile, today);
  const broken = judgeDraftOn(draft, profile, today).issues;
  const issues: Issue[] = [...resolved.missing, ...resolved.issues, ...broken];
  const document = documentOf(() => comprobanteOf(draft, profile, { fecha: `${today}T12:00:00` }));
  return {
    codes: issues.map(({ code }) => code),
    ...(document && { xml: writeComprobante({ ...document, ...sealValues }).xml }),
  };
}

const names = Object.keys(receivers(issuers.company)).map((name) => [name, name]);
const bodies = goldenDocuments.map(
  (golden) => [golden, golden.draft(Object.fromEntries(names) as Receivers) as Body] as const,
);

interface Body {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly [field: string]: unknown;
}

/** The values of a field in the document and in its items, and the body with another value in their place. */
function valuesOf(body: Body, field: string) {
  const values: [value: unknown, put: (value: unknown) => Body][] = [];
  if (body[field] !== undefined)
    values.push([body[field], (value) => ({ ...body, [field]: value })]);
  for (const [index, item] of body.items.entries()) {
    const put = (value: unknown) => body.items.with(index, { ...item, [field]: value });
    if (item[field] !== undefined)
      values.push([item[field], (value) => ({ ...body, items: put(value) })]);
  }
  return values;
}

/** The golden requests whose complements have fields. A complement that is given as XML has no other rules than its schema. */
const judged = bodies.filter(([{ field }]) => field !== 'complements');

/** The mutated requests, whether the product accepts them or not. */
function* mutants(): Generator<Mutant> {
  for (const [golden, body] of judged) {
    const { field, says } = golden;
    const pool = poolOf(
      judged.flatMap(([, other]) => valuesOf(other, field).map(([value]) => value)),
    );
    for (const [value, put] of valuesOf(body, field)) {
      for (const { what, value: changed } of changedRequests(value, pool))
        yield { what: `${field} of ${says}: ${what}`, answer: answerTo(put(changed), golden) };
    }
  }
}

const schema = 'cfdi40-more';

test.each(bodies.map(([golden, body]) => [golden.field, golden.says, golden, body] as const))(
  'the product and the simulator accept %s: %s',
  (_field, _says, golden, body) => {
    const { codes, xml = '<none/>' } = answerTo(body, golden);
    expect(codes).toEqual([]);
    expect(codesOfSimulator(readXml(xml))).toEqual([]);
  },
);

test('what the product accepts of thousands of mutated requests breaks no schema and no rule of the SAT, and what only the product refuses is explained', () => {
  const { unexplained, unused } = differencesIn(mutants(), schema, explainedStrictness);
  expect(unexplained).toEqual([]);
  expect(unused).toEqual([]);
});

test('every complement, and every node that stands beside complements, has at least three golden documents', () => {
  const fields = [
    ...Object.keys({ ...documentComplements, ...itemComplements }),
    'localTaxes',
    'thirdParty',
    'customsNumbers',
    'propertyTaxAccounts',
    'parts',
  ];
  const few = fields.filter(
    (name) => goldenDocuments.filter(({ field }) => field === name).length < 3,
  );
  expect(few).toEqual([]);
});

test('every complement that is accepted as XML has at least three golden documents', () => {
  const typed = { ...documentComplements, ...itemComplements };
  const withField = new Set<string>(Object.values(typed).map(({ element }) => element.name));
  const written = bodies.map(([golden, body]) => answerTo(body, golden).xml ?? '');
  const few = knownComplementNames.filter((name) => {
    const element = new RegExp(`<${name}[ />]`);
    return !withField.has(name) && written.filter((xml) => element.test(xml)).length < 3;
  });
  expect(few).toEqual([]);
});

/** The elements of complements, and those of a concept that stand beside its complements. */
const isOfComplement =
  /^[^:]*: (cfdi:(ACuentaTerceros|CuentaPredial|InformacionAduanera|Parte) |(?!cfdi:)\S+ )/;

/** Whether the schema file knows the namespaces of the document and of all its complements. */
function isKnown(node: XmlNode): boolean {
  return knownNamespaces.has(node.uri) && node.children.every(isKnown);
}

const knownNamespaces = hasSatSchemas ? namespacesIn(schema) : new Set<string>();

test('the simulator refuses exactly the mutated complements that the schemas of the SAT refuse', () => {
  const documents = bodies
    .map(
      ([golden, body], index) => [`${index}`, readXml(answerTo(body, golden).xml ?? '')] as const,
    )
    .filter(([, root]) => !hasSatSchemas || isKnown(root));
  const mutated = [...mutationsOf(documents, 6_000, 17)].filter(({ what }) =>
    isOfComplement.test(what),
  );
  expect(misjudged(mutated, schema)).toEqual([]);
  const refused = mutated.filter(({ root }) => structureFault(root) !== undefined);
  expect(refused.length).toBeGreaterThan(100);
});

/** The issues of a complement that is given as XML, in the place where the SAT allows it. */
function issuesOfXml(xml: string): Issue[] {
  const place = knownComplement(readXml(xml).name)?.place ?? 'document';
  return rawIssues({ complements: [{ xml }] }, place, []);
}

/** The complements that golden requests give as XML, each with the document that has it. */
const given = bodies.flatMap(([golden, body]) =>
  valuesOf(body, 'complements').flatMap(([value]) =>
    (value as { xml: string }[]).map(({ xml }) => ({
      complement: readXml(xml),
      document: readXml(answerTo(body, golden).xml ?? ''),
    })),
  ),
);

/** Returns a copy of a document with another element in the place of the element with this name. */
const withElement = (tree: XmlNode, name: string, element: XmlNode): XmlNode => ({
  ...tree,
  children: tree.children.map((child) =>
    child.name === name ? element : withElement(child, name, element),
  ),
});

/** The attributes whose codes only the simulator checks, because the SAT extends their lists. */
const ofLists =
  /(ClavePedimentoVinculado|ClavePagoPedimentoVinculado|SubActividadRelacionada|TareaRelacionada)\b/;
/** What only the product refuses: years of ten digits, dates before our era, blanks around a version. */
const absurd = /Año "\d+" → "\d{10}"|→ "-\d{4}-|[Vv]ersion "[\d.]+" → " /;

test('the product and the simulator refuse the same mutated complements that are given as XML', () => {
  const named = given.map(({ complement }, index) => [`${index}`, complement] as const);
  const differing = [...mutationsOf(named, 6_000, 17)].filter(({ what, root }) => {
    const { complement, document } = itemAt(given, Number.parseInt(what));
    const fault = structureFault(withElement(document, complement.name, root));
    const isRefused = issuesOfXml(writeNode(root)).length > 0;
    return isRefused !== (fault !== undefined) && !(isRefused ? absurd : ofLists).test(what);
  });
  expect(differing.map(({ what }) => what)).toEqual([]);
});
