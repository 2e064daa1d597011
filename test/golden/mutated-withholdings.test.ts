import { readXml, writeRetenciones } from '@timbre/cfdi';
import { withholdingInput as goldenInput } from '@timbre/testkit/client';
import { withholdingMessage } from '../../gateway/src/edge/messages/withholding';
import { withholdingInput } from '../../packages/api/src';
import { structureFault } from '../../services/authority-simulator/src/matrix/judgement';
import { mutationsOf } from '../../services/authority-simulator/test/mutations';
import { retencionesOf } from '../../services/fiscal-cfdi/src/domain/withholdings/withholding';
import { judgeWithholding } from '../../services/fiscal-cfdi/src/domain/withholdings/withholding-issues';
import { withholdingInputOf } from '../../services/fiscal-cfdi/src/workflows/drafting/accept-withholding';
import { issuers } from './draft';
import { goldenWithholdings } from './withholdings';
import { changedRequests, poolOf } from './changed-requests';
import { explainedStrictnessOfWithholdings } from './explained-strictness';
import {
  codesOfSimulator,
  differencesIn,
  documentOf,
  misjudged,
  sealValues,
  type Answer,
  type Mutant,
} from './judged-requests';

const place = { postalCode: '42501', timeZone: 'America/Mexico_City' };
type Issuer = 'company' | 'person';
const issuance = { fecha: '2026-11-30T12:00:00', serie: 'R', folio: '7' };

/** Runs the steps of the product from a request to the XML, which are the same for every request. */
function answerTo(body: unknown, issuer: Issuer = 'company'): Answer {
  const profile = { ...issuers[issuer], ...place };
  const parsed = withholdingInput.safeParse(body);
  if (!parsed.success) return { codes: parsed.error.issues.map(({ code }) => code) };
  const message = { input: withholdingMessage(parsed.data) };
  const input = withholdingInputOf(message as Parameters<typeof withholdingInputOf>[0]);
  const { issues } = judgeWithholding(input, profile, issuance);
  const document = documentOf(() => retencionesOf(input, profile, issuance));
  return {
    codes: issues.map(({ code }) => code),
    ...(document && { xml: writeRetenciones({ ...document, ...sealValues }).xml }),
  };
}

const bodies = goldenWithholdings.map(
  ([withholdingCode, complement, part, changes]) =>
    [
      `code ${withholdingCode} with ${part}`,
      goldenInput({ withholdingCode, ...complement, ...changes }),
    ] as const,
);
const schema = 'retenciones20-all';

function* mutants(): Generator<Mutant> {
  const pool = poolOf(bodies.map(([, body]) => body));
  for (const [name, body] of bodies)
    for (const { what, value } of changedRequests(body, pool))
      yield { what: `${name}: ${what}`, answer: answerTo(value) };
  // The rules of platforms depend on the kind of person that issues the document.
  for (const [name, body] of bodies.filter(([, body]) => body.withholdingCode === '26'))
    yield { what: `${name}, of a natural person`, answer: answerTo(body, 'person') };
}

test.each(bodies)('the product and the simulator accept %s', (_name, body) => {
  const { codes, xml = '<none/>' } = answerTo(body);
  expect(codes).toEqual([]);
  expect(codesOfSimulator(readXml(xml))).toEqual([]);
});

test('what the product accepts of thousands of mutated withholdings breaks no schema and no rule of the SAT, and what only the product refuses is explained', () => {
  const { unexplained, unused } = differencesIn(
    mutants(),
    schema,
    explainedStrictnessOfWithholdings,
  );
  expect(unexplained).toEqual([]);
  expect(unused).toEqual([]);
});

test('the simulator refuses exactly the mutated withholdings that the schemas of the SAT refuse', () => {
  const documents = bodies.map(
    ([, body], index) => [`${index}`, readXml(answerTo(body).xml ?? '')] as const,
  );
  const mutated = [...mutationsOf(documents, 6_000, 17)];
  expect(misjudged(mutated, schema)).toEqual([]);
  const refused = mutated.filter(({ root }) => structureFault(root) !== undefined);
  expect(refused.length).toBeGreaterThan(100);
});
