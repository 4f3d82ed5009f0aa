import { writeFileSync } from 'node:fs';

/*
 * monitoring/dashboard.json, for Grafana:
 *
 *   node tools/dashboard.ts
 *
 * test/unit/monitoring.test.ts fails if the file isn't what this makes, or if a panel asks for a metric that isn't there.
 */

type Unit = 'short' | 'percentunit' | 's' | 'bytes';
/** `expr`: what Prometheus is asked; `legend`: with `{{label}}`. */
type Panel = {
  title: string;
  about?: string;
  unit?: Unit;
  stat?: true;
  targets: [expr: string, legend: string][];
};
type Row = { title: string; panels: readonly Panel[] };

/** What is counted in each process, over the panel's own step, by a label. */
const perMinute = (counter: string, by: string): string =>
  `sum by (${by}) (rate(${counter}[$__rate_interval])) * 60`;
const APP = '{job="sms-for-slack"}';

const ROWS: readonly Row[] = [
  {
    title: 'At a glance',
    panels: [
      {
        title: 'Left within a second, last 24 hours',
        about: 'Of the texts that had room when they were asked for. The promise.',
        unit: 'percentunit',
        stat: true,
        targets: [['sms:texts_prompt:ratio_1d', '']],
      },
      {
        title: 'Well',
        about: 'Each thing that the app needs: 1, or 0 where a process says that it is not well.',
        stat: true,
        targets: [['min by (check) (sms_check_passes)', '{{check}}']],
      },
      {
        title: 'Texts that wait',
        stat: true,
        targets: [['max by (state) (sms_texts)', '{{state}}']],
      },
      {
        title: 'Can’t be read',
        about: 'npm run quarantine lists them.',
        stat: true,
        targets: [['sum(max by (kind) (sms_quarantined))', '']],
      },
    ],
  },
  {
    title: 'Texts',
    panels: [
      {
        title: 'Requests to the SMS service, a minute',
        targets: [[perMinute('sms_requests_total', 'outcome, code'), '{{outcome}} {{code}}']],
      },
      {
        title: 'Texts that wait, and that are being sent',
        about: 'Without those of paused broadcasts.',
        targets: [['max by (state) (sms_texts)', '{{state}}']],
      },
      {
        title: 'From being asked to leaving, of texts with room',
        unit: 's',
        targets: [0.5, 0.99].map(share => [
          `histogram_quantile(${share}, sum by (le) (rate(sms_text_wait_seconds_bucket[$__rate_interval])))`,
          `${share * 100} %`,
        ]),
      },
      {
        title: 'Results told to Slack, a minute',
        targets: [[perMinute('sms_reports_total', 'result'), '{{result}}']],
      },
      { title: 'Broadcasts', targets: [['max by (state) (sms_broadcasts)', '{{state}}']] },
      {
        title: 'Rows of running broadcasts that still have to go',
        targets: [['max(sms_broadcast_rows_waiting)', 'rows']],
      },
    ],
  },
  {
    title: 'Alerts by hooks',
    panels: [
      {
        title: 'Calls to hooks, a minute',
        targets: [[perMinute('sms_hook_calls_total', 'answer'), '{{answer}}']],
      },
      { title: 'Alerts, a minute', targets: [[perMinute('sms_alerts_total', 'what'), '{{what}}']] },
      {
        title: 'Texts about alerts, a minute',
        targets: [[perMinute('sms_alert_texts_total', 'what'), '{{what}}']],
      },
    ],
  },
  {
    title: 'The processes',
    panels: [
      { title: 'Up', targets: [['up', '{{job}} {{instance}}']] },
      {
        title: 'Event loop, 99 of 100 turns wait at most',
        unit: 's',
        targets: [[`nodejs_eventloop_lag_p99_seconds${APP}`, '{{instance}}']],
      },
      {
        title: 'Processor',
        unit: 'percentunit',
        targets: [[`rate(process_cpu_seconds_total[$__rate_interval])`, '{{job}} {{instance}}']],
      },
      {
        title: 'Memory',
        unit: 'bytes',
        targets: [['process_resident_memory_bytes', '{{job}} {{instance}}']],
      },
      {
        title: 'Requests not taken, a minute',
        targets: [[perMinute('sms_http_not_taken_total', 'why'), '{{why}}']],
      },
      {
        title: 'HEARTBEAT_URL, a minute',
        targets: [[perMinute('sms_heartbeats_total', 'outcome'), '{{outcome}}']],
      },
    ],
  },
  {
    title: 'The SMS service, if it is yours',
    panels: [
      {
        title: 'Taken and refused, a minute',
        targets: [
          ['sum(rate(sms_service_accepted_total[$__rate_interval])) * 60', 'accepted'],
          [perMinute('sms_service_refused_total', 'code'), '{{code}}'],
        ],
      },
      {
        title: 'States that texts came into, a minute',
        targets: [[perMinute('sms_service_texts_total', 'route, state'), '{{route}} {{state}}']],
      },
      {
        title: 'Not wholly with a carrier yet',
        targets: [
          ['sms_service_waiting', 'texts'],
          ['sms_service_route_underway', '{{route}} unanswered'],
        ],
      },
      {
        title: 'The oldest of them has waited',
        unit: 's',
        targets: [['sms_service_oldest_waiting_seconds', 'oldest']],
      },
      { title: 'Routes that work', targets: [['sms_service_route_up', '{{route}}']] },
    ],
  },
];

/** Grafana's grid is 24 wide. */
const WIDTH = 24;
const SIZES = { stat: { w: 6, h: 4 }, timeseries: { w: 8, h: 7 } };

/** The dashboard as Grafana's JSON model. */
export function makeDashboard(): object {
  const panels: object[] = [];
  let y = 0;
  const add = (panel: object): void => void panels.push({ id: panels.length + 1, ...panel });
  for (const { title, panels: inRow } of ROWS) {
    add({ type: 'row', title, collapsed: false, gridPos: { x: 0, y, w: WIDTH, h: 1 }, panels: [] });
    y += 1;
    let x = 0;
    for (const panel of inRow) {
      const { w, h } = SIZES[panel.stat ? 'stat' : 'timeseries'];
      if (x + w > WIDTH) [x, y] = [0, y + h];
      add({ ...panelOf(panel), gridPos: { x, y, w, h } });
      x += w;
      if (panel === inRow.at(-1)) y += h;
    }
  }
  return {
    uid: 'sms-for-slack',
    title: 'SMS for Slack',
    tags: [],
    timezone: 'browser',
    schemaVersion: 39,
    refresh: '30s',
    time: { from: 'now-6h', to: 'now' },
    panels,
  };
}

function panelOf({ title, about, unit = 'short', stat, targets }: Panel): object {
  return {
    type: stat ? 'stat' : 'timeseries',
    title,
    ...(about === undefined ? {} : { description: about }),
    datasource: { type: 'prometheus', uid: 'prometheus' },
    fieldConfig: { defaults: { unit, min: 0 }, overrides: [] },
    targets: targets.map(([expr, legendFormat], nth) => ({
      refId: String.fromCharCode(65 + nth),
      expr,
      legendFormat,
      ...(stat ? { instant: true } : {}),
    })),
  };
}

if (import.meta.main) {
  writeFileSync('monitoring/dashboard.json', `${JSON.stringify(makeDashboard(), null, 2)}\n`);
}
