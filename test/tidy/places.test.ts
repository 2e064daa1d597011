import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(__dirname, '..', '..');

/** Returns the files of the repository, except generated files. */
function files(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard'];
  const named = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).trim().split('\n');
  return named.filter((file) => existsSync(join(root, file)));
}

const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

/** Returns the files in the table of a section of CONTRIBUTING.md. */
function listed(title: string): string[] {
  const [, section] = textOf('CONTRIBUTING.md').split(`\n## ${title}\n`);
  const [own] = section!.split('\n## ');
  return [...own!.matchAll(/^\| `([^`]+)`/gm)].map(([, file]) => file!).sort();
}

describe('the places of a field', () => {
  const isSource = /^((packages|services)\/[^/]+|gateway)\/src\/.*\.ts$|^proto\/.*\.proto$/;

  /** Files with an unrelated phone field: locations, the documents of their branch, and Constancias. */
  const others = /location|constancia|printed-receipt|beside-xml|drafting\/draft(-sources)?[.]ts/;

  it('CONTRIBUTING.md lists exactly the files that a new field touches', () => {
    const sources = files().filter(
      (file) => isSource.test(file) && !file.endsWith('.test.ts') && !others.test(file),
    );
    expect(sources.filter((file) => /\bphone\b/.test(textOf(file))).sort()).toEqual(
      listed('Adding a field'),
    );
  });
});

describe('the places of an operation', () => {
  const name = /\b(archiveProduct|ArchiveProduct|archive-product)/;

  /** Files that name archiveProduct but need no change for a new operation, with the reasons. */
  const others: Record<string, string> = {
    'CONTRIBUTING.md': 'takes it as its example',
    'console/src/registry.tsx': 'offers it as a button, which an operation need not have',
    'services/commerce/README.md': 'says what an archived product is',
    'services/commerce/test/lists.test.ts': 'archives a product to filter the list by state',
    'services/commerce/test/resolve-draft-sources.test.ts': 'archives a product that a draft names',
    'services/commerce/test/sales-receipts.test.ts': 'archives a product that is sold no more',
    'test/deploy/new-service.test.ts': 'copies its row to make an operation that lacks its files',
    'test/tidy/places.test.ts': 'is this test',
  };

  it('CONTRIBUTING.md lists the files that a new operation touches, and other files have a reason', () => {
    const named = files().filter((file) => name.test(file) || name.test(textOf(file)));
    expect(named.sort()).toEqual([...listed('Adding an operation'), ...Object.keys(others)].sort());
  });
});
