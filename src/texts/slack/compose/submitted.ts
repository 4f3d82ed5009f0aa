import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { SlackListener } from '../../../kit/slack/listener.ts';
import {
  type FormAnswer,
  notStored,
  onForm,
  onInput,
  type SubmittedForm,
} from '../../../kit/slack/listeners.ts';
import { type CheckPermission, openLive } from '../../../kit/slack/live-views.ts';
import { noticeModal, showView, withBanner, withNotes } from '../../../kit/slack/modals.ts';
import type { PayloadView } from '../../../kit/slack/payloads.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { escaped } from '../../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../../kit/words/wording.ts';
import { showingNumbers } from '../../../workspace/masking.ts';
import { withCachedFacts } from '../../../workspace/slack/permissions.ts';
import { type Draft, lastBalance, recipientOf } from '../../draft.ts';
import { intentIdOf } from '../../intent.ts';
import { checkedByPlanner, sender } from '../../permissions.ts';
import { plainLetters } from '../../plain-letters.ts';
import { mayBeMany, type Recipient } from '../../recipient.ts';
import { signOffIn } from '../../sign-off.ts';
import { ACTION, COMPOSE_VIEW, INPUT } from '../ids.ts';
import { checkDraft, formErrors, sendingProblem, textErrors } from './check.ts';
import {
  ADDED,
  type ComposeForm,
  isOfThisVersion,
  messageBlockOf,
  type ReplyPlace,
  readComposeForm,
  replyFor,
  withMessage,
  writtenIn,
} from './form.ts';
import { withTemplate } from './template.ts';
import { composeView, type FormFacts, NO_FACTS } from './view.ts';

/** Listens to the form's inputs and its button for plain quotes, and updates the parts and cost while people type. */
export function composeFields(services: Services): SlackListener[] {
  const common = {
    permission: sender,
    of: (view: PayloadView) =>
      isOfThisVersion(view) ? { subject: readComposeForm(view).place.channel } : null,
    show: (words: Wording, { view, user }: { view: PayloadView; user: UserRef }) =>
      composedView(services, words, user, readComposeForm(view)),
  };
  const { message, recipient } = INPUT;
  const choices = [recipient.block, ADDED.template, ADDED.when, ADDED.at, ADDED.repeat, ADDED.holidays].join(
    '|',
  );
  return [
    onInput(services, `${message.block}(?:\\.\\d+)?`, {
      ...common,
      immediate: false,
    }),
    onInput(services, choices, {
      ...common,
      immediate: true,
    }),
    onInput(
      services,
      { button: ACTION.plainQuotes },
      {
        ...common,
        immediate: true,
        show: (words, { view, user }) =>
          composedView(services, words, user, withPlainQuotes(readComposeForm(view))),
      },
    ),
  ];
}

function withPlainQuotes(form: ComposeForm): ComposeForm {
  return withMessage(form, plainLetters(form.draft.message));
}

export async function composedView(
  services: Services,
  words: Wording,
  user: UserRef,
  form: ComposeForm,
): Promise<ModalView> {
  const [zoned, signOff] = await Promise.all([
    withTemplate(services, user, form).then(filled => withZone(services, user, filled)),
    form.signOff ?? services.settings.of(user.workspace).then(signOffIn, () => null),
  ]);
  const finished = { ...zoned, signOff };
  return composeView(services, words, finished, await lookUp(services, user, finished));
}

async function withZone(
  { people }: Services,
  { workspace, userId }: UserRef,
  form: ComposeForm,
): Promise<ComposeForm> {
  if (!form.later || form.zone !== null) return form;
  const answer = await people.facts(workspace, userId);
  return answer.kind === 'known' ? { ...form, zone: answer.facts.zone } : form;
}

/** Looks up what the form shows; leaves out what isn't available now. */
async function lookUp(
  services: Services,
  { workspace, userId }: UserRef,
  form: ComposeForm,
): Promise<FormFacts> {
  const { history, reach, settings } = services;
  const read = recipientOf(form.draft);
  const [lastPrice, checkedDraft, rules, earlier, balance] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    checkDraft(services, workspace, form, reach).catch(() => null),
    settings.of(workspace).catch(() => null),
    history.history(workspace, userId, 1).catch(() => null),
    read.ok && mayBeMany(read.to) ? lastBalance(services, workspace).catch(() => null) : null,
  ]);
  const { recipients = null, checked = null } = checkedDraft ?? {};
  const show = showingNumbers(rules ?? { maskNumbers: true });
  return { lastPrice, recipients, checked, show, balance, isFirst: earlier?.length === 0 };
}

const EMPTY: Draft = { to: null, message: '' };

/** A form's initial content. `onTop`: the form opens over the open modal, which returns when it closes. */
type Beginning = {
  place: ReplyPlace;
  draft?: Draft;
  template?: ComposeForm['template']['chosen'];
  onTop?: boolean;
  /** Completes the part of the message that needs the network. */
  finish?: (message: string) => Promise<string>;
} & Partial<Pick<ComposeForm, 'later' | 'zone' | 'schedule' | 'below'>>;

export const composeFormOf = (from: Beginning): ComposeForm => ({
  draft: from.draft ?? EMPTY,
  place: from.place,
  round: 0,
  template: { chosen: from.template ?? null, putIn: from.template?.id ?? null },
  later: from.later ?? null,
  zone: from.zone ?? null,
  signOff: null,
  schedule: from.schedule ?? null,
  below: from.below ?? null,
});

/**
 * Opens the compose form at once, because a trigger is valid for three seconds and people start to type. Its price and
 * language follow when they are looked up.
 */
export async function openComposeForm(
  services: Services,
  client: WebClient,
  opener: UserRef & { triggerId: string; check: CheckPermission },
  from: Beginning,
): Promise<void> {
  const form = composeFormOf(from);
  const guess = services.words.cached(opener.workspace, opener.userId);
  const view = composeView(services, guess, form, NO_FACTS);
  const { responseUrl } = from.place;
  const modal = { view, onTop: from.onTop };
  await openLive(services, client, { ...opener, responseUrl }, modal, async words => {
    const message = (await from.finish?.(form.draft.message)) ?? form.draft.message;
    return composedView(services, words, opener, withMessage(form, message));
  });
}

/**
 * Stores the submitted form's text, then closes the form. The view's id is the idempotency key, so neither a redelivery nor
 * a second press sends twice. While the store is away the form stays open with its input.
 */
export function composeSubmitted(services: Services): SlackListener {
  return onForm(services, COMPOSE_VIEW, {
    permission: checkedByPlanner,
    of: () => null,
    submit: form => submitted(services, form),
  });
}

async function submitted(
  services: Services,
  { user, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const form = readComposeForm(view);
  const wall = services.clock.wall();
  const errors = formErrors(services, words, form, wall);
  const { to } = form.draft;
  if (to === null || Object.keys(errors).length > 0) return { answer: { response_action: 'errors', errors } };
  try {
    const problem = await sender(withCachedFacts(services), user, form.place.channel);
    // Checks the permission first, because errors reveal what the workspace has. If Slack doesn't answer, the planner
    // decides and reports.
    if (problem?.kind === 'SLACK_AWAY') return await store(services, client, user, { view, form, to, wall });
    if (problem) return withProblemAbove(services, words, form, `:warning: ${wordProblem(words, problem)}`);
    // A form that was stored before stays sent, even if a problem has come up since.
    if (!form.later && (await services.intents.intent(user.workspace, sentBy(user, view))))
      return { answer: undefined };
    const draft = await checkDraft(services, user.workspace, form, services.reachLocally);
    const inText = textErrors(words, form, draft);
    if (Object.keys(inText).length > 0) return { answer: { response_action: 'errors', errors: inText } };
    if (form.later) return await store(services, client, user, { view, form, to, wall });
    const sendProblem = await sendingProblem(services, user, draft);
    if (sendProblem)
      return withProblemAbove(services, words, form, `:warning: ${wordProblem(words, sendProblem)}`);
    if (draft.recipients && draft.recipients.unavailable.length > 0)
      return lookUpAfterAck(services, words, client, user, { view, form, to, wall });
    return await store(services, client, user, { view, form, to, wall });
  } catch (error) {
    return notStored(services, words, messageBlockOf(form), error, words.compose.unsure);
  }
}

const idempotencyKeyOf = ({ id }: PayloadView): string => `form:${id}`;

const sentBy = ({ workspace }: UserRef, view: PayloadView): string =>
  intentIdOf({ workspace, idempotencyKey: idempotencyKeyOf(view) });

type Sending = { view: PayloadView; form: ComposeForm; to: Recipient; wall: number };

/** Stores the text, for now or for later; then the form closes. */
async function store(
  { extensions, submit }: Services,
  client: WebClient,
  { workspace, userId }: UserRef,
  { view, form, to, wall }: Sending,
): Promise<FormAnswer> {
  const written = writtenIn(form);
  if (form.later && extensions.laterPart) {
    const { message } = written;
    const after = await extensions.laterPart.take(
      client,
      { workspace, userId },
      { view, form, to, message, wall },
    );
    return { answer: undefined, after };
  }
  await submit({
    workspace,
    idempotencyKey: idempotencyKeyOf(view),
    source: 'form',
    resendOf: null,
    actor: userId,
    to: [to],
    ...written,
    undoable: true,
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, form.place),
    language: null,
  });
  return { answer: undefined };
}

function withProblemAbove(services: Services, words: Wording, form: ComposeForm, line: string): FormAnswer {
  const view = composeView(services, words, form, NO_FACTS);
  return {
    answer: { response_action: 'update', view: { ...view, blocks: withBanner(view.blocks, [line]) } },
  };
}

/**
 * Looks up a number that only Slack knows, for which the ack can't wait. The form stays open, and then shows an error at
 * its field, or that the text is on its way (a form that Slack was told to keep can't be closed).
 */
function lookUpAfterAck(
  services: Services,
  words: Wording,
  client: WebClient,
  user: UserRef,
  sending: Sending,
): FormAnswer {
  const { view, form } = sending;
  const { compose, link, several } = words;
  const show = (next: ModalView, unseen?: string) =>
    showView(services, client, { viewId: view.id, ...user }, next, unseen);
  const noted = (shown: ModalView, notes: Record<string, string>): ModalView => ({
    ...shown,
    blocks: withNotes(shown.blocks, notes),
  });

  async function after(): Promise<unknown> {
    try {
      const draft = await checkDraft(services, user.workspace, form, services.reach);
      const errors = textErrors(words, form, draft);
      if (Object.keys(errors).length > 0) {
        // The errors are plain text, but notes are mrkdwn.
        const notes = Object.fromEntries(
          Object.entries(errors).map(([block, line]) => [block, escaped(line)]),
        );
        const unseen = [...Object.values(notes), several.notSent].join('\n');
        return show(noted(await composedView(services, words, user, form), notes), unseen);
      }
      await store(services, client, user, sending);
      // If the sender has closed the form, the receipt tells them.
      return show(noticeModal(compose.title, link.close, compose.onItsWay), '');
    } catch (error) {
      services.log.error({ err: error }, 'can’t send what a form asks for');
      const shown = composeView(services, words, form, NO_FACTS);
      return show({ ...shown, blocks: withBanner(shown.blocks, [compose.unsure]) });
    }
  }

  const shown = composeView(services, words, form, NO_FACTS);
  const waiting = noted(shown, { [INPUT.recipient.block]: compose.lookingUp });
  return { answer: { response_action: 'update', view: waiting }, after };
}
