import { withDecimals } from '../../kit/credits.ts';
import { age, decider, inCredits, mention, n, or, people, plural, when } from '../../kit/words/english.ts';
import type { ProblemWords } from '../../kit/words/wording.ts';
import { en as receipts } from '../../texts/words/receipts/en.ts';
import type { BroadcastRequest } from '../broadcast.ts';
import type { DayRoom, Estimate } from '../estimate.ts';
import { en as broadcastAudit } from './audit/en.ts';
import { en as progress } from './progress/en.ts';

type ShownCost = { cost: string | null; balance: { amount: string; ageMs: number } | null };
type ShownTimes = Pick<Estimate, 'durationMs' | 'ahead' | 'beginsAt' | 'pausesAt' | 'endsAt'>;
/** `to`: the recipients as readers see them. */
/** `startsAt`: the time of day of a schedule's run; null if it isn't one. */
type AskedApproval = Pick<BroadcastRequest, 'kind'> & {
  author: string;
  people: number;
  to: string;
  startsAt: number | null;
};
/** `by`: a user id; `at`: a time of day. */
type Decided = { by: string; at: number };

const texts = (count: number): string => plural(count, 'text');

/** A broadcast before it starts: its form and its review. */
const broadcasts = {
  title: 'Broadcast',
  /** The buttons that open the form. */
  make: 'New broadcast',
  textMany: 'Text many people…',
  field: {
    to: {
      label: 'To',
      hint: 'Search for groups, contacts, teammates and Slack user groups, up to 10,000 people in all. Anyone named twice gets one text.',
    },
    pasted: {
      label: 'Numbers',
      hint: 'Paste numbers in any spelling, one on each line or with commas between them.',
    },
    template: { label: 'Template' },
    message: {
      label: 'Message',
      hint: 'Write {name} for each person’s name, or {name|friend} to say “friend” where it isn’t known. Write {{ for a brace.',
    },
    kind: {
      label: 'What kind of text is it?',
      hint: 'The regulator (BTRC) wants promotional texts in Bangla, and only by day. They pause at night by themselves.',
      service: 'Service: an order, a payment, an appointment…',
      promotional: 'Promotional: an offer, an advertisement…',
    },
    channel: {
      label: 'Post progress in',
      hint: 'One post in this channel shows how the broadcast is going. Leave it empty to get it as a direct message.',
    },
  },
  /** The button that leads to an import, with a hint. */
  fromFile: {
    button: 'From a file…',
    hint: 'Import a spreadsheet into a group first, then choose that group above.',
  },
  toReview: 'Review',
  wrong: {
    nobody: 'Who should get it? Search for a group or a name, or paste numbers.',
    noKind: 'Say what kind of text it is.',
    tooMany: (limit: number) =>
      `That’s more than ${n(limit)} entries. Import a file into a group instead, and choose the group.`,
  },
  preview: {
    nothing:
      'As you type, you’ll see here what one person will read. You’ll see everything else before anything is sent.',
    /** Before duplicates are removed. */
    recipients: (count: number) =>
      `About ${n(count)} ${count === 1 ? 'recipient' : 'recipients'}, before duplicates are removed`,
    /** Above a text as its recipient reads it. */
    example: '*One of the texts*',
  },
  /** Shown while rows are made. `progress`: null while the total is unknown. */
  working: (progress: { done: number; all: number } | null) =>
    progress === null ? 'Working it out…' : `Working it out… ${n(progress.done)} of ${n(progress.all)}`,
  workingHint:
    'Nothing is sent before you press “Send”. You can close this: you’ll get a direct message when it’s ready.',
  review: {
    /** The numbers of people who get a text, and who don't. */
    people: ({ texts: count, leftOut }: { texts: number; leftOut: number }) =>
      `*${people(count)} will get this text*${leftOut > 0 ? ` · ${n(leftOut)} left out:` : ''}`,
    moreLeftOut: (count: number) => `… and ${n(count)} more`,
    parts: ({ parts, by }: { parts: number; by: { parts: number; people: number }[] }) =>
      [
        `*${plural(parts, 'part')}* in total`,
        ...(by.length > 1 || (by[0]?.parts ?? 1) > 1
          ? [by.map(group => `${plural(group.parts, 'part')} for ${people(group.people)}`).join(', ')]
          : []),
      ].join(': '),
    longest: '*The longest text*',
    sample: (number: string) => `*To ${number}*`,
    /** `waits`: the number of texts that the balance isn't enough for; null if it is enough, or unknown. */
    cost: ({ cost, balance, waits }: ShownCost & { waits: number | null }) => {
      if (cost === null) return 'Cost: not known until your first text';
      if (balance === null) return `Cost: about *${inCredits(cost)}*`;
      const balanceText = `${inCredits(balance.amount)}, as of ${age(balance.ageMs)} ago`;
      if (waits === null) return `Cost: about *${withDecimals(cost)}* of your ${balanceText}`;
      return `:warning: Cost: about *${withDecimals(cost)}* of your ${balanceText}: going by that balance, it will pause with about ${n(waits)} left, until someone tops up and presses Resume. If someone has topped up since your last text, this app doesn’t know yet`;
    },
    time: ({ durationMs, ahead, beginsAt, pausesAt, endsAt }: ShownTimes) =>
      [
        `Takes about *${age(durationMs)}*${ahead > 0 ? `, behind ${texts(ahead)} that ${ahead === 1 ? 'is' : 'are'} waiting already` : ''}`,
        ...(beginsAt === null ? [] : [`starts ${when(beginsAt)}`]),
        ...(pausesAt === null ? [] : [`pauses for the night ${when(pausesAt)}`]),
        ...(endsAt === null ? [] : [`over at about ${when(endsAt)}`]),
      ].join(' · '),
    /** `isAuthor`: the reader is the author. */
    dayRoom: ({ isAuthor, ...day }: DayRoom & { isAuthor: boolean }) => {
      const { of, room, isToday, isEstimate, waits, goesOnAt, isLonger } = day;
      const owner = of === 'workspace' ? 'Your workspace' : isAuthor ? 'You' : 'Its author';
      const more = isToday ? 'more ' : '';
      const many =
        room === 0
          ? `no ${more}texts`
          : `${isEstimate ? 'about ' : ''}${n(room)} ${more}${room === 1 ? 'text' : 'texts'}`;
      const some = room === 0 ? 'all of these' : `${n(waits)} of these`;
      return `:warning: ${owner} can send *${many}* ${isToday ? 'today' : 'a day'}: ${some} will wait until ${when(goesOnAt)}${isLonger ? ' or longer' : ''}`;
    },
    notBangla:
      ':warning: The regulator (BTRC) wants promotional texts in Bangla, and this one isn’t. Press “Change” to write it in Bangla.',
    needsApproval:
      'A manager has to approve this broadcast before it starts. They’ll see exactly what you see here.',
    repeats: 'This goes only to the people an earlier broadcast didn’t reach.',
  },
  /** The form that sends one text first. */
  sample: {
    intro: 'This sends one real text, the first of the samples. You’re charged for it.',
    field: {
      label: 'Number',
      hint: 'Leave this empty to use the number in your Slack profile.',
    },
    submit: 'Send me one',
    noNumber: 'Your Slack profile has no mobile number in Bangladesh. Type one here.',
  },
  button: {
    /** On the review's submit button, which holds 24 characters. */
    sendTo: (count: number) => `Send to ${people(count)}`,
    ask: 'Ask for approval',
    sample: 'Send me one first',
    change: 'Change',
    discard: 'Discard',
    review: 'Review',
  },
  /** Shown after a button was pressed. */
  sampleComing: ':iphone: A sample is on its way. You’ll get its receipt as a direct message.',
  started: ':white_check_mark: It has started. Follow it in the post.',
  asked: ':hourglass: A manager has been asked to approve it. It starts as soon as they do.',
  ended: 'This broadcast is over.',
  discarded: 'This broadcast was discarded. Nothing was sent.',
  /** In direct messages. */
  ready: (count: number) =>
    `Your broadcast to ${people(count)} is ready. Nothing is sent before you press “Send”.`,
  stillThere: (count: number) =>
    `Your broadcast to ${people(count)} is still waiting for you. Nothing was sent.`,
  failed: (because: string) => `Your broadcast couldn’t be prepared. ${because}`,
  interrupted:
    'This app restarted while it was working out your broadcast. Nothing was sent. Open the form and make it again.',
  lapsed: 'Nobody sent your broadcast within a day, so it was discarded. Nothing was sent.',
  /** In the Home tab. */
  drafts: 'Broadcasts to review',
  draft: ({ texts: count, leftOut, at }: { texts: number; leftOut: number; at: number }) =>
    `To *${people(count)}*${leftOut > 0 ? ` · ${n(leftOut)} left out` : ''} · made ${when(at)}`,
};

const to = (count: number): string => `to ${people(count)}`;

const because = (reason: string | null): string => (reason === null ? '' : ` Reason: ${reason}`);

/** Approval by a second person. */
const approval = {
  /** The heading of the post that asks. */
  asks: ({ author, people: count, to: recipients, kind, startsAt }: AskedApproval) =>
    `:mega: *${mention(author)} wants to send a ${kind} broadcast ${to(count)} and needs someone’s approval*\nTo: ${recipients}${startsAt === null ? '' : `\nScheduled for ${when(startsAt)}`}`,
  /** On the Home tabs of those who may decide. */
  atHome: ({ author, people: count, kind }: Omit<AskedApproval, 'to' | 'startsAt'>) =>
    `:mega: *${mention(author)}* wants to send a ${kind} broadcast ${to(count)} and needs someone’s approval.`,
  /** On the author's Home tab, above theirs. */
  waiting: 'Broadcasts that wait for approval',
  /** The button that leads to the post. */
  open: 'Look at it',
  notBangla: ':warning: The regulator (BTRC) wants promotional texts in Bangla, and this one isn’t.',
  /** Below the estimate. */
  until: (at: number) =>
    `Any admin or manager except the author can decide. If nobody does in time, the broadcast is dropped: ${when(at)}. Its message can no longer be changed.`,
  /** In a direct message instead, because the app can't post in the channel. */
  directly: (channel: string) =>
    `This approval should have been asked for in <#${channel}>, but the app can’t post there. Ask someone in that channel to type \`/invite @SMS\` there, or choose another channel in the settings.`,
  approve: 'Approve',
  reject: 'Reject…',
  confirm: {
    title: 'Approve this broadcast?',
    text: (count: number) =>
      `The texts ${to(count)} start going out right away, or at the scheduled time, or as soon as promotional texts are allowed.`,
    confirm: 'Approve',
    deny: 'Not yet',
  },
  /** The form that asks for the reason of a rejection. */
  why: {
    title: 'Reject the broadcast',
    submit: 'Reject',
    done: 'You rejected the broadcast. We’ve told its author.',
    field: { label: 'Why?', hint: 'The author and everyone who sees the question can read it.' },
  },
  /** In the post, instead of the buttons, once it is decided. */
  decided: {
    approved: ({ by, at }: Decided) => `:white_check_mark: Approved by ${mention(by)}, ${when(at)}.`,
    rejected: ({ by, at, reason }: Decided & { reason: string | null }) =>
      `:no_entry_sign: Rejected by ${mention(by)}, ${when(at)}. Nothing was sent.${because(reason)}`,
    expired: (at: number) =>
      `:hourglass: Nobody decided in time, so the broadcast was dropped: ${when(at)}. Nothing was sent.`,
    restored: (at: number) =>
      `:hourglass: The app was restored from a backup, which doesn’t say whether this was approved and sent. The app doesn’t send it: ${when(at)}.`,
    dropped: ({ by, at }: Decided) =>
      `:wastebasket: Called off by ${mention(by)}, ${when(at)}. Nothing was sent.`,
  },
  /** Messages to the author. */
  told: {
    approved: ({ by, people: count, startsAt }: { by: string; people: number; startsAt: number | null }) =>
      `:white_check_mark: ${mention(by)} approved your broadcast ${to(count)}. ${startsAt === null ? 'It has started.' : `It begins ${when(startsAt)}.`}`,
    /** A scheduled one whose time has come. */
    due: ({ channel, people: count, until }: { channel: string; people: number; until: number }) =>
      `:hourglass: It’s time for your scheduled broadcast ${to(count)}, but nobody has approved it yet (see <#${channel}>). It is waiting, and is dropped if nobody approves it by ${when(until)}.`,
    rejected: ({ by, people: count, reason }: { by: string; people: number; reason: string | null }) =>
      `:no_entry_sign: ${mention(by)} rejected your broadcast ${to(count)}. Nothing was sent.${because(reason)}`,
    /** `isRun`: it was a schedule’s. */
    expired: ({ people: count, isRun }: { people: number; isRun: boolean }) =>
      `:hourglass: Nobody approved your broadcast ${to(count)} ${isRun ? 'in time' : 'within a day'}, so it was dropped. Nothing was sent. If it still matters, start it again.`,
    restored: (count: number) =>
      `:hourglass: The app was restored from a backup in which your broadcast ${to(count)} waited for approval. It may have been approved and sent since, so the app doesn’t send it. If nobody got it, start it again.`,
    /** The app can't post in the channel, and asked these people directly. */
    elsewhere: ({ channel, people }: { channel: string; people: string[] }) =>
      `Your broadcast needs approval, but the app can’t post in <#${channel}>, where it should ask. Someone in that channel can type \`/invite @SMS\` there. It asked ${people.map(mention).join(' and ')} directly.`,
    /** A user deleted the approval post, and deleted it again when it was back. */
    deleted: ({ channel, people: count }: { channel: string; people: number }) =>
      `Someone deleted the post that asks for approval of your broadcast ${to(count)} in <#${channel}>, and we won’t post it again. Nothing was sent. If it still matters, make the broadcast again.`,
    /** The app can't post in the channel, and knows no person to ask directly. */
    nobody: ({ channel }: { channel: string }) =>
      `Your broadcast needs approval, but the app can’t post in <#${channel}>, where it should ask, and knows nobody else who could approve it. Ask someone in that channel to type \`/invite @SMS\` there, or ask a workspace admin to, then start the broadcast again.`,
  },
};

const by = (person: string | null): string => (person === null ? '' : ` by ${mention(person)}`);
/** The decision about a broadcast. */
const decided = {
  approved: (person: string | null): string => `was already approved${by(person)}`,
  rejected: (person: string | null): string => `was already rejected${by(person)}`,
  dropped: (person: string | null): string => `was already called off${by(person)}`,
  expired: (): string => 'wasn’t approved in time',
};

/** The feature's own problems, with the remedy for each. */
export const problems: ProblemWords<'broadcasts'> = {
  problem: {
    BROADCAST_TOO_LARGE: ({ texts, limit }, around) =>
      `This broadcast would text ${people(texts)}, and this workspace’s limit is ${n(limit)}. Leave some out, or split it up. If the limit should change, ${decider(around, deciders => `ask ${deciders}`, 'change it with `/sms settings`')}. Nothing was sent.`,
    BROADCAST_TOO_EXPENSIVE: ({ cost, cap }, around) =>
      `This broadcast would cost about ${inCredits(cost)}, and this workspace’s limit is ${inCredits(cap)}. Shorten the message, or text fewer people. If the limit should change, ${decider(around, deciders => `ask ${deciders}`, 'change it with `/sms settings`')}. Nothing was sent.`,
    BROADCAST_UNJUDGED: ({ cap }, around) =>
      `A broadcast from this workspace can cost ${inCredits(cap)} at most, and the SMS service hasn’t said yet what a text costs. Send yourself one first: once its receipt names a cost, this broadcast can start. If the receipt says “cost not given”, ${decider(around, deciders => `ask ${deciders} to limit the number of people instead`, 'limit the number of people instead, with `/sms settings`')}. Nothing was sent.`,
    BROADCAST_IS_YOURS: () =>
      'This is your own broadcast, so someone else has to look at it. Ask a workspace admin, or a manager they have named, to approve or reject it.',
    BROADCAST_AUTHOR_LOST: ({ author }) =>
      `${mention(author)}, who made this broadcast, can’t send texts here any more, so it can’t start, and nothing was sent. To send it all the same: open \`/sms broadcast\`.`,
    BROADCAST_DECIDED: ({ as, by }) => `Too late: this broadcast ${decided[as](by)}.`,
    BROADCAST_EMPTY: () =>
      'Nobody would get a text: everyone you named is left out. Name others, or add what’s missing. Nothing was sent.',
    BROADCAST_GONE: () =>
      'This broadcast was discarded, or replaced by a newer one, so nothing was sent. Open the form and make a new one if you still need it.',
    BROADCAST_NOT_YOURS: ({ author, admins, managers }) =>
      `Only the author of this broadcast, the managers and the admins can do this. Ask ${or([author, ...managers, ...admins])}.`,
    BROADCAST_OVER: () => 'This broadcast is already over, so nothing was changed.',
    BROADCAST_SPENT: ({ limit, spent, admins, managers }) =>
      `This broadcast has cost ${inCredits(spent)}, and the limit is ${inCredits(limit)}. Ask ${or([...managers, ...admins]) || 'one of your workspace’s admins'} to raise the limit in the settings, then press Resume.`,
    BROADCAST_HELD: ({ code, admins, managers }) =>
      `Nothing goes out for now: ${receipts.waitingBecause[code].why}. Only a manager or an admin can try again. Ask ${or([...managers, ...admins]) || 'one of your workspace’s admins'} to press Resume.`,
  },
};

export const en = { ...progress, broadcasts, approval, broadcastAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
