import type { SealedDocument } from '../stamping/document';
import type { PacCode } from '../validation/messages';

/** A fault of the PAC during stamping. If the fault occurs `before` the commit, nothing is stamped. */
export type Fault =
  | {
      readonly when: 'before';
      readonly how: 'unavailable' | 'server_error' | 'bad_gateway' | 'hang';
    }
  | {
      readonly when: 'after';
      readonly how: 'answer_lost' | 'truncated' | 'bad_gateway' | 'late' | 'wrong_stamp';
    };

/**
 * The PAC's refusal of an otherwise valid document, with one code for CFDI and one code for withholding
 * documents.
 */
type ProvokedRefusal = Readonly<Record<SealedDocument['family'], PacCode>>;

/** The reaction of the receiver or the SAT to a cancellation request. */
type CancellationCourse =
  'accepted' | 'rejected' | 'expired' | 'silent' | 'not_cancelable' | 'unreachable';

/**
 * The changes that a scenario makes to the normal behavior. An absent member does not change the behavior.
 */
export interface Effect {
  readonly fault?: Fault;
  /**
   * The fault occurs for this number of sends of a document. If the number is absent, the fault occurs for
   * all sends.
   */
  readonly faultySends?: number;
  readonly refusal?: ProvokedRefusal;
  readonly account?: 'credentials' | 'suspended' | 'exhausted';
  /**
   * The response to the first send is 307, with or without the XML, as if the document had been stamped
   * before.
   */
  readonly previously?: 'with_xml' | 'without_xml';
  readonly cancellation?: CancellationCourse;
  /** If true, the SAT receives the stamp only after a lag. */
  readonly unknownToSat?: boolean;
}

/** The published text of a scenario: the simulated event, and the result for a client of Timbre's API. */
export interface ScenarioText {
  readonly id: string;
  readonly title: string;
  readonly happens: string;
  readonly expect: string;
  readonly effect: Effect;
}
