import type { KnownBlock } from '@slack/types';
import type { Clock } from '../../kit/clock.ts';
import { expectedCost, isLess } from '../../kit/credits.ts';
import type { LocalNumber, ShowNumber } from '../../kit/number.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import type { Message } from '../../kit/slack/message.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut, wordProblem } from '../../kit/words/wording.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { Settings } from '../../workspace/settings.ts';
import { lastBalance } from '../draft.ts';
import type { Intent } from '../intent.ts';
import { type CheckMessage, sumOfTexts } from '../message.ts';
import { countParts } from '../parts.ts';
import { numbersIn, type Omitted } from '../recipient.ts';
import type { RecipientDirectory } from '../recipient-directory.ts';
import type { Reach } from '../sending/find-recipients.ts';
import type { History } from '../store/history.ts';
import type { IntentOutcome, Report } from '../store/model.ts';
import { expiredAmong } from '../store/settle.ts';
import { tally } from '../tally.ts';
import { ACTION } from './ids.ts';
import {
  buttonsOfHold,
  recipientsOf,
  sendNowButton,
  shownRecipient,
  shownText,
  uncertainButton,
} from './receipt-messages.ts';
import type { Naming } from './recipient-names.ts';

/**
 * How many people are named for each reason, how many reasons are given, and how many uncertain texts have a button at
 * a time.
 */
const NAMED = 10;
const REASONS = 10;
const UNCERTAIN = 10;

/** Why those that wait are on hold, and when it is too late for the first of them, as a time of day. */
export type OnHold = { code: HoldingCode; until: number };

/** What became of a person's texts to several people, as far as we know. */
export function outcomeMessage(
  words: Wording,
  show: ShowNumber,
  { intent, outcome, held }: { intent: Intent; outcome: IntentOutcome; held: OnHold | null },
): Message {
  const { several } = words;
  const { settled, texts, sentAgain } = outcome;
  const counts = tally(outcome, intent.to.length);
  const about = { actor: intent.actor, to: recipientsOf(words, intent, show) };
  const headline = settled
    ? several.ended({ ...about, isSent: counts.sent === counts.recipients })
    : several.going(about);
  const lines = [
    `${headline}: ${several.counts(counts)}`,
    ...(held && counts.waiting > 0
      ? [several.held({ ...words.waitingBecause[held.code], until: held.until })]
      : []),
    ...leftOutLines(words, show, outcome),
  ].join('\n');
  const uncertain = texts.filter(({ id, state }) => state === 'uncertain' && !sentAgain.includes(id));
  const shown = uncertain.slice(0, UNCERTAIN);
  const rest = uncertain.length - shown.length;
  const buttons = [
    ...(held && counts.waiting > 0 ? buttonsOfHold(words, held.code) : []),
    ...(counts.waiting > 0
      ? [button({ action: ACTION.cancelTexts, label: several.button.cancel, value: intent.id })]
      : []),
    ...(settled && expiredAmong(intent, outcome) !== null ? [sendNowButton(words, intent.id)] : []),
  ];
  const blocks: KnownBlock[] = [
    section(lines),
    ...shown.map(text => ({
      ...section(
        several.uncertain({
          number: shownText(show, text),
          because: words.uncertainBecause[text.uncertain ?? 'interrupted'],
        }),
      ),
      accessory: uncertainButton(words, text.id),
    })),
    ...(rest > 0 ? [context(several.moreUncertain(rest))] : []),
    ...(counts.sent > 0 ? [context(several.facts(counts))] : []),
    ...(buttons.length > 0 ? [actions(...buttons)] : []),
  ];
  return { text: lines, blocks };
}

/** Who gets no text, grouped by reason. */
export function leftOutLines(
  words: Wording,
  show: ShowNumber,
  outcome: { omitted: readonly Omitted[] } & Partial<Omit<IntentOutcome, 'omitted'>>,
): string[] {
  const { omitted, problem, texts = [], unreadable = [], sentAgain = [] } = outcome;
  const reasons = new Map<string, string[]>();
  const add = (because: string, who: string) => reasons.set(because, [...(reasons.get(because) ?? []), who]);
  for (const one of omitted) add(wordLeftOut(words, one.problem), shownRecipient(one.who, show));
  for (const text of texts) {
    const { id, state, problem: why } = text;
    const who = shownText(show, text);
    if (sentAgain.includes(id)) add(words.several.sentAgain, who);
    else if (state === 'cancelled') add(words.state.cancelled, who);
    else if (state === 'refused') add(why ? wordLeftOut(words, why) : words.state.refused, who);
  }
  const lines = [...reasons].map(([because, who]) =>
    words.several.leftOut({
      recipients: who.slice(0, NAMED),
      more: Math.max(0, who.length - NAMED),
      because,
    }),
  );
  // Cancelled texts are reported individually.
  if (problem && problem.kind !== 'CANCELLED') lines.push(`• ${wordProblem(words, problem)}`);
  lines.push(...unreadable.map(id => `• ${wordProblem(words, { kind: 'RESULT_UNREADABLE', id })}`));
  const rest = lines.length - REASONS;
  return rest > 0 ? [...lines.slice(0, REASONS), words.several.moreReasons(rest)] : lines;
}

/** How many with one name are offered; a post has room for twice as many. */
const OFFERED = 20;
const MAX_NOTE = 60;
const MAX_LONGEST = 200;
/** How many columns of each are shown. */
const COLUMNS = 3;

type Asking = { words: Wording; rules: Settings };

/** Asks before a text goes to several people: what it comes to, or whom a name means. */
export function createQuestions(deps: {
  reach: Reach;
  checkMessage: CheckMessage;
  history: Pick<History, 'costPerPart' | 'balance'>;
  keys: Pick<LinkedKeys, 'linked'>;
  book: Pick<RecipientDirectory, 'findByName' | 'suggest' | 'one'>;
  naming: Naming;
  clock: Clock;
}): (report: Report, asking: Asking) => Promise<Message> {
  const { reach, checkMessage, history, book, naming, clock } = deps;

  async function whatItComesTo({ intent, earlier }: Report, { words, rules }: Asking): Promise<Message> {
    const { workspace, actor, to, message } = intent;
    const [found, past, last] = await Promise.all([
      reach(workspace, to),
      history.costPerPart(workspace),
      lastBalance(deps, workspace),
    ]);
    const recipients = found.numbers.length + found.unavailable.length;
    const numbers = numbersIn([...to, ...found.omitted.map(({ who }) => who)]);
    const show = await naming(workspace, actor, numbers, rules);
    const { texts } = await checkMessage(workspace, intent, found.numbers, 'sample');
    const sum = sumOfTexts(texts.values());
    const longest = sum?.longest ?? message;
    const inAll = (sum?.parts ?? 0) + countParts(longest).parts * found.unavailable.length;
    const cost = past && expectedCost(past, inAll);
    const { several } = words;
    const isMentioned = to.length > 1 && to.every(({ kind }) => kind === 'teammate' || kind === 'usergroup');
    const lines = [
      several.ask({
        to: recipientsOf(words, intent, show),
        recipients,
        parts: inAll,
        cost,
        balance: last,
      }),
      ...(isMentioned ? [several.eachGets(harmless(message, MAX_NOTE))] : []),
      ...(longest === message ? [] : [several.longest(harmless(longest, MAX_LONGEST))]),
      ...(cost !== null && last && isLess(last.amount, cost) ? [several.tooFewCredits] : []),
      ...(earlier
        ? [
            several.repeats({
              agoMs: clock.now() - earlier.at,
              byYou: earlier.actor === actor,
              actor: earlier.actor,
            }),
          ]
        : []),
      ...(found.unavailable.length > 0 ? [several.unknown(found.unavailable.length)] : []),
      ...leftOutLines(words, show, found),
    ];
    const text = lines.join('\n');
    return {
      text,
      blocks: [
        section(text),
        actions(
          button({
            action: ACTION.sendAnyway,
            label: several.button.send,
            value: intent.id,
            style: 'primary',
          }),
          button({ action: ACTION.dontSend, label: several.button.dontSend, value: intent.id }),
        ),
      ],
    };
  }

  async function whoIsMeant(intent: Intent, name: string, { words, rules }: Asking): Promise<Message> {
    const { workspace, actor } = intent;
    const { several } = words;
    const called = await book.findByName(workspace, [name]);
    const isAny = called.contacts.length + called.groups.length + called.onCallRotas.length > 0;
    const near = isAny ? null : await book.suggest(workspace, [name]);
    const { contacts, groups, onCallRotas } = near === null || near === 'no names' ? called : near.called;
    const all = [...onCallRotas, ...groups, ...contacts];
    if (all.length === 0)
      return { text: wordProblem(words, { kind: 'NAME_UNKNOWN', label: name, nearest: null }) };
    const show = await naming(
      workspace,
      actor,
      contacts.map(({ number }) => number),
      rules,
    );
    const offered = all.slice(0, OFFERED);
    const rows = offered.map(async (one): Promise<KnownBlock> => {
      const its = harmless(one.name, MAX_NOTE);
      const line =
        'number' in one
          ? await lineOf(workspace, one, show, !isAny)
          : 'size' in one
            ? several.group({ name: its, size: one.size })
            : several.rota(its);
      const value = JSON.stringify({ intent: intent.id, to: one.as });
      return {
        ...section(line),
        accessory: button({ action: ACTION.chooseRecipient, label: several.button.choose, value }),
      };
    });
    const text = several.who({
      name: harmless(name, MAX_NOTE),
      near: isAny ? null : harmless(intent.message, MAX_NOTE),
      more: all.length - offered.length,
    });
    return { text, blocks: [section(text), ...(await Promise.all(rows))] };
  }

  /** What tells somebody apart from others with the same name. */
  async function lineOf(
    workspace: string,
    { id, name, number, note }: { id: string; name: string; number: LocalNumber; note: string },
    show: (number: LocalNumber) => string,
    withName: boolean,
  ): Promise<string> {
    const its = await book.one(workspace, id);
    const columns = Object.entries(its?.contact.columns ?? {}).slice(0, COLUMNS);
    const more = [
      ...(its?.groups ?? []).slice(0, 3),
      ...columns.map(([of, value]) => `${of}: ${value}`),
      note,
    ].filter(one => one !== '');
    const shown = show(number);
    const called = harmless(name, MAX_NOTE);
    return [
      ...(withName && !shown.includes(called) ? [`*${called}*`, shown] : [`*${shown}*`]),
      ...more.map(one => harmless(one, MAX_NOTE)),
    ].join(' · ');
  }

  return (report, asking) => {
    const [only] = report.intent.to;
    const isName = only?.kind === 'named' && report.earlier === null;
    return isName ? whoIsMeant(report.intent, only.name, asking) : whatItComesTo(report, asking);
  };
}
