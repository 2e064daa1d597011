import { defaultEmployerSettings, employerChoices } from './employer-settings';

test('each choice has a reason, and its default is the first option', () => {
  const defaults = Object.fromEntries(employerChoices.map(({ key, options }) => [key, options[0]]));
  // The use of another year's figures is not an interpretation of the law, so it is off by default.
  expect({ ...defaults, provisionalRules: false }).toEqual(defaultEmployerSettings);
  for (const { options, reason } of employerChoices) {
    expect(options.length).toBeGreaterThan(1);
    expect(reason.endsWith('.')).toBe(true);
  }
});
