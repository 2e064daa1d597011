import { defaultEmployerSettings, employerChoices } from './employer-settings';

test('each choice of the law has a reason, and its default is the first option', () => {
  const defaults = Object.fromEntries(employerChoices.map(({ key, options }) => [key, options[0]]));
  // Figures of another year are no reading of the law, so nothing is provisional by default.
  expect({ ...defaults, provisionalRules: false }).toEqual(defaultEmployerSettings);
  for (const { options, reason } of employerChoices) {
    expect(options.length).toBeGreaterThan(1);
    expect(reason.endsWith('.')).toBe(true);
  }
});
