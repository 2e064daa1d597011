import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');
const folders = ['packages/*/src/**/*.ts', 'services/*/src/**/*.ts', 'gateway/src/**/*.ts'];

/** The section of CONTRIBUTING.md that lists the places of a field. */
function listed(): string[] {
  const text = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8');
  const section = /^## Adding a field$(.*?)^## /ms.exec(text)![1]!;
  return [...section.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file!);
}

describe('the places of a field', () => {
  it('are those that CONTRIBUTING.md lists, and no other', () => {
    const files = globSync([...folders, 'proto/**/*.proto'], {
      cwd: root,
      exclude: (path) => /generated|[.]test[.]ts$/.test(path),
    });
    const named = files.filter((file) => /\bphone\b/.test(readFileSync(join(root, file), 'utf8')));
    expect(named.sort()).toEqual(listed().sort());
  });
});
