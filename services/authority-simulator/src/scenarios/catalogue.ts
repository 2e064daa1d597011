import { AsyncLocalStorage } from 'node:async_hooks';
import { digitsOf, magicRfcs } from '../validation/magic-rfcs';
import type { ScenarioText } from './effects';
import { CANCELLATION_SCENARIOS } from './cancellation-scenarios';
import { DOWNLOAD_SCENARIOS, type DownloadScenarioText } from './download-scenarios';
import { FAULT_SCENARIOS } from './fault-scenarios';
import type { MassDownloadKnobs } from './knobs';
import { REFUSAL_SCENARIOS } from './refusal-scenarios';

export interface Scenario extends ScenarioText {
  /** The magic values that trigger the scenario. One of them in an otherwise valid document is enough. */
  readonly trigger: {
    readonly receiverRfc: readonly [company: string, person: string];
    /** Total of a CFDI, or MontoTotOperacion of a withholding document. */
    readonly total: string;
  };
}

/**
 * All scenarios. Their numbers are published, so entries may only be appended to the lists, each within its
 * range.
 */
export const SCENARIOS: readonly Scenario[] = [
  ...FAULT_SCENARIOS.map((text, index) => numbered(text, 1 + index)),
  ...REFUSAL_SCENARIOS.map((text, index) => numbered(text, 31 + index)),
  ...CANCELLATION_SCENARIOS.map((text, index) => numbered(text, 61 + index)),
];

export interface DownloadScenario extends DownloadScenarioText {
  /** The taxpayer whose FIEL requests the mass download. */
  readonly trigger: { readonly requesterRfc: readonly [company: string, person: string] };
}

/** Scenarios of a taxpayer, regardless of its documents. */
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

/** Returns the special behavior of the mass download for this taxpayer. */
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

/** The scenario that the organization of the current request has switched on. */
const switchedOn = new AsyncLocalStorage<Scenario | undefined>();

/** Runs work for an organization that has switched a scenario on, or none. */
export const inScenario = <T>(scenario: Scenario | undefined, work: () => T): T =>
  switchedOn.run(scenario, work);

/**
 * Returns the scenario of a document. The receiver has precedence, then the total, then the scenario that the
 * organization of the current request has switched on.
 */
export function scenarioOf(document: { receiverRfc: string; total: string }): Scenario | undefined {
  return byRfc.get(document.receiverRfc) ?? byTotal.get(document.total) ?? switchedOn.getStore();
}

export function scenarioById(id: string): Scenario | undefined {
  return byId.get(id);
}
