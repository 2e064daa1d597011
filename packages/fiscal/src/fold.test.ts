import { fold } from './fold';

test('folding drops case and accents, ñ included', () => {
  expect(fold('ÁRBOL Ñandú')).toBe('arbol nandu');
});
