import type { SealedDocument } from '../stamping/document';
import type { PacCode } from '../validation/messages';

/** A PAC's fault during stamping. After a fault `before` the commit, nothing is stamped. */
export type Fault =
  | {
      readonly when: 'before';
      readonly how: 'unavailable' | 'server_error' | 'bad_gateway' | 'hang';
    }
  | {
      readonly when: 'after';
      readonly how: 'answer_lost' | 'truncated' | 'bad_gateway' | 'late' | 'wrong_stamp';
    };

/** A PAC's refusal of an otherwise valid document, with one code for CFDI and one for withholding
 * documents. */
type ProvokedRefusal = Readonly<Record<SealedDocument['family'], PacCode>>;

/** The reaction of the receiver or the SAT to a cancellation. */
type CancellationCourse =
  'accepted' | 'rejected' | 'expired' | 'silent' | 'not_cancelable' | 'unreachable';

/** The changes that a scenario makes. Absent members leave the normal behavior unchanged. */
export interface Effect {
  readonly fault?: Fault;
  /** The number of sends of a document that have the fault. If it is absent, all sends have the fault. */
  readonly faultySends?: number;
  readonly refusal?: ProvokedRefusal;
  readonly account?: 'credentials' | 'suspended' | 'exhausted';
  /** The first send gets a 307, with or without the XML, as if an earlier send had stamped the document. */
  readonly previously?: 'with_xml' | 'without_xml';
  readonly cancellation?: CancellationCourse;
  /** Whether the SAT has the stamp only after a lag. */
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
