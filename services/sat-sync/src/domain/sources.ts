import type { satSources } from '@timbre/api';

/** The sources that a synchronization reads at the SAT. */
export type SatSource = (typeof satSources)[number];

/** The sources of the SAT's mass download. */
export const downloads: readonly SatSource[] = [
  ...(['issued_cfdi', 'received_cfdi', 'issued_withholdings', 'received_withholdings'] as const),
];

/** Whether a source is read at the SAT's mass download of withholding documents, a service of its own. */
export const isOfWithholdings = (source: string): boolean => source.endsWith('_withholdings');
