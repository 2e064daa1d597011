import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const files = globSync('proto/**/*.proto', { cwd: root }).sort();

/**
 * Returns the wire contract without comments, as lines for RPCs and for each field with its type
 * and number.
 */
function wireOf(file: string): string[] {
  const text = readFileSync(join(root, file), 'utf8').replaceAll(/\/\/.*$/gm, '');
  const lines: string[] = [];
  const scopes: string[] = [];
  for (const [token] of text.matchAll(/[^{};]+[{;]|\}/g)) {
    const words = token.replaceAll(/\s+/g, ' ').trim();
    const opened = /^(?:message|enum|service|oneof) (\w+) \{$/.exec(words);
    if (opened) scopes.push(opened[1]!);
    else if (words === '}') scopes.pop();
    else if (words.endsWith('{')) scopes.push('');
    else if (/^(rpc|reserved|package)|= \d+( \[.*\])?;$/.test(words))
      lines.push([...scopes, words].join(' '));
  }
  return lines;
}

// Field numbers are on the wire and in stored events: change a line only deliberately, and only
// compatibly.
describe('the contract between the processes', () => {
  it.each(files)('%s', (file) => {
    const wire = wireOf(file);
    expect(wire.length).toBeGreaterThan(3);
    expect(`\n${wire.join('\n')}\n`).toMatchSnapshot();
  });
});
