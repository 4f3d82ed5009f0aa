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
} from '../english.ts';
import type { ProblemsWording } from './types.ts';

/** English. */
export const problems: ProblemsWording = {
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
        ? problems.service[code](around)
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
};
