import type { DatedRule, RuleKey, RuleValues } from './dated-rule';
import { exemptionRules } from './exemption-rules';
import { isrRules } from './isr-rules';
import { isrTariffRules } from './isr-tariffs';
import { labourRules } from './labour-rules';
import { socialSecurityRules } from './social-security-rules';
import { wageRules } from './wage-rules';

/** Every dated figure that a payroll reads. Read 2026-11-21; each rule names its source. */
export const payrollRules: readonly DatedRule[] = [
  ...isrTariffRules,
  ...isrRules,
  ...wageRules,
  ...socialSecurityRules,
  ...labourRules,
  ...exemptionRules,
];

/** A rule as `explanation.rules` lists it, with the date for which it was read. */
export interface RuleRead {
  readonly key: RuleKey;
  readonly label: string;
  readonly legalBasis: string;
  readonly sourceUrl?: string;
  readonly readOn: string;
  readonly validFrom: string;
}

/** No figure is in force on the date; a figure of another year must not replace it. */
export class RuleUnavailable extends Error {
  constructor(
    readonly key: RuleKey,
    readonly on: string,
  ) {
    super(`no rule ${key} in force on ${on}`);
  }
}

const rulesByKey = Map.groupBy(payrollRules, (rule) => rule.key);

interface Found {
  readonly on: string;
  readonly rule: DatedRule | undefined;
  readonly read: RuleRead | undefined;
}
/** Caches the last lookup of each key: a run reads a rule on one date for all its employees. */
const lastFound = new Map<RuleKey, Found>();

export function findRule<Key extends RuleKey>(key: Key, on: string): DatedRule<Key> | undefined {
  return find(key, on).rule as DatedRule<Key> | undefined;
}

/** All rules in force on a date, in the order of the tables. */
export function rulesInForce(on: string): readonly DatedRule[] {
  return payrollRules.filter((rule) => isInForce(rule, on));
}

/** Reads rules for one calculation and lists each rule that it read. */
export class RuleReader {
  private readonly reads = new Map<RuleKey, RuleRead>();

  /** The figures in force on `on`. @throws RuleUnavailable when there are none. */
  read<Key extends RuleKey>(key: Key, on: string): RuleValues[Key] {
    const { rule, read } = find(key, on);
    if (rule === undefined || read === undefined) throw new RuleUnavailable(key, on);
    if (!this.reads.has(key)) this.reads.set(key, read);
    return rule.value as RuleValues[Key];
  }

  /** In the order of their first reading. */
  rulesRead(): RuleRead[] {
    return [...this.reads.values()];
  }
}

function find(key: RuleKey, on: string): Found {
  const last = lastFound.get(key);
  if (last?.on === on) return last;
  const rule = rulesByKey.get(key)?.find((version) => isInForce(version, on));
  const found = { on, rule, read: rule && ruleRead(rule, on) };
  lastFound.set(key, found);
  return found;
}

function ruleRead(rule: DatedRule, readOn: string): RuleRead {
  const { key, label, legalBasis, sourceUrl, validFrom } = rule;
  return {
    key,
    label,
    legalBasis,
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    readOn,
    validFrom,
  };
}

function isInForce(rule: DatedRule, on: string): boolean {
  return rule.validFrom <= on && (rule.validTo === null || on <= rule.validTo);
}
