import type { SealedDocument } from '../stamping/document';
import { scenarioOf } from './catalogue';
import type { Effect, Fault } from './effects';
import type { Knobs, PacKnobs, PacName } from './knobs';

/**
 * The behavior of the PAC for one send of a document. The behavior is determined once, first by the
 * document's scenario and then by the knobs.
 */
export interface Plan {
  readonly effect: Effect;
  readonly fault: Fault | undefined;
  readonly account: PacKnobs['account'] | 'credentials';
  readonly previously: Effect['previously'];
  /** For this number of seconds, requests for a new stamp get the response 307 without XML. */
  readonly hiddenXmlSeconds: number;
  /** The number of seconds until the SAT has the stamp. */
  readonly satLagSeconds: number;
}

const NO_EFFECT: Effect = {};

/**
 * Determines the behavior for one send of a document.
 * @param sends counts how often this document was sent to this PAC, including this send
 */
export function planSend(
  pac: PacName,
  document: SealedDocument,
  sends: number,
  knobs: Knobs,
  random: () => number,
): Plan {
  const effect = scenarioOf(document)?.effect ?? NO_EFFECT;
  const turned = knobs.pac(pac);
  const timings = knobs.timings();
  const hidden = random() < turned.previouslyWithoutXmlRate;
  const previously = effect.previously ?? (hidden ? 'without_xml' : undefined);
  const ownSeconds = effect.previously ? timings.hiddenXmlSeconds : turned.hiddenXmlSeconds;
  return {
    effect,
    fault: sends <= (effect.faultySends ?? Infinity) ? effect.fault : undefined,
    account: effect.account ?? turned.account,
    previously,
    hiddenXmlSeconds: previously === 'without_xml' ? ownSeconds : 0,
    satLagSeconds: effect.unknownToSat ? timings.unknownToSatSeconds : knobs.sat().lagSeconds,
  };
}
