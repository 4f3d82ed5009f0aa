import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { type CallReading, nothing, oneAlert, oneLine, REDELIVERY_MS, type SenderReader } from './payload.ts';
import { id, listOf, name, optional, readBy, time, words } from './schema.ts';

/*
 * The webhooks of Sentry's internal integrations. Facts from getsentry/sentry-docs (Integration Platform, Webhooks: Issue
 * Alerts, Metric Alerts, Issues) and src/sentry/sentry_apps/api/serializers/app_platform_event.py in getsentry/sentry.
 */

const issueAlertSchema = z.object({
  action: z.literal('triggered', 'should be "triggered"'),
  data: z.object({
    event: z.object({
      event_id: z.string(),
      issue_id: id,
      title: name,
      culprit: optional,
      level: optional,
      datetime: time,
      web_url: optional,
      /** Of Sentry’s API: only here is the project’s name. */
      url: optional,
    }),
    triggered_rule: name.default(''),
  }),
});

const metricAlertSchema = z.object({
  action: z.enum(['critical', 'warning', 'resolved'], 'should be "critical", "warning" or "resolved"'),
  data: z.object({
    metric_alert: z.object({
      id,
      date_started: time,
      projects: listOf(name).default([]),
      alert_rule: z.object({ name }),
    }),
    description_text: words.default(''),
    web_url: optional,
  }),
});

const issueSchema = z.object({
  action: z.string(),
  data: z.object({
    issue: z.object({
      id,
      title: name,
      level: optional,
      culprit: optional,
      lastSeen: z.string().default(''),
      project: z.object({ slug: name.default('') }).nullish(),
      permalink: optional,
    }),
  }),
});

export const sentry: SenderReader = {
  sender: 'sentry',
  fits: body => 'installation' in body && 'action' in body && 'data' in body && 'actor' in body,
  read(body) {
    const data = 'data' in body && typeof body.data === 'object' && body.data !== null ? body.data : {};
    if ('event' in data) return readBy(issueAlertSchema, body, fromIssueAlert);
    if ('metric_alert' in data) return readBy(metricAlertSchema, body, fromMetricAlert);
    if ('issue' in data) return readBy(issueSchema, body, fromIssue);
    return nothing('Only Sentry’s issue alerts, metric alerts and resolved issues are alerts.');
  },
};

const projectIn = (url: string): string => /\/projects\/[^/]+\/([^/]+)\//.exec(url)?.[1] ?? '';

function fromIssueAlert({ data: { event, triggered_rule } }: z.infer<typeof issueAlertSchema>): CallReading {
  return oneAlert({
    thing: ['sentry issue', event.issue_id],
    status: 'firing',
    severity: severityOf(event.level ?? '') ?? 'error',
    alert: event.title,
    place: projectIn(event.url ?? ''),
    summary: event.culprit ?? '',
    links: { page: event.web_url },
    annotations: { rule: triggered_rule, url: event.web_url ?? null },
    startsAt: Date.parse(event.datetime),
    moment: event.event_id,
    // Its button “Send Test Notification” sends an example of Sentry’s own.
    test: /^This is an example \S+ (?:exception|error)/i.test(event.title),
  });
}

function fromMetricAlert({ action, data }: z.infer<typeof metricAlertSchema>): CallReading {
  const { id: incident, alert_rule: rule, date_started: started, projects } = data.metric_alert;
  return oneAlert({
    thing: ['sentry metric', incident],
    status: action === 'resolved' ? 'resolved' : 'firing',
    severity: action === 'resolved' ? 'critical' : action,
    alert: rule.name,
    place: projects.join(', '),
    // It writes its line breaks as two characters.
    summary: data.description_text
      .split(/\\n|\n/)
      .map(oneLine)
      .filter(Boolean)
      .join('; '),
    annotations: { url: data.web_url ?? null },
    links: { page: data.web_url },
    startsAt: Date.parse(started),
    moment: `${action} ${started}`,
    forMs: REDELIVERY_MS,
  });
}

/** Issues fire by alert rules, which decide what is worth an alert; here they are only over. */
function fromIssue({ action, data: { issue } }: z.infer<typeof issueSchema>): CallReading {
  if (action !== 'resolved' && action !== 'archived' && action !== 'ignored')
    return nothing('An issue fires by an issue alert, and is over when it is resolved or archived.');
  return oneAlert({
    thing: ['sentry issue', issue.id],
    status: 'resolved',
    severity: severityOf(issue.level ?? '') ?? 'error',
    alert: issue.title,
    place: issue.project?.slug ?? '',
    summary: issue.culprit ?? '',
    links: { page: issue.permalink },
    // It may come back and be resolved again.
    moment: issue.lastSeen,
    forMs: REDELIVERY_MS,
  });
}
