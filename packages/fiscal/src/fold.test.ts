import { fold } from './fold';

test('fold removes case and accents, including the tilde of ñ', () => {
  expect(fold('ÁRBOL Ñandú')).toBe('arbol nandu');
});
