import { z } from 'zod';
import { type Severity, severityOf } from '../../alert.ts';
import { REDELIVERY_MS } from '../dedupe.ts';
import { oneLine } from '../plain.ts';
import { name, someName, time, words } from '../schema.ts';
import { anyOf, has, row } from './sender.ts';

/*
 * The webhooks of Sentry's internal integrations. Facts from getsentry/sentry-docs (Integration Platform, Webhooks: Issue
 * Alerts, Metric Alerts, Issues) and src/sentry/sentry_apps/api/serializers/app_platform_event.py in getsentry/sentry.
 */

const issueAlertSchema = z.object({
  data: z.object({
    event: z.object({
      event_id: name,
      issue_id: someName,
      title: someName,
      culprit: words,
      level: name,
      datetime: time,
      web_url: words,
      /** The address in Sentry's API, the only field with the project's name. */
      url: words,
    }),
    triggered_rule: name,
  }),
});

const issueAlert = row(has('data.event'), issueAlertSchema, {
  id: ({ data: { event } }) => ['sentry issue', event.issue_id],
  state: () => 'firing',
  severity: ({ data: { event } }) => severityOf(event.level) ?? 'error',
  name: ({ data: { event } }) => event.title,
  place: ({ data: { event } }) => /\/projects\/[^/]+\/([^/]+)\//.exec(event.url)?.[1],
  words: ({ data: { event } }) => event.culprit,
  time: ({ data: { event } }) => event.datetime,
  moment: ({ data: { event } }) => event.event_id || null,
  links: ({ data: { event } }) => ({ page: event.web_url }),
  more: ({ data: { event, triggered_rule } }) => ({
    annotations: { rule: triggered_rule, url: event.web_url },
    // The button “Send Test Notification” sends this example.
    test: /^This is an example \S+ (?:exception|error)/i.test(event.title),
  }),
});

const metricAlertSchema = z.object({
  action: name,
  data: z.object({
    metric_alert: z.object({
      id: someName,
      date_started: name,
      projects: z.array(name).catch([]),
      alert_rule: z.object({ name: someName }),
    }),
    description_text: words,
    web_url: words,
  }),
});

const metricAlert = row(has('data.metric_alert'), metricAlertSchema, {
  id: ({ data }) => ['sentry metric', data.metric_alert.id],
  state: ({ action }) => (action === 'resolved' ? 'resolved' : 'firing'),
  severity: ({ action }): Severity => (action === 'warning' ? 'warning' : 'critical'),
  name: ({ data }) => data.metric_alert.alert_rule.name,
  place: ({ data }) => data.metric_alert.projects.join(', '),
  // Sentry writes a line break as two characters.
  words: ({ data }) =>
    data.description_text
      .split(/\\n|\n/)
      .map(oneLine)
      .filter(Boolean)
      .join('; '),
  time: ({ data }) => Date.parse(data.metric_alert.date_started) || null,
  moment: ({ action, data }) => `${action} ${data.metric_alert.date_started}`,
  links: ({ data }) => ({ page: data.web_url }),
  more: ({ data }) => ({ annotations: { url: data.web_url }, forMs: REDELIVERY_MS }),
});

const issueSchema = z.object({
  action: name,
  data: z.object({
    issue: z.object({
      id: someName,
      title: someName,
      level: name,
      culprit: words,
      lastSeen: name,
      project: z.object({ slug: name }).nullish().catch(null),
      permalink: words,
    }),
  }),
});

/** Only issue alerts fire, because Sentry's alert rules decide which issues matter. The webhook of an issue itself only ends them. */
const issue = row(has('data.issue'), issueSchema, {
  id: ({ data }) => ['sentry issue', data.issue.id],
  state: ({ action }) =>
    action === 'resolved' || action === 'archived' || action === 'ignored'
      ? 'resolved'
      : { nothing: 'An issue fires by an issue alert, and is over when it is resolved or archived.' },
  severity: ({ data }) => severityOf(data.issue.level) ?? 'error',
  name: ({ data }) => data.issue.title,
  place: ({ data }) => data.issue.project?.slug,
  words: ({ data }) => data.issue.culprit,
  time: null,
  // The issue may come back and be resolved again.
  moment: ({ data }) => data.issue.lastSeen,
  links: ({ data }) => ({ page: data.issue.permalink }),
  more: () => ({ forMs: REDELIVERY_MS }),
});

export const sentry = anyOf([issueAlert, metricAlert, issue], {
  fits: has('installation', 'action', 'data', 'actor'),
  why: 'Only Sentry’s issue alerts, metric alerts and resolved issues are alerts.',
});
