import { z } from 'zod';
import type { Settings } from '../store/settings';

/** Faults of the SAT's portals and files, for tests. */
export const portalKnobs = z.strictObject({
  /** 503 for every page. */
  unavailable: z.boolean(),
  /** The login shows the page with a captcha instead of the one for the FIEL. */
  captcha: z.boolean(),
  /** Results come as a page of another form. */
  unknownPage: z.boolean(),
  /** Each row of a result twice. */
  duplicateRows: z.boolean(),
  /** PDFs whose text layer has no blanks. */
  spacelessText: z.boolean(),
  /** Acuses in the layout of the old portal, or with names over two lines. */
  layout: z.enum(['present', 'legacy', 'wrapped']),
  /** PDFs without text, as printed to a file. */
  withoutText: z.boolean(),
  /** The lists have bytes that were encoded twice. */
  garbledLists: z.boolean(),
  /** The lists lose this share of their rows. */
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
