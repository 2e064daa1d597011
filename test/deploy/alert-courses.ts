/**
 * Metric values for which an alert must fire exactly once, and values for which the alert must not fire.
 * The values are in the notation of `promtool test rules`, with one value per minute. JOB and DATABASE are
 * placeholders for labels that Prometheus adds.
 */
export interface Course {
  fires: string[];
  quiet: string[];
  /** The time at which promtool evaluates the alert; the default is six hours after the start. */
  at?: string;
}

const http = (status: string) =>
  `timbre_http_request_duration_seconds_count{JOB, operation="createContact", status="${status}"}`;
const pac = (call: string, outcome: string) =>
  `timbre_pac_call_duration_seconds_count{JOB, pac="sw", call="${call}", outcome="${outcome}"}`;
const gauge = (name: string, labels: string, fires: number, quiet: number): Course => ({
  fires: [`${name}{${labels}} ${fires}x360`],
  quiet: [`${name}{${labels}} ${quiet}x360`],
});
/**
 * Returns metric values for an alert that must fire if a counter grows at the end, and must not fire if the
 * counter is constant.
 */
const counter = (name: string, labels = 'JOB'): Course => ({
  fires: [`${name}{${labels}} 0x355 3+3x5`],
  quiet: [`${name}{${labels}} 3x360`],
});

const slow = (le: string) =>
  `timbre_http_request_duration_seconds_bucket{JOB, operation="listCfdi", le="${le}"}`;

const everyComponent = [
  'accounts',
  'commerce',
  'fiscal-cfdi',
  'gateway',
  'payroll',
  'reports',
  'sat-sync',
  'webhooks',
].map((name) => `up{JOB, app_kubernetes_io_component="${name}"} 1x360`);

const attempts = (outcome: string) =>
  `timbre_webhook_attempt_duration_seconds_count{JOB, outcome="${outcome}"}`;
const volume = (kind: string) =>
  `kubelet_volume_stats_${kind}_bytes{namespace="ns", persistentvolumeclaim="data-t-nats-0"}`;

export const courses: Record<string, Course> = {
  TimbreProcessDown: {
    fires: ['up{JOB, pod="t-payroll-0"} 0x360'],
    quiet: ['up{JOB, pod="t-payroll-0"} 1x360'],
  },
  TimbreComponentMissing: { fires: everyComponent.slice(1), quiet: everyComponent },
  TimbreRequestsFail: {
    fires: [`${http('200')} 0+97x360`, `${http('503')} 0+3x360`],
    quiet: [`${http('200')} 0+9990x360`, `${http('503')} 0+10x360`],
  },
  TimbreErrorBudget: {
    fires: [`${http('200')} 0+990x360`, `${http('503')} 0+10x360`],
    quiet: [`${http('200')} 0+9990x360`, `${http('503')} 0+10x360`],
  },
  TimbreRequestsSlow: {
    fires: [`${slow('1')} 0x360`, `${slow('2.5')} 0+60x360`, `${slow('+Inf')} 0+60x360`],
    quiet: [`${slow('1')} 0+60x360`, `${slow('2.5')} 0+60x360`, `${slow('+Inf')} 0+60x360`],
  },
  TimbreConnectionsExhausted: gauge('timbre_pg_waiting', 'JOB, pool="app"', 3, 0),
  TimbreOutboxLag: gauge('timbre_outbox_lag_seconds', 'JOB', 61, 59),
  TimbreConsumerLag: gauge(
    'timbre_consumer_backlog',
    'JOB, consumer="c", state="pending"',
    1_001,
    999,
  ),
  TimbreQueueLag: gauge('timbre_queue_lag_seconds', 'JOB, queue="stamps"', 901, 899),
  TimbreDeadLetters: gauge('timbre_dead_letters', 'JOB', 1, 0),
  TimbrePacUnavailable: {
    fires: [`${pac('stamp', 'stamped')} 0+7x360`, `${pac('stamp', 'unknown')} 0+3x360`],
    quiet: [`${pac('stamp', 'stamped')} 0+9x360`, `${pac('stamp', 'unknown')} 0+1x360`],
  },
  TimbrePacAccount: {
    fires: [`${pac('stamp', 'account')} _x355 1x5`],
    quiet: [`${pac('stamp', 'account')} 1x360`],
  },
  TimbreClockSkewed: gauge('timbre_pac_clock_skew_seconds', 'JOB', -31, 29),
  TimbreStampsAbandoned: gauge('timbre_stamps_abandoned', 'JOB', 1, 0),
  TimbreStampsUnverified: counter('timbre_stamps_unverified_total'),
  TimbreStampsUnknown: {
    fires: [`${pac('lookup', 'unknown')} 0+1x360`],
    quiet: [`${pac('lookup', 'unknown')} 5x360`],
  },
  TimbreLawEnds: gauge('timbre_law_remaining_seconds', 'JOB, rule="uma"', 44 * 86_400, 46 * 86_400),
  TimbreLawDiffers: gauge('timbre_law_disagreements', 'JOB', 1, 0),
  TimbreActivityLost: counter('timbre_activity_lost_total'),
  TimbreReportsDrift: counter('timbre_reports_drift_total'),
  TimbreSatListsFail: counter('timbre_sat_list_failures_total'),
  TimbreBrokerStoreLost: counter('timbre_outbox_lost_stores_total'),
  TimbreWebhooksFail: {
    fires: [`${attempts('delivered')} 0+1x360`, `${attempts('timeout')} 0+2x360`],
    quiet: [`${attempts('delivered')} 0+2x360`, `${attempts('timeout')} 0+1x360`],
  },
  TimbreVolumeFull: {
    fires: [`${volume('available')} 14x360`, `${volume('capacity')} 100x360`],
    quiet: [`${volume('available')} 16x360`, `${volume('capacity')} 100x360`],
  },
  TimbreCertificateEnds: gauge(
    'certmanager_certificate_expiration_timestamp_seconds',
    'namespace="ns", name="tls"',
    13 * 86_400,
    15 * 86_400,
  ),
  TimbreReplicationLag: gauge('cnpg_pg_replication_lag', 'DATABASE, pod="t-postgresql-2"', 31, 29),
  TimbreWalNotArchived: {
    fires: [
      'cnpg_pg_stat_archiver_last_failed_time{DATABASE, pod="t-postgresql-1"} 200x360',
      'cnpg_pg_stat_archiver_last_archived_time{DATABASE, pod="t-postgresql-1"} 100x360',
    ],
    quiet: [
      'cnpg_pg_stat_archiver_last_failed_time{DATABASE, pod="t-postgresql-1"} 100x360',
      'cnpg_pg_stat_archiver_last_archived_time{DATABASE, pod="t-postgresql-1"} 200x360',
    ],
  },
  TimbreBackupOld: {
    fires: [
      'cnpg_collector_last_available_backup_timestamp{DATABASE, pod="t-postgresql-1"} 60x2400',
    ],
    quiet: [
      'barman_cloud_cloudnative_pg_io_last_available_backup_timestamp{DATABASE, pod="t-postgresql-1"} 36000x2400',
    ],
    at: '38h',
  },
};
