import type { ModalView, PlainTextOption } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import { within } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { StorageError } from '../store/errors.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import type { ListenerArgs, Permission, SlackListener } from './listener.ts';
import { type LiveInput, seenIn, showInTurn } from './live-views.ts';
import { failureBanner, noticeModal, rejectSubmission, showView } from './modals.ts';
import {
  blockActionsSchema,
  functionExecutedSchema,
  type PayloadView,
  suggestionSchema,
  viewSubmissionSchema,
} from './payloads.ts';
import type { Services, UserRef } from './services.ts';

/* Listeners other than those of buttons (buttons.ts, view-buttons.ts), lists (list.ts) and stored forms (form.ts). */

/** The ack: what Slack does with a submitted form; undefined closes it. */
type FormAck =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: ModalView }
  | { response_action: 'clear' }
  | undefined;

export type SubmittedForm = {
  user: UserRef;
  view: PayloadView;
  words: Wording;
  client: WebClient;
};

/** The ack, and the work that follows once permission is confirmed. */
export type FormAnswer = {
  answer: FormAck;
  handle?: () => Promise<unknown>;
  /** Work that needs no confirmation, because permission is checked when the stored request is planned. */
  after?: () => Promise<unknown>;
  /** The form with a banner, if Slack couldn't confirm permission. Default: a notice instead of the form. */
  again?: (banner: string) => ModalView;
};

/**
 * A form whose submission isn't stored: `handle` runs right after the ack. A person without permission by cached facts is
 * refused before `submit`. `submit` stores nothing but requests for texts and broadcasts, whose permission is checked when
 * they are planned.
 */
export function onForm<Subject>(
  services: Services,
  callback: string,
  form: {
    permission: Permission<Subject>;
    /** The permission's subject. */
    of: (view: PayloadView) => Subject;
    submit: (submitted: SubmittedForm) => Promise<FormAnswer>;
  },
): SlackListener {
  async function listen({ ack, body, context }: ListenerArgs): Promise<void> {
    const { user, client } = context;
    const { view } = viewSubmissionSchema.parse(body);
    const subject = form.of(view);
    const [words, cachedProblem] = await Promise.all([
      context.words(),
      form.permission(services.permissionFacts.withCachedFacts(services), user, subject),
    ]);
    const title = view.title?.text ?? words.home.title;
    const notice = (line: string) => noticeModal(title, words.link.close, line);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...user }, next);
    if (cachedProblem && cachedProblem.kind !== 'SLACK_AWAY')
      return ack(rejectSubmission(view, wordProblem(words, cachedProblem), notice));
    const submitted = await form.submit({ user, view, words, client });
    const { answer, handle, after, again = notice } = submitted;
    if (answer?.response_action !== 'errors') services.liveForms.closed(view.id);
    await ack(answer);
    if (!handle) return void (await after?.());
    try {
      const problem = await form.permission(services, user, subject);
      if (problem?.kind === 'SLACK_AWAY')
        return show(again(words.settings.notSaved(wordProblem(words, problem))));
      if (problem) return show(notice(wordProblem(words, problem)));
    } catch (error) {
      services.log.error({ err: error }, 'can’t check who submitted a form');
      return show(again(failureBanner(words, error)));
    }
    await handle();
  }
  return { kind: 'view', id: callback, listen };
}

/**
 * Keeps the form open, with the reason under a field why its submission isn't stored.
 *
 * @param unsure the reason if it may have been stored
 */
export function notStored(
  { log }: Pick<Services, 'log'>,
  words: Wording,
  field: string,
  error: unknown,
  unsure: string,
): FormAnswer {
  log.error({ err: error }, 'can’t store a submitted form');
  const isSure = error instanceof StorageError && !error.unsure;
  const text = isSure ? wordProblem(words, { kind: 'STORE_AWAY' }) : unsure;
  return { answer: { response_action: 'errors', errors: { [field]: text } } };
}

/** A modal that was closed without its submit button. */
export function onClosed(
  services: Services,
  callback: string,
  closed: {
    permission: Permission<PayloadView>;
    tell: (words: Wording, user: UserRef, view: PayloadView) => Promise<unknown>;
  },
): SlackListener {
  async function listen({ ack, body, context: { user, words } }: ListenerArgs): Promise<void> {
    await ack();
    const { view } = viewSubmissionSchema.parse(body);
    if (await closed.permission(services.permissionFacts.withCachedOrLiveFacts(services), user, view)) return;
    await closed.tell(await words(), user, view);
  }
  return { kind: 'closed', id: callback, listen };
}

/**
 * Updates a form while people type and choose.
 *
 * @param fields the pattern of their block ids, or a button among them
 */
export function onInput<Subject>(
  services: Services,
  fields: string | { button: string },
  live: {
    permission: Permission<Subject>;
    /** The permission's subject; null if another version of the app made the form, which then isn't updated. */
    of: (view: PayloadView) => { subject: Subject } | null;
    /** Doesn't wait for more input. Default: true for a choice, false for typing. */
    immediate?: boolean;
    show: (words: Wording, input: LiveInput) => Promise<ModalView>;
  },
): SlackListener {
  async function listen({ ack, body, context: { user, client } }: ListenerArgs): Promise<void> {
    await ack();
    const { view, actions } = blockActionsSchema.parse(body);
    const target = view && live.of(view);
    if (!view || !target) return;
    const isChosen = actions.every(({ type }) => type !== 'plain_text_input');
    const seen = seenIn(view, actions, live.immediate ?? isChosen);
    const check = () =>
      live.permission(services.permissionFacts.withCachedOrLiveFacts(services), user, target.subject);
    showInTurn(services, client, { ...user, check }, seen, words => live.show(words, { view, user, client }));
  }
  return typeof fields === 'string'
    ? { kind: 'field', id: fields, listen }
    : { kind: 'button', id: fields.button, listen };
}

/** Options under a heading. */
export type OptionSection = { heading: string; options: PlainTextOption[] };
type Typing = { user: UserRef; words: Wording; typed: string };

/** Time limit for looking up a person who waits for options. */
const LOOKUP_TIMEOUT_MS = 1000;

/**
 * Offers options while people type into a field; none without permission.
 *
 * @param field the pattern of its block id
 */
export function onOptions(
  services: Services,
  field: string,
  options: {
    permission: Permission;
    offer: (typing: Typing) => Promise<OptionSection[]>;
    /** Options that need no permission, such as the person's own input. `isAlone`: there are no others. */
    own?: (typing: Typing, isAlone: boolean) => OptionSection[];
  },
): SlackListener {
  async function listen({ ack, body, context }: ListenerArgs): Promise<void> {
    const { user } = context;
    const { value: typed } = suggestionSchema.parse(body);
    const words = await context.words();
    const typing = { user, words, typed };
    const checked = options.permission(services.permissionFacts.withCachedOrLiveFacts(services), user, null);
    const problem = await within(services.clock, LOOKUP_TIMEOUT_MS, checked, { kind: 'SLACK_AWAY' });
    const offered = problem ? [] : await options.offer(typing);
    const filled = offered.filter(section => section.options.length > 0);
    const sections = [...(options.own?.(typing, filled.length === 0) ?? []), ...filled];
    if (sections.length === 0) return ack({ options: [] });
    await ack({
      option_groups: sections.map(section => ({
        label: { type: 'plain_text', text: section.heading },
        options: section.options,
      })),
    });
  }
  return { kind: 'options', id: field, listen };
}

export type Executed = z.infer<typeof functionExecutedSchema>;
type StepEnds = {
  complete: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail: (why: { error: string }) => Promise<unknown>;
};

/** A step of a workflow, acked once `run` has ended. */
export function onStep(
  services: Services,
  callback: string,
  step: {
    /** Slack names no person for a step, so the permission is the workspace's. */
    permission: (services: Services, workspace: string) => Promise<Problem | null>;
    run: (executed: Executed, ends: StepEnds) => Promise<unknown>;
  },
): SlackListener {
  async function listen({ body, ack, complete, fail }: ListenerArgs): Promise<void> {
    const executed = functionExecutedSchema.parse(body);
    const ends = { complete, fail } as StepEnds;
    const problem = await step.permission(services, executed.team_id);
    if (problem)
      await ends.fail({ error: wordProblem(await services.words.of(executed.team_id, null), problem) });
    else await step.run(executed, ends);
    await ack();
  }
  return { kind: 'function', id: callback, listen };
}
