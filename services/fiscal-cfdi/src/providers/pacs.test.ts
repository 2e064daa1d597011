import { createPacs, pacsSettings } from './pacs';

const account = { user: 'me', password: 'secret-word', baseUrl: 'https://pac.test' };
const parse = (value: unknown) =>
  pacsSettings.safeParse(typeof value === 'string' ? value : JSON.stringify(value));

test('accounts of both kinds become PACs in the order they are tried', async () => {
  const { data } = parse([
    { kind: 'finkok', name: 'b', ...account },
    { kind: 'sw', name: 'a', ...account, apiUrl: 'https://api.test' },
  ]);
  const { pacs, close } = createPacs(data!, Date.now);
  expect(pacs.map(({ name }) => name)).toEqual(['b', 'a']);
  await close();
});

test.each([
  ['no JSON', '[{'],
  ['no list', {}],
  ['a kind nobody speaks', [{ kind: 'other', name: 'a', ...account }]],
  ['an unknown field', [{ kind: 'finkok', name: 'a', ...account, apiUrl: 'https://api.test' }]],
  ['no address', [{ kind: 'sw', name: 'a', ...account, baseUrl: 'pac' }]],
  [
    'two of one name',
    [
      { kind: 'sw', name: 'a', ...account },
      { kind: 'finkok', name: 'a', ...account },
    ],
  ],
])('%s is refused without quoting a password', (_, value) => {
  const { error } = parse(value);
  expect(error).toBeDefined();
  expect(JSON.stringify(error)).not.toContain('secret-word');
});
