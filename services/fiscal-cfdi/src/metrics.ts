import { durationMetric } from '@timbre/kit';

/** Calls to PACs, waiting for a free place included. Attributes: pac, call, outcome. */
export const pacCallDuration = durationMetric('timbre_pac_call_duration_ms');

/** From sealing to the end of an attempt, whoever found it out. Attribute: outcome. */
export const stampingDuration = durationMetric('timbre_stamping_duration_ms');
