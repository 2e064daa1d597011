import type { satSources } from '@timbre/api';

/** A source that a synchronization reads at the SAT. */
export type SatSource = (typeof satSources)[number];

/** The sources that use the SAT's mass download service. */
export const downloads: readonly SatSource[] = [
  ...(['issued_cfdi', 'received_cfdi', 'issued_withholdings', 'received_withholdings'] as const),
];

/**
 * Whether a source uses the mass download of withholding documents, a separate service of the SAT.
 */
export const isOfWithholdings = (source: string): boolean => source.endsWith('_withholdings');
