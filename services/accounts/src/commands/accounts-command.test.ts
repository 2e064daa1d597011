import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { accountsCommand } from './accounts-command';

function run(...argv: string[]) {
  const said = { out: '', error: '' };
  const code = accountsCommand(argv, {
    readFile: (path) => readFileSync(path),
    write: (text) => void (said.out += text),
    writeError: (text) => void (said.error += text),
  });
  return { code, ...said };
}

const examples = join(__dirname, '..', 'domain', 'examples', 'settlements.json');

test('the examples agree with the calculation', () => {
  expect(run('check', examples)).toMatchObject({ code: 0, error: '' });
});

test.each([[[]], [['check']], [['check', examples, 'more']], [['verify', examples]]])(
  'the arguments %j are answered with the usage',
  (argv) => {
    expect(run(...argv)).toEqual({
      code: 2,
      out: '',
      error: 'usage: timbre accounts check FILE\n',
    });
  },
);

test('a path without a file is refused', () => {
  expect(run('check', join(__dirname, 'nothing.json')).code).toBe(2);
});
