import { z } from 'zod';

/** The settings that determine the gateway's public URL. */
export const urlSettings = {
  TIMBRE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /**
   * The base URL used in the OpenAPI document, in authentication challenges and in links to public
   * pages.
   */
  TIMBRE_PUBLIC_URL: z.url().optional(),
};

/**
 * Returns the gateway's public URL. Without the setting, the public URL is the URL of the local
 * machine.
 */
export const publicUrlOf = ({
  TIMBRE_PUBLIC_URL: given,
  TIMBRE_HTTP_PORT: port,
}: z.output<z.ZodObject<typeof urlSettings>>): string => given ?? `http://127.0.0.1:${port}`;

/** Returns the path component of the public URL. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');

/** The paths of the protected resources: the whole API, and the endpoint for assistants. */
export const resourcePaths = ['', '/mcp'];
