import { createConfirmations, digest, type Confirmable } from './confirmation';

const of: Confirmable = {
  tool: 'stamp_cfdi',
  arguments: { documentRef: 'cfdi:1' },
  credentialId: 'c',
  organizationId: 'o',
};
const nonce = '01890000-0000-7000-8000-000000000000';
const minute = 60_000;

/** Creates the confirmations of a deployment whose clock shows the given time. */
const at = (ms: number, key = 'key') => createConfirmations(Buffer.from(key), () => ms);

describe('a confirmation', () => {
  const { token, expiresAt } = at(0).write(of, digest('document'), nonce);

  it('a confirmation is valid for ten minutes, and contains its expiry', () => {
    expect(expiresAt).toBe('1970-01-01T00:10:00.000Z');
    expect(at(10 * minute - 1).read(token, of)).toMatchObject({ nonce, isExpired: false });
  });

  it('a confirmation still identifies its call after it expires, so that a repeated call finds the outcome', () => {
    const late = at(24 * 60 * minute).read(token, of);
    expect(late).toMatchObject({ nonce, version: digest('document'), isExpired: true });
  });

  it.each<[string, Partial<Confirmable>]>([
    ['tool', { tool: 'cancel_cfdi' }],
    ['arguments', { arguments: { documentRef: 'cfdi:2' } }],
    ['credential', { credentialId: 'd' }],
    ['organization', { organizationId: 'p' }],
  ])('a confirmation is refused with another %s', (_, other) => {
    expect(() => at(0).read(token, { ...of, ...other })).toThrow('confirms another call');
  });

  it('a confirmation is rejected if another deployment issued it, if it was changed, or if it is not a token', () => {
    expect(() => at(0, 'other').read(token, of)).toThrow();
    const [text = '', signature] = token.split('.');
    const altered = Buffer.from(text, 'base64url').toString().replace('600000', '900000');
    const forged = `${Buffer.from(altered).toString('base64url')}.${signature}`;
    for (const none of [forged, `${token}.`, text, '', 5, null, { token }]) {
      expect(() => at(0).read(none, of)).toThrow();
    }
  });
});
