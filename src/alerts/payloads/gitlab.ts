import { z } from 'zod';
import { severityOf } from '../alert.ts';
import { type CallReading, nothing, type OneAlert, oneAlert, oneRun, type SenderReader } from './payload.ts';
import { id, listOf, name, optional, readBy, words } from './schema.ts';

/*
 * GitLab's webhooks: pipelines, jobs, deployments and incidents. Facts from GitLab's documentation (Webhook events). As with
 * GitHub, the latest run on a branch counts: a failure fires, a success ends it.
 */

const projectSchema = z.object({
  id,
  path_with_namespace: name,
  web_url: words.default(''),
  default_branch: optional,
});

const pipelineSchema = z.object({
  object_attributes: z.object({ id, ref: name, status: name }),
  project: projectSchema,
  commit: z.object({ title: optional, message: optional }).nullish(),
  builds: listOf(z.object({ name, status: name, allow_failure: z.boolean().default(false) })).default([]),
});

const jobSchema = z.object({
  build_id: id,
  build_name: name,
  build_status: name,
  build_failure_reason: optional,
  build_allow_failure: z.boolean().default(false),
  ref: name,
  project_id: id,
  project_name: optional,
  project: projectSchema.nullish(),
});

const deploymentSchema = z.object({
  status: name,
  environment: name,
  deployable_url: optional,
  deployment_id: id,
  ref: name.default(''),
  project: projectSchema,
});

const workSchema = z.object({
  object_attributes: z.object({
    id,
    title: name,
    description: optional,
    type: optional,
    state: name,
    severity: optional,
    action: optional,
    url: optional,
  }),
  project: projectSchema,
});

export const gitlab: SenderReader = {
  sender: 'gitlab',
  fits: body => 'object_kind' in body && ('project' in body || 'project_id' in body),
  read(body, { callId }) {
    const kind = 'object_kind' in body ? body.object_kind : null;
    if (kind === 'pipeline') return readBy(pipelineSchema, body, sent => fromPipeline(sent));
    if (kind === 'build') return readBy(jobSchema, body, fromJob);
    if (kind === 'deployment') return readBy(deploymentSchema, body, fromDeployment);
    if (kind === 'issue' || kind === 'work_item' || kind === 'incident')
      return readBy(workSchema, body, sent => fromWork(sent, callId));
    return nothing('Of GitLab’s events, only pipelines, jobs, deployments and incidents are alerts.');
  },
};

function fromPipeline({
  object_attributes: pipeline,
  project,
  commit,
  builds,
}: z.infer<typeof pipelineSchema>): CallReading {
  const failed = builds.filter(({ status, allow_failure }) => status === 'failed' && !allow_failure);
  const [title = ''] = (commit?.title ?? commit?.message ?? '').split('\n');
  const jobs = failed.map(({ name }) => name).join(', ');
  return judged(
    pipeline.status,
    { project, ref: pipeline.ref },
    {
      thing: ['pipeline', project.id, pipeline.ref],
      alert: 'Pipeline',
      summary: [jobs, title].filter(Boolean).join(': '),
      page: project.web_url && `${project.web_url}/-/pipelines/${pipeline.id}`,
      moment: `${pipeline.id} ${pipeline.status}`,
    },
  );
}

function fromJob(job: z.infer<typeof jobSchema>): CallReading {
  if (job.build_allow_failure) return nothing('This job may fail.');
  const path = job.project?.path_with_namespace ?? (job.project_name ?? '').replaceAll(' / ', '/');
  const web = job.project?.web_url ?? '';
  const project = { id: job.project_id, web_url: web, ...job.project, path_with_namespace: path };
  return judged(
    job.build_status,
    { project, ref: job.ref },
    {
      thing: ['job', job.project_id, job.build_name, job.ref],
      alert: job.build_name,
      summary: job.build_status === 'failed' ? (job.build_failure_reason ?? '').replaceAll('_', ' ') : '',
      page: web && `${web}/-/jobs/${job.build_id}`,
      moment: `${job.build_id} ${job.build_status}`,
    },
  );
}

const fromDeployment = (sent: z.infer<typeof deploymentSchema>): CallReading =>
  judged(sent.status, sent, {
    thing: ['deployment', sent.project.id, sent.environment],
    alert: `Deployment to ${sent.environment}`,
    summary: '',
    page: sent.deployable_url ?? '',
    moment: `${sent.deployment_id} ${sent.status}`,
  });

function fromWork(
  { object_attributes: work, project }: z.infer<typeof workSchema>,
  callId: string,
): CallReading {
  if (work.type?.toLowerCase() !== 'incident')
    return nothing('Of GitLab’s issues, only incidents are alerts.');
  const isOver = work.state === 'closed' || work.action === 'close';
  if (!isOver && work.action !== 'open' && work.action !== 'reopen')
    return nothing('An incident fires when it is opened, and is over when it is closed.');
  return oneAlert({
    thing: ['gitlab', 'incident', project.id, work.id],
    status: isOver ? 'resolved' : 'firing',
    severity: severityOf(work.severity ?? '') ?? 'error',
    alert: work.title,
    place: project.path_with_namespace,
    summary: work.description ?? '',
    links: { page: work.url },
    moment: callId,
  });
}

/** @param came what it came to, or is at */
function judged(
  came: string,
  { project, ref }: { project: z.infer<typeof projectSchema>; ref: string },
  { page, ...run }: Pick<OneAlert, 'thing' | 'alert' | 'summary' | 'moment'> & { page: string },
): CallReading {
  const outcome = came === 'success' ? 'passed' : came === 'failed' ? 'failed' : null;
  return oneRun(outcome, !project.default_branch || ref === project.default_branch, {
    ...run,
    thing: ['gitlab', ...run.thing],
    place: [project.path_with_namespace, ref],
    summary: [outcome, run.summary].filter(Boolean).join(': '),
    links: { page },
  });
}
