import type { LoginRequest } from './interaction';
import { isFactorMissing } from './second-factor';

const eva = 'eva';

/**
 * Returns a consent request of a person with a second factor, whose session was opened with these
 * authentication methods.
 */
const consentOf = (methods: string[], lastSubmission?: object) =>
  ({
    interaction: { session: { accountId: eva, amr: methods }, lastSubmission },
    secondFactors: { of: (userId: string) => Promise.resolve(userId === eva ? {} : undefined) },
  }) as unknown as LoginRequest;

const loginBy = (accountId: string, ...amr: string[]) => ({ login: { accountId, amr } });

it.each([
  ['a person from another provider', consentOf(['ext']), false],
  ['a session of an earlier authorization', consentOf(['otp', 'mfa']), true],
  ['a session from before the second factor', consentOf(['otp']), true],
  [
    'a login just now with the second factor',
    consentOf(['otp', 'mfa'], loginBy(eva, 'otp', 'mfa')),
    false,
  ],
  ['a login just now without it', consentOf(['otp'], loginBy(eva, 'otp')), true],
  ['a login of somebody else', consentOf(['otp'], loginBy('leo', 'otp', 'mfa')), true],
  ['a code entered before this consent', consentOf(['otp'], { passed: eva }), false],
  ['a code of somebody else', consentOf(['otp'], { passed: 'leo' }), true],
])('the second factor is asked where it is missing: %s', async (_, login, isMissing) => {
  expect(await isFactorMissing(login)).toBe(isMissing);
});

it('a person without a second factor is not asked for a code', async () => {
  const login = { ...consentOf(['otp']), secondFactors: { of: () => Promise.resolve(undefined) } };
  expect(await isFactorMissing(login as unknown as LoginRequest)).toBe(false);
});
