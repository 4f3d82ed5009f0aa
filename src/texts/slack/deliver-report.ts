import type { Button } from '@slack/types';
import type { Clock } from '../../kit/clock.ts';
import { isLess } from '../../kit/credits.ts';
import { HOLDING_CODES, type HoldingCode, type Problem } from '../../kit/problem.ts';
import { button } from '../../kit/slack/elements.ts';
import { RESPONSE_URL_MS, RESPONSE_URL_POSTS } from '../../kit/slack/limits.ts';
import type { Message } from '../../kit/slack/message.ts';
import {
  type Appearance,
  type Delivery,
  deliveryOf,
  NOT_THERE,
  type Poster,
} from '../../kit/slack/posting.ts';
import type { Place } from '../../kit/slack/standing-post.ts';
import { NOTHING_AROUND, type ProblemContext, type Wording, type WordsFor } from '../../kit/words/wording.ts';
import type { LinkedKeys } from '../../workspace/linked-keys.ts';
import type { People } from '../../workspace/people.ts';
import { decidersOf, keeperOf, present } from '../../workspace/roles.ts';
import type { Settings, SettingsOf } from '../../workspace/settings.ts';
import { balanceOf, lastBalance } from '../draft.ts';
import { sharesReport } from '../intent.ts';
import { numbersIn, type Omitted } from '../recipient.ts';
import type { Deliver } from '../sending/reporter.ts';
import type { History } from '../store/history.ts';
import type { Report } from '../store/model.ts';
import type { Text, WaitReason } from '../text.ts';
import { ACTION } from './ids.ts';
import { leftOutLines } from './outcome-message.ts';
import type { createQuestions } from './questions.ts';
import {
  buttonsOfHold,
  furtherMessage,
  questionMessage,
  receiptMessage,
  recipientsOf,
  refusalMessage,
  refusedMessage,
  shownText,
  storyButton,
  uncertainMessage,
  withButtons,
} from './receipt-messages.ts';
import type { Naming } from './recipient-names.ts';
import { type createSeveralPost, replyPlaces } from './report-post.ts';

/** A message, and who sees it: people in the channel (or only the sender), or one person in a direct message. */
type Addressed = { message: Message; appearance: Appearance } | { message: Message; directly: string };

/** Words a report in its present state, and posts it where possible. */
export function createDelivery(deps: {
  poster: Poster;
  history: History;
  keys: LinkedKeys;
  people: People;
  settings: SettingsOf;
  naming: Naming;
  ask: ReturnType<typeof createQuestions>;
  /** Features' buttons for a sender who named more people than one text may go to. */
  manyButtons: (words: Wording, intent: string) => Button[];
  showOutcome: ReturnType<typeof createSeveralPost>;
  words: WordsFor;
  clock: Clock;
}): Deliver {
  const { poster, history, settings, naming, ask, showOutcome, clock } = deps;
  const { around, standInFor } = createAround(deps);

  /** The message of a report, and who sees it; null if there is nothing to say any more. */
  async function address(
    report: Report,
    omitted: readonly Omitted[],
    read: Settings | undefined,
  ): Promise<Addressed | null> {
    const { kind, intent, text, problem, waiting, earlier, reader } = report;
    const rules = read ?? (await settings.shown(intent.workspace));
    const inLanguageOf = async (reader: string | null): Promise<Wording> =>
      intent.language ? deps.words.in(intent.language) : deps.words.of(intent.workspace, reader, rules);
    const forAll = isForAll(report, rules);
    const show = await naming(
      intent.workspace,
      forAll ? null : intent.actor,
      [
        ...(text ? [text.number] : []),
        ...numbersIn(intent.to),
        ...numbersIn(omitted.map(({ recipient }) => recipient)),
      ],
      rules,
    );
    const words = await inLanguageOf(forAll ? null : intent.actor);
    const context = saysMore(report)
      ? await around(intent.workspace, rules, problem, intent.actor)
      : NOTHING_AROUND;
    const toPerson = (message: Message): Addressed => ({ message, appearance: 'ephemeral' });
    const receipt = (message: Message): Addressed =>
      forAll ? { message, appearance: 'in_channel' } : toPerson(message);
    // An ephemeral post disappears when Slack is reopened, so lasting news goes into a direct message.
    const lasting = (message: Message): Addressed =>
      forAll ? receipt(message) : { message, directly: intent.actor };
    switch (kind) {
      case 'refusal':
        if (omitted.length > 1)
          return toPerson(
            withButtons([words.several.nobody, ...leftOutLines(words, show, { omitted })].join('\n')),
          );
        if (problem?.kind === 'RECIPIENTS_TOO_MANY') {
          const many = deps.manyButtons(words, intent.id);
          return toPerson(refusalMessage(words, intent, problem, context, many));
        }
        return problem && toPerson(refusalMessage(words, intent, problem, context));
      case 'question':
        if (sharesReport(intent)) return toPerson(await ask(report, { words, rules }));
        if (!earlier) return toPerson(furtherMessage(words, show, intent));
        return toPerson(
          questionMessage(words, show, intent, { actor: earlier.actor, agoMs: clock.now() - earlier.at }),
        );
      case 'waiting': {
        if (!waiting) return null;
        const { why, until } = waiting;
        if (text && text.state !== 'queued') return null;
        const number = text ? shownText(show, text) : recipientsOf(words, intent, show);
        const cancel = button({
          ...(text
            ? { action: ACTION.cancel, value: text.id }
            : { action: ACTION.cancelIntent, value: intent.id }),
          label: words.button.cancel,
        });
        if (isHolding(why)) {
          if (!text) return null;
          const details = { number, because: words.waitingBecause[why], until: clock.wall(text.expiresAt) };
          return toPerson(withButtons(words.receipt.onHold(details), [...buttonsOfHold(words, why), cancel]));
        }
        const end = text && endOf(text, until, clock.now());
        const line = words.receipt.waiting({ number, because: words.waitingBecause[why], end });
        return toPerson(withButtons(line, [cancel]));
      }
      case 'undo': {
        const inMs = (text?.undoUntil ?? 0) - clock.now();
        if (text?.state !== 'queued' || inMs <= 0) return null;
        const line = words.receipt.undo({ number: shownText(show, text), inMs });
        return toPerson(
          withButtons(line, [button({ action: ACTION.undo, value: text.id, label: words.button.undo })]),
        );
      }
      case 'sent_again':
        // A text that became certain has its own post.
        if (text?.state !== 'uncertain') return null;
        return {
          message: withButtons(words.receipt.sentAgain({ number: shownText(show, text), by: intent.actor })),
          appearance: 'replace',
        };
      case 'held': {
        const held = text && (await history.waiting(intent.workspace, text.fingerprint)).held;
        if (!held || !context.ask) return null;
        const admins = await inLanguageOf(context.ask);
        const { why, fix } = admins.waitingBecause[held];
        const line = admins.receipt.held({ why, fix });
        return { message: withButtons(line, buttonsOfHold(admins, held)), directly: context.ask };
      }
      case 'balance_low': {
        const below = rules.lowBalance;
        const last = await lastBalance(deps, intent.workspace);
        if (!reader || below === null || !last || !isLess(last.amount, below)) return null;
        const to = await standInFor(intent.workspace, reader);
        if (!to) return null;
        const { receipt: receipts } = await inLanguageOf(to);
        return { message: withButtons(receipts.lowBalance({ balance: last.amount, below })), directly: to };
      }
      case 'result':
        if (text?.state === 'sent') return receipt(receiptMessage(words, show, text, intent));
        if (text?.state === 'uncertain') return lasting(uncertainMessage(words, show, text, intent));
        if (text?.state === 'cancelled')
          return toPerson(
            withButtons(words.receipt.cancelled({ number: shownText(show, text) }), [
              storyButton(words, text.id),
            ]),
          );
        return text?.problem
          ? toPerson(refusedMessage(words, show, { text, intent }, text.problem, context))
          : null;
      case 'quarantined':
        return (
          problem && { message: refusalMessage(words, intent, problem, context), directly: intent.actor }
        );
      case 'outcome':
        return null; // See `reportOutcome`, and `deliverBySource` for features' intents.
    }
  }

  /** Shows a person's outcome in its post, or only the refusal if no text was ever planned. */
  async function reportOutcome(report: Report, rules: Settings | undefined): Promise<Delivery> {
    const outcome = await history.outcome(report.intent.workspace, report.intent.id);
    if (!outcome) return { kind: 'dropped', why: 'it is gone after the retention time' };
    const { problem, texts, unreadable, omitted } = outcome;
    const isRefusal = problem !== null && texts.length + unreadable.length === 0 && !report.outcomePost;
    if (!isRefusal) return showOutcome(report, outcome);
    return deliver({ ...report, kind: 'refusal', problem }, omitted, rules);
  }

  async function deliver(
    report: Report,
    omitted: readonly Omitted[],
    rules: Settings | undefined,
  ): Promise<Delivery> {
    const addressed = await address(report, omitted, rules);
    if (!addressed) return { kind: 'nothing' };
    const { workspace, replyTo, acceptedAt } = report.intent;
    const { message } = addressed;
    if ('directly' in addressed) {
      const { directly } = addressed;
      return deliveryOf(await poster.post(workspace, directly, message), directly);
    }
    if (!replyTo) return { kind: 'nothing' };

    const { whereTyped, toPerson } = replyPlaces(replyTo, workspace, deps.words);
    const postAt = (place: Place) => poster.post(workspace, place.channel, place.message);
    const inChannel = addressed.appearance === 'in_channel' ? whereTyped(message) : null;
    const inTime = clock.now() - acceptedAt < RESPONSE_URL_MS && report.posts < RESPONSE_URL_POSTS;
    if (replyTo.responseUrl && inTime) {
      const reply = inChannel?.message ?? message;
      const posted = await poster.respond(replyTo.responseUrl, addressed.appearance, reply);
      if (posted.kind === 'ok') return { kind: 'posted', viaResponseUrl: true, channel: replyTo.channel };
      if (posted.kind === 'away') return { kind: 'later', afterMs: posted.afterMs };
    }
    if (addressed.appearance === 'replace')
      return { kind: 'dropped', why: 'the post can no longer be changed' };
    if (inChannel) {
      const posted = await postAt(inChannel);
      if (posted.kind !== 'refused' || !NOT_THERE.has(posted.error))
        return deliveryOf(posted, inChannel.channel);
    }
    const place = await toPerson(message);
    return deliveryOf(await postAt(place), place.channel);
  }

  return (report, rules) =>
    report.kind === 'outcome' ? reportOutcome(report, rules) : deliver(report, [], rules);
}

const isHolding = (why: WaitReason): why is HoldingCode => HOLDING_CODES.some(code => code === why);

/** The end of a text's wait: the text goes at `until`, or expires before that; null if unknown. */
function endOf(
  { expiresAt }: Text,
  until: number | null,
  now: number,
): { goesInMs: number } | { lapsesInMs: number } | null {
  if (until === null) return null;
  return until < expiresAt
    ? { goesInMs: Math.max(0, until - now) }
    : { lapsesInMs: Math.max(0, expiresAt - now) };
}

function isReceipt({ kind, text }: Report): boolean {
  return (
    kind === 'sent_again' || (kind === 'result' && (text?.state === 'sent' || text?.state === 'uncertain'))
  );
}

/** Refusals and holds say whom to ask; receipts don't. */
function saysMore(report: Report): boolean {
  return ['refusal', 'held', 'result'].includes(report.kind) && !isReceipt(report);
}

/** True if the channel reads the report, in the workspace's language; otherwise one person does. */
function isForAll(report: Report, { receipts }: Settings): boolean {
  return receipts === 'channel' && isReceipt(report);
}

/** Refusals by a rule that the workspace's admins or managers can change, besides those of features. */
const RULE_PROBLEMS = new Set<Problem['kind']>([
  'GUEST_REFUSED',
  'OTHER_TEAM_REFUSED',
  'NOT_A_SENDER',
  'CHANNEL_REFUSED',
  'NUMBER_BLOCKED',
  'NEVER_TEXT',
  'CAP_REACHED',
  'CAP_UNJUDGED',
]);

/** Finds whom to ask about a problem, and who reads a report. People who left are never named. */
function createAround(deps: {
  history: Pick<History, 'balance'>;
  keys: Pick<LinkedKeys, 'linked'>;
  people: Pick<People, 'facts' | 'admins'>;
  clock: Clock;
}): {
  around(
    workspace: string,
    rules: Settings,
    problem: Problem | null,
    reader: string,
  ): Promise<ProblemContext>;
  /**
   * The person to inform in place of `reader`: an admin if the reader linked the key and has left, otherwise the
   * reader while they are here; null if there is none.
   */
  standInFor(workspace: string, reader: string): Promise<string | null>;
} {
  const { keys, people } = deps;
  return {
    async around(workspace, rules, problem, reader) {
      const key = await keys.linked(workspace);
      const isOfRules = problem !== null && ('feature' in problem || RULE_PROBLEMS.has(problem.kind));
      const deciders = isOfRules ? await decidersOf(people, workspace, rules, key) : [];
      return {
        ask: await keeperOf(people, workspace, key),
        deciders: isOfRules && deciders.length === 0 ? await people.admins(workspace) : deciders,
        reader,
        balance: await balanceOf(deps, key),
      };
    },

    async standInFor(workspace: string, reader: string): Promise<string | null> {
      const [there] = await present(people, workspace, [reader]);
      if (there) return there;
      const key = await keys.linked(workspace);
      return key?.linkedBy === reader ? keeperOf(people, workspace, key) : null;
    },
  };
}
