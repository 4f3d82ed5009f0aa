import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { PastCost } from '../../domain/credits.ts';
import { cut } from '../../domain/cut.ts';
import { type Measure, measure, messageOf, recipientOf } from '../../domain/draft.ts';
import { internationalNumber, type LocalNumber, maskNumber } from '../../domain/number.ts';
import type { Problem } from '../../domain/problem.ts';
import { harmless } from '../../domain/slack-text.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { actions, button, context } from '../blocks/elements.ts';
import { ACTION, INPUT, VIEW } from '../ids.ts';
import { type ComposeForm, messageBlockOf, metadataOf } from './compose-form.ts';
import { formModal } from './modals.ts';

/** What is known beside what was typed. */
export type FormFacts = {
  past: PastCost | null;
  /** The number of the chosen teammate, what is wrong with it, or null while nobody was asked. */
  teammate: LocalNumber | Problem | null;
};
export const NOTHING_KNOWN: FormFacts = { past: null, teammate: null };

/** Slack's: of a button that submits, and of the value that a field begins with. */
const MAX_SUBMIT = 24;
const MAX_INITIAL = 3000;

/** The form that makes a text, with what it comes to as far as it is typed. */
export function composeView(words: Wording, form: ComposeForm, known: FormFacts): ModalView {
  const { draft, place } = form;
  const said = words.compose;
  const measured = measure(draft, known.past);
  const label = measured && messageOf(draft).ok ? said.sendFor(measured) : said.send;
  const recipient = recipientLine(words, form, known);
  return {
    ...formModal({
      id: VIEW.compose,
      title: said.title,
      submit: label.length <= MAX_SUBMIT ? label : said.send,
      cancel: words.link.cancel,
      blocks: [
        numberInput(words, draft.number),
        teammateInput(words, draft.teammate),
        ...(recipient === null ? [] : [context(recipient)]),
        messageInput(words, form),
        ...messageLines(words, form, measured).map(context),
        ...(measured?.plainer
          ? [actions(button({ action: ACTION.plainQuotes, label: words.button.plainQuotes }))]
          : []),
      ],
    }),
    private_metadata: metadataOf(place),
  };
}

function numberInput(words: Wording, typed: string): KnownBlock {
  return {
    ...live(INPUT.number.block, words.compose.number),
    optional: true,
    element: {
      type: 'plain_text_input',
      action_id: INPUT.number.action,
      placeholder: { type: 'plain_text', text: '01712345678' },
      dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
      ...(typed === '' ? {} : { initial_value: beginning(typed) }),
    },
  };
}

function teammateInput(words: Wording, chosen: string | null): KnownBlock {
  return {
    ...live(INPUT.teammate.block, words.compose.teammate),
    optional: true,
    element: {
      type: 'users_select',
      action_id: INPUT.teammate.action,
      placeholder: { type: 'plain_text', text: words.compose.chooseTeammate },
      ...(chosen === null ? {} : { initial_user: chosen }),
    },
  };
}

function messageInput(words: Wording, form: ComposeForm): KnownBlock {
  const { message } = form.draft;
  return {
    ...live(messageBlockOf(form), words.compose.message),
    element: {
      type: 'plain_text_input',
      action_id: INPUT.message.action,
      multiline: true,
      dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
      ...(message === '' ? {} : { initial_value: beginning(message) }),
    },
  };
}

/** An input that tells us of every change. */
function live(block: string, label: string): Omit<InputBlock, 'element'> {
  return {
    type: 'input',
    block_id: block,
    dispatch_action: true,
    label: { type: 'plain_text', text: label },
  };
}

/** Whom it goes to, or what is wrong with that; null: nothing to say yet. */
function recipientLine(words: Wording, { draft }: ComposeForm, known: FormFacts): string | null {
  const read = recipientOf(draft);
  if (!read.ok) {
    if (read.fault === 'missing') return null;
    return read.fault === 'two'
      ? words.compose.twoRecipients
      : words.compose.numberWrong({ typed: harmless(draft.number.trim(), 40), why: read.fault });
  }
  if (read.to.kind === 'number') return internationalNumber(read.to.number);
  return teammateLine(words, read.to.userId, known.teammate);
}

function teammateLine(words: Wording, userId: string, known: FormFacts['teammate']): string | null {
  const said = words.compose;
  if (known === null) return null;
  if (typeof known === 'string') return said.fromProfile({ userId, number: maskNumber(known) });
  if (known.kind === 'TEAMMATE_WITHOUT_NUMBER') return said.noNumber(userId);
  if (known.kind === 'TEAMMATE_DEACTIVATED') return said.deactivated(userId);
  return known.kind === 'TEAMMATE_NUMBER_INVALID' ? said.noMobile(userId) : wordProblem(words, known);
}

function messageLines(words: Wording, { draft }: ComposeForm, measured: Measure | null): string[] {
  const said = words.compose;
  if (!measured) return [said.nothingTyped];
  const read = messageOf(draft);
  if (!read.ok && read.fault === 'too_long') return [said.messageTooLong(read)];
  return [
    said.measure(measured),
    ...(measured.forcedBy === null ? [] : [said.forcedBy(shownCharacter(measured.forcedBy))]),
    ...(measured.plainer ? [said.plainer(measured.plainer)] : []),
  ];
}

/** A character as it looks, or its name where it looks like nothing. */
function shownCharacter(character: string): string {
  const visible = harmless(character, 1);
  return visible || `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** As much as Slack lets a field begin with. Where more was typed, it stands there already and stays. */
export const beginning = (text: string): string => cut(text, MAX_INITIAL);
