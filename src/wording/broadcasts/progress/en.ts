import type { BroadcastKind, PauseReason, RowState } from '../../../domain/broadcast.ts';
import { age, mention, plural, when } from '../../common/english.ts';

/** A broadcast in a line: whose it is, to whom, and what kind of texts. */
type About = { actor: string; to: string; kind: BroadcastKind };

type Counts = {
  /** Everybody who gets a text, or was to. */
  texts: number;
  sent: number;
  refused: number;
  uncertain: number;
  /** Also those that are being sent. */
  waiting: number;
  cancelled: number;
  leftOut: number;
};

const many = (count: number): string => count.toLocaleString('en');

const counted = (count: number, one: string, more = `${one}s`): string =>
  `${many(count)} ${count === 1 ? one : more}`;

const what = { service: 'a broadcast', promotional: 'a promotional broadcast' };

/** Why it is paused, and what to do. */
const paused: Record<PauseReason, (pause: { by: string; until: number | null }) => string> = {
  person: ({ by }) => `Paused by ${mention(by)}. Press Resume to go on.`,
  hours: ({ until }) =>
    `Promotional texts can’t go out at this hour. It goes on by itself${until === null ? '' : ` ${when(until)}`}.`,
  credits: () => 'Out of credits: top up, then press Resume.',
  key: () =>
    'The SMS service doesn’t accept the API key: link one that works with `/sms link`, then press Resume.',
  suspended: () => 'The SMS account is suspended: have it reactivated, then press Resume.',
  unreachable: () =>
    'The SMS service hasn’t been reached for five minutes: check that it’s up, then press Resume.',
  limit: () =>
    'It has cost as much as a broadcast may here: raise the limit in the settings, then press Resume.',
  day: ({ until }) =>
    `The limit for one day is reached. It goes on by itself${until === null ? '' : ` ${when(until)}`}, or press Resume as soon as the limit is raised.`,
  refusals: () =>
    'Look before you go on: the last 10 texts were all refused. If that’s all right, press Resume.',
  many_refusals: () =>
    'Look before you go on: at least a tenth of the last 100 texts were refused. If that’s all right, press Resume.',
  uncertain: () =>
    'Look before you go on: the last 5 texts may or may not have been sent. If that’s all right, press Resume.',
  unlinked: () => 'No API key is linked any more: link one with `/sms link`, then press Resume.',
};

/** What people see and press while a broadcast goes, and after. */
const progress = {
  headline: {
    running: ({ actor, to, kind }: About) =>
      `:hourglass_flowing_sand: ${mention(actor)} is sending ${what[kind]} to *${to}*`,
    paused: ({ actor, to, kind }: About) =>
      `:double_vertical_bar: Paused: ${what[kind]} by ${mention(actor)} to *${to}*`,
    /** `isAll`: everybody got it who was to. */
    ended: ({ actor, to, kind, isAll }: About & { isAll: boolean }) =>
      `${isAll ? ':white_check_mark:' : ':warning:'} ${mention(actor)} sent ${what[kind]} to *${to}*`,
    /** `went`: how many had been sent, or had begun to be. */
    cancelled: ({ actor, to, kind, by, went, texts }: About & { by: string; went: number; texts: number }) =>
      `:black_square_for_stop: Cancelled by ${mention(by)}: ${what[kind]} by ${mention(actor)} to *${to}*. ${many(went)} of ${many(texts)} had gone.`,
  },
  /** How far it is; read aloud too. */
  done: (percent: number) => `${percent}% done`,
  counts: ({ texts, sent, refused, uncertain, waiting, cancelled, leftOut }: Counts) =>
    [
      `${many(sent)} of ${many(texts)} sent`,
      ...(refused > 0 ? [`${many(refused)} refused`] : []),
      ...(uncertain > 0 ? [`${many(uncertain)} uncertain`] : []),
      ...(waiting > 0 ? [`${many(waiting)} waiting`] : []),
      ...(cancelled > 0 ? [`${many(cancelled)} cancelled`] : []),
      ...(leftOut > 0 ? [`${many(leftOut)} left out`] : []),
    ].join(' · '),
  /** `costless`: of so many, the service didn't say what they cost. */
  cost: ({ credits, costless, isOver }: { credits: string; costless: number; isOver: boolean }) =>
    `cost ${isOver ? '' : 'so far '}${credits}${costless > 0 ? `, not counting ${counted(costless, 'text')} whose cost the SMS service didn’t say` : ''}`,
  left: ({ ms, endsAt }: { ms: number; endsAt: number }) =>
    `about ${age(ms)} left · over at about ${when(endsAt)}`,
  /** While it is paused. */
  leftOnceOn: (ms: number) => `about ${age(ms)} left once it goes on`,
  paused,
  /** Tells its author that it paused itself; the reason follows. */
  pausedItself: ({ actor, to }: { actor: string; to: string }) =>
    `${mention(actor)}, your broadcast to *${to}* has paused itself.`,
  wentWrong: ({ who, because }: { who: string; because: string }) => `• ${who}: ${because}`,
  button: {
    pause: 'Pause',
    resume: 'Resume',
    cancel: 'Cancel',
    details: 'Details',
    again: 'Send to those not reached',
    download: 'Download CSV',
  },
  confirmCancel: {
    title: 'Cancel the broadcast?',
    text: (left: number) =>
      `${counted(left, 'text')} ${left === 1 ? 'is' : 'are'} left and won’t be sent. What has gone can’t be taken back.`,
    confirm: 'Cancel broadcast',
    deny: 'Keep sending',
  },
  summary: {
    heading: ({ actor, to }: { actor: string; to: string }) =>
      `${mention(actor)}, your broadcast to *${to}* is over.`,
    took: (ms: number) => `took ${age(ms)}`,
    leftOut: ({ people, because }: { people: number; because: string }) =>
      `• ${counted(people, 'person', 'people')} left out: ${because}`,
    /** Of those refused: what to do. */
    refused: (count: number) =>
      `${counted(count, 'text')} ${count === 1 ? 'was' : 'were'} refused. Details say why; “Send to those not reached” tries them again.`,
    uncertain: (count: number) =>
      `${counted(count, 'text')} may or may not have been sent, and won’t be sent again by ${count === 1 ? 'itself' : 'themselves'}. Ask the recipients or check the SMS service’s log, then decide for each one in Details.`,
    /** The table of those who weren't reached; `more`: so many are not in it. */
    table: 'Not reached, or uncertain',
    moreRows: (count: number) => `${plural(count, 'more', 'more')} in Details.`,
  },
  details: {
    title: 'Broadcast',
    /** One of them was just asked to be sent again. */
    again: ':hourglass_flowing_sand: That text is being sent again. You get a direct message when it’s done.',
    filter: 'Show',
    filters: {
      all: 'All',
      sent: 'Sent',
      refused: 'Refused',
      uncertain: 'Uncertain',
      left_out: 'Left out',
      waiting: 'Waiting',
      cancelled: 'Cancelled',
    } satisfies Record<RowState | 'all', string>,
    none: 'There are none.',
    state: {
      sent: 'sent',
      refused: 'refused',
      uncertain: 'uncertain',
      left_out: 'left out',
      waiting: 'waiting',
      cancelled: 'cancelled',
    } satisfies Record<RowState, string>,
    /** Parts, cost and log id of a row; null: not known. */
    facts: ({ parts, cost, logId }: { parts: number; cost: string | null; logId: string | null }) =>
      [
        plural(parts, 'part'),
        ...(cost === null ? [] : [`cost ${cost}`]),
        ...(logId === null ? [] : [`log #${logId}`]),
      ].join(' · '),
    sentAgain: 'sent again since: see the separate post',
    /** Who has no name. */
    nameless: 'No name',
    next: 'Next',
    previous: 'Previous',
    /** Opens the modal with the link to the file. */
    link: 'Your file is ready on a page that only you can open, once, in the next 15 minutes.',
  },
  /** "Send to those not reached". */
  again: {
    title: 'Send again',
    intro: ({ refused, never }: { refused: number; never: number }) =>
      `A new broadcast with the same text for those who didn’t get it: ${many(refused)} refused and ${many(never)} not sent. Nobody who got it gets it again. You’ll see it first.`,
    alsoUncertain: {
      label: 'Uncertain ones',
      option: (count: number) => `Also the ${many(count)} uncertain: they may get it twice`,
      hint: 'Nobody knows whether these were sent. If they were, they’re charged twice too.',
    },
    nobody: 'Everybody who was to get it has got it, or may have.',
    submit: 'Continue',
    preparing: 'One moment…',
  },
  /** The page with the file. */
  page: {
    title: 'Download a broadcast',
    intro: (rows: number) =>
      `The file has ${counted(rows, 'row')}: everybody in the broadcast, also those left out.`,
    download: 'Download CSV',
    notAllowed: 'Only the author of a broadcast, managers and admins can download it. Ask one of them.',
  },
  heading: {
    name: 'Name',
    number: 'Number',
    state: 'State',
    reason: 'Reason',
    parts: 'Parts',
    cost: 'Cost',
    logId: 'Log ID',
    time: 'Time',
    text: 'Text',
  },
  home: { heading: 'Broadcasts' },
};

export const en = { progress };

export type Words = typeof en;
