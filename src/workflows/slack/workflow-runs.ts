import { WebClient, type WebClientOptions } from '@slack/web-api';
import { z } from 'zod';
import type { Delivery } from '../../kit/slack/posting.ts';
import { type SlackFailure, slackFailure, type WebFor } from '../../kit/slack/web-api.ts';
import type { Temporary } from '../../kit/store/temporary.ts';
import type { Log } from '../../log.ts';
import type { Sealer } from '../../workspace/sealing.ts';

/** The step's outputs, named as in Slack's manifest. */
export const STEP_OUTPUTS = [
  'state',
  'log_id',
  'cost',
  'balance',
  'parts',
  'problem',
  'summary',
  'recipient_count',
  'sent_count',
  'failed_count',
  'uncertain_count',
  'waiting_count',
] as const;

/** A step's own token is valid for fifteen minutes. This deletes tokens that a crash left behind. */
const TOKEN_MS = 24 * 3_600_000;
/** Longer than Slack redelivers an execution. */
const ENDED_MS = 8 * 24 * 3_600_000;
/** Slack has the result already, or no longer knows the step. */
const ENDED = new Set(['execution_not_in_running_state', 'function_execution_not_found']);
/** The step's own token has expired; the app's token may end the step, too. */
const TOKEN_EXPIRED = new Set([
  'token_expired',
  'token_revoked',
  'invalid_auth',
  'access_denied',
  'not_authed',
]);

/** The end of a step: its outputs, or a sentence for the person who built the workflow. */
export type StepEnd =
  | {
      kind: 'outputs';
      outputs: Partial<Record<(typeof STEP_OUTPUTS)[number], string | number>>;
      summary: string;
    }
  | { kind: 'failed'; error: string };

/** One run of a step, by Slack's `function_execution_id`. */
type Execution = { workspace: string; id: string };

/** The runs of the workflow step that Slack waits for. */
export type WorkflowRuns = {
  /** Stores a run's token, sealed, until the run ends. False if it has ended already, so that this is a late delivery. */
  begin(run: Execution, token: string): Promise<boolean>;
  /** Tells Slack the end, and deletes the token once Slack has confirmed. */
  end(run: Execution, end: StepEnd): Promise<Delivery>;
};

/** `token`: null once the step has ended. */
const storedRunSchema = z.object({ token: z.string().nullable() });

export function createWorkflowRuns(deps: {
  temporary: Temporary;
  sealer: Sealer;
  webFor: WebFor;
  clientOptions: WebClientOptions;
  log: Log;
}): WorkflowRuns {
  const { temporary, sealer, webFor, log } = deps;
  const web = new WebClient(undefined, deps.clientOptions);

  async function say(client: WebClient, token: string | null, run: Execution, end: StepEnd): Promise<void> {
    const about = { function_execution_id: run.id, ...(token === null ? {} : { token }) };
    if (end.kind === 'outputs') await client.functions.completeSuccess({ ...about, outputs: end.outputs });
    else await client.functions.completeError({ ...about, error: end.error });
  }

  /** Tells Slack the end of a run, if necessary with the app's own token; null if Slack has accepted it. */
  async function tryToSay(run: Execution, sealed: string, end: StepEnd): Promise<SlackFailure | null> {
    const token = sealer.open(sealed, contextOf(run));
    const attempt = async (client: WebClient, token: string | null): Promise<SlackFailure | null> => {
      try {
        await say(client, token, run, end);
        return null;
      } catch (error) {
        return slackFailure(error);
      }
    };
    const failure: SlackFailure | null =
      token === null ? { kind: 'refused', error: 'not_authed' } : await attempt(web, token);
    if (failure?.kind !== 'refused' || !TOKEN_EXPIRED.has(failure.error)) return failure;
    const own = await webFor(run.workspace);
    return own ? attempt(own, null) : failure;
  }

  return {
    async begin(run, token) {
      const stored = await temporary.get(run.workspace, documentOf(run), storedRunSchema);
      if (stored) return stored.token !== null;
      const sealed = sealer.seal(token, contextOf(run));
      await temporary.set(run.workspace, documentOf(run), { token: sealed }, TOKEN_MS);
      return true;
    },

    async end(run, end) {
      const stored = await temporary.get(run.workspace, documentOf(run), storedRunSchema);
      if (!stored?.token) return { kind: 'nothing' };
      let failure = await tryToSay(run, stored.token, end);
      // An older manifest lacks these outputs. A failed step that says everything is better than one that hangs.
      if (
        failure?.kind === 'refused' &&
        failure.error === 'parameter_validation_failed' &&
        'summary' in end
      ) {
        log.error(
          { error: failure.error },
          'Slack doesn’t accept the step’s outputs: is the manifest up to date?',
        );
        failure = await tryToSay(run, stored.token, { kind: 'failed', error: end.summary });
      }
      if (failure?.kind === 'away') return { kind: 'later', afterMs: failure.afterMs };
      await temporary.set(run.workspace, documentOf(run), { token: null }, ENDED_MS);
      if (!failure) return { kind: 'posted', viaResponseUrl: false };
      if (!ENDED.has(failure.error)) log.warn({ error: failure.error }, 'Slack refused the result of a step');
      return { kind: 'dropped', why: `Slack refused it: ${failure.error}` };
    },
  };
}

const documentOf = ({ id }: Execution): string => `step ${id}`;
const contextOf = ({ workspace, id }: Execution): string => `token of step ${id} in ${workspace}`;
