import { themeOf } from './theme';

it('the accent is the colour that the organization chose', () => {
  expect(themeOf({ accentColor: '#C2185B' }).accent).toBe('#C2185B');
});

it('a colour too light to read on white is darkened', () => {
  const { accent } = themeOf({ accentColor: '#FFF59D' });
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) =>
    parseInt(accent.slice(at, at + 2), 16),
  );
  expect((0.299 * red + 0.587 * green + 0.114 * blue) / 255).toBeLessThanOrEqual(0.42);
});

it('an invalid colour results in the neutral accent', () => {
  expect(themeOf({ accentColor: 'red' })).toEqual(themeOf());
});
