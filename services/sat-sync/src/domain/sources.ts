import type { satSources } from '@timbre/api';

/** What a synchronization reads at the SAT. */
export type SatSource = (typeof satSources)[number];

/** The sources of the SAT's mass download. */
export const downloads: readonly SatSource[] = ['issued_cfdi', 'received_cfdi'];
