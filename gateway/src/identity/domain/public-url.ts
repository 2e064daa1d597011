import { z } from 'zod';

/** The settings that determine the URL by which clients and people reach the gateway. */
export const urlSettings = {
  TIMBRE_HTTP_PORT: z.coerce.number().int().min(0).max(65_535).default(8080),
  /** The URL in the OpenAPI document, in challenges and in the addresses of public pages. */
  TIMBRE_PUBLIC_URL: z.url().optional(),
};

/** Returns the public URL. Without the setting, it is the URL of this machine. */
export const publicUrlOf = ({
  TIMBRE_PUBLIC_URL: given,
  TIMBRE_HTTP_PORT: port,
}: z.output<z.ZodObject<typeof urlSettings>>): string => given ?? `http://127.0.0.1:${port}`;

/** Returns the path of the public URL. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');

/** The path of each protected resource: the whole API, and the assistants. */
export const resourcePaths = ['', '/mcp'];
