import { z } from 'zod';
import { severityOf } from '../alert.ts';
import {
  type CallReading,
  nothing,
  type OneAlert,
  oneAlert,
  oneRun,
  REDELIVERY_MS,
  type SenderReader,
} from './payload.ts';
import { id, name, optional, readBy, time } from './schema.ts';

/*
 * GitHub's webhooks. Facts from docs.github.com (Webhook events and payloads) and from the schemas and examples of
 * octokit/webhooks at 3a58428a, payload-schemas/api.github.com and payload-examples/api.github.com.
 *
 * What counts is the latest run of one thing on one branch: a failure fires, a success ends it, and everything else (it was
 * cancelled, skipped, or is only starting) says nothing new.
 */

const conclusion = name.nullable();

const repositorySchema = z.object({ id, full_name: name, default_branch: z.string().default('') });
const common = { action: z.string(), repository: repositorySchema };
type Repository = z.infer<typeof repositorySchema>;

const workflowRunSchema = z.object({
  ...common,
  workflow_run: z.object({
    id,
    name: optional,
    path: optional,
    workflow_id: id,
    conclusion,
    event: z.string().default(''),
    head_branch: optional,
    head_repository: z.object({ id }).nullish(),
    run_attempt: z.int().default(1),
    run_started_at: time,
    display_title: optional,
    html_url: optional,
  }),
});

const app = z.object({ id, slug: name.default(''), name: name.default('') }).nullish();

const checkRunSchema = z.object({
  ...common,
  check_run: z.object({
    id,
    name,
    conclusion,
    started_at: time.nullish(),
    html_url: optional,
    app,
    check_suite: z.object({ head_branch: optional }).nullish(),
  }),
});

const checkSuiteSchema = z.object({
  ...common,
  check_suite: z.object({ id, conclusion, head_branch: optional, updated_at: time, app }),
});

const deploymentStatusSchema = z.object({
  ...common,
  deployment_status: z.object({
    id,
    state: name,
    environment: name,
    description: optional,
    created_at: time,
    target_url: optional,
  }),
  deployment: z.object({ task: z.string().default(''), ref: name.default('') }),
});

const advisorySchema = z.object({
  ...common,
  alert: z.object({
    number: id,
    html_url: optional,
    dependency: z.object({ package: z.object({ name: optional }).nullish() }).nullish(),
    security_advisory: z.object({ summary: name, cve_id: optional, severity: optional }),
  }),
});

export const github: SenderReader = {
  sender: 'github',
  fits: body => 'hook_id' in body || ('sender' in body && ('repository' in body || 'organization' in body)),
  read(body) {
    if ('zen' in body && 'hook_id' in body)
      return nothing('GitHub reaches this hook, and its secret is right.');
    if ('workflow_run' in body) return readBy(workflowRunSchema, body, fromWorkflowRun);
    if ('check_run' in body) return readBy(checkRunSchema, body, fromCheckRun);
    if ('check_suite' in body) return readBy(checkSuiteSchema, body, fromCheckSuite);
    if ('deployment_status' in body) return readBy(deploymentStatusSchema, body, fromDeploymentStatus);
    if ('alert' in body && hasAdvisory(body.alert)) return readBy(advisorySchema, body, fromAdvisory);
    return nothing(
      'Of GitHub’s events, only workflow_run, check_run, check_suite, deployment_status and dependabot_alert are alerts.',
    );
  },
};

function fromWorkflowRun({ workflow_run: run, repository }: z.infer<typeof workflowRunSchema>): CallReading {
  const branch = run.head_branch ?? '';
  const from = run.head_repository?.id ?? '';
  // Anybody can open a pull request from a branch of any name.
  const isOurs = from === repository.id && !run.event.startsWith('pull_request');
  return judged(run.conclusion, repository, branch, {
    thing: ['workflow', repository.id, run.workflow_id, from, isOurs ? 'own' : run.event, branch],
    alert: run.name || run.path || 'A workflow',
    isMain: isOurs && branch === repository.default_branch,
    annotations: { title: run.display_title ?? null, url: run.html_url ?? null },
    startsAt: run.run_started_at,
    moment: `${run.id} ${run.run_attempt}`,
  });
}

function fromCheckRun({ check_run: run, repository }: z.infer<typeof checkRunSchema>): CallReading {
  const branch = run.check_suite?.head_branch ?? '';
  return fromCheck(run.conclusion, repository, branch, run.app, {
    thing: ['check', repository.id, run.app?.id ?? '', run.name, branch],
    alert: run.name,
    annotations: { url: run.html_url ?? null },
    startsAt: run.started_at ?? null,
    moment: run.id,
  });
}

function fromCheckSuite({ check_suite: suite, repository }: z.infer<typeof checkSuiteSchema>): CallReading {
  const branch = suite.head_branch ?? '';
  return fromCheck(suite.conclusion, repository, branch, suite.app, {
    thing: ['suite', repository.id, suite.app?.id ?? '', branch],
    alert: suite.app?.name || 'Checks',
    annotations: {},
    startsAt: suite.updated_at,
    moment: `${suite.id} ${suite.updated_at}`,
  });
}

function fromCheck(
  came: string | null,
  repository: Repository,
  branch: string,
  by: z.infer<typeof app>,
  check: Omit<Judged, 'isMain'>,
): CallReading {
  if (by?.slug === 'github-actions')
    return nothing('Checks of GitHub Actions are alerts by the event workflow_run.');
  if (branch === '') return nothing('This check is of another repository’s branch.');
  return judged(came, repository, branch, { ...check, isMain: branch === repository.default_branch });
}

const fromDeploymentStatus = ({
  deployment_status: status,
  deployment,
  repository,
}: z.infer<typeof deploymentStatusSchema>): CallReading =>
  judged(status.state, repository, deployment.ref, {
    thing: ['deployment', repository.id, status.environment, deployment.task],
    alert: `Deployment to ${status.environment}`,
    isMain: true,
    annotations: { title: status.description ?? null, url: status.target_url ?? null },
    startsAt: status.created_at,
    moment: status.id,
  });

const hasAdvisory = (alert: unknown): boolean =>
  typeof alert === 'object' && alert !== null && 'security_advisory' in alert;

function fromAdvisory({ action, alert, repository }: z.infer<typeof advisorySchema>): CallReading {
  const { summary, cve_id, severity } = alert.security_advisory;
  const isOver = /^(fixed|dismissed|auto_dismissed)$/.test(action);
  if (!isOver && !/^(created|reintroduced|reopened|auto_reopened)$/.test(action))
    return nothing('The alert neither fires nor is over.');
  return oneAlert({
    thing: ['github', 'dependabot', repository.id, alert.number],
    status: isOver ? 'resolved' : 'firing',
    severity: severityOf(severity ?? '') ?? 'warning',
    alert: summary,
    place: repository.full_name,
    summary: [cve_id, alert.dependency?.package?.name].filter(Boolean).join(', '),
    links: { page: alert.html_url },
    moment: action,
    forMs: REDELIVERY_MS,
  });
}

const FAILED = new Set(['failure', 'timed_out', 'startup_failure', 'error']);

/** `isMain`: it matters as much as what is on the default branch. */
type Judged = Pick<OneAlert, 'thing' | 'alert' | 'moment'> & {
  isMain: boolean;
  annotations: Record<string, string | null>;
  startsAt: string | null;
};

/** @param came what it came to; null: it goes on */
function judged(
  came: string | null,
  { full_name: name }: Repository,
  branch: string,
  { isMain, startsAt, ...run }: Judged,
): CallReading {
  const outcome = came === 'success' ? 'passed' : FAILED.has(came ?? '') ? 'failed' : null;
  return oneRun(outcome, isMain, {
    ...run,
    thing: ['github', ...run.thing],
    place: [name, branch],
    summary: [came?.replaceAll('_', ' '), run.annotations.title].filter(Boolean).join(': '),
    links: { page: run.annotations.url },
    labels: { repository: name, branch },
    startsAt: startsAt === null ? null : Date.parse(startsAt),
  });
}
