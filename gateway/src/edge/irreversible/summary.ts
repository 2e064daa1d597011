import type { Language, Text } from '@timbre/api';
import { fact, quoted, written } from '../operations/subject';
import type { Irreversible } from '../operations/irreversible';
import { effective, type Given, type Seen } from './action-facts';

/**
 * The maximum number of lines in a summary. A summary protects people only if it is short enough to
 * be read.
 */
const linesMax = 20;
const lineMax = 600;

type Summarized = Pick<Irreversible, 'action' | 'consequence' | 'isOfPending' | 'amount'>;

/**
 * Returns, in each language, the text that a person reads before confirming an irreversible
 * operation.
 * @param seen is the document; undefined if the credential may not read it
 */
export function summaryOf(action: Summarized, given: Given, seen: Seen | undefined): Text {
  const { en, es } = action.action;
  return linesOf(action, given, seen, { en: `${en}?`, es: `¿${es}?` });
}

/** Returns the text about an operation that a trial call would have performed. */
export const statementOf = (action: Summarized, given: Given): Text =>
  linesOf(action, given, undefined, {
    en: `${action.action.en}.`,
    es: `${action.action.es}.`,
  });

function linesOf(action: Summarized, given: Given, seen: Seen | undefined, first: Text): Text {
  const { consequence, amount } = action;
  const facts = [
    ...(effective(action, seen?.subject)?.facts ?? []),
    ...(seen?.computed && typeof amount === 'object'
      ? [fact(amount.name, `${written(seen.computed.toString())} MXN`)]
      : []),
    ...argumentsShown(given),
  ];
  const textIn = (language: Language): string => {
    const lines = facts.slice(0, linesMax).map((one) => `- ${one[language].slice(0, lineMax)}`);
    return [first[language], ...lines, consequence[language]].join('\n');
  };
  return { en: textIn('en'), es: textIn('es') };
}

/** Names of arguments that are not shown to approvers and not in approval lists. */
const unshown = ['passphrase', 'privateKey'];

const argumentsShown = (given: Given): Text[] =>
  Object.entries(given).map(([name, value]) =>
    unshown.includes(name)
      ? { en: `${name}: (not shown)`, es: `${name}: (no se muestra)` }
      : { en: `${name}: ${shown(value)}`, es: `${name}: ${shown(value)}` },
  );

/**
 * Formats an argument for people: list entries are separated by commas, and object members have
 * their names.
 */
function shown(value: unknown): string {
  if (Array.isArray(value)) return value.map(shown).join(', ');
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, part]) => `${name} ${shown(part)}`)
    .join(' ');
}
