import type { App } from '@slack/bolt';
import type { ModalView, PlainTextOption } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import type { Problem } from '../../domain/problem.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { webOf } from '../access.ts';
import { askingSlack, byMemory, type Right } from '../judging.ts';
import type { Services } from '../services.ts';
import { type LiveInput, seenIn, showInTurn } from './live.ts';
import { noticeModal, showView } from './modals.ts';
import { failureNews } from './news.ts';
import { functionExecutedSchema } from './payloads/events.ts';
import { blockActionsSchema, suggestionSchema, viewSubmissionSchema } from './payloads/interactions.ts';
import type { PayloadView } from './payloads/view.ts';
import { type PressDeed, pressOf, storing, takeThenAnswer } from './press.ts';
import type { Press } from './press-answer.ts';
import { type Who, whoOf } from './who.ts';

/* Where people fill in forms, and workflows run steps: each says who may, as what is pressed does (see press.ts). */

/** What Slack shows in a form once it is submitted; undefined: it closes. */
type FormAck =
  | { response_action: 'errors'; errors: Record<string, string> }
  | { response_action: 'update'; view: ModalView }
  | { response_action: 'clear' }
  | undefined;

/** A form whose submission does something; its modal says what came of it. */
export function onSubmit<Asked>(
  app: App,
  services: Services,
  callback: string,
  deed: PressDeed<Asked> & {
    /** What is stored, as JSON; or what is wrong, by field. */
    valueOf: (view: PayloadView, words: Wording) => { value: unknown } | { errors: Record<string, string> };
    /** It closes, with all modals below it, and what came of it is told in a direct message. */
    clears?: true;
  },
): void {
  const take = storing(services, callback, deed);
  app.view({ callback_id: callback, type: 'view_submission' }, async ({ ack, body, context }) => {
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const words = await services.words.of(who.workspace, who.userId);
    const read = deed.valueOf(view, words);
    if ('errors' in read) return ack({ response_action: 'errors', errors: read.errors });
    services.liveForms.forget(view.id);
    const form = view.title?.text ?? words.home.title;
    const press: Press = {
      ...pressOf(who),
      view: deed.clears
        ? null
        : { id: view.id, type: view.type, hash: view.hash, rootId: view.root_view_id ?? null, form },
      ...{ value: JSON.stringify(read.value), label: form, identity: view.id },
    };
    const oneMoment = noticeModal(form, words.link.close, words.link.oneMoment);
    const say = await takeThenAnswer(services, webOf(context), take, press);
    await ack(deed.clears ? { response_action: 'clear' } : { response_action: 'update', view: oneMoment });
    await say();
  });
}

/** A form that somebody submitted. */
export type SubmittedForm = {
  who: Who;
  view: PayloadView;
  words: Wording;
  client: WebClient;
  /** The app's own user, if it is known. */
  bot: string | undefined;
};

/** What Slack has as its answer, and what is done then, once it is judged that they may. */
export type FormAnswer = {
  answer: FormAck;
  carryOut?: () => Promise<unknown>;
  /** What goes on then and is judged where it is planned: by whoever asked for a broadcast that is stored by now. */
  after?: () => Promise<unknown>;
  /** The same form with a sentence above its fields: Slack didn't say whether they may. Otherwise only the sentence is left. */
  again?: (news: string) => ModalView;
};

/**
 * A form that isn't stored when it is submitted: what it does, it does right after Slack has its answer (`carryOut`). Whoever is
 * known not to be allowed is told so before it is read. Reading it stores nothing, but for a text or a broadcast that was asked
 * for: whoever asked is judged when that is planned.
 */
export function onForm<What>(
  app: App,
  services: Services,
  callback: string,
  form: {
    may: Right<What>;
    /** What the right is about. */
    of: (view: PayloadView) => What;
    submit: (submitted: SubmittedForm) => Promise<FormAnswer>;
  },
): void {
  app.view({ callback_id: callback, type: 'view_submission' }, async ({ ack, body, context }) => {
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const client = webOf(context);
    const what = form.of(view);
    const [words, known] = await Promise.all([
      services.words.of(who.workspace, who.userId),
      form.may(byMemory(services), who, what),
    ]);
    const title = view.title?.text ?? words.home.title;
    const notice = (line: string) => noticeModal(title, words.link.close, line);
    const show = (next: ModalView) => showView(services, client, { viewId: view.id, ...who }, next);
    if (known && known.kind !== 'SLACK_AWAY') {
      const said = wordProblem(words, known);
      // Under a field it leaves the form as it is, with everything that was typed.
      const field = view.blocks.findLast(({ type }) => type === 'input')?.block_id;
      if (field) return ack({ response_action: 'errors', errors: { [field]: said } });
      return ack({ response_action: 'update', view: notice(said) });
    }
    const {
      answer,
      carryOut,
      after,
      again = notice,
    } = await form.submit({
      ...{ who, view, words, client },
      bot: context.botUserId,
    });
    if (answer?.response_action !== 'errors') services.liveForms.forget(view.id);
    await ack(answer);
    if (!carryOut) return void (await after?.());
    try {
      const problem = await form.may(services, who, what);
      if (problem?.kind === 'SLACK_AWAY')
        return show(again(words.settings.notSaved(wordProblem(words, problem))));
      if (problem) return show(notice(wordProblem(words, problem)));
    } catch (error) {
      services.log.error({ err: error }, 'can’t judge who submitted a form');
      return show(again(failureNews(words, error)));
    }
    await carryOut();
  });
}

/** Somebody closed a modal without its button. */
export function onClosed(
  app: App,
  services: Services,
  callback: string,
  closed: {
    may: Right<PayloadView>;
    tell: (words: Wording, who: Who, view: PayloadView) => Promise<unknown>;
  },
): void {
  app.view({ callback_id: callback, type: 'view_closed' }, async ({ ack, body }) => {
    await ack();
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    if (await closed.may(askingSlack(services), who, view)) return;
    await closed.tell(await services.words.of(who.workspace, who.userId), who, view);
  });
}

/** Typing and choosing in some of a form's fields: it shows what comes of it. */
export function onInput<What>(
  app: App,
  services: Services,
  fields: { action_id: string; block_id?: string | RegExp },
  live: {
    may: Right<What>;
    /** What the right is about; null: the form is from another version of the app, and isn't updated while people type. */
    of: (view: PayloadView) => { what: What } | null;
    /** Without waiting for more; otherwise it depends on whether they chose or typed. */
    atOnce?: boolean;
    show: (words: Wording, input: LiveInput) => Promise<ModalView>;
  },
): void {
  app.action({ type: 'block_actions', ...fields }, async ({ ack, body, context }) => {
    await ack();
    const { view, actions } = blockActionsSchema.parse(body);
    const its = view && live.of(view);
    if (!view || !its) return;
    const who = whoOf(body);
    const client = webOf(context);
    const isChosen = actions.every(({ type }) => type !== 'plain_text_input');
    const seen = seenIn(view, actions, live.atOnce ?? isChosen);
    const judge = () => live.may(askingSlack(services), who, its.what);
    showInTurn(services, client, { ...who, judge }, seen, words => live.show(words, { view, who }));
  });
}

/** Options under a heading. */
export type OptionSection = { heading: string; options: PlainTextOption[] };
type Typing = { who: Who; words: Wording; typed: string };

/** How long Slack has to say who somebody is who waits for options. */
const OPTIONS_MS = 1000;

/** Options that Slack asks for while somebody types into a field. Who may not see them is offered none. */
export function onOptions(
  app: App,
  services: Services,
  field: { action_id: string; block_id?: string | RegExp },
  options: {
    may: Right;
    offer: (typing: Typing) => Promise<OptionSection[]>;
    /** What everybody is offered besides: it is theirs, such as what they typed. `isAlone`: there is nothing else. */
    own?: (typing: Typing, isAlone: boolean) => OptionSection[];
  },
): void {
  const constraints = { type: 'block_suggestion' as const, ...field };
  app.options<'block_suggestion'>(constraints, async ({ ack, body }) => {
    const who = whoOf(body);
    const { value: typed } = suggestionSchema.parse(body);
    const words = await services.words.of(who.workspace, who.userId);
    const typing = { who, words, typed };
    const problem = await inTime(services, options.may, who);
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
  });
}

/** Judged as far as Slack says in time who it is; later is too late for options. */
async function inTime(services: Services, may: Right, who: Who): Promise<Problem | null> {
  const late = Promise.withResolvers<Problem>();
  const callOff = services.clock.after(OPTIONS_MS, () => late.resolve({ kind: 'SLACK_AWAY' }));
  return Promise.race([may(askingSlack(services), who, null), late.promise]).finally(callOff);
}

export type Executed = z.infer<typeof functionExecutedSchema>;
type StepTold = {
  complete: (outputs: { outputs: Record<string, unknown> }) => Promise<unknown>;
  fail: (why: { error: string }) => Promise<unknown>;
};

/** A step of a workflow. Slack has its answer when `run` is done. */
export function onStep(
  app: App,
  services: Services,
  callback: string,
  step: {
    /** Nobody is behind it whom Slack names: it is about the workspace. */
    may: (services: Services, workspace: string) => Promise<Problem | null>;
    run: (executed: Executed, told: StepTold) => Promise<unknown>;
  },
): void {
  app.function(callback, { autoAcknowledge: false }, async ({ body, ack, complete, fail }) => {
    const executed = functionExecutedSchema.parse(body);
    const told = { complete, fail } as StepTold;
    const problem = await step.may(services, executed.team_id);
    if (problem) await fail({ error: wordProblem(await services.words.of(executed.team_id, null), problem) });
    else await step.run(executed, told);
    await ack();
  });
}
