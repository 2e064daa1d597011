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
 * Returns the faults in the parameters of a URL. An unknown parameter is a fault, because it would
 * seem to protect the connection without any effect.
 */
function faultsOf({ searchParams, hostname }: URL): string[] {
  return [...searchParams].flatMap(([name, value]) => {
    if (!known.includes(name)) return `${name} is not read; what can follow ? is ${known.join()}`;
    if (name === 'sslmode') {
      if (!sslModes.includes(value)) return `sslmode must be one of ${sslModes.join()}`;
      // pg verifies the certificate of an IP address as if it were for localhost.
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
    // No error is thrown here, because the caller reports the name of the file.
    return false;
  }
}

/**
 * Renames `require` and `verify-ca` to `verify-full`, because pg verifies the host name in these modes too.
 */
function named(text: string): string {
  const url = new URL(text);
  const mode = url.searchParams.get('sslmode');
  if (mode !== null && mode !== 'disable') url.searchParams.set('sslmode', 'verify-full');
  return url.href;
}

/**
 * A setting with the URL of a database. TLS is requested by the URL's parameters or by PGSSLMODE, and then
 * applies to every connection of the process: requests, jobs, commands and migrations.
 */
export const databaseUrl = z
  .url({ protocol: /^postgres(ql)?$/, abort: true })
  .superRefine((text, { addIssue }) =>
    faultsOf(new URL(text)).forEach((message) => addIssue({ code: 'custom', message })),
  )
  .transform(named);
