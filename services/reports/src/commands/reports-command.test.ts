import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { reportsCommand } from './reports-command';

function run(...argv: string[]) {
  const said = { out: '', error: '' };
  const code = reportsCommand(argv, {
    readFile: (path) => readFileSync(path),
    write: (text) => void (said.out += text),
    writeError: (text) => void (said.error += text),
  });
  return { code, ...said };
}

const examples = join(__dirname, '..', 'domain', 'examples', 'taxes.json');

test('reports check exits with 0 for the example tax reports', () => {
  expect(run('check', examples)).toMatchObject({ code: 0, error: '' });
});

test.each([[[]], [['check']], [['check', examples, 'more']], [['verify', examples]]])(
  'reports command prints its usage and exits with 2 for the arguments %j',
  (argv) => {
    expect(run(...argv)).toEqual({
      code: 2,
      out: '',
      error: 'usage: timbre reports check FILE\n',
    });
  },
);

test('reports check exits with 2 if the file does not exist', () => {
  expect(run('check', join(__dirname, 'nothing.json')).code).toBe(2);
});
