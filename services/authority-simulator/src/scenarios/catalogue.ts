import { AsyncLocalStorage } from 'node:async_hooks';
import { digitsOf, magicRfcs } from '../validation/magic-rfcs';
import type { ScenarioText } from './effects';
import { CANCELLATION_SCENARIOS } from './cancellation-scenarios';
import { DOWNLOAD_SCENARIOS, type DownloadScenarioText } from './download-scenarios';
import { FAULT_SCENARIOS } from './fault-scenarios';
import type { MassDownloadKnobs } from './knobs';
import { REFUSAL_SCENARIOS } from './refusal-scenarios';

export interface Scenario extends ScenarioText {
  /**
   * The magic values that trigger the scenario. A document needs only one of these values to trigger the
   * scenario, and must otherwise be valid.
   */
  readonly trigger: {
    readonly receiverRfc: readonly [company: string, person: string];
    /** The Total of a CFDI, or the MontoTotOperacion of a withholding document. */
    readonly total: string;
  };
}

/**
 * All scenarios that a document can trigger. The numbers of the scenarios are published, so new entries may
 * only be appended to the lists, within the range of each list.
 */
export const SCENARIOS: readonly Scenario[] = [
  ...FAULT_SCENARIOS.map((text, index) => numbered(text, 1 + index)),
  ...REFUSAL_SCENARIOS.map((text, index) => numbered(text, 31 + index)),
  ...CANCELLATION_SCENARIOS.map((text, index) => numbered(text, 61 + index)),
];

export interface DownloadScenario extends DownloadScenarioText {
  /** The RFC of the taxpayer whose FIEL requests the mass download. */
  readonly trigger: { readonly requesterRfc: readonly [company: string, person: string] };
}

/** The scenarios that apply to a taxpayer, regardless of its documents. */
export const TAXPAYER_SCENARIOS: readonly DownloadScenario[] = DOWNLOAD_SCENARIOS.map(
  (text, index) => ({
    ...text,
    trigger: { requesterRfc: magicRfcs(81 + index) },
  }),
);

const turnedByRfc = new Map(
  TAXPAYER_SCENARIOS.flatMap(({ trigger, turned }) =>
    trigger.requesterRfc.map((rfc) => [rfc, turned] as const),
  ),
);

/** Returns the knobs that a scenario sets for this taxpayer's mass download. */
export const turnedFor = (rfc: string): Partial<MassDownloadKnobs> => turnedByRfc.get(rfc) ?? {};

function numbered(text: ScenarioText, number: number): Scenario {
  const digits = digitsOf(number);
  return {
    ...text,
    trigger: {
      receiverRfc: magicRfcs(number),
      total: `990${digits}.${digits}`,
    },
  };
}

const byRfc = new Map(
  SCENARIOS.flatMap((scenario) =>
    scenario.trigger.receiverRfc.map((rfc) => [rfc, scenario] as const),
  ),
);
const byTotal = new Map(SCENARIOS.map((scenario) => [scenario.trigger.total, scenario] as const));
const byId = new Map(SCENARIOS.map((scenario) => [scenario.id, scenario] as const));

/** The scenario that is active for the organization of the current request. */
const switchedOn = new AsyncLocalStorage<Scenario | undefined>();

/** Runs work with the organization's active scenario, or with none. */
export const inScenario = <T>(scenario: Scenario | undefined, work: () => T): T =>
  switchedOn.run(scenario, work);

/**
 * Returns the scenario that applies to a document. The magic RFC of the receiver takes precedence over the
 * total, and the total over the organization's active scenario.
 */
export function scenarioOf(document: { receiverRfc: string; total: string }): Scenario | undefined {
  return byRfc.get(document.receiverRfc) ?? byTotal.get(document.total) ?? switchedOn.getStore();
}

export function scenarioById(id: string): Scenario | undefined {
  return byId.get(id);
}
