import type { HoldingCode } from '../../../kit/problem.ts';
import { age, inCredits, mention, n, paid, plural, timeOf } from '../../../kit/words/english.ts';
import type { HoldClauses, Masked } from '../../../kit/words/languages.ts';
import type { TextFigures } from '../../tally.ts';
import type { Text, TextState, UncertainReason, WaitReason } from '../../text.ts';

/** Clauses: why a text is on hold, and until when. */
type WaitClauses = { why: string; until: string };

/** The service's answer about a sent text. */
export type ReceiptFacts = Pick<Text, 'parts' | 'cost' | 'balance' | 'logId'>;

export const en = {
  /** Receipts, reports of waits, questions, and their buttons. */
  receipt: {
    sent: ({ actor, number }: Masked & { actor: string }) =>
      `:white_check_mark: ${mention(actor)} texted *${number}*`,
    /** The recipient of a text for a rota, in place of the number. */
    onCall: ({ recipient, rota }: { recipient: string; rota: string }) => `${recipient}, on call in ${rota}`,
    facts: ({ parts, cost, balance, logId }: ReceiptFacts) =>
      [plural(parts, 'part'), ...paid(cost, balance), logId === null ? 'no log id' : `log #${logId}`].join(
        ' · ',
      ),
    refused: ({ number, because }: Masked & { because: string }) => `:no_entry: To *${number}*: ${because}`,
    cancelled: ({ number }: Masked) =>
      `Cancelled. The text to *${number}* was not sent and nothing was charged.`,
    /** It can still be undone. */
    undo: ({ number, inMs }: Masked & { inMs: number }) =>
      `:hourglass_flowing_sand: Your text to *${number}* goes out in ${age(inMs)}.`,
    uncertain: ({ actor, number, because }: Masked & { actor: string; because: string }) =>
      `:grey_question: ${mention(actor)}’s text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself. Before you send it again, check with the recipient or in the SMS service’s log.`,
    /** A person marked an uncertain text as sent. */
    arrived: ({ actor, number, by }: Masked & { actor: string; by: string }) =>
      `:white_check_mark: ${mention(actor)}’s text to *${number}* is marked as sent: ${mention(by)} says that it arrived.`,
    arrivedFacts: (parts: number) => [plural(parts, 'part'), 'cost unknown', 'no log id'].join(' · '),
    /** A clause after the recipient. */
    markedSent: (by: string) => `marked as sent by ${mention(by)}, cost unknown`,
    sentAgain: ({ number, by }: Masked & { by: string }) =>
      `:grey_question: This text to *${number}* may or may not have been sent. ${mention(by)} has sent it again: see the separate post for the result.`,
    /** To the admin who linked the key. */
    held: ({ why, fix }: HoldClauses) =>
      `:warning: This workspace’s texts are on hold: ${why}. They wait for 15 minutes (alerts for 30) and are then dropped. To send them: ${fix}.`,
    /** To managers and the admin who linked the key. */
    lowBalance: ({ balance, below }: { balance: string; below: string }) =>
      `:warning: You’re running low on SMS credits: the balance is *${inCredits(balance)}*, below the ${inCredits(below)} set in this app’s settings. Top up your account at the SMS service. If the credits run out, texts go on hold.`,
    /**
     * @param end how the wait ends: the text goes out, or it expires; null if unknown: it goes out once the cause is over
     */
    waiting({
      number,
      because: { why, until },
      end,
    }: Masked & { because: WaitClauses; end: { goesInMs: number } | { lapsesInMs: number } | null }) {
      const waits = `:hourglass_flowing_sand: Your text to *${number}* is on hold: ${why}.`;
      if (end === null) return `${waits} It will go out ${until}.`;
      if ('goesInMs' in end) return `${waits} It will go out in about ${age(end.goesInMs)}.`;
      return `${waits} If it can’t go out within about ${age(end.lapsesInMs)}, it won’t be sent, and we’ll tell you.`;
    },
    /** The service refuses the key. `until`: when the text expires. */
    onHold: ({ number, because: { why, fix }, until }: Masked & { because: HoldClauses; until: number }) =>
      `:hourglass_flowing_sand: Your text to *${number}* is on hold: ${why}. It waits until ${timeOf(until)}; ${fix}.`,
    /** Below a report that couldn't be posted in its thread. */
    about: (link: string) => `About <${link}|this message>`,
    question: ({ agoMs, byYou, actor, number }: Masked & { agoMs: number; byYou: boolean; actor: string }) =>
      `${byYou ? 'You' : mention(actor)} sent the same text to *${number}* ${age(agoMs)} ago. Send it again? It will be charged again.`,
    reopened: (by: string) => `${mention(by)} is trying the texts on hold again.`,
    sendingAnyway: 'Sending it again.',
    sendingNow: 'Sending it now.',
    askedBefore:
      'This was pressed before, so nothing more is sent. If the text still matters, type it again.',
  },
  /** How far texts to several people are, or how they ended. */
  tally: ({ texts, sent, byWord, refused, uncertain, waiting, cancelled, leftOut }: TextFigures) =>
    [
      `${n(sent)} of ${n(texts)} sent`,
      ...(byWord > 0 ? [`${n(byWord)} marked as sent`] : []),
      ...(refused > 0 ? [`${n(refused)} refused`] : []),
      ...(uncertain > 0 ? [`${n(uncertain)} uncertain`] : []),
      ...(waiting > 0 ? [`${n(waiting)} waiting`] : []),
      ...(cancelled > 0 ? [`${n(cancelled)} cancelled`] : []),
      ...(leftOut > 0 ? [`${n(leftOut)} left out`] : []),
    ].join(' · '),
  uncertainBecause: {
    timeout: 'the SMS service didn’t answer in time',
    connection: 'the connection to the SMS service broke before it answered',
    status: 'the SMS service failed without saying whether it had sent the text',
    redirect: 'the SMS service answered with a redirect, so this app may have the wrong address for it',
    unreadable: 'the SMS service’s answer couldn’t be read',
    interrupted: 'this app stopped before the SMS service answered',
    restored:
      'this app was restored from a backup, and the text may have been sent after the backup was made',
  } satisfies Record<UncertainReason, string>,
  waitingBecause: {
    PACE: { why: 'this minute’s 60 requests are used up', until: 'when its turn comes' },
    RATE_LIMITED: {
      why: 'the SMS service takes only 60 requests a minute',
      until: 'when there’s room again',
    },
    UNANSWERED: { why: 'the SMS service hasn’t answered earlier texts yet', until: 'once it has' },
    STORE_RESTARTED: {
      why: 'this app’s database has restarted; to avoid sending twice, nothing goes out for half a minute',
      until: 'after that',
    },
    UNREACHABLE: { why: 'the SMS service can’t be reached', until: 'once it’s back' },
    SLACK_UNAVAILABLE: { why: 'Slack isn’t saying who can send texts', until: 'once it does' },
    KEY_UNREADABLE: {
      why: 'this server can’t unlock the API key',
      until: 'once an admin links the key again',
    },
    MISSING_API_KEY: {
      why: 'the SMS service doesn’t accept the API key',
      fix: 'an admin has to link a key that works, with `/sms link`',
    },
    INVALID_API_KEY: {
      why: 'the SMS service doesn’t accept the API key',
      fix: 'an admin has to link a key that works, with `/sms link`',
    },
    ACCOUNT_SUSPENDED: {
      why: 'the SMS account is suspended',
      fix: 'once it’s active again, an admin or manager presses “Try again”',
    },
    INSUFFICIENT_CREDITS: {
      why: 'the account is out of SMS credits',
      fix: 'after topping up, an admin or manager presses “Try again”',
    },
  } satisfies Record<Exclude<WaitReason, HoldingCode>, WaitClauses> & Record<HoldingCode, HoldClauses>,
  state: {
    queued: 'waiting',
    sending: 'being sent',
    sent: 'accepted by the SMS service',
    refused: 'not sent',
    uncertain: 'uncertain',
    cancelled: 'cancelled',
  } satisfies Record<TextState, string>,
  button: {
    cancel: 'Cancel',
    undo: 'Undo',
    sendAgain: 'Send again',
    arrived: 'It arrived: mark as sent',
    /** Opens a text's story. */
    story: 'What happened',
    sendAnyway: 'Send again',
    /** On a text that waited too long. */
    sendNow: 'Send it now',
    tryAgain: 'Try again',
    linkKey: 'Link your API key',
    plainQuotes: 'Use plain quotes',
    /** Only invisible characters change. */
    takeOut: 'Take it out',
  },
  confirm: {
    sendAgain: {
      title: 'Send it a second time?',
      text: 'If the first one did go out, the recipient gets it twice and you’re charged twice.',
      confirm: 'Send again',
      deny: 'Don’t send',
    },
    arrived: {
      title: 'Mark it as sent?',
      text: 'Do this if the recipient has it. No second text goes out. What it cost stays unknown, unless the SMS service still answers.',
      confirm: 'Mark as sent',
      deny: 'Leave it',
    },
  },
};

export type Words = typeof en;
