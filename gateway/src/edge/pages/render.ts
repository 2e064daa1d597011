import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Eta } from 'eta';
import type { View } from './page';
import type { Words } from './words';

const folder = join(dirname(require.resolve('@timbre/gateway/package.json')), 'templates');

/** The template engine. The engine escapes all values, and reads each template file only once. */
const eta = new Eta({ views: folder, cache: true });

export const style = readFileSync(join(folder, 'style.css'), 'utf8');
const styleVersion = createHash('sha256').update(style).digest('hex').slice(0, 8);

/** The layout data around a view. */
export interface Frame {
  words: Words;
  /** The path component of the gateway's public URL, which proxies remove from requests. */
  basePath: string;
  /**
   * The organization's letterhead and the path of the page; undefined for a page without an
   * organization.
   */
  letterhead?: { name: string; accent: string; path: string; logoPath?: string };
}

/** Renders a page as HTML. */
export function render({ template, title, data }: View, frame: Frame): string {
  const { basePath, letterhead } = frame;
  const styles = [`${basePath}/pages/style.css?${styleVersion}`];
  if (letterhead) styles.push(`${basePath}/pages/brand/${letterhead.accent}.css`);
  return eta.render(`/${template}`, { ...data, ...frame, t: frame.words, title, styles });
}
