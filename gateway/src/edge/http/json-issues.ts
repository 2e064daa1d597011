import { isExact } from '@timbre/api';
import { issuesMax } from '@timbre/fiscal';
import { listedIssues, type Issue } from '@timbre/kit';

/**
 * The maximum nesting depth of objects and arrays. The depth is limited, because later functions
 * process the value recursively.
 */
const depthMax = 64;

interface Open {
  /**
   * The keys of the JSON object that were read so far, each with whether its repetition was already
   * reported; undefined for an array.
   */
  names: Map<string, boolean> | undefined;
  at: string | number;
  isNameNext: boolean;
}

/**
 * Returns the errors that JSON.parse does not report, each with its path. The text must be valid
 * JSON. The text is scanned only once.
 *
 * - json_too_deep: the JSON is nested more than 64 levels deep, so nothing else in it was checked
 * - duplicate_key: a repeated key leaves it unknown which value the client means
 * - number_not_exact: the number has too many digits to be stored exactly; round it before you send it
 */
export function jsonIssues(text: string): Issue[] {
  const issues: Issue[] = [];
  const stack: Open[] = [];
  let count = 0;
  const report = (code: string, message: string) => {
    count += 1;
    if (issues.length < issuesMax) issues.push({ path: stack.map(({ at }) => at), code, message });
  };
  for (let i = 0; i < text.length; i++) {
    const open = stack[stack.length - 1];
    switch (text.charCodeAt(i)) {
      case brace:
        stack.push({ names: new Map(), at: '', isNameNext: true });
        break;
      case bracket:
        stack.push({ names: undefined, at: 0, isNameNext: false });
        break;
      case endOfBrace:
      case endOfBracket:
        stack.pop();
        break;
      case comma:
        if (open?.names) open.isNameNext = true;
        else if (open) open.at = Number(open.at) + 1;
        break;
      case quote: {
        const end = endOfString(text, i);
        if (open?.names && open.isNameNext && isRepeated(open, open.names, nameIn(text, i, end))) {
          report('duplicate_key', 'This key is given more than once.');
        }
        i = end;
        break;
      }
      default: {
        const end = endOfNumber(text, i);
        if (end > i && !isExact(text.slice(i, end))) report('number_not_exact', notExact);
        if (end > i) i = end - 1;
      }
    }
    if (stack.length > depthMax) return [tooDeep];
  }
  return listedIssues(issues, count);
}

const [brace, endOfBrace, bracket, endOfBracket, comma, quote] = [123, 125, 91, 93, 44, 34];
const [backslash, minus, zero, nine] = [92, 45, 48, 57];

const notExact =
  'This number has too many digits to be stored exactly; 15 digits are always exact.';

const tooDeep: Issue = {
  path: [],
  code: 'json_too_deep',
  message: `JSON may nest ${depthMax} levels.`,
};

/** Returns the position of the closing quote of the string that begins at `start`. */
function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end;
}

/** Whether a quote is escaped, which is the case after an odd number of backslashes. */
function isEscaped(text: string, quoteAt: number): boolean {
  let at = quoteAt;
  while (text.charCodeAt(at - 1) === backslash) at -= 1;
  return (quoteAt - at) % 2 === 1;
}

function nameIn(text: string, start: number, end: number): string {
  const raw = text.slice(start + 1, end);
  return raw.includes('\\') ? (JSON.parse(`"${raw}"`) as string) : raw;
}

/**
 * Records the next key of an object.
 * @returns whether the key is a repetition that was not reported yet
 */
function isRepeated(open: Open, names: Map<string, boolean>, name: string): boolean {
  const isReported = names.get(name);
  names.set(name, isReported !== undefined);
  open.at = name;
  open.isNameNext = false;
  return isReported === false;
}

const number = /[-+.\deE]*/y;

/**
 * Returns the position after the number that begins at `start`, or `start` if there is no number.
 */
function endOfNumber(text: string, start: number): number {
  const code = text.charCodeAt(start);
  if (code !== minus && (code < zero || code > nine)) return start;
  number.lastIndex = start;
  number.test(text);
  return number.lastIndex;
}
