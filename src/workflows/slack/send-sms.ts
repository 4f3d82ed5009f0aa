import { groupAs } from '../../contacts/contact.ts';
import { fold, nameRank } from '../../kit/name-matching.ts';
import type { Problem } from '../../kit/problem.ts';
import { MAX_OPTIONS } from '../../kit/slack/limits.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import { type Executed, onStep } from '../../kit/slack/listeners.ts';
import { problemOf } from '../../kit/slack/modals.ts';
import type { Services } from '../../kit/slack/services.ts';
import { unescapeSlack } from '../../kit/slack-text.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import { type Intent, intentIdOf, isSameRequest } from '../../texts/intent.ts';
import { parseRecipients } from '../../texts/parse/recipient-list.ts';
import { eachOnce, MAX_RECIPIENTS, type Recipient } from '../../texts/recipient.ts';
import type { NewIntent } from '../../texts/sending/submit.ts';
import { option } from '../../texts/slack/recipient-options.ts';
import { failure } from '../problem.ts';

/** The callback ids of the workflow step and of its fields' options. */
export const STEP = {
  sendSms: 'send_sms',
  findGroups: 'find_groups',
  findTemplates: 'find_templates',
} as const;

/**
 * After this time, a workflow gets `queued` if the outcome is still unknown, because a step's token is valid for fifteen
 * minutes.
 */
export const DEADLINE_MS = 10 * 60_000;

/** Slack decides who may build a workflow with the app's steps and run it; the event names no user. */
const anyWorkflow = async (): Promise<null> => null;

/** Texts that mean yes, because a workflow may be unable to fill in a boolean. */
const YES = new Set(['true', 'yes', '1', 'y', 'on', 'হ্যাঁ']);

/**
 * The workflow step "Send an SMS": stores the request and the waiting run before it acks. The outcome's report ends the step,
 * even if this process dies.
 */
export function sendSmsStep(services: Services): SlackListener {
  const { steps, reports, clock, wake } = services;
  return onStep(services, STEP.sendSms, {
    permission: anyWorkflow,
    async run(executed) {
      const { function_execution_id: id, bot_access_token: token } = executed.event;
      const workspace = executed.team_id;
      if (await steps.begin({ workspace, id }, token)) {
        const intent = await accept(await askFrom(executed, services), services, id);
        const now = clock.now();
        await reports.follow(workspace, intent.id, id, now + DEADLINE_MS, now);
        wake();
      }
    },
  });
}

async function askFrom({ team_id: workspace, event }: Executed, services: Services): Promise<NewIntent> {
  const { recipients, groups, dedup_key, urgent } = event.inputs;
  const key = dedup_key?.trim();
  return {
    workspace,
    idempotencyKey: key ? `workflow:${key}` : stepKey(event.function_execution_id),
    source: { feature: 'workflows', kind: 'step', data: {} },
    resendOf: null,
    actor: 'workflow',
    to: recipientsFrom(recipients ?? '', groups ?? []),
    ...(await wordsFrom(workspace, event.inputs, services)),
    priority: YES.has(
      String(urgent ?? '')
        .trim()
        .toLowerCase(),
    )
      ? 'alert'
      : 'people',
    signed: true,
    confirmed: true,
    replyTo: null,
    language: null,
  };
}

/** The text: the message, or the workspace's template with this id or name. */
async function wordsFrom(
  workspace: string,
  inputs: Executed['event']['inputs'],
  { templates }: Services,
): Promise<Pick<NewIntent, 'message' | 'template'> & Partial<Pick<NewIntent, 'to'>>> {
  const message = unescapeSlack(inputs.message ?? '').trim();
  const name = unescapeSlack(inputs.template ?? '').trim();
  if (name === '') return { message };
  if (message !== '') return { message, to: nobody(failure('TEMPLATE_AND_MESSAGE')) };
  const chosen = chosenFrom('template', name);
  const template = chosen
    ? await templates.shared(workspace, chosen.id)
    : await templates.named(workspace, name);
  if (template) return { message: template.text, template: true };
  // The name stands in for the message; otherwise the step would complain about an empty message instead.
  return { message: name, to: nobody(failure('TEMPLATE_UNKNOWN', { label: chosen?.label ?? name })) };
}

/** @param chosen ids from the list of groups, or the values of variables in their place */
function recipientsFrom(written: string, chosen: readonly string[]): Recipient[] {
  const to = eachOnce([
    ...parseRecipients(written),
    ...chosen.flatMap((value): Recipient[] => {
      const group = chosenFrom('group', value);
      return group ? [groupAs({ id: group.id, name: group.label })] : parseRecipients(value);
    }),
  ]);
  if (to.length === 0) return nobody(failure('RECIPIENTS_MISSING'));
  if (to.length <= MAX_RECIPIENTS) return to;
  return nobody({ kind: 'RECIPIENTS_TOO_MANY', count: to.length, limit: MAX_RECIPIENTS });
}

/**
 * The intent that this run of the step waits for: the existing one with its dedup key if that has the same content. If the
 * content differs, the run gets a new intent that only reports this problem.
 */
async function accept(ask: NewIntent, services: Services, executionId: string): Promise<Intent> {
  const { submit, intents } = services;
  await submit(ask);
  const first = await intents.intent(ask.workspace, intentIdOf(ask));
  if (first && isSameRequest(first, ask)) return first;
  const problem = failure(first ? 'DEDUP_KEY_REUSED' : 'DEDUP_KEY_OLD');
  const own = { ...ask, idempotencyKey: stepKey(executionId), to: nobody(problem) };
  await submit(own);
  const refused = await intents.intent(own.workspace, intentIdOf(own));
  if (!refused) throw new Error('An intent that was just written down is gone');
  return refused;
}

const stepKey = (executionId: string): string => `step:${executionId}`;

/** A recipient who stands for nobody and carries a problem of the whole step. */
const nobody = (problem: Problem): Recipient[] => [{ kind: 'unreadable', typed: '', problem }];

type Kind = 'group' | 'template';
type Listed = { id: string; name: string };

/** The groups that Workflow Builder offers for the step "Send an SMS". */
export function findGroups(services: Services): SlackListener {
  const { contactGroups } = services;
  return listing(services, STEP.findGroups, 'group', async (workspace, typed) => {
    return (await contactGroups.offered(workspace, typed, MAX_OPTIONS)).groups;
  });
}

/** The workspace's templates that Workflow Builder offers for the step "Send an SMS". */
export function findTemplates(services: Services): SlackListener {
  return listing(services, STEP.findTemplates, 'template', async (workspace, typed) => {
    const all = await services.templates.ofWorkspace(workspace);
    return all.filter(({ name }) => nameRank(fold(name), fold(typed)) !== null).slice(0, MAX_OPTIONS);
  });
}

/** Workflow Builder waits for the ack, so the list has to be sent before it. */
function listing(
  services: Services,
  callbackId: string,
  kind: Kind,
  list: (workspace: string, typed: string) => Promise<readonly Listed[]>,
): SlackListener {
  const { words, log } = services;
  return onStep(services, callbackId, {
    permission: anyWorkflow,
    async run({ team_id: workspace, event }, { complete, fail }) {
      const answered = list(workspace, event.inputs.query?.trim() ?? '')
        .then(choices =>
          complete({
            outputs: { options: choices.map(choice => option(choiceOf(kind, choice), choice.name)) },
          }),
        )
        .catch(async error => {
          const wording = await words.of(workspace, null);
          await fail({ error: wordProblem(wording, problemOf(error, false)) });
          throw error;
        });
      // A redelivery finds the list answered already, and an unanswered list does no harm.
      await answered.catch(error =>
        log.warn({ err: error, kind }, 'a list for a workflow could not be given'),
      );
    },
  });
}

/** The value of an option. It contains the name, because the entry may be deleted before the workflow runs. */
const choiceOf = (kind: Kind, { id, name }: Listed): string => `${kind} ${id} ${name}`;

/** The entry of a chosen option; null if the value isn't one of the list's options. */
function chosenFrom(kind: Kind, value: string): { id: string; label: string } | null {
  const [, prefix, id, label] = /^(group|template) ([\w-]{1,64}) (.+)$/su.exec(value) ?? [];
  return prefix === kind && id !== undefined && label !== undefined ? { id, label } : null;
}
