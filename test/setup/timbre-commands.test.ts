import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { completions } from '../../scripts/runtime/completions.mjs';
import { commands, operatorWords, usageOf } from '../../scripts/runtime/timbre-commands.mjs';
import { works } from '../../gateway/src/identity/commands/operator';

const script = join(__dirname, '..', '..', 'scripts', 'timbre.mjs');

const run = (...args: string[]) =>
  spawnSync(process.execPath, [script, ...args], { encoding: 'utf8', timeout: 60_000 });

it('the list of operator commands contains exactly the commands of the gateway', () => {
  const listed = commands.map(({ words }) => words);
  const isOperators = (words: string) => operatorWords.has(words.split(' ')[0]!);
  // `bootstrap` is an alias of `organization create`.
  const known = Object.keys(works).filter((words) => words !== 'bootstrap');
  expect(listed.filter(isOperators).sort()).toEqual(known.sort());
});

it.each([
  [['--help'], usageOf()],
  [['help', 'cfdi'], usageOf('cfdi')],
  [['organization', '--help'], usageOf('organization')],
])('timbre %j prints the usage and exits without an error', (args, usage) => {
  expect(run(...args)).toMatchObject({ status: 0, stdout: usage, stderr: '' });
});

it.each([
  ['orgnization list', 'timbre has no command orgnization. Did you mean organization?'],
  ['publish list', 'timbre has no command publish.'],
  [
    'organization creat --name x',
    'timbre has no command organization creat. Did you mean organization create?',
  ],
  ['organization create --nope', 'timbre organization create has no option --nope.'],
  ['cfdi show --nope', 'timbre cfdi show has no option --nope.'],
  ['listen -x', 'timbre listen has no option -x.'],
])('timbre %s is rejected, and the error names the command', (words, sentence) => {
  const { status, stdout, stderr } = run(...words.split(' '));
  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr.split('\n')[0]).toBe(sentence);
});

it('timbre prints the usage of a command that is called without a verb', () => {
  const { status, stdout, stderr } = run('organization');
  expect({ status, stdout, stderr }).toEqual({
    status: 2,
    stdout: '',
    stderr: usageOf('organization'),
  });
});

it('timbre accepts --environment before the verb', () => {
  const { stderr } = run('organization', '--environment', 'none', 'list');
  expect(stderr).toContain('Nothing runs here');
});

it('bash completes commands, verbs and options of timbre', () => {
  const complete = (...words: string[]) => {
    const line = `COMP_WORDS=(timbre ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length}`;
    const program = `${completions['bash']!('/clone')}\n${line}; _timbre; echo "\${COMPREPLY[@]}"`;
    return spawnSync('bash', ['-c', program], { encoding: 'utf8' }).stdout.trim();
  };
  expect(complete('acc')).toBe('accounts');
  expect(complete('organization', 'r')).toBe('restore');
  expect(complete('organization', 'create', '--w')).toBe('--without-key');
  expect(complete('completion', '')).toBe('bash zsh fish');
});
