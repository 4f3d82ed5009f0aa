import { z } from 'zod';
import { type Severity, severityOf } from '../../alert.ts';
import { listOf, name, someName, words } from '../schema.ts';
import { type Columns, has, row, senderOf, stateOfRun } from './sender.ts';

/*
 * GitLab's webhooks: pipelines, jobs, deployments and incidents. Facts from GitLab's documentation (Webhook events). As with
 * GitHub, the latest run on a branch counts: a failure fires, a success ends it.
 */

const project = z.object({ id: someName, path_with_namespace: name, web_url: words, default_branch: name });
type Project = z.infer<typeof project>;

/** What all runs have in common: what came of it, and where. */
type GitlabRun = { project: Project; ref: string; came: string; said: string; page: string };

const outcomeOf = ({ came }: GitlabRun) =>
  came === 'success' ? 'passed' : came === 'failed' ? 'failed' : null;

const OF_RUN: Pick<Columns<GitlabRun>, 'state' | 'severity' | 'place' | 'words' | 'time' | 'links'> = {
  state: run => stateOfRun(outcomeOf(run)),
  severity: ({ project, ref }): Severity =>
    !project.default_branch || ref === project.default_branch ? 'error' : 'info',
  place: ({ project, ref }) => [project.path_with_namespace, ref],
  words: run => [outcomeOf(run), run.said].filter(Boolean).join(': '),
  time: null,
  links: ({ page }) => ({ page }),
};

const kind =
  (...names: string[]) =>
  (body: object): boolean =>
    'object_kind' in body && names.includes(String(body.object_kind));

const pipelineSchema = z
  .object({
    object_attributes: z.object({ id: someName, ref: name, status: name }),
    project,
    commit: z.object({ title: words, message: words }).nullish().catch(null),
    builds: listOf(z.object({ name, status: name, allow_failure: z.boolean().catch(false) })),
  })
  .transform(({ object_attributes: pipeline, project, commit, builds }) => {
    const failed = builds.filter(({ status, allow_failure }) => status === 'failed' && !allow_failure);
    const [title = ''] = (commit?.title || commit?.message || '').split('\n');
    return {
      project,
      id: pipeline.id,
      ref: pipeline.ref,
      came: pipeline.status,
      said: [failed.map(({ name }) => name).join(', '), title].filter(Boolean).join(': '),
      page: project.web_url && `${project.web_url}/-/pipelines/${pipeline.id}`,
    };
  });

const pipeline = row(kind('pipeline'), pipelineSchema, {
  ...OF_RUN,
  id: ({ project, ref }) => ['gitlab', 'pipeline', project.id, ref],
  name: () => 'Pipeline',
  moment: ({ id, came }) => `${id} ${came}`,
});

const jobSchema = z
  .object({
    build_id: someName,
    build_name: someName,
    build_status: name,
    build_failure_reason: words,
    build_allow_failure: z.boolean().catch(false),
    ref: name,
    project_id: someName,
    project_name: name,
    project: project.nullish().catch(null),
  })
  .transform(job => {
    const web = job.project?.web_url ?? '';
    const path = job.project?.path_with_namespace || job.project_name.replaceAll(' / ', '/');
    const own = { id: job.project_id, web_url: web, default_branch: job.project?.default_branch ?? '' };
    return {
      job,
      project: { ...own, path_with_namespace: path },
      ref: job.ref,
      came: job.build_status,
      said: job.build_status === 'failed' ? job.build_failure_reason.replaceAll('_', ' ') : '',
      page: web && `${web}/-/jobs/${job.build_id}`,
    };
  });

const job = row(kind('build'), jobSchema, {
  ...OF_RUN,
  id: ({ job, ref }) => ['gitlab', 'job', job.project_id, job.build_name, ref],
  state: run => (run.job.build_allow_failure ? { nothing: 'This job may fail.' } : OF_RUN.state(run)),
  name: ({ job }) => job.build_name,
  moment: ({ job, came }) => `${job.build_id} ${came}`,
});

const deploymentSchema = z
  .object({
    status: name,
    environment: someName,
    deployable_url: words,
    deployment_id: someName,
    ref: name,
    project,
  })
  .transform(sent => ({ ...sent, came: sent.status, said: '', page: sent.deployable_url }));

const deployment = row(kind('deployment'), deploymentSchema, {
  ...OF_RUN,
  id: ({ project, environment }) => ['gitlab', 'deployment', project.id, environment],
  name: ({ environment }) => `Deployment to ${environment}`,
  moment: ({ deployment_id, came }) => `${deployment_id} ${came}`,
});

const workSchema = z.object({
  object_attributes: z.object({
    id: someName,
    title: someName,
    description: words,
    type: name,
    state: name,
    severity: name,
    action: name,
    url: words,
  }),
  project,
});

const incident = row(kind('issue', 'work_item', 'incident'), workSchema, {
  id: ({ project, object_attributes: work }) => ['gitlab', 'incident', project.id, work.id],
  state: ({ object_attributes: work }) =>
    work.type.toLowerCase() !== 'incident'
      ? { nothing: 'Of GitLab’s issues, only incidents are alerts.' }
      : work.state === 'closed' || work.action === 'close'
        ? 'resolved'
        : work.action === 'open' || work.action === 'reopen'
          ? 'firing'
          : { nothing: 'An incident fires when it is opened, and is over when it is closed.' },
  severity: ({ object_attributes: work }) => severityOf(work.severity) ?? 'error',
  name: ({ object_attributes: work }) => work.title,
  place: ({ project }) => project.path_with_namespace,
  words: ({ object_attributes: work }) => work.description,
  time: null,
  moment: null,
  links: ({ object_attributes: work }) => ({ page: work.url }),
});

export const gitlab = senderOf('gitlab', [pipeline, job, deployment, incident], {
  fits: body => has('object_kind')(body) && ('project' in body || 'project_id' in body),
  otherwise: 'Of GitLab’s events, only pipelines, jobs, deployments and incidents are alerts.',
});
