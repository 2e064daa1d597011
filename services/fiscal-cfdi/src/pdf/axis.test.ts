import { axisOf, shortNumber } from './axis';

it.each([
  [[], 0, 1],
  [[0, 0], 0, 1],
  [[1_990_000, 500], 0, 2_000_000],
  [[-240_000, 268_000], -400_000, 400_000],
  [[-5], -6, 0],
])('an axis of %j has round marks and contains zero', (values, min, max) => {
  const axis = axisOf(values);
  expect({ min: axis.min, max: axis.max }).toEqual({ min, max });
  expect(axis.marks).toContain(0);
});

it.each([
  [0, '0'],
  [999.6, '1 mil'],
  [-20_700, '-20.7 mil'],
  [1_995_000, '2 M'],
  [1_234_567_890, '1.23 mil M'],
  [0.5, '0.5'],
])('the axis label of %d is %s', (value, text) => {
  expect(shortNumber(value)).toBe(text);
});
