/** What a PAC does wrong around a stamp. `before` the commit nothing is stamped. */
export type Fault =
  | {
      readonly when: 'before';
      readonly how: 'unavailable' | 'server_error' | 'bad_gateway' | 'hang';
    }
  | {
      readonly when: 'after';
      readonly how: 'answer_lost' | 'truncated' | 'bad_gateway' | 'late' | 'wrong_stamp';
    };

/** Why a PAC refuses a document that is otherwise in order. */
export interface ProvokedRefusal {
  readonly code: string;
  readonly message: string;
}

/** How the receiver, or the SAT, meets a cancellation. */
export type CancellationCourse =
  'accepted' | 'rejected' | 'expired' | 'silent' | 'not_cancelable' | 'unreachable';

/** What a scenario changes. Absent members leave the ordinary course. */
export interface Effect {
  readonly fault?: Fault;
  /** Sends of one document the fault meets; absent: every one. */
  readonly faultySends?: number;
  readonly refusal?: ProvokedRefusal;
  readonly account?: 'credentials' | 'suspended' | 'exhausted';
  /** The first send is answered 307, as if an earlier one had stamped; with or without the XML. */
  readonly previously?: 'with_xml' | 'without_xml';
  readonly cancellation?: CancellationCourse;
  /** The SAT learns of the stamp only after this lag. */
  readonly unknownToSat?: boolean;
}

/** A published behaviour: what happens, and what a client of Timbre's API then sees. */
export interface ScenarioText {
  readonly id: string;
  readonly title: string;
  readonly happens: string;
  readonly expect: string;
  readonly effect: Effect;
}
