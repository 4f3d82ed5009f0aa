import { alertsEn } from './alerts-en.ts';
import {
  age,
  anyOf,
  capped,
  mention,
  numberFault,
  or,
  plural,
  someChannels,
  someone,
  when,
} from './english.ts';
import { home } from './home/en.ts';
import { hooks } from './hooks/en.ts';
import { audit } from './settings/audit-en.ts';
import { settings } from './settings/en.ts';
import { lists } from './settings/lists-en.ts';
import type { Wording } from './types.ts';

/** English. */
export const en: Wording = {
  alert: alertsEn,
  problem: {
    NUMBER_MISSING: () =>
      'Which number? Put it first, like this: `/sms 01712345678 your message`. Nothing was sent.',
    MESSAGE_MISSING: ({ to }) =>
      `What should the text to ${to} say? Add the message after the number. Nothing was sent.`,
    NUMBER_INVALID: ({ typed, why }) =>
      `“${typed}” can’t be texted: ${numberFault[why]}. A Bangladesh mobile has eleven digits, like 01712345678. Nothing was sent.`,
    MESSAGE_TOO_LONG: ({ characters, limit }) =>
      `The message has ${characters} characters and may have ${limit}: shorten it by ${characters - limit}. Nothing was sent.`,
    GROUPS_NOT_TEXTED: ({ label }) =>
      `“${label}” is a group, and a text goes to one person at a time: name a teammate or a number. Nothing was sent.`,
    RECIPIENTS_MISSING: () =>
      'The step names no recipient: fill in numbers, teammates, user groups or lists, separated by commas. Nothing was sent.',
    MESSAGE_EMPTY: () => 'The message is empty: fill in what the text should say. Nothing was sent.',
    DEDUP_KEY_REUSED: () =>
      'The dedup key was used before for another message or other recipients, so nothing was sent. Use a key that is new for each thing to tell.',
    DEDUP_KEY_OLD: () =>
      'The dedup key was used long ago, and what became of it is no longer kept. Nothing was sent again. Use a new key.',
    GROUP_UNKNOWN: ({ label }) =>
      `Slack knows no user group “${label}” here. Name another one, or type the numbers. Nothing was sent.`,
    GROUP_EMPTY: ({ label }) =>
      `Nobody is in the user group “${label}” now. Name another one, or type the numbers. Nothing was sent.`,
    GROUP_UNREADABLE: ({ label, slackError }) =>
      `Slack would not say who is in the user group “${label}” (${slackError}). Ask whoever runs this app to check its installation in Slack (token, scope usergroups:read). Nothing was sent.`,
    LIST_UNKNOWN: ({ label }) =>
      `There is no list “${label}” in this workspace. Ask an admin which lists there are. Nothing was sent.`,
    LIST_EMPTY: ({ label }) =>
      `The list “${label}” has no numbers. Ask an admin to fill it. Nothing was sent.`,
    RECIPIENTS_TOO_MANY: ({ count, limit }) =>
      `These are ${count} recipients, and one message may go to ${limit}. Split them. Nothing was sent.`,
    TEAMMATE_UNKNOWN: ({ label }) =>
      `Slack knows nobody called “${label}” here. Name a teammate, or type the number. Nothing was sent.`,
    TEAMMATE_WITHOUT_NUMBER: ({ userId }) =>
      `${mention(userId)} has no phone number in their Slack profile. Ask them to add it, or type the number. Nothing was sent.`,
    TEAMMATE_NUMBER_INVALID: ({ userId }) =>
      `The phone number in ${mention(userId)}’s Slack profile is not a Bangladesh mobile. Ask them to correct it, or type the number. Nothing was sent.`,
    TEAMMATE_DEACTIVATED: ({ userId }) =>
      `${mention(userId)}’s account in this Slack workspace is deactivated. Type their number if they are still to be texted. Nothing was sent.`,
    DEACTIVATED: () =>
      'Your account in this Slack workspace is deactivated, so nothing was sent or changed. Ask a workspace admin to activate it again.',
    GUEST_REFUSED: (_problem, { deciders }) =>
      `Guests can’t send texts from this workspace. Ask ${anyOf(deciders)} to send it for you. Nothing was sent.`,
    OTHER_TEAM_REFUSED: (_problem, { deciders }) =>
      `Only people of this workspace can send texts from it, and you belong to another one. Ask ${anyOf(deciders)} to send it for you. Nothing was sent.`,
    NOT_A_SENDER: (_problem, { deciders }) =>
      `In this workspace only some people may send texts, and you are not among them. Ask ${anyOf(deciders)} to let you, or to send it for you. Nothing was sent.`,
    CHANNEL_REFUSED: ({ channels }, { deciders }) =>
      `Texts can’t be sent from here. ${channels.length === 0 ? 'No channel is open for them.' : `They can from ${someChannels(channels)}.`} Ask ${anyOf(deciders)} if this place should be one too. Nothing was sent.`,
    NUMBER_BLOCKED: ({ number }, { deciders }) =>
      `${number} is on this workspace’s list of numbers that are never texted. Ask ${anyOf(deciders)} if that should change. Nothing was sent.`,
    CAP_REACHED: ({ of, unit, cap, used, endsAt }, { deciders }) => {
      const limit = unit === 'texts' ? plural(Number(cap), 'text') : `${cap} credits`;
      const whose = `${capped[of]} may send`;
      const spent =
        unit === 'texts'
          ? `${used} ${Number(used) === 1 ? 'is' : 'are'} used`
          : `about ${used} are used, with what waits`;
      return `${whose} ${limit} a day, and ${spent}: this one would be too much. The day ends ${when(endsAt)}; ask ${anyOf(deciders)} if it can’t wait. Nothing was sent.`;
    },
    CAP_UNJUDGED: ({ of, cap }, { deciders }) =>
      `${capped[of]} may send texts for ${cap} credits a day, and the SMS service has not told yet what one costs: until it does, one goes at a time. Send this one after the receipt of the one before. If there is none, or it says “cost not given”, ask ${anyOf(deciders)} for a limit in texts instead. Nothing was sent.`,
    ADMINS_ONLY: ({ admins }) =>
      `Only a workspace admin can do this. Ask ${or(admins) || 'one of your workspace’s admins'}.`,
    MANAGERS_ONLY: ({ admins, managers }) =>
      `Only a workspace admin, or a manager whom they name, can change this app’s settings. Ask ${or([...managers, ...admins]) || 'one of your workspace’s admins'}.`,
    PERSON_UNKNOWN: ({ slackError }) =>
      `Slack would not say who may send (${slackError}), so nothing was sent. Ask whoever runs this app to check its installation in Slack (token, scopes users:read and usergroups:read).`,
    NOT_SHOWN: () =>
      'Guests and people of other workspaces don’t see this. Ask a workspace admin if you need to know.',
    NOT_YOURS: () => 'Only the person who asked for this text can do that: ask them.',
    NO_KEY: ({ admin }) =>
      admin
        ? 'No API key of the SMS service is linked to this workspace yet, so nothing was sent. Link it with the button or `/sms link`; the key is in your account’s dashboard, in its API section.'
        : 'No API key of the SMS service is linked to this workspace yet, so nothing was sent. Ask a workspace admin to type `/sms link`.',
    KEY_MALFORMED: () => 'This does not look like an API key: paste it whole, without spaces or line breaks.',
    KEY_UNREADABLE: (_problem, { ask }) =>
      `The workspace’s API key can’t be opened on this server, so nothing was sent. Ask ${someone(ask)} to link it again with \`/sms link\`, or whoever runs this app to restore its encryption key.`,
    UNLINKED: () =>
      'The API key was unlinked while the text waited, so it was not sent. Link a key with `/sms link` and send it again.',
    APP_UNINSTALLED: () =>
      'The app was removed from this workspace while the text waited, so it was not sent. An admin can install it again.',
    NOT_INSTALLED: ({ url }) =>
      `The app is not installed in this workspace (any more), so nothing was sent. An admin can install it: ${url}`,
    INSTALLATION_UNREADABLE: ({ url }) =>
      `The app’s installation in this workspace can’t be opened on this server, so nothing was sent. An admin can install it again: ${url}`,
    SERVICE_REFUSED: ({ code, status }, around) =>
      code
        ? en.service[code](around)
        : `The SMS service refused it (HTTP ${status}) without a reason this app knows. It was not sent. If this goes on, ask whoever runs this app to check the SMS service’s address.`,
    SERVICE_UNREACHABLE: () => 'The SMS service could not be reached, so it was not sent. Try again later.',
    SERVICE_BUSY: () => 'The SMS service had no room for it, so it was not sent. Try again later.',
    EXPIRED: () =>
      'It had to wait too long and is out of date now, so it was not sent. Send it again if it still matters.',
    CANCELLED: () => 'Cancelled: nothing was sent, and it costs nothing.',
    TOO_LATE: () => 'Too late: this text is no longer waiting. Look in `/sms log` what became of it.',
    ALREADY_SENT_AGAIN: () =>
      'Somebody already pressed “Send again” for this text, so nothing more was sent.',
    NO_LONGER_UNCERTAIN: ({ state }) =>
      state === 'sent'
        ? 'The SMS service’s answer came after all: it accepted this text, so nothing more was sent.'
        : 'It is known by now that this text was not sent, and nothing was sent now. Type it again if it still matters.',
    GONE: () =>
      'This text is too old to act on: its content was removed after the retention time, so nothing was sent now. Type it again if it still matters.',
    STORE_AWAY: () =>
      'This app can’t reach its store just now, so nothing was sent or changed. Try again in a minute.',
    STORE_UNSURE: () =>
      'It could not be confirmed that this was done. Check before you try again: your texts are in `/sms log`.',
    TEXT_UNREADABLE: ({ id }) =>
      `This app can’t read your text any more, so it was not sent. Ask whoever runs this app to look into it; the ID is \`${id}\`.`,
    RESULT_UNREADABLE: ({ id }) =>
      `This app can’t read what became of a text, so it can’t show it. Look in \`/sms log\` and check with the recipient before you send it again. Ask whoever runs this app to look into it; the ID is \`${id}\`.`,
    WORKSPACE_UNREADABLE: () =>
      'This app can’t read what it keeps for this workspace any more, such as its settings, so nothing was sent. Ask whoever runs this app to look into it.',
    SLACK_AWAY: () => 'Slack did not answer, so nothing was changed. Try again in a minute.',
    OUTDATED: () =>
      'This was made by another version of this app, so nothing was changed. Open it again, and fill in what you had typed.',
    UNEXPECTED: () => 'Something went wrong on our side. Look in `/sms log` before you send it again.',
  },
  service: {
    MISSING_API_KEY: ({ ask }) =>
      `The SMS service did not receive the workspace’s API key. It was not sent. Ask ${someone(ask)} to link the key again with \`/sms link\`.`,
    INVALID_API_KEY: ({ ask }) =>
      `The SMS service does not accept the workspace’s API key: it is wrong or was revoked. It was not sent. Ask ${someone(ask)} to make a key in the service’s dashboard and link it with \`/sms link\`; then send this text again.`,
    ACCOUNT_SUSPENDED: ({ ask }) =>
      `The account at the SMS service is suspended. It was not sent. Ask ${someone(ask)} to have the account activated and press “Try again”; then send this text again.`,
    MISSING_PARAMETERS: () =>
      'The SMS service says the number or the message is missing. It was not sent. If this goes on, ask whoever runs this app to check the SMS service’s address.',
    INVALID_NUMBER: () => 'The SMS service does not accept this number. It was not sent. Check the number.',
    MESSAGE_TOO_LONG: () =>
      'The SMS service says the message is too long. It was not sent. Shorten it: Bangla letters may count more than once there.',
    INSUFFICIENT_CREDITS: ({ ask, balance }) =>
      `The account has not enough SMS credits${balance ? ` (balance ${balance.amount}, ${age(balance.ageMs)} ago)` : ''}. It was not sent. Ask ${someone(ask)} to top it up and press “Try again”; then send this text again.`,
    RATE_LIMITED: () =>
      'The SMS service takes no more than 60 requests a minute. It was not sent. Try again in a minute.',
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
  },
  leftOut: {
    NUMBER_INVALID: ({ why }) => numberFault[why],
    TEAMMATE_UNKNOWN: () => 'Slack knows nobody of this name here',
    TEAMMATE_WITHOUT_NUMBER: () => 'no phone number in their Slack profile',
    TEAMMATE_NUMBER_INVALID: () => 'the number in their Slack profile is not a Bangladesh mobile',
    TEAMMATE_DEACTIVATED: () => 'their Slack account is deactivated',
    PERSON_UNKNOWN: ({ slackError }) => `Slack would not say their number (${slackError})`,
    GROUP_UNKNOWN: () => 'there is no such user group',
    GROUP_EMPTY: () => 'nobody is in this user group now',
    GROUP_UNREADABLE: ({ slackError }) => `Slack would not say who is in it (${slackError})`,
    LIST_UNKNOWN: () => 'neither a number, a mention nor a list of this workspace',
    LIST_EMPTY: () => 'the list has no numbers',
    NUMBER_BLOCKED: () => 'an admin blocked this number',
    EXPIRED: () => 'Slack did not say the number in time',
  },
  step: {
    nobody: lines => `None of the recipients can be texted: ${lines.join('; ')}. Nothing was sent.`,
    counts: ({ recipients, sent, uncertain, waiting, failed }) =>
      [
        `${sent} of ${recipients} accepted by the SMS service`,
        ...(waiting > 0 ? [`${waiting} waiting`] : []),
        ...(uncertain > 0 ? [`${uncertain} uncertain`] : []),
        ...(failed > 0 ? [`${failed} not sent`] : []),
      ].join(', '),
    line: (who, because) => `${who}: ${because}`,
    more: count => `and ${count} more`,
    waiting: 'The text still waits and is sent as soon as it can be; its result is in the app’s log.',
    uncertain: because =>
      `It may or may not have been sent: ${because}. It is not sent again by itself; check with the recipient first.`,
    notSent: summary => `:warning: A workflow’s text: ${summary}`,
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
  said: {
    reopened: by => `${mention(by)} let the waiting texts try again.`,
    sendingAnyway: 'Sending it again.',
    help: command =>
      [
        '*Text a Bangladesh mobile from Slack*',
        `• \`${command} 01712345678 Hello\` sends a text; the receipt with cost and balance comes to the channel`,
        `• \`${command} @teammate Hello\` texts the number in their Slack profile`,
        `• \`${command}\` alone opens a form that shows parts and cost as you type; “Text this…” in a message’s menu opens it with that message`,
        `• \`${command} balance\` shows the balance after the last text`,
        `• \`${command} log\` shows your last texts`,
        `• \`${command} link\` and \`${command} unlink\` are for admins: the workspace’s API key`,
        `• \`${command} settings\` is for admins and managers: who may send, where, and how much`,
        `• \`${command} hooks\` is for them too: addresses that text the alerts of Alertmanager, Grafana and others`,
      ].join('\n'),
    balance: known =>
      known
        ? `Balance: *${known.amount}*, as the SMS service said ${age(known.ageMs)} ago, after the last text.`
        : 'The balance is not known yet: the SMS service tells it with the first text.',
    held: (because, waiting) => `${plural(waiting, 'text')} waiting: ${because}.`,
    linkedBy: (by, at) => `API key linked by ${mention(by)}, ${when(at)}.`,
    noLog: 'No texts yet.',
    log: lines => ['*Your last texts*', ...lines].join('\n'),
    logLine: ({ at, number, actor, state, parts, cost, logId }) =>
      [
        `${when(at)} *${number}* ${en.state[state]}`,
        mention(actor),
        plural(parts, 'part'),
        ...(cost === null ? [] : [`cost ${cost}`]),
        ...(logId === null ? [] : [`log #${logId}`]),
      ].join(' · '),
    modalDidNotOpen: command => `Slack did not open the form. Type \`${command}\` once more.`,
  },
  link: {
    title: 'Link your API key',
    oneMoment: 'One moment…',
    intro:
      'Texts of this workspace are sent and charged with this key. You find it in your account’s dashboard at the SMS service, in the API section. It is stored encrypted and never shown again.',
    already: (by, at) =>
      `A key is linked already, by ${mention(by)}, ${when(at)}. A new one takes its place.`,
    label: 'API key',
    hint: 'Paste it whole.',
    submit: 'Link',
    close: 'Close',
    cancel: 'Cancel',
    checking: 'Asking the SMS service about the key…',
    refused: {
      INVALID_API_KEY:
        'The SMS service does not accept this key: it is wrong or was revoked. Nothing was saved. Copy it again from the service’s dashboard, or make a new one there.',
      ACCOUNT_SUSPENDED:
        'The SMS service says that the account of this key is suspended. Nothing was saved. Have the account activated, then link the key.',
    },
    saved: command => `The key is linked. Try it: \`${command} 01712345678 Hello\``,
    unproven: 'The SMS service can only prove a key by sending with it: it is unproven until the first text.',
    unreachable:
      'The key is saved, but the SMS service can’t be reached, so nobody knows yet whether the key works. Texts you send now wait for the service, for 15 minutes at most. If it stays away, ask whoever runs this app to check its connection to the service (`SMS_BASE_URL`).',
  },
  compose: {
    title: 'Send a text',
    number: 'Number',
    teammate: 'or a teammate',
    chooseTeammate: 'Choose someone',
    message: 'Message',
    send: 'Send',
    sendFor: ({ parts, cost }) => `Send · ${cost === null ? plural(parts, 'part') : `about ${cost}`}`,
    recipientMissing: 'Whom is it for? Type a number, or choose a teammate.',
    twoRecipients: 'A text goes to one person: clear the number, or choose nobody here.',
    numberWrong: why => `This can’t be texted: ${numberFault[why]}.`,
    messageMissing: 'What should the text say?',
    messageTooLong: ({ characters, limit }) =>
      `The message has ${characters} characters and may have ${limit}: shorten it by ${characters - limit}.`,
    fromProfile: ({ userId, number }) => `${mention(userId)}’s number, from their Slack profile: *${number}*`,
    noNumber: userId =>
      `${mention(userId)} has no phone number in their Slack profile. Ask them to add it, or type the number.`,
    noMobile: userId =>
      `The phone number in ${mention(userId)}’s Slack profile is not a Bangladesh mobile. Ask them to correct it, or type the number.`,
    deactivated: userId => `${mention(userId)}’s Slack account is deactivated. Type the number instead.`,
    nothingTyped: 'How many parts it takes and what it will cost stands here as you type.',
    measure: ({ encoding, characters, parts, cost }) =>
      [
        `*${plural(parts, 'part')}*`,
        plural(characters, 'character'),
        encoding === 'GSM-7' ? 'plain letters (GSM-7)' : 'Unicode',
        cost === null
          ? 'cost not known before the first text'
          : `about *${cost}*, estimated from what your last text cost`,
      ].join(' · '),
    forcedBy: character =>
      `“${character}” is not among the plain letters, so all of it goes as Unicode: fewer than half as many characters fit a part.`,
    plainer: ({ parts }) =>
      `With plain quotes and dashes it would be ${plural(parts, 'part')} of plain letters.`,
    unsure:
      'It could not be confirmed that this was written down. Press “Send” once more as it is: this form sends one text at most.',
    didNotOpen: 'Slack did not open the form. Please try once more.',
  },
  install: {
    app: 'SMS',
    add: 'Add to Slack',
    again: 'Begin again',
    open: 'Open Slack',
    openInBrowser: 'Open Slack in the browser',
    install: {
      title: 'Text Bangladesh mobiles from Slack',
      text: 'Slack asks you in which workspace, and what the app may do there. Afterwards an admin links the API key of your account at the SMS service.',
    },
    installed: {
      title: 'SMS is installed',
      text: 'It has sent you a message in Slack that says what to do next.',
    },
    orgInstalled: {
      title: 'SMS is installed for your organisation',
      text: 'Add it to workspaces in your organisation’s settings in Slack. In each of them, an admin types /sms link.',
    },
    denied: {
      title: 'Not installed',
      text: 'You did not agree in Slack, so nothing was changed. You can begin again whenever you like.',
    },
    expired: {
      title: 'This took too long, or began elsewhere',
      text: 'An installation ends in the browser it began in, within ten minutes, and once. Nothing was changed; begin again here.',
    },
    rotating: {
      title: 'Not installed: token rotation is on',
      text: 'This app keeps tokens that do not expire. Whoever runs it has to set the app up anew without token rotation: Slack can’t switch it off again.',
    },
    away: {
      title: 'Not installed: something did not answer',
      text: 'Slack or our own store did not answer in time. Nothing is lost; begin again in a minute.',
    },
    failed: {
      title: 'Not installed',
      text: 'Something went wrong between Slack and this app. Begin again; if it goes on, ask whoever runs the app to look into its log.',
    },
    welcomeBack: command =>
      `SMS is installed again. The API key, the settings and the log are as they were: \`${command} 01712345678 Hello\` sends.`,
    welcome: command =>
      `:wave: Thank you for installing SMS. Next, a workspace admin links the API key of your account at the SMS service: with the button, or by typing \`${command} link\`. Then anyone here can send: \`${command} 01712345678 Hello\``,
  },
  unlink: {
    title: 'Unlink the API key',
    ask: waiting =>
      `Nobody in this workspace can send texts until a key is linked again.${waiting > 0 ? ` ${plural(waiting, 'waiting text')} will not be sent.` : ''}`,
    submit: 'Unlink',
    nothing: 'No API key is linked to this workspace.',
    done: refused =>
      `The key is unlinked and deleted here.${refused > 0 ? ` ${plural(refused, 'waiting text')} will not be sent.` : ''}`,
  },
  settings,
  lists,
  audit,
  home,
  hooks,
};
