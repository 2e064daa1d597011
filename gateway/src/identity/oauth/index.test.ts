import { randomBytes } from 'node:crypto';
import { createOAuth, type OAuthDependencies, type OAuthSettings } from '.';

const settings = (changes: Partial<OAuthSettings>): OAuthSettings => ({
  issuer: undefined,
  audiences: [],
  tokenType: 'at+jwt',
  organizationClaim: 'organization_id',
  scope: 'token',
  fetchesClients: true,
  upstream: undefined,
  keyFile: undefined,
  ...changes,
});
// The cast is safe, because neither server uses the missing properties before the first request.
const parts = {
  publicUrl: 'https://timbre.example',
  contextKey: randomBytes(32),
} as OAuthDependencies;

it("Timbre's authorization server does not start without the key file for second factors", () => {
  const missing = 'TIMBRE_ENCRYPTION_KEY_FILE is missing';
  expect(() => createOAuth(settings({}), parts)).toThrow(missing);
  const other = { issuer: 'https://id.example' };
  expect(createOAuth(settings(other), parts).server).toBeUndefined();
});
