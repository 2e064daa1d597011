import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parser } from '@prometheus-io/lezer-promql';
import { combinations, describeChart, render, root } from './helm';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
  annotations: Record<string, string>;
}

const read = (file: string) => readFileSync(join(root, file), 'utf8');

/** Whether PromQL parses without an error. */
function isPromQl(text: string): boolean {
  let isGood = true;
  parser.parse(text).iterate({ enter: ({ type }) => void (isGood &&= !type.isError) });
  return isGood;
}

describeChart('monitoring', () => {
  const manifests = render('t', combinations.production!);
  const rule = manifests.find(({ kind }) => kind === 'PrometheusRule')!;
  const alerts = rule.spec.groups.flatMap(({ rules }: { rules: Alert[] }) => rules) as Alert[];
  const boards = manifests.find(({ metadata }) => metadata.name === 't-dashboard')!;
  const dashboard = JSON.parse(boards.data['timbre.json']) as {
    uid: string;
    panels: { title: string; targets: { expr: string }[] }[];
  };
  const panelled = dashboard.panels.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const expressions = [
    ...alerts.map(({ expr }) => expr),
    ...panelled.map((expr) => expr.replaceAll('$__rate_interval', '5m')),
  ];
  const metricsOf = (text: string) => [...text.matchAll(/\b(?:timbre_[a-z_]+|up)(?=\{)/g)].flat();

  it('has only valid PromQL', () => {
    expect(isPromQl('sum by (a (rate(b[5m]))')).toBe(false);
    expect(expressions.filter((expr) => !isPromQl(expr))).toEqual([]);
  });

  it('uses metrics that a process exports and docs/metrics.md explains', () => {
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

  it('queries its own release only', () => {
    for (const { expr } of alerts)
      for (const selector of expr.matchAll(/\{[^}]*\}/g))
        expect(selector[0]).toContain('job="ns/t-metrics"');
    for (const expr of panelled)
      for (const selector of expr.matchAll(/\{[^}]*\}/g))
        expect(selector[0]).toContain('job="$job"');
    const other = render('u', combinations.production!).find(
      (m) => m.metadata.name === 'u-dashboard',
    );
    expect(other!.data['timbre.json']).not.toContain(dashboard.uid);
  });

  it('has a linked runbook for every alert, and none without an alert', () => {
    const runbooks = globSync('docs/runbooks/*.md', { cwd: root }).sort();
    expect(alerts.map(({ alert }) => `docs/runbooks/${alert}.md`).sort()).toEqual(runbooks);
    for (const { alert, annotations, labels } of alerts) {
      expect(annotations.runbook_url).toMatch(new RegExp(`/docs/runbooks/${alert}\\.md$`));
      expect(Object.keys(annotations)).toEqual(expect.arrayContaining(['summary', 'description']));
      expect(['critical', 'warning']).toContain(labels.severity);
      const runbook = read(`docs/runbooks/${alert}.md`);
      expect(runbook.startsWith(`# ${alert}\n`)).toBe(true);
      for (const part of ['**Who notices.**', '## Look', '## Do']) expect(runbook).toContain(part);
    }
  });

  it('scrapes the metrics port of every process', () => {
    const monitor = manifests.find(({ kind }) => kind === 'PodMonitor')!;
    expect(monitor.spec.podMetricsEndpoints).toEqual([
      expect.objectContaining({ port: 'health', path: '/metrics' }),
    ]);
  });
});
