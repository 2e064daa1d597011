import { incomeInput, newCustomer, type Api } from '@timbre/testkit/client';
import type { Send } from './crash-machine';
import { documentItem, nextTotal } from './documents';

/** The steps that a test performs with a document. */
type Step = 'create' | 'change' | 'correct' | 'stamp' | 'cancel' | 'synchronize' | 'send' | 'delete'; // prettier-ignore

export interface Course {
  steps: Step[];
  /** The scenario of the simulated PAC that the RFC of the first receiver triggers. */
  scenario?: 'receiver_unknown' | 'answer_lost' | 'previously_stamped';
}

/** The test courses of a document, each from the draft to the final state, keyed by name. */
export const courses: Record<string, Course> = {
  stamped: { steps: ['create', 'stamp'] },
  changed: { steps: ['create', 'change', 'stamp'] },
  lost: { steps: ['create', 'stamp'], scenario: 'answer_lost' },
  repeated: { steps: ['create', 'stamp'], scenario: 'previously_stamped' },
  refused: { steps: ['create', 'stamp'], scenario: 'receiver_unknown' },
  corrected: { steps: ['create', 'stamp', 'correct', 'stamp'], scenario: 'receiver_unknown' },
  given_up: { steps: ['create', 'stamp', 'delete'], scenario: 'receiver_unknown' },
  deleted: { steps: ['create', 'delete'] },
  canceled: { steps: ['create', 'stamp', 'cancel', 'synchronize'] },
  sent: { steps: ['create', 'stamp', 'send'] },
};

/**
 * The final state after all courses of an organization. This state must be the same with and
 * without crashes.
 */
export interface Final {
  /** The stage, status, folio and number of PAC stamps of each document, keyed by its total. */
  documents: Record<string, string>;
  voidedFolios: number[];
  /** How many times each event was emitted. */
  events: Record<string, number>;
  deliveries: Record<string, number>;
}

/** Calculates the expected final state from the steps, as if no process crashed. */
export class Model {
  readonly final: Final = { documents: {}, voidedFolios: [], events: {}, deliveries: {} };
  private lastFolio = 0;

  follow({ steps, scenario }: Course, total: string): void {
    let [stage, folio, isRefused] = ['draft', 0, scenario === 'receiver_unknown'];
    for (const step of steps) {
      if (step === 'create') this.announce('drafted');
      if (step === 'change' || step === 'correct') {
        this.announce('changed');
        [stage, isRefused] = ['draft', false];
      }
      if (step === 'stamp') {
        folio ||= this.lastFolio += 1;
        stage = isRefused ? 'rejected' : 'stamped';
        this.announce(stage);
      }
      if (step === 'synchronize') {
        stage = 'canceled';
        this.announce('canceled');
      }
      if (step === 'send') count(this.final.deliveries, 'sent');
      if (step === 'delete') {
        this.announce('deleted');
        if (folio > 0) this.final.voidedFolios.push(folio);
        return;
      }
    }
    const [status, stamps] = outside[stage]!;
    const shown = stage === 'canceled' ? 'stamped' : stage;
    this.final.documents[total] = `${shown} ${status} folio ${folio} stamps ${stamps}`;
  }

  private announce(event: string): void {
    count(this.final.events, event);
  }
}

const outside: Record<string, [status: string, stamps: number]> = {
  draft: ['draft', 0],
  rejected: ['draft', 0],
  stamped: ['valid', 1],
  canceled: ['canceled', 1],
};

export function count(counts: Record<string, number>, name: string): void {
  counts[name] = (counts[name] ?? 0) + 1;
}

/**
 * Performs all steps of a course with a new document, as an API client.
 * @returns the total of the document
 */
export async function take(api: Api, send: Send, { steps, scenario }: Course): Promise<string> {
  const total = nextTotal();
  const customer = scenario ? { rfc: await magicRfc(api, scenario) } : {};
  const draft = async (changes: object) =>
    incomeInput(await newCustomer(api, changes), { items: [documentItem(total)] });
  const first = await draft(customer);
  const { json } = await send('POST', '/v1/cfdi', first);
  const { documentRef } = json.data as { documentRef: string };
  const path = `/v1/cfdi/${documentRef}`;
  const sends: Record<Exclude<Step, 'create'>, () => Promise<unknown>> = {
    change: () => send('PUT', path, { ...first, pdfCustomSection: 'Gracias' }),
    correct: async () => send('PUT', path, await draft({})),
    stamp: () => send('POST', `${path}/stamp`),
    cancel: () => send('POST', `${path}/cancel`, { motive: '02' }),
    synchronize: () => send('POST', `${path}/synchronize`),
    delete: () => send('DELETE', path),
    send: () =>
      send('POST', `/v1/documents/${documentRef}/send`, { recipients: ['a@example.com'] }),
  };
  for (const step of steps) if (step !== 'create') await sends[step]();
  return total;
}

/** Returns the RFC of the company that triggers a published scenario of the simulated PAC. */
async function magicRfc(api: Api, scenario: string): Promise<string> {
  const { json } = await api.request('GET', '/v1/sandbox/scenarios');
  const scenarios = json.data as { id: string; trigger: { receiverRfc: [string, string] } }[];
  return scenarios.find(({ id }) => id === scenario)!.trigger.receiverRfc[0];
}
