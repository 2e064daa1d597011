import { defaultEmployerSettings, employerChoices } from './employer-settings';

test('each employer choice has a reason, and its first option is the default', () => {
  const defaults = Object.fromEntries(employerChoices.map(({ key, options }) => [key, options[0]]));
  // Using the figures of another year is not an interpretation of the law, so this choice is off by
  // default.
  expect({ ...defaults, provisionalRules: false }).toEqual(defaultEmployerSettings);
  for (const { options, reason } of employerChoices) {
    expect(options.length).toBeGreaterThan(1);
    expect(reason.endsWith('.')).toBe(true);
  }
});
