import { z } from 'zod';
import { type Severity, severityOf } from '../../alert.ts';
import { REDELIVERY_MS } from '../dedupe.ts';
import { type CallReader, nothing } from '../payload.ts';
import { name, someName, time, words } from '../schema.ts';
import { anyOf, type Columns, has, row, stateOfRun } from './sender.ts';

/*
 * GitHub's webhooks. Facts from docs.github.com (Webhook events and payloads) and from the schemas and examples of
 * octokit/webhooks at 3a58428a, payload-schemas/api.github.com and payload-examples/api.github.com.
 *
 * The latest run of a thing on a branch counts: a failure fires, a success ends it, and a cancelled, skipped or starting run changes
 * nothing.
 */

const repository = z.object({ id: someName, full_name: someName, default_branch: name });
const app = z.object({ id: name, slug: name, name }).nullish().catch(null);

type GithubRun = {
  repository: z.infer<typeof repository>;
  conclusion: string;
  branch: string;
  /** True if the run matters as much as one on the default branch. */
  isMain: boolean;
  title: string;
  url: string;
};

const runOf = (
  repository: GithubRun['repository'],
  run: Pick<GithubRun, 'conclusion' | 'branch'> & Partial<GithubRun>,
): GithubRun => ({
  repository,
  title: '',
  url: '',
  isMain: run.branch === repository.default_branch,
  ...run,
});

const FAILED = new Set(['failure', 'timed_out', 'startup_failure', 'error']);

const stateOfGithubRun = ({ conclusion }: GithubRun) =>
  stateOfRun(conclusion === 'success' ? 'passed' : FAILED.has(conclusion) ? 'failed' : null);

/** The columns that all runs have in common. */
const OF_RUN: Pick<Columns<GithubRun>, 'severity' | 'place' | 'words' | 'links' | 'more'> = {
  severity: ({ isMain }): Severity => (isMain ? 'error' : 'info'),
  place: ({ repository, branch }) => [repository.full_name, branch],
  words: ({ conclusion, title }) => [conclusion.replaceAll('_', ' '), title].filter(Boolean).join(': '),
  links: ({ url }) => ({ page: url }),
  more: ({ repository, branch, title, url }) => ({
    labels: { repository: repository.full_name, branch },
    annotations: { title, url },
  }),
};

const workflowRunSchema = z
  .object({
    repository,
    workflow_run: z.object({
      id: someName,
      name,
      path: name,
      workflow_id: someName,
      conclusion: name,
      event: name,
      head_branch: name,
      head_repository: z.object({ id: name }).nullish().catch(null),
      run_attempt: name,
      run_started_at: time,
      display_title: words,
      html_url: words,
    }),
  })
  .transform(({ repository, workflow_run: run }) => {
    const from = run.head_repository?.id ?? '';
    // A stranger's pull request may come from a branch with the default branch's name.
    const isOurs = from === repository.id && !run.event.startsWith('pull_request');
    const { conclusion, head_branch: branch, display_title: title, html_url: url } = run;
    const isMain = isOurs && branch === repository.default_branch;
    return { run, from, isOurs, ...runOf(repository, { conclusion, branch, title, url, isMain }) };
  });

const workflowRun = row(has('workflow_run'), workflowRunSchema, {
  ...OF_RUN,
  id: ({ repository, run, from, isOurs, branch }) => [
    'github',
    'workflow',
    repository.id,
    run.workflow_id,
    from,
    isOurs ? 'own' : run.event,
    branch,
  ],
  state: stateOfGithubRun,
  name: ({ run }) => run.name || run.path || 'A workflow',
  time: ({ run }) => run.run_started_at,
  moment: ({ run }) => `${run.id} ${run.run_attempt || 1}`,
});

const checkRunSchema = z
  .object({
    repository,
    check_run: z.object({
      id: someName,
      name: someName,
      conclusion: name,
      started_at: time,
      html_url: words,
      app,
      check_suite: z.object({ head_branch: name }).nullish().catch(null),
    }),
  })
  .transform(({ repository, check_run: check }) => ({
    check: { ...check, at: check.started_at },
    ...runOf(repository, {
      conclusion: check.conclusion,
      branch: check.check_suite?.head_branch ?? '',
      url: check.html_url,
    }),
  }));

const checkSuiteSchema = z
  .object({
    repository,
    check_suite: z.object({ id: someName, conclusion: name, head_branch: name, updated_at: time, app }),
  })
  .transform(({ repository, check_suite: check }) => ({
    check: { ...check, at: check.updated_at },
    ...runOf(repository, { conclusion: check.conclusion, branch: check.head_branch }),
  }));

function stateOfCheck(run: GithubRun & { check: { app?: z.infer<typeof app> } }) {
  if (run.check.app?.slug === 'github-actions')
    return { nothing: 'Checks of GitHub Actions are alerts by the event workflow_run.' };
  if (run.branch === '') return { nothing: 'This check is of another repository’s branch.' };
  return stateOfGithubRun(run);
}

const checkRun = row(has('check_run'), checkRunSchema, {
  ...OF_RUN,
  id: ({ repository, check, branch }) => [
    'github',
    'check',
    repository.id,
    check.app?.id ?? '',
    check.name,
    branch,
  ],
  state: stateOfCheck,
  name: ({ check }) => check.name,
  time: ({ check }) => check.at,
  moment: ({ check }) => check.id,
});

const checkSuite = row(has('check_suite'), checkSuiteSchema, {
  ...OF_RUN,
  id: ({ repository, check, branch }) => ['github', 'suite', repository.id, check.app?.id ?? '', branch],
  state: stateOfCheck,
  name: ({ check }) => check.app?.name || 'Checks',
  time: ({ check }) => check.at,
  moment: ({ check }) => `${check.id} ${check.at}`,
});

const deploymentSchema = z
  .object({
    repository,
    deployment_status: z.object({
      id: someName,
      state: name,
      environment: someName,
      description: words,
      created_at: time,
      target_url: words,
    }),
    deployment: z.object({ task: name, ref: name }),
  })
  .transform(({ repository, deployment, deployment_status: status }) => ({
    deployment,
    status,
    ...runOf(repository, {
      conclusion: status.state,
      branch: deployment.ref,
      title: status.description,
      url: status.target_url,
      isMain: true,
    }),
  }));

const deployment = row(has('deployment_status'), deploymentSchema, {
  ...OF_RUN,
  id: ({ repository, status, deployment }) => [
    'github',
    'deployment',
    repository.id,
    status.environment,
    deployment.task,
  ],
  state: stateOfGithubRun,
  name: ({ status }) => `Deployment to ${status.environment}`,
  time: ({ status }) => status.created_at,
  moment: ({ status }) => status.id,
});

const advisorySchema = z.object({
  action: name,
  repository,
  alert: z.object({
    number: someName,
    html_url: words,
    dependency: z
      .object({ package: z.object({ name }).nullish() })
      .nullish()
      .catch(null),
    security_advisory: z.object({ summary: someName, cve_id: name, severity: name }),
  }),
});

const advisory = row(has('alert.security_advisory'), advisorySchema, {
  id: ({ repository, alert }) => ['github', 'dependabot', repository.id, alert.number],
  state: ({ action }) =>
    /^(fixed|dismissed|auto_dismissed)$/.test(action)
      ? 'resolved'
      : /^(created|reintroduced|reopened|auto_reopened)$/.test(action)
        ? 'firing'
        : { nothing: 'The alert neither fires nor is over.' },
  severity: ({ alert }) => severityOf(alert.security_advisory.severity) ?? 'warning',
  name: ({ alert }) => alert.security_advisory.summary,
  place: ({ repository }) => repository.full_name,
  words: ({ alert }) =>
    [alert.security_advisory.cve_id, alert.dependency?.package?.name].filter(Boolean).join(', '),
  time: null,
  moment: ({ action }) => action,
  links: ({ alert }) => ({ page: alert.html_url }),
  more: () => ({ forMs: REDELIVERY_MS }),
});

const ping: CallReader = {
  fits: has('zen', 'hook_id'),
  read: () => nothing('GitHub reaches this hook, and its secret is right.'),
};

export const github = anyOf([ping, workflowRun, checkRun, checkSuite, deployment, advisory], {
  fits: body => 'hook_id' in body || ('sender' in body && ('repository' in body || 'organization' in body)),
  why: 'Of GitHub’s events, only workflow_run, check_run, check_suite, deployment_status and dependabot_alert are alerts.',
});
