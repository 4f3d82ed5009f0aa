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
import { MAX_SIGN_OFF } from '../../../workspace/settings.ts';
import { type Measure, measure, recipientOf } from '../../draft.ts';
import type { CheckedMessage } from '../../message.ts';
import { plainLetters, signKind, unseenKind } from '../../plain-letters.ts';
import { isFeatureRecipient, mayBeMany, type Recipient } from '../../recipient.ts';
import type { FoundNumbers } from '../../sending/send-policy.ts';
import { withSignOff } from '../../sign-off.ts';
import { fieldSentence } from '../field-sentence.ts';
import { ACTION, COMPOSE_VIEW, INPUT } from '../ids.ts';
import { shownRecipient } from '../receipt-messages.ts';
import { optionOf } from '../recipient-options.ts';
import { type ComposeForm, messageBlockOf, metadataOf } from './form.ts';
import { filledIn, filledInBlocks } from './template.ts';

/** Looked-up facts that the form shows besides its input. */
export type FormFacts = {
  lastPrice: Price | null;
  /** Null while they aren't looked up. */
  recipients: FoundNumbers | null;
  show: ShowNumber;
  /** Null if it isn't needed or unknown. */
  balance: { amount: string; ageMs: number } | null;
  /** Null while the message isn't checked. */
  checked: CheckedMessage | null;
  /** True if the person has sent no text yet, as far as is kept. */
  isFirst: boolean;
};
export const NO_FACTS: FormFacts = {
  lastPrice: null,
  recipients: null,
  show: maskNumber,
  balance: null,
  checked: null,
  isFirst: false,
};

const MAX_NAMED = 3;

/** The compose form with its recipients, parts and cost so far. */
export function composeView(
  { extensions }: Pick<Services, 'extensions'>,
  words: Wording,
  form: ComposeForm,
  facts: FormFacts,
): ModalView {
  const { draft, schedule, later } = form;
  const { checked } = facts;
  const sentences = words.compose;
  const filled = checked && filledIn(extensions, words, checked, form.template.chosen !== null);
  const signed = signedDraft(form, checked);
  const measured = measure({ message: filled?.shown ?? signed.message }, facts.lastPrice);
  const inAll = measured && totalOf(form, filled?.parts ?? null, measured, facts);
  const label = measured && !checked?.problem ? sentences.sendFor(inAll ?? measured) : sentences.send;
  const submit = label.length <= MAX_SUBMIT ? label : sentences.send;
  const planned = extensions.laterPart?.labels(words, schedule !== null);
  return {
    ...formModal({
      id: COMPOSE_VIEW,
      title: (schedule !== null || later ? planned?.title : null) ?? sentences.title,
      submit: later && planned ? planned.submit : submit,
      cancel: words.link.cancel,
      blocks: [
        recipientInput(words, draft.to),
        ...recipientLines(words, form, facts).map(context),
        ...(extensions.templatePart ? [extensions.templatePart.field(words, form.template.chosen)] : []),
        messageInput(words, form),
        ...plainerButton(words, isPlainer(draft.message) ? (measured?.plainer ?? null) : null),
        ...(filled ? filledInBlocks(words, filled) : []),
        ...messageLines(words, checked?.problem ?? null, measured).map(context),
        ...(signed.line === '' ? [] : [context(sentences.endsWith(harmless(signed.line, MAX_SIGN_OFF)))]),
        ...(inAll ? [context(sentences.inAll(inAll))] : []),
        ...(facts.balance ? [context(sentences.lastBalance(facts.balance))] : []),
        ...(facts.isFirst ? [context(sentences.noAnswers)] : []),
        ...(extensions.laterPart?.blocks(words, form) ?? []),
        ...manyButton(extensions.manyButton, words, form),
      ],
    }),
    private_metadata: metadataOf(form),
  };
}

/** The typed message with the sign-off at its end, and that line; empty if none is added. */
function signedDraft(
  { draft, template, signOff }: ComposeForm,
  checked: CheckedMessage | null,
): { message: string; line: string } {
  const { message } = draft;
  const isTyped = template.chosen === null;
  const alone = signOff && isTyped ? withSignOff([message.trim()], signOff) : null;
  const how = checked?.signed ?? alone?.signed ?? 'not';
  const line = how === 'at the end' ? (signOff?.line ?? '') : '';
  return { message: line !== '' && alone ? alone.pieces.join('') : message, line };
}

/** True if plain letters would change the typed message itself, not only the values of its placeholders. */
const isPlainer = (message: string): boolean => plainLetters(message) !== message;

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

function live(block: string, label: string): Omit<InputBlock, 'element'> {
  return {
    type: 'input',
    block_id: block,
    dispatch_action: true,
    label: { type: 'plain_text', text: label },
  };
}

/** The sum for several people; null for one person, or while the number of people is unknown. */
function totalOf(
  { draft }: ComposeForm,
  filled: number | null,
  { parts }: Measure,
  { recipients, lastPrice }: FormFacts,
): { people: number; parts: number; cost: string | null } | null {
  const people = isCounted(recipients) ? recipients.numbers.length : 0;
  if (draft.to === null || !mayBeMany(draft.to) || people === 0) return null;
  const all = filled ?? parts * people;
  return { people, parts: all, cost: lastPrice && expectedCost(lastPrice, all) };
}

const isCounted = (recipients: FoundNumbers | null): recipients is FoundNumbers =>
  recipients?.unavailable.length === 0;

/** The recipients or their problem; empty if there is nothing to say yet. */
function recipientLines(words: Wording, { draft }: ComposeForm, facts: FormFacts): string[] {
  const sentences = words.compose;
  const read = recipientOf(draft);
  if (!read.ok) {
    if (read.fault === 'missing') return [];
    return [sentences.numberWrong({ typed: harmless(read.typed, 40), why: read.fault })];
  }
  const { to } = read;
  const { recipients, show } = facts;
  const leftOut = (recipients?.omitted ?? []).slice(0, MAX_NAMED).map(({ recipient, problem }) => {
    const because = wordLeftOut(words, problem);
    return sentences.leftOut({ recipient: shownRecipient(recipient, show), because });
  });
  if (to.kind === 'number') return [internationalNumber(to.number), ...leftOut];
  if (!isCounted(recipients)) return mayBeMany(to) ? [sentences.notCounted] : [];
  const { numbers, omitted, tooMany } = recipients;
  const [number] = numbers;
  if (to.kind === 'teammate') {
    const fact = number ?? omitted[0]?.problem;
    return fact === undefined ? [] : [teammateLine(words, to.userId, fact)];
  }
  if (tooMany) return [`:warning: ${wordProblem(words, tooMany)}`];
  if (number === undefined) return leftOut;
  const name = shownRecipient(to, show);
  const line =
    isFeatureRecipient(to) && !to.data.many
      ? sentences.contact({ name, number: show(number) })
      : sentences.group({ name, people: numbers.length });
  return [line, ...leftOut];
}

function teammateLine(words: Wording, userId: string, fact: LocalNumber | Problem): string {
  const sentences = words.compose;
  if (typeof fact === 'string') return sentences.fromProfile({ userId, number: maskNumber(fact) });
  if (fact.kind === 'TEAMMATE_WITHOUT_NUMBER') return sentences.noNumber(userId);
  if (fact.kind === 'TEAMMATE_DEACTIVATED') return sentences.deactivated(userId);
  return fact.kind === 'TEAMMATE_NUMBER_INVALID' ? sentences.noMobile(userId) : wordProblem(words, fact);
}

/** A message's parts and cost, or its problem. */
export function messageLines(words: Wording, problem: Problem | null, measured: Measure | null): string[] {
  const sentences = words.compose;
  if (problem && problem.kind !== 'MESSAGE_EMPTY') return [`:warning: ${fieldSentence(words, problem)}`];
  if (!measured) return [sentences.nothingTyped];
  return [
    sentences.measure(measured),
    ...(measured.forcedBy === null ? [] : [forcedLine(words, measured.forcedBy)]),
    ...(measured.plainer ? [sentences.plainer(measured.plainer)] : []),
  ];
}

const BANGLA = /\p{Script=Bengali}/u;

/** Names the character that makes a text Unicode: as it looks, or by its name if it is invisible. */
function forcedLine({ compose }: Wording, character: string): string {
  if (BANGLA.test(character)) return compose.bangla;
  const kind = unseenKind(character) ?? signKind(character);
  if (kind !== null) return compose.forcedByUnseen(compose.unseen[kind]);
  // A lone backtick formats nothing. A combining mark needs a carrier.
  const shown = character === '`' ? character : harmless(character, 1);
  return compose.forcedBy(/^\p{M}/u.test(shown) ? `\u25cc${shown}` : shown || '\ufffd');
}

/** Cuts to Slack's limit of an initial value. If more was typed, Slack keeps the field's content anyway. */
export const beginning = (text: string): string => cut(text, MAX_INPUT);
