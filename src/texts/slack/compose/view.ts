import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { expectedCost, type Price } from '../../../kit/credits.ts';
import { internationalNumber, type LocalNumber, maskNumber, type ShowNumber } from '../../../kit/number.ts';
import type { Problem } from '../../../kit/problem.ts';
import { actions, button, context } from '../../../kit/slack/elements.ts';
import { MAX_INPUT, MAX_SUBMIT } from '../../../kit/slack/limits.ts';
import { formModal } from '../../../kit/slack/modals.ts';
import type { Extensions, Services } from '../../../kit/slack/services.ts';
import { cut, harmless } from '../../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../../kit/words/wording.ts';
import { type Measure, measure, recipientOf } from '../../draft.ts';
import type { CheckedMessage } from '../../message.ts';
import { plainLetters, signKind, unseenKind } from '../../plain-letters.ts';
import { isKept, mayBeMany, type Recipient } from '../../recipient.ts';
import type { FoundNumbers } from '../../sending/send-policy.ts';
import { fieldSentence } from '../field-sentence.ts';
import { ACTION, COMPOSE_VIEW, INPUT } from '../ids.ts';
import { shownRecipient } from '../receipt-messages.ts';
import { optionOf } from '../recipient-options.ts';
import { type ComposeForm, messageBlockOf, metadataOf } from './form.ts';
import { filledIn, filledInBlocks } from './template.ts';

/** What we know beside what was typed. */
export type FormFacts = {
  past: Price | null;
  /** The numbers the recipient stands for; null: not asked yet. */
  found: FoundNumbers | null;
  show: ShowNumber;
  /** The last known balance, if it is needed. */
  balance: { amount: string; ageMs: number } | null;
  /** The message, as far as it was checked; null: not yet. */
  checked: CheckedMessage | null;
};
export const NOTHING_KNOWN: FormFacts = {
  past: null,
  found: null,
  show: maskNumber,
  balance: null,
  checked: null,
};

/** How many people we can't text are named. */
const NAMED = 3;

/** The form that makes a text, with what it comes to so far. */
export function composeView(
  { extensions }: Pick<Services, 'extensions'>,
  words: Wording,
  form: ComposeForm,
  known: FormFacts,
): ModalView {
  const { draft, schedule, later } = form;
  const { checked } = known;
  const said = words.compose;
  const filled = checked && filledIn(extensions, words, checked, form.template.chosen !== null);
  const measured = measure({ message: filled?.shown ?? draft.message }, known.past);
  const inAll = measured && totalOf(form, filled?.parts ?? null, measured, known);
  const label = measured && !checked?.problem ? said.sendFor(inAll ?? measured) : said.send;
  const submit = label.length <= MAX_SUBMIT ? label : said.send;
  const planned = extensions.laterPart?.labels(words, schedule !== null);
  return {
    ...formModal({
      id: COMPOSE_VIEW,
      title: (schedule !== null || later ? planned?.title : null) ?? said.title,
      submit: later && planned ? planned.submit : submit,
      cancel: words.link.cancel,
      blocks: [
        recipientInput(words, draft.to),
        ...recipientLines(words, form, known).map(context),
        ...(extensions.templatePart ? [extensions.templatePart.field(words, form.template.chosen)] : []),
        messageInput(words, form),
        ...plainerButton(words, isPlainer(draft.message) ? (measured?.plainer ?? null) : null),
        ...(filled ? filledInBlocks(words, filled) : []),
        ...messageLines(words, checked?.problem ?? null, measured).map(context),
        ...(inAll ? [context(said.inAll(inAll))] : []),
        ...(known.balance ? [context(said.lastBalance(known.balance))] : []),
        ...(extensions.laterPart?.blocks(words, form) ?? []),
        ...manyButton(extensions.manyButton, words, form),
      ],
    }),
    private_metadata: metadataOf(form),
  };
}

/** Whether the button changes anything: what is filled in may be all that isn't plain. */
const isPlainer = (message: string): boolean => plainLetters(message) !== message;

/** Right under the message that it changes. */
function plainerButton({ button: label }: Wording, plainer: Measure['plainer']): KnownBlock[] {
  if (plainer === null) return [];
  return [
    actions(
      button({ action: ACTION.plainQuotes, label: plainer.looksSame ? label.takeOut : label.plainQuotes }),
    ),
  ];
}

function manyButton(
  offered: Extensions['manyButton'] | undefined,
  words: Wording,
  { schedule }: ComposeForm,
): KnownBlock[] {
  const many = schedule === null ? offered?.(words, null) : undefined;
  return many ? [actions(many)] : [];
}

function recipientInput(words: Wording, to: Recipient | null): KnownBlock {
  return {
    ...live(INPUT.recipient.block, words.compose.recipient.label),
    hint: { type: 'plain_text', text: words.compose.recipient.hint ?? '' },
    element: {
      type: 'external_select',
      action_id: INPUT.recipient.action,
      placeholder: { type: 'plain_text', text: words.search.placeholder },
      min_query_length: 0,
      ...(to === null ? {} : { initial_option: optionOf(to) }),
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

/** An input that reports every change to us. */
function live(block: string, label: string): Omit<InputBlock, 'element'> {
  return {
    type: 'input',
    block_id: block,
    dispatch_action: true,
    label: { type: 'plain_text', text: label },
  };
}

/** What a text to several people comes to; null: it goes to one person, or nobody knows yet to how many. */
function totalOf(
  { draft }: ComposeForm,
  filled: number | null,
  { parts }: Measure,
  { found, past }: FormFacts,
): { people: number; parts: number; cost: string | null } | null {
  const people = isCounted(found) ? found.numbers.length : 0;
  if (draft.to === null || !mayBeMany(draft.to) || people === 0) return null;
  const all = filled ?? parts * people;
  return { people, parts: all, cost: past && expectedCost(past, all) };
}

const isCounted = (found: FoundNumbers | null): found is FoundNumbers => found?.unavailable.length === 0;

/** Whom it goes to, or what is wrong with that; empty: nothing to say yet. */
function recipientLines(words: Wording, { draft }: ComposeForm, known: FormFacts): string[] {
  const said = words.compose;
  const read = recipientOf(draft);
  if (!read.ok) {
    if (read.fault === 'missing') return [];
    return [said.numberWrong({ typed: harmless(read.typed, 40), why: read.fault })];
  }
  const { to } = read;
  const { found, show } = known;
  const leftOut = (found?.omitted ?? []).slice(0, NAMED).map(({ who, problem }) => {
    const because = wordLeftOut(words, problem);
    return said.leftOut({ who: shownRecipient(who, show), because });
  });
  if (to.kind === 'number') return [internationalNumber(to.number), ...leftOut];
  if (!isCounted(found)) return mayBeMany(to) ? [said.notCounted] : [];
  const { numbers, omitted, tooMany } = found;
  const [number] = numbers;
  if (to.kind === 'teammate') {
    const fact = number ?? omitted[0]?.problem;
    return fact === undefined ? [] : [teammateLine(words, to.userId, fact)];
  }
  if (tooMany) return [`:warning: ${wordProblem(words, tooMany)}`];
  if (number === undefined) return leftOut;
  const name = shownRecipient(to, show);
  const whom =
    isKept(to) && !to.data.many
      ? said.contact({ name, number: show(number) })
      : said.group({ name, people: numbers.length });
  return [whom, ...leftOut];
}

function teammateLine(words: Wording, userId: string, known: LocalNumber | Problem): string {
  const said = words.compose;
  if (typeof known === 'string') return said.fromProfile({ userId, number: maskNumber(known) });
  if (known.kind === 'TEAMMATE_WITHOUT_NUMBER') return said.noNumber(userId);
  if (known.kind === 'TEAMMATE_DEACTIVATED') return said.deactivated(userId);
  return known.kind === 'TEAMMATE_NUMBER_INVALID' ? said.noMobile(userId) : wordProblem(words, known);
}

/** How a message is sent and charged, and what is wrong with it. */
export function messageLines(words: Wording, problem: Problem | null, measured: Measure | null): string[] {
  const said = words.compose;
  if (problem && problem.kind !== 'MESSAGE_EMPTY') return [`:warning: ${fieldSentence(words, problem)}`];
  if (!measured) return [said.nothingTyped];
  return [
    said.measure(measured),
    ...(measured.forcedBy === null ? [] : [forcedLine(words, measured.forcedBy)]),
    ...(measured.plainer ? [said.plainer(measured.plainer)] : []),
  ];
}

const BANGLA = /\p{Script=Bengali}/u;

/** What makes a text Unicode: a character as it looks, or what it is called if nobody sees it. */
function forcedLine({ compose }: Wording, character: string): string {
  if (BANGLA.test(character)) return compose.bangla;
  const kind = unseenKind(character) ?? signKind(character);
  if (kind !== null) return compose.forcedByUnseen(compose.unseen[kind]);
  // Alone it formats nothing. A mark without its letter needs something to stand on.
  const shown = character === '`' ? character : harmless(character, 1);
  return compose.forcedBy(/^\p{M}/u.test(shown) ? `\u25cc${shown}` : shown || '\ufffd');
}

/** As much as Slack accepts as a field's initial value. If more was typed, the field has it already and keeps it. */
export const beginning = (text: string): string => cut(text, MAX_INPUT);
