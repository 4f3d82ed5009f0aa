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

/* Ways in for what is neither a button nor a form of the kit's (see form.ts). Each says who may. */

/** What Slack shows in a form once it is submitted; undefined: it closes. */
type FormAck =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: ModalView }
  | { response_action: 'clear' }
  | undefined;

/** A form that somebody submitted. */
export type SubmittedForm = {
  who: UserRef;
  view: PayloadView;
  words: Wording;
  client: WebClient;
};

/** What Slack has as its answer, and what is done then, once it is judged that they may. */
export type FormAnswer = {
  answer: FormAck;
  handle?: () => Promise<unknown>;
  /** What goes on then and is judged where it is planned: by whoever asked for a broadcast that is stored by now. */
  after?: () => Promise<unknown>;
  /** The same form with a sentence above its fields: Slack didn't say whether they may. Otherwise only the sentence is left. */
  again?: (news: string) => ModalView;
};

/**
 * A form that isn't stored when it is submitted: what it does, it does right after Slack has its answer (`handle`). Whoever is
 * known not to be allowed is told so before it is read. Reading it stores nothing, but for a text or a broadcast that was asked
 * for: whoever asked is judged when that is planned.
 */
export function onForm<What>(
  services: Services,
  callback: string,
  form: {
    permission: Permission<What>;
    /** What the right is about. */
    of: (view: PayloadView) => What;
    submit: (submitted: SubmittedForm) => Promise<FormAnswer>;
  },
): SlackListener {
  async function listen({ ack, body, context }: ListenerArgs): Promise<void> {
    const { user, client } = context;
    const { view } = viewSubmissionSchema.parse(body);
    const what = form.of(view);
    const [words, known] = await Promise.all([
      context.words(),
      form.permission(services.permissionFacts.withCachedFacts(services), user, what),
    ]);
    const title = view.title?.text ?? words.home.title;
    const notice = (line: string) => noticeModal(title, words.link.close, line);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...user }, next);
    if (known && known.kind !== 'SLACK_AWAY')
      return ack(rejectSubmission(view, wordProblem(words, known), notice));
    const {
      answer,
      handle,
      after,
      again = notice,
    } = await form.submit({
      ...{ who: user, view, words, client },
    });
    if (answer?.response_action !== 'errors') services.liveForms.closed(view.id);
    await ack(answer);
    if (!handle) return void (await after?.());
    try {
      const problem = await form.permission(services, user, what);
      if (problem?.kind === 'SLACK_AWAY')
        return show(again(words.settings.notSaved(wordProblem(words, problem))));
      if (problem) return show(notice(wordProblem(words, problem)));
    } catch (error) {
      services.log.error({ err: error }, 'can’t judge who submitted a form');
      return show(again(failureBanner(words, error)));
    }
    await handle();
  }
  return { kind: 'view', id: callback, listen };
}

/** Why what was submitted isn't stored, under a field: the form stays as it is. `unsure`: if it may be all the same. */
export function notStored(
  { log }: Pick<Services, 'log'>,
  words: Wording,
  field: string,
  error: unknown,
  unsure: string,
): FormAnswer {
  log.error({ err: error }, 'can’t store a submitted form');
  const isSure = error instanceof StorageError && !error.unsure;
  const said = isSure ? wordProblem(words, { kind: 'STORE_AWAY' }) : unsure;
  return { answer: { response_action: 'errors', errors: { [field]: said } } };
}

/** Somebody closed a modal without its button. */
export function onClosed(
  services: Services,
  callback: string,
  closed: {
    permission: Permission<PayloadView>;
    tell: (words: Wording, who: UserRef, view: PayloadView) => Promise<unknown>;
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
 * Typing and choosing in some of a form's fields: it shows what comes of it.
 *
 * @param fields the pattern of their blocks' ids; or a button among them
 */
export function onInput<What>(
  services: Services,
  fields: string | { button: string },
  live: {
    permission: Permission<What>;
    /** What the right is about; null: the form is from another version of the app, and isn't updated while people type. */
    of: (view: PayloadView) => { what: What } | null;
    /** Without waiting for more; otherwise it depends on whether they chose or typed. */
    atOnce?: boolean;
    show: (words: Wording, input: LiveInput) => Promise<ModalView>;
  },
): SlackListener {
  async function listen({ ack, body, context: { user, client } }: ListenerArgs): Promise<void> {
    await ack();
    const { view, actions } = blockActionsSchema.parse(body);
    const its = view && live.of(view);
    if (!view || !its) return;
    const isChosen = actions.every(({ type }) => type !== 'plain_text_input');
    const seen = seenIn(view, actions, live.atOnce ?? isChosen);
    const check = () =>
      live.permission(services.permissionFacts.withCachedOrLiveFacts(services), user, its.what);
    showInTurn(services, client, { ...user, check }, seen, words =>
      live.show(words, { view, who: user, client }),
    );
  }
  return typeof fields === 'string'
    ? { kind: 'field', id: fields, listen }
    : { kind: 'button', id: fields.button, listen };
}

/** Options under a heading. */
export type OptionSection = { heading: string; options: PlainTextOption[] };
type Typing = { who: UserRef; words: Wording; typed: string };

/** How long Slack has to say who somebody is who waits for options: later is too late. */
const OPTIONS_MS = 1000;

/**
 * Options that Slack asks for while somebody types into a field. Who may not see them is offered none.
 *
 * @param field the pattern of its block's id
 */
export function onOptions(
  services: Services,
  field: string,
  options: {
    permission: Permission;
    offer: (typing: Typing) => Promise<OptionSection[]>;
    /** What everybody is offered besides: it is theirs, such as what they typed. `isAlone`: there is nothing else. */
    own?: (typing: Typing, isAlone: boolean) => OptionSection[];
  },
): SlackListener {
  async function listen({ ack, body, context }: ListenerArgs): Promise<void> {
    const { user } = context;
    const { value: typed } = suggestionSchema.parse(body);
    const words = await context.words();
    const typing = { who: user, words, typed };
    const checked = options.permission(services.permissionFacts.withCachedOrLiveFacts(services), user, null);
    const problem = await within(services.clock, OPTIONS_MS, checked, { kind: 'SLACK_AWAY' });
    const offered = problem ? [] : await options.offer(typing);
    const found = offered.filter(({ options: some }) => some.length > 0);
    const sections = [...(options.own?.(typing, found.length === 0) ?? []), ...found];
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
type StepTold = {
  complete: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail: (why: { error: string }) => Promise<unknown>;
};

/** A step of a workflow. Slack has its answer when `run` is done. */
export function onStep(
  services: Services,
  callback: string,
  step: {
    /** Nobody is behind it whom Slack names: it is about the workspace. */
    permission: (services: Services, workspace: string) => Promise<Problem | null>;
    run: (executed: Executed, told: StepTold) => Promise<unknown>;
  },
): SlackListener {
  async function listen({ body, ack, complete, fail }: ListenerArgs): Promise<void> {
    const executed = functionExecutedSchema.parse(body);
    const told = { complete, fail } as StepTold;
    const problem = await step.permission(services, executed.team_id);
    if (problem)
      await told.fail({ error: wordProblem(await services.words.of(executed.team_id, null), problem) });
    else await step.run(executed, told);
    await ack();
  }
  return { kind: 'function', id: callback, listen };
}
