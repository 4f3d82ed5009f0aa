import type { Clock } from '../../kit/clock.ts';
import { maskNumber } from '../../kit/number.ts';
import { asWritten, harmless, linkTo } from '../../kit/slack-text.ts';
import { type Wording, wordLeftOut } from '../../kit/words/wording.ts';
import { recipientsOf } from '../../texts/slack/receipt-messages.ts';
import type { IntentOutcome } from '../../texts/store/model.ts';
import { fromKey, placed, type Severity } from '../alert.ts';
import type { Hook } from '../hooks.ts';
import { isPage } from '../paging/page-id.ts';
import {
  addTallies,
  type Named,
  type NameTally,
  NO_ALERTS,
  type ShownAlert,
  type Standing,
  totalOf,
} from '../policy/channel/alert-summary.ts';
import { COUNTS } from '../policy/channel/channel-update.ts';
import type { ResponderActions } from '../policy/channel/post-status.ts';
import type { AlertMessage } from './feed.ts';
import {
  type Holds,
  leftOutOf,
  linesOfTexts,
  type NameNumber,
  nameOf,
  responder,
  whoWasTexted,
} from './text-lines.ts';

const MAX_NAME = 120;
const MAX_WORDS = 400;
/** The most names in one line. */
const MAX_NAMES = 8;
const MAX_IDS = 5;
/** The most ended mutes that get a line each. The latest do. */
const MAX_MUTES = 5;
/** The most lines about texts, and about recipients who get none. */
const MAX_LINES = 3;
/** The most recipients of the next step that are named. */
export const MAX_NEXT = 3;

/** The sign of an open alert's severity, or of another standing. */
const SIGN: Readonly<Record<Severity | Exclude<Standing, 'open'>, string>> = {
  critical: ':red_circle:',
  error: ':large_orange_circle:',
  warning: ':large_yellow_circle:',
  info: ':large_blue_circle:',
  none: ':white_circle:',
  acknowledged: ':raising_hand:',
  muted: ':mute:',
  lapsed: ':white_circle:',
};

type LinesContext = {
  message: AlertMessage;
  hook: Pick<Hook, 'id' | 'name' | 'createdBy' | 'recipients' | 'policy'>;
  /** The outcomes of its texts. */
  outcomes: readonly IntentOutcome[];
  words: Wording;
  clock: Pick<Clock, 'wall'>;
  holds: Holds;
  nameNumber: NameNumber;
  /** The names of the next step's recipients. */
  next: readonly string[];
};

/** Some lines of a post. `acknowledge`: the incident that the button below acknowledges; null if there is no button. */
export type PostSection = { lines: string[]; acknowledge: number | null };

/** A message in lines of Slack's mrkdwn: firing alerts, responders, texts, and what wasn't texted and why. */
export function sectionsOf(context: LinesContext): PostSection[] {
  const { message, hook, words } = context;
  const { resolved, lapsed, tried, status } = message;
  const counts = {
    firing: totalOf(firingIn(message)),
    resolved: totalOf(resolved),
    earlier: totalOf(lapsed),
    tests: totalOf(tried),
  };
  // The lines about ended mutes name the hook themselves.
  const isOnlyMutes =
    message.mutesEnded.length > 0 &&
    [...Object.values(counts), ...COUNTS.map(count => message[count])].every(count => count === 0);
  const headline = isOnlyMutes ? [] : [headlineOf(hook, counts, words)];
  const sharing = status?.sharing ?? [];
  const ending = [
    ...overLines(message, words),
    ...statusLines(context),
    ...linesOfTexts(context.outcomes, context, MAX_LINES),
    ...pendingLine(context),
    ...messagedLines(context),
    ...heldLines(context),
    ...undeliverableLines(context),
    ...countLines(context),
  ];
  if (sharing.length === 0)
    return [{ lines: [...headline, ...worstLines(context), ...ending], acknowledge: null }];
  return [
    { lines: headline, acknowledge: null },
    ...sharing.map(incident => ({
      lines: sharedLines(incident, context),
      acknowledge: incident.acknowledged ? null : incident.id,
    })),
    { lines: ending, acknowledge: null },
  ];
}

/** The first line: how many alerts of the hook fire; or who paged whom. */
function headlineOf(
  { id, name, createdBy, recipients, policy }: LinesContext['hook'],
  counts: Record<'firing' | 'resolved' | 'earlier' | 'tests', number>,
  words: Wording,
): string {
  if (!isPage(id)) return words.alerts.post.headline({ hook: harmless(name, 60), ...counts });
  const { firing, earlier } = counts;
  const state = firing > 0 ? 'on' : earlier > 0 ? 'forgotten' : 'over';
  const to = policy ? harmless(policy.label, 60) : recipientsOf(words, { to: recipients }, maskNumber);
  return words.paging.post.headline({ by: `<@${createdBy}>`, to, state });
}

/** The notification of a message on a phone: its worst alert; null if none fires. */
export function notificationOf({ status }: AlertMessage, words: Wording): string | null {
  const worst = status?.worst[0] ?? status?.sharing[0]?.worst;
  if (!worst) return null;
  const { name, places, summary } = worst;
  const [place = '', secondPlace] = places;
  const called = asWritten(name || words.alerts.beyond, MAX_NAME);
  const where =
    place === '' || secondPlace !== undefined
      ? called
      : words.alerts.placed({ name: called, place: asWritten(place, MAX_NAME) });
  const more = totalOf(status?.firing ?? NO_ALERTS) - 1;
  const named = more > 0 ? `${where} ${words.alerts.more({ alerts: more, still: 0 })}` : where;
  return summary === '' ? named : `${named}: ${asWritten(summary, MAX_WORDS)}`;
}

/** The firing alerts, the worst first, each with its details. */
function worstLines({ message: { status }, words, clock }: LinesContext): string[] {
  return (status?.worst ?? []).flatMap(alert => [alertLine(alert, words), ...explained(alert, words, clock)]);
}

/** One of several incidents: its worst alert, and its responder. */
function sharedLines(
  { worst, more, acknowledged }: NonNullable<AlertMessage['status']>['sharing'][number],
  { words, clock, nameNumber }: LinesContext,
): string[] {
  const { post } = words.alerts;
  const line = alertLine(worst, words);
  return [
    more > 0 ? post.andMore({ named: line, more }) : line,
    ...explained(worst, words, clock),
    ...(acknowledged
      ? [post.acknowledged({ names: actionsIn([acknowledged], words, clock, nameNumber), open: 0 })]
      : []),
  ];
}

/** Lines about lapsed, ended and test alerts, and about firing alerts without a line of their own. */
function overLines({ status, resolved, lapsed, tried }: AlertMessage, words: Wording): string[] {
  const { post } = words.alerts;
  const earlier = lapsed.names.slice(0, MAX_NAMES);
  const unlisted = addTallies(status?.others ?? NO_ALERTS, {
    ...lapsed,
    names: lapsed.names.slice(MAX_NAMES),
  });
  return [
    ...earlier.map(alert => alertLine({ ...alert, places: [], standing: 'lapsed' }, words)),
    ...(totalOf(unlisted) > 0 ? [post.others(countedNames(unlisted, words))] : []),
    ...(totalOf(resolved) > 0 ? [post.resolved(countedNames(resolved, words))] : []),
    ...(totalOf(tried) > 0 ? [post.tried(countedNames(tried, words))] : []),
  ];
}

type CalledAlert = Pick<ShownAlert, 'name' | 'places' | 'alerts'>;

/** The severity and name of an alert, with its place if it is alone. */
export const alertLine = (
  alert: CalledAlert & Pick<ShownAlert, 'severity' | 'standing'>,
  words: Wording,
): string =>
  `${SIGN[alert.standing === 'open' ? alert.severity : alert.standing]} ${words.alerts.severity[alert.severity]} ${calledIn(alert, words)}`;

export const calledIn = (alert: CalledAlert, words: Wording): string =>
  times({ name: nameIn(alert, words), alerts: alert.alerts }, words);

const nameIn = ({ name, alerts, places }: CalledAlert, words: Wording): string =>
  (alerts === 1 ? placed({ name, place: places[0] ?? '' }) : name) || words.alerts.beyond;

/** The details of an alert, a line each: the places of several, summary, description, links. */
export function explained(
  { alerts, places, summary, description, links, calledAt }: ShownAlert,
  { alerts: { post, link }, heartbeats }: Wording,
  { wall }: Pick<Clock, 'wall'>,
): string[] {
  const named = asWritten(places.join(' · '), MAX_WORDS);
  return [
    ...(alerts > 1 && places.length > 0
      ? [alerts > places.length ? post.andMore({ named, more: alerts - places.length }) : named]
      : []),
    ...(calledAt === undefined ? [] : [heartbeats.silent(wall(calledAt))]),
    ...[summary, description].filter(Boolean).map(detail => asWritten(detail, MAX_WORDS)),
    ...(links.length > 0 ? [links.map(({ url, ...kind }) => linkTo(url, link[kind.what])).join(' · ')] : []),
  ];
}

/** The responders, and what comes next without one. */
function statusLines({ message, outcomes, words, clock, nameNumber, next }: LinesContext): string[] {
  const { post } = words.alerts;
  const { status } = message;
  if (!status) return [];
  const { acknowledged, resolvedHere, open, unacknowledged, step, unanswered, unreached, blocked } = status;
  const responders = (actions: typeof acknowledged): string =>
    actionsIn(
      open > 0 ? actions : actions.map(action => ({ ...action, until: null })),
      words,
      clock,
      nameNumber,
    );
  const actionLine = [
    // In a shared post, the lines of each incident name its responder.
    acknowledged.length > 0 &&
      status.sharing.length === 0 &&
      post.acknowledged({ names: responders(acknowledged), open: open > 0 ? unacknowledged : 0 }),
    resolvedHere.length > 0 && post.resolvedHere(responders(resolvedHere)),
  ].filter(part => part !== false);
  const { lost } = message;
  const { muted, mutedUntil, mutedBy, overdue, blockedBy } = status;
  return [
    ...(actionLine.length > 0 ? [actionLine.join(' ')] : []),
    // After the last step, or while all is muted, no step follows the acknowledgement that ended.
    ...(overdue && unanswered === 0 && muted < totalOf(status.firing)
      ? [post.overdue({ name: responder(overdue.by, nameNumber), since: clock.wall(overdue.since) })]
      : []),
    ...(lost && open > 0 ? [post.acknowledgerLost(responder(lost, nameNumber))] : []),
    ...(mutedBy && mutedUntil !== null
      ? [
          post.mutedUntil({
            alerts: muted,
            mutedBy: responder(mutedBy, nameNumber),
            until: clock.wall(mutedUntil),
          }),
        ]
      : []),
    ...(blockedBy && blocked > 0 ? [post.blocked(post.blockedBecause[blockedBy])] : []),
    ...nextLine(),
  ];

  function nextLine(): string[] {
    if (unreached > 0 && unanswered === 0) return [post.nobodyReached];
    if (unanswered > 0) return [post.unanswered(whoWasTexted(message, outcomes, words, nameNumber))];
    // A blocked incident's steps don't count down.
    if (open === 0 || blocked > 0 || !step || step.dueAt === null) return [];
    const at = clock.wall(step.dueAt);
    if (step.turn === step.of) return [post.nobodyNext(at)];
    const some = next.slice(0, MAX_NEXT);
    return some.length > 0
      ? [post.next({ names: some.join(', '), more: step.next.length - some.length, at })]
      : [];
  }
}

/** Responders, with when they acted and until when. */
const actionsIn = (
  actions: readonly ResponderActions[],
  { alerts: { post } }: Wording,
  clock: Pick<Clock, 'wall'>,
  nameNumber: NameNumber,
): string =>
  actions
    .map(({ by, at, until }) =>
      post.handler({
        name: responder(by, nameNumber),
        at: clock.wall(at),
        until: until === null ? null : clock.wall(until),
      }),
    )
    .join(', ');

/** The numbers of texts without an outcome yet, so that the first post mentions them already. */
function pendingLine({ message, outcomes, words, nameNumber }: LinesContext): string[] {
  const isKnown = outcomes.length >= message.texts.length && outcomes.every(({ settled }) => settled);
  const texted = new Set<string>(outcomes.flatMap(({ texts }) => texts.map(({ number }) => number)));
  const numbers = isKnown ? [] : message.to.filter(number => !texted.has(number));
  const { post } = words.alerts;
  return numbers.length > 0
    ? [post.texted({ numbers: numbers.map(nameNumber).join(', '), fate: words.state.queued })]
    : [];
}

/** Who got a message in Slack, and who didn't. */
function messagedLines({ message: { messaged }, words }: LinesContext): string[] {
  const { post } = words.alerts;
  const namesOf = (hasArrived: boolean): string =>
    messaged.flatMap(({ userId, arrived }) => (arrived === hasArrived ? `<@${userId}>` : [])).join(', ');
  const [reached, unreached] = [namesOf(true), namesOf(false)];
  return [
    ...(reached === '' ? [] : [post.messaged(reached)]),
    ...(unreached === '' ? [] : [post.notMessaged(unreached)]),
  ];
}

/** The line about alerts that wait: until when, and why. */
function heldLines({ message: { held }, words, clock }: LinesContext): string[] {
  const { post } = words.alerts;
  if (!held) return [];
  const { alerts, until, why } = held;
  return [post.held({ alerts, until: clock.wall(until), because: post.because[why] })];
}

/** Recipients who get no text, and why. */
function undeliverableLines({ message, outcomes, words }: LinesContext): string[] {
  const { post } = words.alerts;
  const all = [
    ...message.undeliverable.map(({ recipient, alerts, problem }) => ({
      recipient: nameOf(fromKey(recipient)),
      alerts,
      because: problem ? wordLeftOut(words, problem) : words.waitingBecause.SLACK_UNAVAILABLE.why,
    })),
    ...leftOutOf(outcomes, words),
  ];
  const shown = all.slice(0, MAX_LINES).map(post.undeliverable);
  const more = all.length - shown.length + message.moreUndeliverable;
  if (more === 0) return shown;
  // The count goes to the end of the last line, or on its own line if there is no other.
  return [...shown.slice(0, -1), [...shown.slice(-1), post.moreUndeliverable(more)].join(' ')];
}

/** The counted notes on one line, and lines about mutes, heartbeats and unreadable events. */
function countLines({ message, hook, words, clock, nameNumber }: LinesContext): string[] {
  const { post } = words.alerts;
  // A line of its own says how many alerts are muted now.
  const isMuted = (message.status?.muted ?? 0) > 0;
  const counts = COUNTS.flatMap(count =>
    message[count] > 0 && !(count === 'muted' && isMuted) ? post[count](message[count]) : [],
  );
  const ids = message.unreadable.slice(0, MAX_IDS);
  const { unwatched } = message;
  const gap = unwatched && { from: clock.wall(unwatched.from), until: clock.wall(unwatched.until) };
  const mutes = message.mutesEnded.slice(-MAX_MUTES).map(({ by, endedBy, covered, firing }) =>
    post.muteEnded({
      hook: harmless(hook.name, 60),
      mutedBy: responder(by, nameNumber),
      endedBy: endedBy && responder(endedBy, nameNumber),
      covered,
      firing,
    }),
  );
  return [
    ...mutes,
    ...(gap ? [words.heartbeats.unwatched(gap)] : []),
    ...(counts.length > 0 ? [counts.join(' ')] : []),
    ...(ids.length > 0 ? [post.unreadable(ids)] : []),
  ];
}

const firingIn = ({ status }: AlertMessage): NameTally => status?.firing ?? NO_ALERTS;

/** The firing alerts of a message by name, on one line. */
export function namesIn(message: AlertMessage, words: Wording): string {
  return countedNames(firingIn(message), words);
}

/** Names with counts, the most frequent first: "HighCPU ×20, DiskFull and 3 more". */
export function countedNames(all: NameTally, words: Wording): string {
  const some = all.names.toSorted((one, other) => other.alerts - one.alerts).slice(0, MAX_NAMES);
  const more = totalOf(all) - totalOf({ names: some, others: 0 });
  const named = some.map(entry => times(entry, words)).join(', ');
  if (named === '') return `+${more}`;
  return more > 0 ? words.alerts.post.andMore({ named, more }) : named;
}

const times = ({ name, alerts }: Pick<Named, 'name' | 'alerts'>, words: Wording): string =>
  `${asWritten(name || words.alerts.beyond, MAX_NAME)}${alerts > 1 ? ` ×${alerts}` : ''}`;
