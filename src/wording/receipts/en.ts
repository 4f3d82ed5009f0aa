import { age, mention, plural } from '../english.ts';
import type { ReceiptsWording } from './types.ts';

/** English. */
export const receipts: ReceiptsWording = {
  receipt: {
    sent: ({ actor, number }) => `:white_check_mark: ${mention(actor)} texted *${number}*`,
    facts: ({ parts, cost, balance, logId }) =>
      [
        plural(parts, 'part'),
        cost === null ? 'cost not given' : `cost ${cost}`,
        balance === null ? 'balance not given' : `balance ${balance}`,
        logId === null ? 'no log id' : `log #${logId}`,
      ].join(' · '),
    refused: ({ number, because }) => `:no_entry: To *${number}*: ${because}`,
    cancelled: ({ number }) => `Cancelled: the text to *${number}* was not sent and costs nothing.`,
    uncertain: ({ actor, number, because }) =>
      `:grey_question: ${mention(actor)}’s text to *${number}* may or may not have been sent: ${because}. It is not sent again by itself; check with the recipient or the service’s log first.`,
    sentAgain: ({ number, by }) =>
      `:grey_question: This text to *${number}* may or may not have been sent. ${mention(by)} asked to send it again; what came of that has a post of its own.`,
    held: because =>
      `:warning: Texts of this workspace wait from now on: ${because}. When that is done, press “Try again”, or link a key with \`/sms link\`; they go then.`,
    lowBalance: ({ balance, below }) =>
      `:warning: SMS credits are running low: the balance is *${balance}*, below the ${below} set in this app’s settings. Top up the account at the SMS service; when it is used up, texts wait.`,
    waiting({ number, because, end }) {
      const waits = `:hourglass_flowing_sand: The text to *${number}* waits: ${because}.`;
      if (end && 'lapsesInMs' in end)
        return `${waits} If it can’t go within about ${age(end.lapsesInMs)}, it will not be sent, and you will be told.`;
      return `${waits} It goes by itself${end ? `, in about ${age(end.goesInMs)}` : ' as soon as that is over'}; you will see the receipt.`;
    },
    about: link => `About <${link}|this message>`,
    question: ({ agoMs, byYou, actor, number }) =>
      `${byYou ? 'You' : mention(actor)} sent the same text to *${number}* ${age(agoMs)} ago. Send it again? It would be charged again.`,
    reopened: by => `${mention(by)} let the waiting texts try again.`,
    sendingAnyway: 'Sending it again.',
  },
  uncertainBecause: {
    timeout: 'the SMS service did not answer in time',
    connection: 'the connection to the SMS service broke before its answer',
    status: 'the SMS service failed without saying whether it sent it',
    redirect: 'the SMS service answered with a redirect; its address may be set wrong',
    unreadable: 'the SMS service’s answer can’t be read',
    interrupted: 'this app was stopped before the SMS service’s answer came',
  },
  waitingBecause: {
    PACE: 'the minute’s 60 requests are used up',
    RATE_LIMITED: 'the SMS service asks for patience (60 requests a minute)',
    UNANSWERED: 'the SMS service has to answer earlier texts first',
    STORE_RESTARTED:
      'this app’s store was restarted, and nothing is sent for half a minute, so that no text goes twice',
    UNREACHABLE: 'the SMS service can’t be reached',
    SLACK_SILENT: 'Slack does not answer who may send',
    KEY_UNREADABLE: 'the API key can’t be opened',
    MISSING_API_KEY: 'the API key is not accepted; an admin has to link it again',
    INVALID_API_KEY: 'the API key is not accepted; an admin has to link it again',
    ACCOUNT_SUSPENDED: 'the account at the SMS service is suspended; an admin has to see to it',
    INSUFFICIENT_CREDITS: 'the account has not enough SMS credits; an admin has to top it up',
  },
  state: {
    queued: 'waiting',
    sending: 'being sent',
    sent: 'accepted by the SMS service',
    refused: 'not sent',
    uncertain: 'uncertain',
    cancelled: 'cancelled',
  },
  button: {
    cancel: 'Cancel',
    sendAgain: 'Send again',
    sendAnyway: 'Send again',
    tryAgain: 'Try again',
    linkKey: 'Link your API key',
    plainQuotes: 'Use plain quotes',
  },
  confirm: {
    sendAgain: {
      title: 'Send it a second time?',
      text: 'If the first one did go out, the recipient gets it twice and you are charged twice.',
      confirm: 'Send again',
      deny: 'Leave it',
    },
  },
};
