import { hiddenCharacter, issuesMax, type Issue } from '@timbre/fiscal';

/**
 * Returns an issue for each text of an input that contains a hidden character. The function checks
 * the names and values of all fields, regardless of the schema.
 *
 * - character_not_allowed
 * @param known the issues that other checks have already found; each position is reported only once
 */
export function characterIssues(input: unknown, known: readonly Issue[] = []): Issue[] {
  const placeOf = (path: Issue['path']) => JSON.stringify(path);
  const reported = new Set(known.map(({ path }) => placeOf(path)));
  const issues: Issue[] = [];
  const look = (text: string, path: Issue['path']): void => {
    const message = hiddenCharacter(text);
    if (message === undefined || issues.length >= issuesMax || reported.has(placeOf(path))) return;
    issues.push({ path, code: 'character_not_allowed', message });
  };
  const visit = (value: unknown, path: Issue['path']): void => {
    if (typeof value === 'string') return look(value, path);
    if (typeof value !== 'object' || value === null) return;
    if (Array.isArray(value)) return value.forEach((one, index) => visit(one, [...path, index]));
    for (const [name, member] of Object.entries(value)) {
      look(name, [...path, name]);
      visit(member, [...path, name]);
    }
  };
  visit(input, []);
  return issues;
}
