import { z } from 'zod';
import { type Severity, severityOf } from '../../alert.ts';
import { listOf, name, someName, words } from '../schema.ts';
import { anyOf, type Columns, has, row, stateOfRun } from './sender.ts';

/*
 * GitLab's webhooks: pipelines, jobs, deployments and incidents. Facts from GitLab's documentation (Webhook events). As with
 * GitHub, the latest run on a branch counts: a failure fires, a success ends it.
 */

const project = z.object({ id: someName, path_with_namespace: name, web_url: words, default_branch: name });
type Project = z.infer<typeof project>;

type GitlabRun = { project: Project; ref: string; result: string; details: string; page: string };

const outcomeOf = ({ result }: GitlabRun) =>
  result === 'success' ? 'passed' : result === 'failed' ? 'failed' : null;

const OF_RUN: Pick<Columns<GitlabRun>, 'state' | 'severity' | 'place' | 'words' | 'time' | 'links'> = {
  state: run => stateOfRun(outcomeOf(run)),
  severity: ({ project, ref }): Severity =>
    !project.default_branch || ref === project.default_branch ? 'error' : 'info',
  place: ({ project, ref }) => [project.path_with_namespace, ref],
  words: run => [outcomeOf(run), run.details].filter(Boolean).join(': '),
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
      result: pipeline.status,
      details: [failed.map(({ name }) => name).join(', '), title].filter(Boolean).join(': '),
      page: project.web_url && `${project.web_url}/-/pipelines/${pipeline.id}`,
    };
  });

const pipeline = row(kind('pipeline'), pipelineSchema, {
  ...OF_RUN,
  id: ({ project, ref }) => ['gitlab', 'pipeline', project.id, ref],
  name: () => 'Pipeline',
  moment: ({ id, result }) => `${id} ${result}`,
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
    return {
      job,
      project: {
        id: job.project_id,
        path_with_namespace: job.project?.path_with_namespace || job.project_name.replaceAll(' / ', '/'),
        web_url: web,
        default_branch: job.project?.default_branch ?? '',
      },
      ref: job.ref,
      result: job.build_status,
      details: job.build_status === 'failed' ? job.build_failure_reason.replaceAll('_', ' ') : '',
      page: web && `${web}/-/jobs/${job.build_id}`,
    };
  });

const job = row(kind('build'), jobSchema, {
  ...OF_RUN,
  id: ({ job, ref }) => ['gitlab', 'job', job.project_id, job.build_name, ref],
  state: run => (run.job.build_allow_failure ? { nothing: 'This job may fail.' } : OF_RUN.state(run)),
  name: ({ job }) => job.build_name,
  moment: ({ job, result }) => `${job.build_id} ${result}`,
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
  .transform(sent => ({ ...sent, result: sent.status, details: '', page: sent.deployable_url }));

const deployment = row(kind('deployment'), deploymentSchema, {
  ...OF_RUN,
  id: ({ project, environment }) => ['gitlab', 'deployment', project.id, environment],
  name: ({ environment }) => `Deployment to ${environment}`,
  moment: ({ deployment_id, result }) => `${deployment_id} ${result}`,
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

export const gitlab = anyOf([pipeline, job, deployment, incident], {
  fits: body => has('object_kind')(body) && ('project' in body || 'project_id' in body),
  why: 'Of GitLab’s events, only pipelines, jobs, deployments and incidents are alerts.',
});
