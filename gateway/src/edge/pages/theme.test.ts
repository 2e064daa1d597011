import fc from 'fast-check';
import { brandStyle, contrast } from './theme';

const colorsIn = (style: string) =>
  [...style.matchAll(/#([0-9a-f]{6})/g)].map(([, color]) =>
    [0, 2, 4].map((start) => parseInt(color!.slice(start, start + 2), 16)),
  );

it('every color is readable on white and on its own tint', () => {
  const color = fc.integer({ min: 0, max: 0xffffff }).map((n) => n.toString(16).padStart(6, '0'));
  fc.assert(
    fc.property(color, (given) => {
      const [accent, tint] = colorsIn(brandStyle(given));
      expect(contrast(accent!, [255, 255, 255])).toBeGreaterThanOrEqual(4.5);
      expect(contrast(accent!, tint!)).toBeGreaterThanOrEqual(4.5);
    }),
  );
});

it('a color that is already readable is unchanged', () => {
  expect(brandStyle('1f5673')).toContain('--accent:#1f5673');
});

it('black on white has the contrast that the standard defines', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21);
});
