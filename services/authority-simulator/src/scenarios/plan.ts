import type { SealedDocument } from '../stamping/document';
import { scenarioOf } from './catalogue';
import type { Effect, Fault } from './effects';
import type { Knobs, PacKnobs, PacName } from './knobs';

/** The behavior of one send. It is decided once, first by the document's scenario and then by the knobs. */
export interface Plan {
  readonly effect: Effect;
  readonly fault: Fault | undefined;
  readonly account: PacKnobs['account'] | 'credentials';
  readonly previously: Effect['previously'];
  /** The seconds during which a new stamp is hidden behind a 307 without XML. */
  readonly hiddenXmlSeconds: number;
  /** Seconds until the SAT has the stamp. */
  readonly satLagSeconds: number;
}

const NO_EFFECT: Effect = {};

/**
 * Plans the behavior of one send.
 * @param sends the number of sends of this document to this PAC, including the current one
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
