/** The path of the public URL. */
export const basePathOf = (publicUrl: string): string =>
  new URL(publicUrl).pathname.replace(/\/$/, '');

/** The path of each protected resource: the whole API, and its assistants. */
export const resourcePaths = ['', '/mcp'];
