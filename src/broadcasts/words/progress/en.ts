import { age, people as howMany, inCredits, mention, n, plural, when } from '../../../kit/words/english.ts';
import type { BroadcastKind, BroadcastRowState, PauseReason } from '../../broadcast.ts';

/** A broadcast in a line: its author, recipients and kind. */
type About = { actor: string; to: string; kind: BroadcastKind };

const kinds = { service: 'a broadcast', promotional: 'a promotional broadcast' };

/** Why the broadcast is paused, and what a person can do. */
const paused: Record<PauseReason, (pause: { by: string; until: number | null }) => string> = {
  person: ({ by }) => `Paused by ${mention(by)}. Press Resume to go on.`,
  hours: ({ until }) =>
    `Promotional texts can’t go out at this hour. It goes on by itself${until === null ? '' : ` ${when(until)}`}.`,
  early: ({ until }) => `It’s approved, and begins by itself${until === null ? '' : ` ${when(until)}`}.`,
  credits: () => 'Out of credits: top up, then press Resume.',
  key: () =>
    'The SMS service doesn’t accept the API key: link one that works with `/sms link`, then press Resume.',
  suspended: () => 'The SMS account is suspended: have it reactivated, then press Resume.',
  unreachable: () =>
    'The SMS service hasn’t been reached for five minutes. It goes on by itself as soon as the service answers.',
  limit: () =>
    'It has reached the most a broadcast can cost here: raise the limit in the settings, then press Resume.',
  day: ({ until }) =>
    `The limit for one day is reached. It goes on by itself${until === null ? '' : ` ${when(until)}`}, or press Resume as soon as the limit is raised.`,
  refusals: () => 'The last 10 texts were all refused. Check why, or press Resume to carry on.',
  many_refusals: () =>
    'At least 10 of the last 100 texts were refused. Check why, or press Resume to carry on.',
  uncertain: () => 'The last 5 texts may or may not have been sent. Check why, or press Resume to carry on.',
  unlinked: () => 'There’s no longer an API key linked: link one with `/sms link`, then press Resume.',
  restored: () =>
    'This app was restored from a backup. Texts that went out after the backup was made aren’t shown here, and their recipients would get them again. Compare with the SMS service’s log: then press Cancel, or Resume to carry on.',
};

/** A broadcast from its start on. */
const progress = {
  headline: {
    running: ({ actor, to, kind }: About) =>
      `:hourglass_flowing_sand: ${mention(actor)} is sending ${kinds[kind]} to *${to}*`,
    paused: ({ actor, to, kind }: About) =>
      `:double_vertical_bar: Paused: ${kinds[kind]} by ${mention(actor)} to *${to}*`,
    /** `isAll`: all recipients got the text. */
    ended: ({ actor, to, kind, isAll }: About & { isAll: boolean }) =>
      `${isAll ? ':white_check_mark:' : ':warning:'} ${mention(actor)} sent ${kinds[kind]} to *${to}*`,
    /** `went`: texts that were sent, may have been, or were being sent. */
    cancelled: ({ actor, to, kind, by, went, texts }: About & { by: string; went: number; texts: number }) =>
      `:black_square_for_stop: Cancelled by ${mention(by)}: ${kinds[kind]} by ${mention(actor)} to *${to}*. ${n(went)} of ${n(texts)} had gone.`,
  },
  /** Screen readers read this, too. */
  done: (percent: number) => `${percent}% done`,
  /** `costless`: sent texts for which the service gave no cost. */
  cost: ({ credits, costless, isOver }: { credits: string; costless: number; isOver: boolean }) =>
    `cost ${isOver ? '' : 'so far '}${inCredits(credits)}${costless > 0 ? `, not counting ${plural(costless, 'text')} the SMS service gave no price for` : ''}`,
  left: ({ ms, endsAt }: { ms: number; endsAt: number }) =>
    `about ${age(ms)} left · over at about ${when(endsAt)}`,
  /** Shown while the broadcast is paused. */
  leftOnceOn: (ms: number) => `about ${age(ms)} left once it goes on`,
  paused,
  /** Tells the author that the broadcast paused by itself; the reason follows. */
  pausedItself: ({ actor, to }: { actor: string; to: string }) =>
    `${mention(actor)}, your broadcast to *${to}* has paused itself.`,
  /** Replaces `pausedItself` once the pause is over. */
  pausedBefore: ({ actor, to }: { actor: string; to: string }) =>
    `${mention(actor)}, your broadcast to *${to}* had paused itself. It isn’t paused any more.`,
  wentWrong: ({ who: recipient, because }: { who: string; because: string }) => `• ${recipient}: ${because}`,
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
    text: (count: number) =>
      `${plural(count, 'text')} ${count === 1 ? 'is' : 'are'} left and won’t be sent. What has gone can’t be taken back.`,
    confirm: 'Cancel broadcast',
    deny: 'Keep sending',
  },
  summary: {
    heading: ({ actor, to }: { actor: string; to: string }) =>
      `${mention(actor)}, your broadcast to *${to}* is over.`,
    took: (ms: number) => `took ${age(ms)}`,
    leftOut: ({ people, because }: { people: number; because: string }) =>
      `• ${howMany(people)} left out: ${because}`,
    refused: (count: number) =>
      `${plural(count, 'text')} ${count === 1 ? 'was' : 'were'} refused. Details say why; “Send to those not reached” tries them again.`,
    uncertain: (count: number) =>
      `${plural(count, 'text')} may or may not have been sent, and won’t be sent again by ${count === 1 ? 'itself' : 'themselves'}. Ask the recipients or check the SMS service’s log, then decide on each one in Details.`,
    /** The caption of the table. */
    table: 'Not reached, or uncertain',
    moreRows: (count: number) => `${n(count)} more in Details.`,
  },
  details: {
    title: 'Broadcast',
    /** A row's text was just resent. */
    again: ':hourglass_flowing_sand: That text is being sent again. You get a direct message when it’s done.',
    filter: 'Show',
    filters: {
      all: 'All',
      sent: 'Sent',
      by_word: 'Marked as sent',
      refused: 'Refused',
      uncertain: 'Uncertain',
      left_out: 'Left out',
      waiting: 'Waiting',
      cancelled: 'Cancelled',
    } satisfies Record<BroadcastRowState | 'all', string>,
    none: 'There are none.',
    state: {
      sent: 'sent',
      by_word: 'marked as sent',
      refused: 'refused',
      uncertain: 'uncertain',
      left_out: 'left out',
      waiting: 'waiting',
      cancelled: 'cancelled',
    } satisfies Record<BroadcastRowState, string>,
    /** `cost` and `logId`: null if unknown. */
    facts: ({ parts, cost, logId }: { parts: number; cost: string | null; logId: string | null }) =>
      [
        plural(parts, 'part'),
        ...(cost === null ? [] : [`cost ${inCredits(cost)}`]),
        ...(logId === null ? [] : [`log #${logId}`]),
      ].join(' · '),
    sentAgain: 'sent again since: see the separate post',
    /** A recipient without a name. */
    nameless: 'No name',
    next: 'Next',
    previous: 'Previous',
    /** In the modal with the link to the file. */
    link: 'Your file is ready on a page that only you can open, once, in the next 15 minutes.',
  },
  /** "Send to those not reached". */
  again: {
    title: 'Send again',
    intro({ refused, cancelled }: { refused: number; cancelled: number }): string {
      const why = [
        ...(refused > 0 ? [`${n(refused)} refused`] : []),
        ...(cancelled > 0 ? [`${n(cancelled)} not sent`] : []),
      ];
      if (why.length === 0)
        return 'There is nobody whom it surely didn’t reach, only uncertain ones. You’ll see everything first.';
      return `Send the same text to the ${howMany(refused + cancelled)} it didn’t reach (${why.join(', ')}). None of them gets it twice. You’ll see everything first.`;
    },
    alsoUncertain: {
      label: 'Uncertain ones',
      option: (count: number) => `Also the ${n(count)} uncertain: they may get it twice`,
      hint: 'Nobody knows whether these were sent. If they were, you’re charged twice too.',
    },
    nobody: 'Everyone has received it, or may have.',
    submit: 'Continue',
    preparing: 'One moment…',
  },
  /** The page with the file. */
  page: {
    title: 'Download a broadcast',
    intro: (rows: number) =>
      `The file has ${plural(rows, 'row')}: everyone in the broadcast, including those left out.`,
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
