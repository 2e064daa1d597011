import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { stringify } from 'yaml';
import { courses } from './alert-courses';
import { combinations, describeChart, render, root, type Manifest } from './helm';

interface Rule {
  alert?: string;
  record?: string;
  expr: string;
}

interface Alert extends Rule {
  alert: string;
  for: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

/** Jest's `describe`, or `describe.skip` if promtool (Debian's package prometheus) is not installed. */
const describePromtool =
  spawnSync('promtool', ['--version']).status === 0 ? describe : describe.skip;

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Whether the PromQL expression parses without an error. */
function isPromQl(text: string): boolean {
  let isGood = true;
  parser.parse(text).iterate({ enter: ({ type }) => void (isGood &&= !type.isError) });
  return isGood;
}

/**
 * Converts a line with metric values to the format of promtool, with the labels of the release `t` in the
 * namespace `ns`.
 */
function seriesOf(line: string): { series: string; values: string } {
  const [, series, values] = /^(\S+\{.*\}) (.+)$/.exec(line)!;
  const named = series!.replace('JOB', 'job="ns/t-metrics"');
  return { series: named.replace('DATABASE', 'job="ns/t-postgresql"'), values: values! };
}

describeChart('monitoring', () => {
  const manifests = render('t', combinations.production!);
  const rule = manifests.find(({ kind }) => kind === 'PrometheusRule')!;
  const rules = rule.spec.groups.flatMap((group: { rules: Rule[] }) => group.rules) as Rule[];
  const alerts = rules.filter((one): one is Alert => one.alert !== undefined);
  const boards = manifests.find(({ metadata }) => metadata.name === 't-dashboard')!;
  const dashboard = JSON.parse(boards.data['timbre.json']) as {
    uid: string;
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const panelled = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const expressions = [
    ...rules.map(({ expr }) => expr),
    ...panelled.map((expr) => expr.replaceAll('$__rate_interval', '5m')),
  ];
  const metricsOf = (text: string) => [...text.matchAll(/\b(?:timbre_[a-z_]+|up)(?=\{)/g)].flat();

  it('monitoring contains only valid PromQL', () => {
    expect(isPromQl('sum by (a (rate(b[5m]))')).toBe(false);
    expect(expressions.filter((expr) => !isPromQl(expr))).toEqual([]);
  });

  it('monitoring uses only metrics that a process exports and docs/metrics.md explains', () => {
    const explained = read('docs/metrics.md');
    const sources = globSync('{packages/kit,services/*,gateway}/src/**/*.ts', { cwd: root });
    const code = sources
      .filter((file) => !file.endsWith('.test.ts'))
      .map(read)
      .join('\n');
    const asked = new Set(expressions.flatMap(metricsOf));
    asked.delete('up');
    expect(asked.size).toBeGreaterThan(8);
    for (const name of asked) {
      const documented = name.replace(/_(bucket|count)$/, '');
      expect(explained).toContain(`\`${documented}\``);
      expect(code).toContain(`'${documented.replace(/_total$/, '')}'`);
    }
  });

  it('monitoring queries only metrics of its own release', () => {
    for (const { expr } of rules)
      for (const selector of expr.matchAll(/\{[^}]*\}/g))
        expect(selector[0]).toMatch(/job="ns\/t-(metrics|postgresql)"|namespace="ns"/);
    for (const expr of panelled)
      for (const selector of expr.matchAll(/\{[^}]*\}/g))
        expect(selector[0]).toContain('job="$job"');
    const other = render('u', combinations.production!).find(
      (m) => m.metadata.name === 'u-dashboard',
    );
    expect(other!.data['timbre.json']).not.toContain(dashboard.uid);
  });

  it('monitoring has a linked runbook for every alert, and no runbook without an alert', () => {
    // The runbook Restore belongs to no alert; a person decides to restore.
    const runbooks = globSync('docs/runbooks/Timbre*.md', { cwd: root }).sort();
    const named = new Set(alerts.map(({ alert }) => `docs/runbooks/${alert}.md`));
    expect([...named].sort()).toEqual(runbooks);
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook_url).toMatch(new RegExp(`/docs/runbooks/${alert}\\.md$`));
      expect(Object.keys(annotations)).toEqual(expect.arrayContaining(['summary', 'description']));
      expect(['critical', 'warning']).toContain(labels.severity);
      const runbook = read(`docs/runbooks/${alert}.md`);
      expect(runbook.startsWith(`# ${alert}\n`)).toBe(true);
      for (const part of ['**Who notices.**', '## Look', '## Do']) expect(runbook).toContain(part);
    }
  });

  const endpoints = (of: Manifest[]) =>
    Object.fromEntries(
      of
        .filter(({ kind }) => kind === 'PodMonitor')
        .map(({ metadata, spec }) => [metadata.name, spec.podMetricsEndpoints]),
    );

  it('monitoring scrapes the metrics port of every process and of every instance of PostgreSQL', () => {
    expect(endpoints(render('t', combinations['a monitored sandbox']!))).toEqual({
      't-metrics': [expect.objectContaining({ port: 'health', path: '/metrics' })],
      't-postgresql': [expect.objectContaining({ port: 'metrics' })],
    });
  });

  it('monitoring scrapes NATS if its exporter is enabled', () => {
    const production = combinations.production!;
    const set = [...(production.set ?? []), 'monitoring.natsExporter.enabled=true'];
    const exporting = render('t', { ...production, set });
    expect(endpoints(exporting)['t-nats']).toEqual([expect.objectContaining({ port: 'metrics' })]);
    const nats = exporting.find(({ kind }) => kind === 'StatefulSet')!;
    expect(nats.spec.template.spec.containers).toContainEqual(
      expect.objectContaining({ ports: [{ name: 'metrics', containerPort: 7777 }] }),
    );
  });

  it('monitoring alerts on the missing Pods of every component', () => {
    const missing = alerts.filter(({ alert }) => alert === 'TimbreComponentMissing');
    const watched = missing.map(({ expr }) => /component="([^"]+)"/.exec(expr)![1]);
    const deployed = manifests
      .filter(({ kind }) => kind === 'Deployment')
      .map(({ metadata }) => metadata.labels['app.kubernetes.io/component']);
    expect(watched.toSorted()).toEqual(deployed.toSorted());
  });

  describePromtool('fires', () => {
    const dir = mkdtempSync(join(tmpdir(), 'timbre-alerts-'));
    afterAll(() => rmSync(dir, { recursive: true }));
    const file = join(dir, 'test.yaml');

    /**
     * Runs promtool on the metric values for an alert, with the rule of the alert and the recording rules.
     * @returns the output of promtool if it finds a difference, otherwise an empty text
     */
    function saidAgainst(alert: string, input: string[], evalTime: string, firing: number): string {
      const ofAlert = rules.filter(({ record, alert: name }) => record ?? name === alert);
      writeFileSync(
        join(dir, 'rules.yaml'),
        stringify({ groups: [{ name: 't', rules: ofAlert }] }),
      );
      const expr = `count(ALERTS{alertname="${alert}", alertstate="firing"}) or vector(0)`;
      const expected = { expr, eval_time: evalTime, exp_samples: [{ value: firing }] };
      const test = {
        interval: '1m',
        input_series: input.map(seriesOf),
        promql_expr_test: [expected],
      };
      writeFileSync(file, stringify({ rule_files: ['rules.yaml'], tests: [test] }));
      const { stdout, status } = spawnSync('promtool', ['test', 'rules', file], {
        encoding: 'utf8',
      });
      return status === 0 ? '' : stdout;
    }

    it.each([...new Set(alerts.map(({ alert }) => alert))])(
      'the alert %s fires in its first course and stays quiet in its second',
      (alert) => {
        const { fires, quiet, at = '6h' } = courses[alert]!;
        expect(saidAgainst(alert, fires, at, 1)).toBe('');
        expect(saidAgainst(alert, quiet, at, 0)).toBe('');
      },
    );
  });
});
