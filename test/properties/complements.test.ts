import {
  knownComplementNames,
  readXml,
  writeComprobante,
  writeNode,
  type Comprobante,
  type XmlNode,
} from '@timbre/cfdi';
import type { Issue } from '@timbre/fiscal';
import { hasSatSchemas, schemaFaultsOf } from '@timbre/testkit/client';
import { cfdiInputMessage } from '../../gateway/src/edge/messages/cfdi-input';
import { cfdiInput, documentComplements, itemComplements } from '../../packages/api/src';
import {
  matrixBreaches,
  structureFault,
} from '../../services/authority-simulator/src/matrix/judgement';
import { mutationsOf } from '../../services/authority-simulator/test/mutations';
import { keptInput } from '../../services/fiscal-cfdi/src/domain/complements/complement-nodes';
import {
  nothingSaved,
  withSavedTransport,
} from '../../services/fiscal-cfdi/src/domain/complements/saved-transport';
import { comprobanteOf } from '../../services/fiscal-cfdi/src/domain/drafting/comprobante-of';
import { judgeDraftOn } from '../../services/fiscal-cfdi/src/domain/drafting/draft-issues';
import { resolveDraft } from '../../services/fiscal-cfdi/src/domain/drafting/resolve-draft';
import { withSuggestedWithholdings } from '../../services/fiscal-cfdi/src/domain/drafting/withholding-suggestions';
import { inputOf } from '../../services/fiscal-cfdi/src/workflows/drafting/draft-sources';
import { goldenDocuments } from '../golden/documents';
import { addressOfIssuers, issuers, receivers, type Golden, type Receivers } from '../golden/draft';
import { explainedStrictness } from './explained-strictness';
import { changedRequests, poolOf } from './changed-requests';

const today = '2026-11-30';
/** The values that a seal provides. */
const seal = { noCertificado: '30001000000500003416', certificado: 'MIIF', sello: 'c2Vsbw==' };

/** The product's answer to a request: the codes of its issues, and the document if one can be built. */
interface Answer {
  readonly codes: readonly string[];
  readonly xml?: string;
}

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
    ...(document && { xml: writeComprobante({ ...document, ...seal }).xml }),
  };
}

/** Returns undefined if a broken rule makes the amounts of a document impossible to compute. */
function documentOf(build: () => Comprobante): Comprobante | undefined {
  try {
    return build();
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
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

/** The golden requests whose complements have rules. Only a PAC judges a complement that is given as XML. */
const judged = bodies.filter(([{ field }]) => field !== 'complements');

/** A mutated document, and the codes with which the product refuses its request. */
interface Mutant {
  readonly what: string;
  readonly codes: readonly string[];
  readonly xml: string;
}

/** The mutated documents that the product can write, whether it accepts their requests or not. */
function* mutants(): Generator<Mutant> {
  for (const [golden, body] of judged) {
    const { field, says } = golden;
    const pool = poolOf(
      judged.flatMap(([, other]) => valuesOf(other, field).map(([value]) => value)),
    );
    for (const [value, put] of valuesOf(body, field)) {
      for (const { what, value: changed } of changedRequests(value, pool)) {
        const { codes, xml } = answerTo(put(changed), golden);
        const name = `${field} of ${says}: ${what}`;
        if (xml === undefined) expect([name, codes]).not.toEqual([name, []]);
        else yield { what: name, codes, xml };
      }
    }
  }
}

/** xmllint needs some thirty milliseconds for a document, so it judges one of so many. */
const sample = 40;

/**
 * The positions in a sample of the documents, with whether the document violates the SAT's schemas. The map is
 * empty without these schemas.
 */
function schemaFaultsIn(documents: readonly string[]): ReadonlyMap<number, boolean> {
  if (!hasSatSchemas) return new Map();
  const chosen = [...documents.entries()].filter(([index]) => index % sample === 0);
  const files = chosen.map(([index, xml]): [string, Buffer] => [`${index}.xml`, Buffer.from(xml)]);
  const faults = schemaFaultsOf('cfdi40-more', new Map(files));
  return new Map(
    chosen.map(([index]) => [index, faults.includes(`/${index}.xml fails to validate`)]),
  );
}

/**
 * Whether the simulator judges otherwise than the SAT's schemas. The schemas list the codes of catalogues, which
 * the simulator judges by its rules.
 * @param isInvalid what the schemas say, if they were asked
 */
function isWrong(isInvalid: boolean | undefined, tree: XmlNode): boolean {
  if (isInvalid === undefined) return false;
  const isMalformed = structureFault(tree) !== undefined;
  return isInvalid ? !isMalformed && matrixBreaches(tree).length === 0 : isMalformed;
}

test.each(bodies.map(([golden, body]) => [golden.field, golden.says, golden, body] as const))(
  'the product and the simulator accept %s: %s',
  (_field, _says, golden, body) => {
    const { codes, xml = '<none/>' } = answerTo(body, golden);
    expect(codes).toEqual([]);
    const tree = readXml(xml);
    expect(structureFault(tree)).toBeUndefined();
    expect(matrixBreaches(tree)).toEqual([]);
  },
);

test('what the product accepts of thousands of mutated requests breaks no schema and no rule of the SAT, and what only the product refuses is explained', () => {
  const all = [...mutants()];
  const schema = schemaFaultsIn(all.map(({ xml }) => xml));
  const differences: string[] = [];
  const explained = new Set<string>();
  for (const [index, { what, codes, xml }] of all.entries()) {
    const tree = readXml(xml);
    const isMalformed = structureFault(tree) !== undefined;
    const broken = isMalformed ? ['301'] : matrixBreaches(tree).map(({ code }) => code);
    if (isWrong(schema.get(index), tree)) differences.push(`${what}: schema and ${broken}`);
    if (broken.length > 0 && codes.length === 0) differences.push(`${what}: ${broken}`);
    if (broken.length > 0) continue;
    for (const code of codes) explained.add(code);
    const unexplained = codes.filter((code) => !explainedStrictness.has(code));
    if (unexplained.length > 0) differences.push(`${what}: only the product says ${unexplained}`);
  }
  expect(differences).toEqual([]);
  expect([...explainedStrictness.keys()].filter((code) => !explained.has(code))).toEqual([]);
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

test('the simulator refuses exactly the mutated complements that the schemas of the SAT refuse', () => {
  const documents = judged.map(
    ([golden, body], index) => [`${index}`, readXml(answerTo(body, golden).xml ?? '')] as const,
  );
  const mutated = [...mutationsOf(documents, 0, 17)].filter(({ what }) =>
    isOfComplement.test(what),
  );
  const schema = schemaFaultsIn(mutated.map(({ root }) => writeNode(root)));
  const differences = mutated.filter(({ root }, index) => isWrong(schema.get(index), root));
  expect(differences.map(({ what }) => what)).toEqual([]);
  const refused = mutated.filter(({ root }) => structureFault(root) !== undefined);
  expect(refused.length).toBeGreaterThan(100);
});
