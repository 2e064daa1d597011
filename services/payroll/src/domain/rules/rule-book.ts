import { perLaw, type Figure } from '@timbre/fiscal';
import type { DatedRule, RuleKey, RuleValues } from './dated-rule';

const prefixes = ['isr.', 'sat.', 'minimum_wage.', 'imss.', 'labour.', 'housing.', 'exemption.'];
const umaLabels = {
  'uma.tax': 'UMA for exemptions and subsidy',
  'uma.social_security': 'UMA for social security',
} as const;

/** All dated figures of the law that payroll reads, in the order of the law packs. */
export const payrollRules: () => readonly DatedRule[] = perLaw((law) =>
  [...Map.groupBy(law.allFigures().flatMap(rulesOf), ({ key }) => key).values()].flat(),
);

function rulesOf({ key, label, ...figure }: Figure): DatedRule[] {
  const { legalBasis, source, validFrom, validTo, value, pack } = figure;
  const sourceUrl = source.url === undefined ? {} : { sourceUrl: source.url };
  const rest = { legalBasis, ...sourceUrl, validFrom, validTo, value, pack };
  const isUma = key === 'uma';
  const named = isUma ? Object.entries(umaLabels) : [[key, label] as const];
  if (!isUma && !prefixes.some((prefix) => key.startsWith(prefix))) return [];
  return named.map(([name, text]) => ({ key: name, label: text, ...rest }) as DatedRule);
}

/** A rule in `explanation.rules`, with the date for which it was read. */
export interface RuleRead {
  readonly key: RuleKey;
  readonly label: string;
  readonly legalBasis: string;
  readonly sourceUrl?: string;
  readonly readOn: string;
  readonly validFrom: string;
  /** True if the last published figure replaces a figure that is not published yet. */
  readonly provisional?: true;
}

/**
 * Thrown if no figure of a rule is in force on the date. The figure of a different year must never
 * be used instead.
 */
export class RuleUnavailable extends Error {
  constructor(
    readonly key: RuleKey,
    readonly on: string,
  ) {
    super(`no rule ${key} in force on ${on}`);
  }
}

interface Found {
  readonly on: string;
  readonly rule: DatedRule | undefined;
  readonly read: RuleRead | undefined;
}

/**
 * Caches the last lookup of each rule key, because a run reads a rule for the same date for all its
 * employees.
 */
const book = perLaw(() => ({
  byKey: Map.groupBy(payrollRules(), (rule) => rule.key),
  lastFound: new Map<RuleKey, Found>(),
  lastProvisional: new Map<RuleKey, Found>(),
}));

/**
 * Returns the rule in force on a date. If `isProvisional` is true and no rule is in force, the last
 * published rule is returned.
 */
export function findRule<Key extends RuleKey>(
  key: Key,
  on: string,
  isProvisional = false,
): DatedRule<Key> | undefined {
  return find(key, on, isProvisional).rule as DatedRule<Key> | undefined;
}

/** Whether a provisional figure was read and the figure published since then differs. */
export function isSuperseded({ key, readOn, validFrom, provisional }: RuleRead): boolean {
  if (provisional === undefined) return false;
  const truth = findRule(key, readOn);
  const used = citedRule({ key, validFrom });
  return truth !== undefined && JSON.stringify(truth.value) !== JSON.stringify(used?.value);
}

/** Returns the version of the rule that an earlier calculation read. */
function citedRule({ key, validFrom }: Pick<RuleRead, 'key' | 'validFrom'>) {
  const versions = book().byKey.get(key);
  return versions?.find((rule) => rule.validFrom === validFrom);
}

/** Returns all rules in force on a date, in the order of the law packs. */
export function rulesInForce(on: string): readonly DatedRule[] {
  return payrollRules().filter((rule) => isInForce(rule, on));
}

/** Reads rules for one calculation, and lists the rules that were read. */
export class RuleReader {
  private readonly reads = new Map<RuleKey, RuleRead>();
  private readonly cited: ReadonlyMap<RuleKey, RuleRead>;

  /**
   * @param isProvisional whether the last published figure may replace a figure that is not published yet
   * @param cited rules that an earlier calculation read, whose provisional figures this reader
   * returns again
   */
  constructor(
    private readonly isProvisional = false,
    cited: readonly RuleRead[] = [],
  ) {
    this.cited = new Map(cited.flatMap((read) => (read.provisional ? [[read.key, read]] : [])));
  }

  /**
   * Returns the figures of the rule that is in force on the date given in `on`.
   * @throws RuleUnavailable if no figure is in force
   */
  read<Key extends RuleKey>(key: Key, on: string): RuleValues[Key] {
    const again = this.cited.get(key);
    const { rule, read } =
      again?.readOn === on
        ? { rule: citedRule(again), read: again }
        : find(key, on, this.isProvisional);
    if (rule === undefined || read === undefined) throw new RuleUnavailable(key, on);
    if (!this.reads.has(key)) this.reads.set(key, read);
    return rule.value as RuleValues[Key];
  }

  /** Returns the rules that were read, in the order of their first read. */
  rulesRead(): RuleRead[] {
    return [...this.reads.values()];
  }
}

function find(key: RuleKey, on: string, isProvisional: boolean): Found {
  const { byKey, lastFound, lastProvisional } = book();
  const memo = isProvisional ? lastProvisional : lastFound;
  const last = memo.get(key);
  if (last?.on === on) return last;
  const versions = byKey.get(key);
  const inForce = versions?.find((version) => isInForce(version, on));
  const latest = isProvisional ? versions?.at(-1) : undefined;
  const rule = inForce ?? (latest && latest.validFrom <= on ? latest : undefined);
  const found = { on, rule, read: rule && ruleRead(rule, on, inForce === undefined) };
  memo.set(key, found);
  return found;
}

function ruleRead(rule: DatedRule, readOn: string, isProvisional: boolean): RuleRead {
  const { key, label, legalBasis, sourceUrl, validFrom } = rule;
  return {
    key,
    label,
    legalBasis,
    ...(sourceUrl === undefined ? {} : { sourceUrl }),
    readOn,
    validFrom,
    ...(isProvisional ? { provisional: true as const } : {}),
  };
}

function isInForce(rule: DatedRule, on: string): boolean {
  return rule.validFrom <= on && (rule.validTo === null || on <= rule.validTo);
}
