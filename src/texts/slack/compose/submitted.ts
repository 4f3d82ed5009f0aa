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
import type { PayloadView } from '../../../kit/slack/payloads.ts';
import type { Services, UserRef } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { withCachedFacts } from '../../../workspace/slack/permissions.ts';
import { type Draft, lastBalance, messageOf, recipientOf } from '../../draft.ts';
import { checkedByPlanner, sender } from '../../permissions.ts';
import { plainLetters } from '../../plain-letters.ts';
import { mayBeMany } from '../../recipient.ts';
import { ACTION, COMPOSE_VIEW, INPUT } from '../ids.ts';
import {
  ADDED,
  type ComposeForm,
  isOfThisVersion,
  messageBlockOf,
  type ReplyPlace,
  readComposeForm,
  replyFor,
  withMessage,
} from './form.ts';
import { lackingIn, lackingLine, templateFacts, withTemplate } from './template.ts';
import { composeView, type FormFacts, NOTHING_KNOWN } from './view.ts';

/** Typing into the form, and its button for plain quotes: shows what it comes to as people type. */
export function composeFields(services: Services): SlackListener[] {
  const its = {
    permission: sender,
    of: (view: PayloadView) => (isOfThisVersion(view) ? { what: readComposeForm(view).place.channel } : null),
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
  return composeView(services, words, finished, await lookUp(services, words, who.workspace, finished));
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
async function lookUp(
  services: Services,
  words: Wording,
  workspace: string,
  form: ComposeForm,
): Promise<FormFacts> {
  const { draft } = form;
  const { history, reach, settings } = services;
  const read = recipientOf(draft);
  const [past, found, rules, balance] = await Promise.all([
    history.costPerPart(workspace).catch(() => null),
    read.ok ? reach(workspace, [read.to]).catch(() => null) : null,
    settings.of(workspace).catch(() => null),
    read.ok && mayBeMany(read.to) ? lastBalance(services, workspace).catch(() => null) : null,
  ]);
  const template = await templateFacts(services, words, workspace, form, found);
  return { past, found, show: showingNumbers(rules?.maskNumbers ?? true), balance, template };
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
  { who: { workspace, userId }, view, client }: SubmittedForm,
): Promise<FormAnswer> {
  const form = readComposeForm(view);
  const [to, message] = [recipientOf(form.draft), messageOf(form.draft)];
  const wall = services.clock.wall();
  const errors = (words: Wording) => faults(services, words, form, wall);
  const isWrong = Object.keys(errors(services.words.atOnce(workspace, userId))).length > 0;
  if (!to.ok || !message.ok || isWrong) {
    return {
      answer: { response_action: 'errors', errors: errors(await services.words.of(workspace, userId)) },
    };
  }
  let after = async (): Promise<unknown> => undefined;
  try {
    // Who lacks what is for those who may send; others are told so once it is planned.
    const isSender =
      (await sender(withCachedFacts(services), { workspace, userId }, form.place.channel)) === null;
    const lacking = form.later || !isSender ? [] : await lackingIn(services, workspace, form, to.to);
    if (lacking.length > 0) {
      const rules = await services.settings.of(workspace);
      const words = await services.words.of(workspace, userId, rules);
      const said = lackingLine(words, lacking, showingNumbers(rules.maskNumbers));
      return { answer: { response_action: 'errors', errors: { [messageBlockOf(form)]: said } } };
    }
    const { laterPart } = services.extensions;
    if (form.later && laterPart) {
      const submitted = { view, form, to: to.to, message: message.message, wall };
      after = await laterPart.take(client, { workspace, userId }, submitted);
    } else {
      await services.submit({
        workspace,
        idempotencyKey: `form:${view.id}`,
        source: 'form',
        resendOf: null,
        actor: userId,
        to: [to.to],
        message: message.message,
        ...(form.template.chosen ? { template: true } : {}),
        priority: 'people',
        confirmed: false,
        replyTo: replyFor(userId, form.place),
        language: null,
      });
    }
  } catch (error) {
    const words = services.words.atOnce(workspace, userId);
    return notStored(services, words, messageBlockOf(form), error, words.compose.unsure);
  }
  return { answer: undefined, after };
}

/** What is wrong, by field. */
function faults(
  { extensions, stopLinks }: Services,
  words: Wording,
  form: ComposeForm,
  wall: number,
): Record<string, string> {
  const said = words.compose;
  const errors: Record<string, string> = {};
  const to = recipientOf(form.draft);
  if (!to.ok) {
    errors[INPUT.recipient.block] =
      to.fault === 'missing'
        ? said.recipientMissing
        : said.numberWrong({ typed: harmless(to.typed, 40), why: to.fault });
  }
  const { chosen, putIn } = form.template;
  if ((chosen?.id ?? null) !== putIn) errors[ADDED.template] = said.templateComing;
  const message = messageOf(form.draft);
  const wrong = chosen && extensions.templatePart?.wrong(words, form.draft.message, stopLinks.isPossible());
  if (wrong) errors[messageBlockOf(form)] = wrong;
  if (!message.ok) {
    errors[messageBlockOf(form)] =
      message.fault === 'missing' ? said.messageMissing : said.messageTooLong(message);
  }
  return { ...errors, ...extensions.laterPart?.errors(words, form, wall) };
}
