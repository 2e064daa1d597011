import { z } from 'zod';
import { characterIssues } from './character-issues';
import { credentialLimitsInput } from './credential-limits';
import { curp, employerRegistration } from './employees';
import { passphrase } from './fiscal';
import { emailPattern, rfcPattern, since1900 } from './patterns';
import { date, freeText, happenedAt, identifier, rfc, shownFreeText, text } from './values';
import { eventFilters } from './webhooks';

const receiver = credentialLimitsInput.shape.receivers.unwrap().element;

/**
 * Each schema of the API with a pattern, the values that the schema and the pattern accept, and the
 * values that both reject.
 */
const forms: [name: string, schema: z.ZodType, taken: string[], refused: string[], pattern?: string][] = [
  ['email', z.email(), ["o'neil@x.com", "'a@x.mx", 'a.b+c_d-e@x-y.co.mx'], ["a'@x.mx", '.a@x.mx', 'a..b@x.mx', 'a@x', 'ñ@x.mx'], emailPattern],
  ['receiver', receiver, ["o'neil@x.com", 'EKU9003173C9', '0f8fad5b-d9cb-469f-a165-70867728950e'], ['x', '0f8fad5b']],
  ['rfc', rfc, ['EKU9003173C9', 'ÑA&000229AB1', 'XAXX010101000', 'GOLA850312AB1'], ['EKU9002303C9', 'EKU90031'], rfcPattern],
  ['curp', curp, ['GOLA850312MDFMPN03', 'XEXX010101HNEXXXA4'], ['GOLA850312MDFMPN0', 'GOLA850231MDFMPN03']],
  ['employerRegistration', employerRegistration, ['A1234567890', '1'.repeat(20), 'A12-34567-89-0', '00637-00123'], ['A123', 'A-1234567890', '12345--67890']],
  ['date', date, ['1900-01-01', '2026-11-28', '9999-12-31'], ['1899-12-31']],
  ['happenedAt', happenedAt, ['1900-01-01T00:00:00Z', '2026-11-28T10:00:00-06:00'], ['1899-12-31T23:59:59Z'], since1900],
  ['identifier', identifier, ['a', '0f8fad5b-d9cb-469f-a165-70867728950e', 'cfdi:1'], ['']],
  ['eventNames', eventFilters.shape.types, ['*', 'cfdi.*', 'cfdi.stamped,cfdi.*'], ['', 'cfdi.stamped,', 'CFDI']],
]; // prettier-ignore

/**
 * Whether the API accepts the value. The schema must accept the value, and the value must not
 * contain hidden characters.
 */
const isTaken = (schema: z.ZodType, value: string) =>
  schema.safeParse(value).success && characterIssues(value).length === 0;

const patternOf = (schema: z.ZodType) => new RegExp(schema.meta()!['pattern'] as string);

describe.each(forms)('the pattern of %s', (_, schema, taken, refused, given) => {
  const pattern = given === undefined ? patternOf(schema) : new RegExp(given);

  it('the pattern matches only the accepted values', () => {
    const all = [...taken, ...refused];
    expect(all.filter((value) => isTaken(schema, value))).toEqual(taken);
    expect(all.filter((value) => pattern.test(value))).toEqual(taken);
  });
});

describe.each([
  ['text', text(9)],
  ['freeText', freeText(9)],
  ['shownFreeText', shownFreeText(9)],
  ['passphrase', passphrase],
])('the pattern of %s', (_, schema) => {
  it('the pattern matches a value with each allowed character', () => {
    const characters = Array.from({ length: 0x3000 }, (__, code) => String.fromCodePoint(code));
    const taken = characters
      .flatMap((one) => [one, `a${one}b`])
      .filter((value) => isTaken(schema, value));
    expect(taken.length).toBeGreaterThan(10_000);
    expect(taken.filter((value) => !patternOf(schema).test(value))).toEqual([]);
  });
});
