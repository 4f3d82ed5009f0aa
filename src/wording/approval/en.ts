import { mention, plural, when } from '../english.ts';
import type { ApprovalWording } from './types.ts';

const to = (people: number): string => `to ${plural(people, 'person', 'people')}`;
const because = (reason: string | null): string => (reason === null ? '' : ` Reason: ${reason}`);

/** English. */
export const approval: ApprovalWording = {
  asks: ({ author, people, to: whom, kind }) =>
    `:mega: *${mention(author)} wants to send a ${kind} broadcast ${to(people)} and needs somebody’s approval*\nTo: ${whom}`,
  notBangla: ':warning: The regulator wants promotional texts in Bangla, and this one isn’t.',
  until: at =>
    `Any admin or manager other than the author can decide. If nobody does by ${when(at)}, the broadcast is dropped. What it says can’t be changed any more.`,
  directly: channel =>
    `This should have been asked in <#${channel}>, but the app can’t post there. Invite it with \`/invite\`, or choose another channel in the settings.`,
  approve: 'Approve',
  reject: 'Reject…',
  confirm: {
    title: 'Approve this broadcast?',
    text: people => `The texts ${to(people)} start going out right away, or when promotional texts may.`,
    confirm: 'Approve',
    deny: 'Not yet',
  },
  why: {
    title: 'Reject the broadcast',
    submit: 'Reject',
    done: 'You rejected the broadcast. Its author is told.',
    field: { label: 'Why? (optional)', hint: 'The author and everyone who sees the question read it.' },
  },
  decided: {
    approved: ({ by, at }) => `:white_check_mark: Approved by ${mention(by)}, ${when(at)}.`,
    rejected: ({ by, at, reason }) =>
      `:no_entry_sign: Rejected by ${mention(by)}, ${when(at)}. Nothing was sent.${because(reason)}`,
    expired: at =>
      `:hourglass: Nobody decided until ${when(at)}, so the broadcast was dropped. Nothing was sent.`,
    dropped: ({ by, at }) => `:wastebasket: Called off by ${mention(by)}, ${when(at)}. Nothing was sent.`,
  },
  told: {
    approved: ({ by, people }) =>
      `:white_check_mark: ${mention(by)} approved your broadcast ${to(people)}. It has started.`,
    rejected: ({ by, people, reason }) =>
      `:no_entry_sign: ${mention(by)} rejected your broadcast ${to(people)}. Nothing was sent.${because(reason)}`,
    expired: ({ people }) =>
      `:hourglass: Nobody approved your broadcast ${to(people)} within a day, so it was dropped. Nothing was sent. If it still matters, start it again.`,
    elsewhere: ({ channel, people }) =>
      `Your broadcast needs approval, but the app can’t post in <#${channel}>, where it should ask: type \`/invite @SMS\` there. It asked ${people.map(mention).join(' and ')} directly.`,
    deleted: ({ channel, people }) =>
      `Somebody deleted the post that asks for approval of your broadcast ${to(people)} in <#${channel}>, and it isn’t posted again. Nothing was sent. If it still matters, make the broadcast again.`,
    nobody: ({ channel }) =>
      `Your broadcast needs approval, but the app can’t post in <#${channel}>, where it should ask, and knows nobody else who could approve it. Type \`/invite @SMS\` in that channel, or ask a workspace admin to, then start the broadcast again.`,
  },
};
