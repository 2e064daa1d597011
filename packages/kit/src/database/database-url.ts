import { accessSync, constants } from 'node:fs';
import { isIP } from 'node:net';
import { z } from 'zod';

/**
 * The allowed values of `sslmode`. Every mode except `disable` verifies both the certificate and
 * its host name, because checking only one of them does not protect the connection.
 */
const sslModes = ['disable', 'require', 'verify-ca', 'verify-full'];
const fileParameters = ['sslrootcert', 'sslcert', 'sslkey'];
const known = ['sslmode', ...fileParameters];

/**
 * Returns the errors in a URL's parameters. An unknown parameter is an error, because the operator
 * would believe that it protects the connection.
 */
function faultsOf({ searchParams, hostname }: URL): string[] {
  return [...searchParams].flatMap(([name, value]) => {
    if (!known.includes(name)) return `${name} is not read; what can follow ? is ${known.join()}`;
    if (name === 'sslmode') {
      if (!sslModes.includes(value)) return `sslmode must be one of ${sslModes.join()}`;
      // For an IP address, pg would verify the certificate as if the host were localhost.
      const isVerifiable = value === 'disable' || isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
      return isVerifiable ? [] : 'with TLS the host must be a name';
    }
    return isReadable(value) ? [] : `${name}: the file ${value} cannot be read`;
  });
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    // No error is thrown here, because the caller reports the file name.
    return false;
  }
}

/**
 * Renames `require` and `verify-ca` to `verify-full`, because pg also verifies the host name in
 * these modes.
 */
function named(text: string): string {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && mode !== 'disable') url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/**
 * A setting that contains a database URL. The URL's parameters or PGSSLMODE enable TLS, which then
 * applies to every connection of the process: requests, jobs, commands and migrations.
 */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .superRefine((text, { addIssue }) =>
    faultsOf(new URL(text)).forEach((message) => addIssue({ code: 'custom', message })),
  )
  .transform(named);
