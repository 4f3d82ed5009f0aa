import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { showingNumbers } from '../../../kit/number.ts';
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
import { withCachedFacts } from '../../../workspace/slack/permissions.ts';
import { type Draft, lastBalance, recipientOf } from '../../draft.ts';
import { intentIdOf } from '../../intent.ts';
import { checkedByPlanner, sender } from '../../permissions.ts';
import { plainLetters } from '../../plain-letters.ts';
import { mayBeMany, type Recipient } from '../../recipient.ts';
import { ACTION, COMPOSE_VIEW, INPUT } from '../ids.ts';
import { knownOf, sendingProblem, wrongInForm, wrongInText } from './check.ts';
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
import { composeView, type FormFacts, NOTHING_KNOWN } from './view.ts';

/** Typing into the form, and its button for plain quotes: shows what it comes to as people type. */
export function composeFields(services: Services): SlackListener[] {
  const its = {
    permission: sender,
    of: (view: PayloadView) =>
      isOfThisVersion(view) ? { subject: readComposeForm(view).place.channel } : null,
  };
  const { message, recipient } = INPUT;
  const chosen = [recipient.block, ADDED.template, ADDED.when, ADDED.at, ADDED.repeat].join('|');
  return [
    onInput(services, `${message.block}(?:\\.\\d+)?`, {
      ...{ ...its, atOnce: false },
      show: (words, { view, who }) => composed(services, words, who, readComposeForm(view)),
    }),
    onInput(services, chosen, {
      ...{ ...its, atOnce: true },
      show: (words, { view, who }) => composed(services, words, who, readComposeForm(view)),
    }),
    onInput(
      services,
      { button: ACTION.plainQuotes },
      {
        ...{ ...its, atOnce: true },
        show: (words, { view, who }) =>
          composed(services, words, who, withPlainQuotes(readComposeForm(view))),
      },
    ),
  ];
}

function withPlainQuotes(form: ComposeForm): ComposeForm {
  return withMessage(form, plainLetters(form.draft.message));
}

/** The form with what it comes to. */
export async function composed(
  services: Services,
  words: Wording,
  who: UserRef,
  form: ComposeForm,
): Promise<ModalView> {
  const finished = await withZone(services, who, await withTemplate(services, who, form));
  return composeView(services, words, finished, await lookUp(services, who.workspace, finished));
}

/** The form with the person's time zone, once it matters. */
async function withZone(
  { people }: Services,
  { workspace, userId }: UserRef,
  form: ComposeForm,
): Promise<ComposeForm> {
  if (!form.later || form.zone !== null) return form;
  const asked = await people.facts(workspace, userId);
  return asked.kind === 'known' ? { ...form, zone: asked.facts.zone } : form;
}

/** What the form says beside what was typed; leaves out what isn't available right now. */
async function lookUp(services: Services, workspace: string, form: ComposeForm): Promise<FormFacts> {
  const { history, reach, settings } = services;
  const read = recipientOf(form.draft);
  const [past, known, rules, balance] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    knownOf(services, workspace, form, reach).catch(() => null),
    settings.of(workspace).catch(() => null),
    read.ok && mayBeMany(read.to) ? lastBalance(services, workspace).catch(() => null) : null,
  ]);
  const { found = null, checked = null } = known ?? {};
  return { past, found, checked, show: showingNumbers(rules?.maskNumbers ?? true), balance };
}

const EMPTY: Draft = { to: null, message: '' };

/** What a form contains at first. `onTop`: it lies on the open modal, which is there again when it is closed. */
type Beginning = {
  place: ReplyPlace;
  draft?: Draft;
  template?: ComposeForm['template']['chosen'];
  onTop?: boolean;
  /** Completes the part of the message that needs the network. */
  finish?: (message: string) => Promise<string>;
} & Partial<Pick<ComposeForm, 'later' | 'zone' | 'schedule' | 'below'>>;

/** The form as it is at first. */
export const composeFormOf = (from: Beginning): ComposeForm => ({
  draft: from.draft ?? EMPTY,
  place: from.place,
  round: 0,
  template: { chosen: from.template ?? null, putIn: from.template?.id ?? null },
  later: from.later ?? null,
  zone: from.zone ?? null,
  schedule: from.schedule ?? null,
  below: from.below ?? null,
});

/**
 * Opens the form that makes a text: complete and at once, since a trigger is valid for three seconds and people start
 * to type. What we must look up (the cost, their language) follows right after.
 */
export async function openComposeForm(
  services: Services,
  client: WebClient,
  opener: UserRef & { triggerId: string; check: CheckPermission },
  from: Beginning,
): Promise<void> {
  const form = composeFormOf(from);
  const guess = services.words.atOnce(opener.workspace, opener.userId);
  const view = composeView(services, guess, form, NOTHING_KNOWN);
  const { responseUrl } = from.place;
  const modal = { view, onTop: from.onTop };
  await openLive(services, client, { ...opener, responseUrl }, modal, async words => {
    const message = (await from.finish?.(form.draft.message)) ?? form.draft.message;
    return composed(services, words, opener, withMessage(form, message));
  });
}

/**
 * The submitted form: stored, then it closes. It is its text's identity, so neither a redelivered submission nor a
 * second press sends twice. While the store is away it stays open, with everything that was typed.
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
  { who, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const form = readComposeForm(view);
  const wall = services.clock.wall();
  const errors = wrongInForm(services, words, form, wall);
  const { to } = form.draft;
  if (to === null || Object.keys(errors).length > 0) return { answer: { response_action: 'errors', errors } };
  try {
    const problem = await sender(withCachedFacts(services), who, form.place.channel);
    // Nobody is told what the workspace has before it is known that they may send; whoever may not hears it once that is planned.
    if (problem?.kind === 'SLACK_AWAY') return await taken(services, client, who, { view, form, to, wall });
    if (problem) return above(services, words, form, `:warning: ${wordProblem(words, problem)}`);
    // What this form has sent is sent, whatever is in the way since.
    if (!form.later && (await services.intents.intent(who.workspace, sentBy(who, view))))
      return { answer: undefined };
    const known = await knownOf(services, who.workspace, form, services.reachLocally);
    const inText = wrongInText(words, form, known);
    if (Object.keys(inText).length > 0) return { answer: { response_action: 'errors', errors: inText } };
    if (form.later) return await taken(services, client, who, { view, form, to, wall });
    const inTheWay = await sendingProblem(services, who, known);
    if (inTheWay) return above(services, words, form, `:warning: ${wordProblem(words, inTheWay)}`);
    if (known.found && known.found.unavailable.length > 0)
      return lookedUp(services, words, client, who, { view, form, to, wall });
    return await taken(services, client, who, { view, form, to, wall });
  } catch (error) {
    return notStored(services, words, messageBlockOf(form), error, words.compose.unsure);
  }
}

const idempotencyKeyOf = ({ id }: PayloadView): string => `form:${id}`;

const sentBy = ({ workspace }: UserRef, view: PayloadView): string =>
  intentIdOf({ workspace, idempotencyKey: idempotencyKeyOf(view) });

type Sending = { view: PayloadView; form: ComposeForm; to: Recipient; wall: number };

/** Stores it, for now or for later; then the form closes. */
async function taken(
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
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, form.place),
    language: null,
  });
  return { answer: undefined };
}

/** The same form, with why it can't be sent above it. */
function above(services: Services, words: Wording, form: ComposeForm, line: string): FormAnswer {
  const view = composeView(services, words, form, NOTHING_KNOWN);
  return {
    answer: { response_action: 'update', view: { ...view, blocks: withBanner(view.blocks, [line]) } },
  };
}

/**
 * Only Slack knows the number, and Slack doesn't wait for an answer to a form so long: the form stays as it is until the number is known.
 * Then it says what is wrong at its field, or that the text is on its way: a form that Slack was told to keep can't be closed.
 */
function lookedUp(
  services: Services,
  words: Wording,
  client: WebClient,
  who: UserRef,
  sending: Sending,
): FormAnswer {
  const { view, form } = sending;
  const { compose, link, several } = words;
  const show = (next: ModalView, unseen?: string) =>
    showView(services, client, { viewId: view.id, ...who }, next, unseen);
  const noted = (shown: ModalView, notes: Record<string, string>): ModalView => ({
    ...shown,
    blocks: withNotes(shown.blocks, notes),
  });

  async function after(): Promise<unknown> {
    try {
      const known = await knownOf(services, who.workspace, form, services.reach);
      const errors = wrongInText(words, form, known);
      if (Object.keys(errors).length > 0) {
        // Plain words so far.
        const notes = Object.fromEntries(
          Object.entries(errors).map(([block, line]) => [block, escaped(line)]),
        );
        const unseen = [...Object.values(notes), several.notSent].join('\n');
        return show(noted(await composed(services, words, who, form), notes), unseen);
      }
      await taken(services, client, who, sending);
      // Whoever closed the form gets the receipt.
      return show(noticeModal(compose.title, link.close, compose.onItsWay), '');
    } catch (error) {
      services.log.error({ err: error }, 'can’t send what a form asks for');
      const shown = composeView(services, words, form, NOTHING_KNOWN);
      return show({ ...shown, blocks: withBanner(shown.blocks, [compose.unsure]) });
    }
  }

  const shown = composeView(services, words, form, NOTHING_KNOWN);
  const waiting = noted(shown, { [INPUT.recipient.block]: compose.lookingUp });
  return { answer: { response_action: 'update', view: waiting }, after };
}
