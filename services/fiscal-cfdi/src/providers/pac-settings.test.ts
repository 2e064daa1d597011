import { pacsSettings } from './pac-settings';

const account = { user: 'me', password: 'secret-word', baseUrl: 'https://pac.test' };
const parse = (value: unknown) =>
  pacsSettings.safeParse(typeof value === 'string' ? value : JSON.stringify(value));

test('accounts of SW and Finkok are parsed in the order in which the deployment tries them', () => {
  const { data } = parse([
    { kind: 'finkok', name: 'b', ...account },
    { kind: 'sw', name: 'a', ...account, apiUrl: 'https://api.test' },
  ]);
  expect(data!.map(({ name }) => name)).toEqual(['b', 'a']);
});

test('a deployment without PAC settings has no PAC', () => {
  expect(pacsSettings.parse(undefined)).toEqual([]);
});

test.each([
  ['no JSON', '[{'],
  ['no list', {}],
  ['a kind nobody speaks', [{ kind: 'other', name: 'a', ...account }]],
  ['an unknown field', [{ kind: 'finkok', name: 'a', ...account, apiUrl: 'https://api.test' }]],
  ['no address', [{ kind: 'sw', name: 'a', ...account, baseUrl: 'pac' }]],
  ['a name like that of an own account', [{ kind: 'sw', name: 'own/a', ...account }]],
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
