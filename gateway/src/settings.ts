import { contextKeySetting, pageLinkSettings } from '@timbre/kit';
import { z } from 'zod';
import { urlSettings } from './identity/domain/public-url';
import { defaultQuotas } from './identity/domain/quotas';

const quota = z.strictObject({ perSecond: z.number().positive(), burst: z.int().min(1) });

const quotas = z.strictObject({
  read: quota.default(defaultQuotas.read),
  write: quota.default(defaultQuotas.write),
  stamp: quota.default(defaultQuotas.stamp),
  export: quota.default(defaultQuotas.export),
  page: quota.default(defaultQuotas.page),
  login: quota.default(defaultQuotas.login),
  loginMail: quota.default(defaultQuotas.loginMail),
  registration: quota.default(defaultQuotas.registration),
  organizationFactor: z.number().min(1).max(1_000).default(defaultQuotas.organizationFactor),
});

const list = z
  .string()
  .default('')
  .transform((text) => text.split(',').flatMap((one) => one.trim() || []));

/**
 * The environment variables of the gateway, in addition to those of every service and to the
 * addresses of the called services.
 */
export const gatewaySettings = {
  ...urlSettings,
  ...contextKeySetting,
  ...pageLinkSettings,
  /** The issuer that replaces Timbre's own authorization server; production only. */
  TIMBRE_OAUTH_ISSUER: z.url().optional(),
  /**
   * The audiences of the issuer's tokens, separated by commas; the default is the public URL and
   * the path /mcp of the public URL.
   */
  TIMBRE_OAUTH_AUDIENCE: list,
  /** The type header of the issuer's access tokens; `any` for an issuer that sets no type. */
  TIMBRE_OAUTH_TOKEN_TYPE: z.enum(['at+jwt', 'any']).default('at+jwt'),
  /** The name of the token claim that contains the organization. */
  TIMBRE_OAUTH_ORGANIZATION_CLAIM: z.string().min(1).default('organization_id'),
  /**
   * Whether tokens have only the permissions of their scope, or all permissions of the member's
   * role.
   */
  TIMBRE_OAUTH_SCOPE: z.enum(['token', 'role']).default('token'),
  /**
   * Whether a client identifier may be the https URL of the client's metadata, which the gateway
   * then fetches.
   */
  TIMBRE_OAUTH_CLIENT_METADATA: z.enum(['on', 'off']).default('on'),
  /** Another OpenID provider at which people can log in, in addition to login codes by mail. */
  TIMBRE_LOGIN_ISSUER: z.url().optional(),
  TIMBRE_LOGIN_CLIENT_ID: z.string().min(1).optional(),
  TIMBRE_LOGIN_CLIENT_SECRET: z.string().min(1).optional(),
  /**
   * The file with the keys that encrypt members' second factors; required with Timbre's own
   * authorization server.
   */
  TIMBRE_ENCRYPTION_KEY_FILE: z.string().min(1).optional(),
  /**
   * The number of proxies in front of the gateway that append the caller's address to
   * X-Forwarded-For.
   */
  TIMBRE_PROXY_HOPS: z.coerce.number().int().min(0).max(10).default(0),
  /** The number of days for which developer activity keeps requests. */
  TIMBRE_ACTIVITY_DAYS: z.coerce.number().int().min(1).max(400).default(30),
  /** Requests per second and burst by class, as JSON. */
  TIMBRE_RATE_LIMITS: z
    .string()
    .default('{}')
    .transform((text) => JSON.parse(text) as unknown)
    .pipe(quotas),
};
