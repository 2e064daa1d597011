import { z } from 'zod';
import type { Settings } from '../store/settings';

/** Simulated faults of the SAT's portals and files, for tests. */
export const portalKnobs = z.strictObject({
  /** If true, every page returns status 503. */
  unavailable: z.boolean(),
  /** If true, the login shows the page with a captcha instead of the page for the FIEL. */
  captcha: z.boolean(),
  /** If true, the portal returns results in a page with a form that the real portal does not have. */
  unknownPage: z.boolean(),
  /** If true, each row of a search result appears twice. */
  duplicateRows: z.boolean(),
  /** If true, the text layer of PDFs contains no blanks. */
  spacelessText: z.boolean(),
  /**
   * The layout of acuses: the current layout, the layout of the old portal, or the current layout with
   * names broken over two lines.
   */
  layout: z.enum(['present', 'legacy', 'wrapped']),
  /** If true, PDFs contain no text, as if they were printed to a file. */
  withoutText: z.boolean(),
  /** If true, the taxpayer lists contain characters that were encoded twice. */
  garbledLists: z.boolean(),
  /** The fraction of the rows that is missing from the taxpayer lists. */
  lostListRows: z.number().min(0).max(1),
});
export type PortalKnobs = z.infer<typeof portalKnobs>;

const QUIET: PortalKnobs = {
  unavailable: false,
  captcha: false,
  unknownPage: false,
  duplicateRows: false,
  spacelessText: false,
  layout: 'present',
  withoutText: false,
  garbledLists: false,
  lostListRows: 0,
};

const KEY = 'knobs.portal';

export const readPortalKnobs = (settings: Settings): PortalKnobs => ({
  ...QUIET,
  ...settings.read<Partial<PortalKnobs>>(KEY, {}),
});

export function turnPortal(settings: Settings, change: object): PortalKnobs {
  settings.write(KEY, { ...readPortalKnobs(settings), ...change });
  return readPortalKnobs(settings);
}
