import { quoted, written } from '../operations/subject';
import type { Irreversible } from '../operations/irreversible';
import { effective, type Given, type Seen } from './action-facts';

/** A summary that is too long to be read does not protect anybody. */
const linesMax = 20;
const lineMax = 600;

/**
 * The text that a person reads before an irreversible operation.
 * @param seen the document; absent if the credential may not read it
 */
export function summaryOf(
  action: Pick<Irreversible, 'action' | 'consequence' | 'isOfPending' | 'amount'>,
  given: Given,
  seen: Seen | undefined,
): string {
  const { action: what, consequence, amount } = action;
  const facts = [
    ...(effective(action, seen?.subject)?.facts ?? []),
    ...(seen?.computed && typeof amount === 'object'
      ? [`${amount.name}: ${written(seen.computed.toString())} MXN`]
      : []),
    ...argumentsShown(given),
  ];
  const lines = facts.slice(0, linesMax).map((fact) => `- ${fact.slice(0, lineMax)}`);
  return [`${what}?`, ...lines, consequence].join('\n');
}

/** Arguments that neither the one who approves nor the one who lists approvals is shown. */
const unshown = ['passphrase', 'privateKey'];

const argumentsShown = (given: Given): string[] =>
  Object.entries(given).map(
    ([name, value]) => `${name}: ${unshown.includes(name) ? '(not shown)' : shown(value)}`,
  );

/** An argument as a person reads it: lists by commas, members by their names. */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${shown(part)}`)
    .join(' ');
}
