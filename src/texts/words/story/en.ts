import { age, inCredits, mention, n, when } from '../../../kit/words/english.ts';
import type { HoldClauses } from '../../../kit/words/languages.ts';
import type { Asked } from '../../story.ts';

const BY_HOW: Record<Asked, (by: string) => string> = {
  command: by => `${mention(by)} asked for it with \`/sms\``,
  form: by => `${mention(by)} asked for it with the form`,
  send_anyway: by => `${mention(by)} confirmed it after this app had asked`,
  resend: by => `${mention(by)} pressed “Send again” on an earlier text`,
  schedule: by => `The time that ${mention(by)} had chosen came`,
  broadcast: by => `${mention(by)} started a broadcast`,
  by_itself: by => `${mention(by)} set it off`,
};

/** A text's story. */
const story = {
  title: 'What happened',
  gone: 'This text is too old: your workspace no longer keeps it.',
  line: ({ at, says }: { at: number | null; says: string }) =>
    at === null ? `• ${says}` : `• ${when(at)}: ${says}`,
  asked: ({ by, how }: { by: string; how: Asked }) => BY_HOW[how](by),
  accepted: (afterMs: number) =>
    afterMs < 1000 ? 'Checked: it may be sent' : `Checked within ${age(afterMs)}: it may be sent`,
  undoable: (forMs: number) => `Kept back for ${age(forMs)}, so that it could be undone`,
  waited: ({ why, times }: { why: string; times: number }) =>
    `On hold: ${why}${times > 1 ? ` (${n(times)} times)` : ''}`,
  turn: 'It’s waiting for its turn.',
  paused: 'It’s on hold: its broadcast is paused.',
  /** For a held key. */
  held: ({ why, fix }: HoldClauses) => `It’s on hold: ${why}; ${fix}.`,
  claimed: (afterMs: number) =>
    afterMs < 1000
      ? 'Its turn came at once: handed to the SMS service'
      : `Its turn came after ${age(afterMs)}: handed to the SMS service`,
  uncertain: (because: string) => `Nobody knows whether it was sent: ${because}`,
  arrived: (by: string) => `${mention(by)} said that it arrived, and marked it as sent`,
  /** `isLate`: after it had been uncertain. */
  sent: ({ cost, logId, isLate }: { cost: string | null; logId: string | null; isLate: boolean }) =>
    [
      isLate ? 'The SMS service answered after all: it accepted it' : 'The SMS service accepted it',
      ...(cost === null ? ['cost not given'] : [`cost ${inCredits(cost)}`]),
      ...(logId === null ? [] : [`log #${logId}`]),
    ].join(' · '),
  refused: (because: string) => `Not sent: ${because}`,
  cancelled: 'Cancelled before it was sent',
  resent: (by: string) => `${mention(by)} sent it again, as another text`,
  /** In a channel, to a person, or in a direct message. */
  reported(channel: string): string {
    if (/^[UW]/.test(channel)) return `Reported to ${mention(channel)}`;
    return channel.startsWith('D') ? 'Reported in a direct message' : `Reported in <#${channel}>`;
  },
  reportedTogether: 'Its result is part of the report about all texts of the same request.',
  /** Above the story after a press. */
  marked: ':white_check_mark: It’s marked as sent.',
  again: ':hourglass_flowing_sand: It’s being sent again. You get a direct message when it’s done.',
};

export const en = { story };

export type Words = typeof en;
