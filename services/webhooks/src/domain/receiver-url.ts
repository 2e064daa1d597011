/** Rules for the addresses to which webhooks may send events. */
export interface AddressRules {
  /** Returns whether the operator of Timbre allows a host even if its address is not public. */
  isAllowedHost: (host: string) => boolean;
  /**
   * Returns whether an IP address is not public, or whether a host name is the local machine
   * (`localhost`).
   */
  isForbidden: (host: string) => boolean;
}

const ports = ['', '443', '8443'];

interface UrlIssue {
  path: string[];
  code: string;
  message: string;
}

/**
 * Returns the issues of an endpoint's URL. The name in the URL is resolved when an event is sent, and not
 * in this check.
 * - url_invalid: the text is not a URL
 * - url_not_https: the URL must begin with https
 * - url_with_credentials: the URL must not contain a user or a password
 * - port_not_allowed: the port must be 443 or 8443
 * - address_forbidden: the URL leads to a private network or to the server itself
 */
export function urlIssues(text: string, rules: AddressRules): UrlIssue[] {
  const issue = (code: string, message: string): UrlIssue => ({ path: ['url'], code, message });
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url?.hostname) return [issue('url_invalid', 'Not a URL.')];
  const host = hostOf(url);
  const isAllowed = rules.isAllowedHost(host);
  const schemes = isAllowed ? ['https:', 'http:'] : ['https:'];
  const issues: UrlIssue[] = [];
  if (!schemes.includes(url.protocol))
    issues.push(issue('url_not_https', 'Must begin with https.'));
  if (url.username || url.password) {
    issues.push(issue('url_with_credentials', 'A URL with a user or password is not allowed.'));
  }
  if (isAllowed) return issues;
  if (!ports.includes(url.port)) {
    issues.push(issue('port_not_allowed', 'Only the ports 443 and 8443 are allowed.'));
  }
  if (rules.isForbidden(host)) {
    issues.push(issue('address_forbidden', 'Not an address of the public internet.'));
  }
  return issues;
}

/**
 * Returns the host without the brackets of an IPv6 address and without the final dot of an absolute
 * name.
 */
export const hostOf = ({ hostname }: URL): string =>
  hostname
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '')
    .toLowerCase();
