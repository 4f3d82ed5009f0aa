import type { CoreProblem, ServiceCode } from '../../../kit/problem.ts';
import {
  age,
  anyOf,
  brokenTemplate,
  capped,
  decider,
  inCredits,
  mention,
  n,
  numberFault,
  or,
  plural,
  quoted,
  someChannels,
  someone,
  when,
  wrongNumber,
} from '../../../kit/words/english.ts';
import type { ProblemContext } from '../../../kit/words/languages.ts';

/** What a refusal may mean if its code is only inferred from the HTTP status. */
const inferred: Partial<Record<ServiceCode, string>> = {
  INSUFFICIENT_CREDITS: 'The account may be out of SMS credits',
  ACCOUNT_SUSPENDED: 'The account may be suspended',
};

/** Addresses the reader if they are the person to ask about the key; otherwise names that person. */
const keeper = (
  { ask, reader }: ProblemContext,
  askOther: (name: string) => string,
  yourself: string,
): string => (reader !== null && ask === reader ? yourself : askOther(someone(ask)));

export type ServiceWords = Record<ServiceCode, (around: ProblemContext) => string>;

/** The service's refusals. */
const service: ServiceWords = {
  MISSING_API_KEY: around =>
    `The SMS service didn’t get the workspace’s API key, so the text was not sent. ${keeper(around, name => `Ask ${name} to link the key again with \`/sms link\``, 'Link the key again with `/sms link`')}.`,
  INVALID_API_KEY: around =>
    `The SMS service doesn’t accept the workspace’s API key: it’s wrong or was revoked. The text was not sent. ${keeper(around, name => `Ask ${name} to make a new key in the service’s dashboard and link it with \`/sms link\``, 'Make a new key in the service’s dashboard and link it with `/sms link`')}, then send this text again.`,
  ACCOUNT_SUSPENDED: around =>
    `The workspace’s SMS account is suspended, so the text was not sent. ${keeper(around, name => `Ask ${name} to get it reactivated and an admin or manager to press “Try again”`, 'Get it reactivated and press “Try again”')}, then send this text again.`,
  MISSING_PARAMETERS: () =>
    'The SMS service says the number or the message is missing, so the text was not sent. If this keeps happening, ask whoever runs this app to check the SMS service’s address.',
  INVALID_NUMBER: () =>
    'The SMS service doesn’t accept this number, so the text was not sent. Check the number.',
  MESSAGE_TOO_LONG: () =>
    'The SMS service says the message is too long, so the text was not sent. Shorten it: the service may count Bangla letters more than once.',
  INSUFFICIENT_CREDITS: around =>
    `The account is out of SMS credits${around.balance ? ` (balance ${inCredits(around.balance.amount)}, ${age(around.balance.ageMs)} ago)` : ''}, so the text was not sent. ${keeper(around, name => `Ask ${name} to top it up and an admin or manager to press “Try again”`, 'Top it up and press “Try again”')}, then send this text again.`,
  RATE_LIMITED: () =>
    'The SMS service takes only 60 requests a minute, so the text was not sent. Try again in a minute.',
};

/** Each problem says what went wrong and what to do about it, in a sentence or two. */
const problem: {
  [K in CoreProblem['kind']]: (problem: Extract<CoreProblem, { kind: K }>, around: ProblemContext) => string;
} = {
  NUMBER_MISSING: () =>
    'Which number should it go to? Put the number first, like this: `/sms 01712345678 your message`. Nothing was sent.',
  MESSAGE_MISSING: ({ to }) =>
    `What should your text to ${to} say? Add your message at the end. Nothing was sent.`,
  NUMBER_INVALID: problem => `${wrongNumber(problem)}. Nothing was sent.`,
  MESSAGE_TOO_LONG: ({ characters, limit, signOff }) =>
    `Your message has ${n(characters)} characters${signOff === undefined ? '' : `, ${n(signOff)} of them the sign-off’s`}, and the limit is ${n(limit)}. Shorten it by ${n(characters - limit)}. Nothing was sent.`,
  MESSAGE_EMPTY: () => 'The message is empty. Fill in what the text should say. Nothing was sent.',
  TEMPLATE_BROKEN: ({ fault, near }) =>
    `${brokenTemplate({ fault, near })} For a plain brace, type {{. Nothing was sent.`,
  PLACEHOLDER_MISSING: ({ columns, people, more }) =>
    `There’s no ${columns.map(quoted).join(', ')} for ${people.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}. Fill it in under People, or add a fallback, like {name|friend}. Nothing was sent.`,
  PLACEHOLDER_NO_CONTACT: ({ columns, people, more }) =>
    `Only contacts get something for ${columns.map(column => `{${column}}`).join(', ')}, and ${people.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''} ${people.length + more === 1 ? 'isn’t one' : 'aren’t'}. Add ${people.length + more === 1 ? 'the number' : 'them'} under People, type the words themselves, or add a fallback, like {name|friend}. Nothing was sent.`,
  STOP_LINK_IMPOSSIBLE: () =>
    'A link from this app wouldn’t open on a phone. Ask whoever runs this app to set PUBLIC_URL to an https address, or use a text without {stop}. Nothing was sent.',
  GROUP_UNKNOWN: ({ label }) =>
    `There is no user group “${label}” in this workspace. Name another one, or type the numbers. Nothing was sent.`,
  GROUP_EMPTY: ({ label }) =>
    `Nobody is in the user group “${label}” right now. Name another one, or type the numbers. Nothing was sent.`,
  GROUP_UNREADABLE: ({ label, slackError }) =>
    `Slack didn’t say who is in the user group “${label}” (${slackError}). Ask whoever runs this app to check its token and its usergroups:read scope. Nothing was sent.`,
  NAME_UNKNOWN: ({ label, nearest }) =>
    `Nobody here is called “${label}”. ${nearest === null ? 'Check the name, use the number instead, or type `/sms help` to see the commands.' : `Did you mean “${nearest}”? Type that name, or use the number instead.`} Nothing was sent.`,
  COMMAND_MISTYPED: ({ command }) =>
    `Do you mean \`/sms ${command}\`? Press the button, or type only that. Nobody here has a name like it, so nothing was sent.`,
  NAME_SHARED: ({ label }) =>
    `More than one person, group or rota here is called “${label}”. Use the number instead. Nothing was sent.`,
  NAME_NOT_KEPT: ({ typed, why, limit }) => {
    switch (why) {
      case 'empty':
        return `Type a name of up to ${n(limit)} characters.`;
      case 'too_long':
        return `“${typed}” is too long. Type a name of up to ${n(limit)} characters.`;
      case 'command':
        return `“${typed}” is a word that /sms understands as a command. Use another name of up to ${n(limit)} characters.`;
      case 'no_letter':
        return `“${typed}” doesn’t start with a letter, so it could be taken for a number. Use a name of up to ${n(limit)} characters that does.`;
      case 'sign':
        return `“${typed}” has a sign that can’t be in a name: a comma, a semicolon, a quote, a Bangla full stop, < or >. Use a name of up to ${n(limit)} characters without it.`;
      case 'slack_id':
        return `“${typed}” looks like a Slack user ID. Use another name of up to ${n(limit)} characters, for example in small letters.`;
    }
  },
  ERASED: () => 'This person was erased, along with their number and the message, so nothing was sent.',
  CHOSEN_GONE: ({ label }) =>
    `“${label}” is no longer among this workspace’s contacts, groups and rotas. Use the number instead. Nothing was sent.`,
  RECIPIENTS_TOO_MANY: ({ count, limit }) =>
    `That’s ${plural(count, 'recipient')}, and one message can go to ${n(limit)} at most. Send it to them as a broadcast, or split them up. Nothing was sent.`,
  TEAMMATE_UNKNOWN: ({ label }) =>
    `There is nobody called “${label}” in this workspace. Name a teammate, or type the number. Nothing was sent.`,
  TEAMMATE_WITHOUT_NUMBER: ({ userId }) =>
    `${mention(userId)} has no phone number in their Slack profile. Ask them to add one, or type the number. Nothing was sent.`,
  TEAMMATE_NUMBER_INVALID: ({ userId }) =>
    `The phone number in ${mention(userId)}’s Slack profile isn’t a mobile number in Bangladesh. Ask them to correct it, or type the number. Nothing was sent.`,
  TEAMMATE_DEACTIVATED: ({ userId }) =>
    `${mention(userId)}’s Slack account is deactivated. If you still want to text them, type their number. Nothing was sent.`,
  DEACTIVATED: () =>
    'Your account in this Slack workspace is deactivated, so nothing was sent or changed. Ask a workspace admin to reactivate it.',
  GUEST_REFUSED: (_problem, { deciders }) =>
    `Guests can’t send texts from this workspace. Ask ${anyOf(deciders)} to send it for you. Nothing was sent.`,
  OTHER_TEAM_REFUSED: (_problem, { deciders }) =>
    `You’re from another workspace, and only members of this one can send texts from it. Ask ${anyOf(deciders)} to send it for you. Nothing was sent.`,
  NOT_A_SENDER: (_problem, around) =>
    `Only some people can send texts from this workspace, and you aren’t one of them yet. ${decider(around, name => `Ask ${name} to add you, or to send it for you`, 'Add yourself with `/sms settings`')}. Nothing was sent.`,
  CHANNEL_REFUSED: ({ channels }, around) =>
    `You can’t send texts from here. ${channels.length === 0 ? 'No channel is open for them yet.' : `You can from ${someChannels(channels)}.`} ${decider(around, name => `Ask ${name} to allow it here too`, 'Allow it here too with `/sms settings`')}. Nothing was sent.`,
  NUMBER_BLOCKED: ({ number }, around) =>
    `${number} is on this workspace’s list of blocked numbers. ${decider(around, name => `Ask ${name} if that should change`, 'If that should change, take it out with `/sms settings`')}. Nothing was sent.`,
  NEVER_TEXT: ({ number }, around) =>
    `${number} is marked “never text”, so you can’t text it from here. If they want your texts again, ${decider(around, name => `ask ${name} to take the mark away`, 'take the mark away with `/sms people`')}. Nothing was sent.`,
  CAP_REACHED: ({ of, unit, cap, used, endsAt }, around) => {
    const limit = unit === 'texts' ? plural(Number(cap), 'text') : inCredits(cap);
    const spent =
      unit === 'texts'
        ? `${used} used today`
        : `about ${inCredits(used)} spent today, including texts that are waiting`;
    return `This would go over ${capped[of]} limit of ${limit} a day (${spent}). The next day starts ${when(endsAt)}. If it can’t wait, ${decider(around, name => `ask ${name}`, 'raise the limit with `/sms settings`')}. Nothing was sent.`;
  },
  CAP_UNJUDGED: ({ of, cap }, around) =>
    `There is a limit here: ${capped[of]} texts can cost ${inCredits(cap)} a day, and the SMS service hasn’t said yet what a text costs. Until it does, texts go out one at a time: wait for the receipt of the last one, then send this one. If no receipt comes, or it says “cost not given”, ${decider(around, name => `ask ${name} to limit the number of texts instead`, 'limit the number of texts instead, with `/sms settings`')}. Nothing was sent.`,
  ADMINS_ONLY: ({ admins }) =>
    `Only a workspace admin can do this. Ask ${or(admins) || 'one of your workspace’s admins'}.`,
  MANAGERS_ONLY: ({ admins, managers }) =>
    `Only a workspace admin, or a manager they have named, can do this. Ask ${or([...managers, ...admins]) || 'one of your workspace’s admins'}.`,
  PERSON_UNKNOWN: ({ slackError }) =>
    `Slack didn’t let this app check who can send texts (${slackError}), so nothing was sent. Ask whoever runs this app to check its token and its scopes users:read and usergroups:read.`,
  NOT_SHOWN: () =>
    'Guests and people from other workspaces can’t see this. If you need to know, ask a workspace admin.',
  NOT_YOURS: () => 'Only the person who asked for this text can do that. Ask them.',
  NO_KEY: ({ admin }) =>
    admin
      ? 'No API key is linked to this workspace yet, so nothing was sent. Link one with `/sms link`. You’ll find the key in your SMS account’s dashboard, in the API section.'
      : 'No API key is linked to this workspace yet, so nothing was sent. Ask a workspace admin to link one with `/sms link`.',
  KEY_MALFORMED: () =>
    'That doesn’t look like an API key. Paste the whole key, without spaces or line breaks.',
  KEY_UNREADABLE: (_problem, around) =>
    `This server can’t unlock the workspace’s API key, so nothing was sent. ${keeper(around, name => `Ask ${name} to link it again with \`/sms link\`, or`, 'Link it again with `/sms link`, or ask')} whoever runs this app to restore its encryption key.`,
  UNLINKED: () =>
    'The API key was unlinked while this text was waiting, so it was not sent. Link a key with `/sms link`, then send it again.',
  APP_UNINSTALLED: () =>
    'The app was removed from this workspace while this text was waiting, so it was not sent. An admin can install the app again.',
  NOT_INSTALLED: ({ url }) =>
    `The app isn’t installed in this workspace, so nothing was sent. An admin can install it: ${url}`,
  INSTALLATION_UNREADABLE: ({ url }) =>
    `This server can’t unlock the app’s Slack token for this workspace, so nothing was sent. An admin can install the app again: ${url}`,
  SERVICE_REFUSED: ({ code, status, proven }, around) => {
    if (code && proven) return service[code](around);
    const permission = code && inferred[code];
    if (permission)
      return `The SMS service refused the text (HTTP ${status}) without saying why, so it was not sent. ${permission}: ${keeper(around, name => `ask ${name} to check`, 'check that')}, then send this text again.`;
    return `The SMS service refused the text (HTTP ${status}) for a reason this app doesn’t know, so it was not sent. If this keeps happening, ask whoever runs this app to check the SMS service’s address.`;
  },
  SERVICE_UNREACHABLE: () =>
    'This app couldn’t reach the SMS service, so the text was not sent. Try again later.',
  SERVICE_BUSY: () => 'The SMS service was too busy, so the text was not sent. Try again later.',
  EXPIRED: () => 'The text waited too long, so it was not sent. If it still matters, send it again.',
  QUESTION_OLD: () => 'This question is too old, so nothing was sent. If it still matters, type it again.',
  CANCELLED: () => 'Cancelled. Nothing was sent and nothing was charged.',
  RESTORED: () =>
    'This app was restored from a backup, and this request was still waiting in it. It may have been sent since: check with the recipient, and send it again if it hasn’t arrived.',
  TOO_LATE: () => 'Too late: this text is no longer waiting. Check `/sms log` to see what happened to it.',
  OUT_OF_HOURS: ({ from, to }) =>
    `This is a promotional text, and those go out only between ${from} and ${to} in Bangladesh, so nothing was sent. Send it again within these hours if it still matters.`,
  ALREADY_SENT_AGAIN: () =>
    'Someone has already pressed “Send again” for this text, so nothing more was sent.',
  NO_LONGER_UNCERTAIN: ({ state }) =>
    state === 'sent'
      ? 'The SMS service has answered after all and accepted this text, so nothing more was sent.'
      : state === 'marked'
        ? 'Someone has already marked this text as sent, so nothing more was sent.'
        : 'It’s now clear that this text was not sent, and nothing was sent just now either. If it still matters, type it again.',
  GONE: () =>
    'This text is too old: your workspace no longer keeps its message, so nothing was sent. If it still matters, type it again.',
  STORE_AWAY: () =>
    'This app can’t reach its database right now, so nothing was sent or changed. Try again in a minute.',
  STORE_UNSURE: () =>
    'This app couldn’t confirm that this was done. Before you try again, check `/sms log` to see whether your text went out.',
  TEXT_UNREADABLE: ({ id }) =>
    `This app can no longer read your text, so it was not sent. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  RESULT_UNREADABLE: ({ id }) =>
    `This app can no longer read what happened to a text. Before you send it again, check \`/sms log\` and ask the recipient. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  WORKSPACE_UNREADABLE: () =>
    'This app can no longer read this workspace’s data, such as its settings, so nothing was sent. Ask whoever runs this app to look into it.',
  SLACK_AWAY: () => 'Slack didn’t answer, so nothing was changed. Try again in a minute.',
  PRESS_WAITS: () =>
    'I can’t reach Slack to check whether you’re allowed to do this. I’ll keep trying for 15 minutes, so you don’t need to press again.',
  PRESS_NOT_DONE: ({ button }) =>
    `${button === null ? 'What you pressed' : `“${button}”`} wasn’t done: Slack didn’t answer for 15 minutes, so I couldn’t check whether you’re allowed to. Press it again.`,
  PRESS_STALLED: ({ id }) =>
    `This app got stuck twice while it did what you pressed, so it won’t try again. Before you press again, check \`/sms log\`. Ask whoever runs this app to look into it, and give them this ID: \`${id}\`.`,
  OUTDATED: () =>
    'This was made by another version of this app, so nothing was changed. Open it again and start over.',
  PART_REMOVED: () =>
    'This part of the app was removed, so the text was not sent. If it still matters, type it again.',
  UNEXPECTED: () => 'Something went wrong on our side. Check `/sms log` before you send it again.',
};

/** Why one recipient is left out: a clause after their name. */
const leftOut = {
  NUMBER_INVALID: ({ why }) => numberFault[why],
  TEAMMATE_UNKNOWN: () => 'nobody in this workspace has that name',
  TEAMMATE_WITHOUT_NUMBER: () => 'no phone number in their Slack profile',
  TEAMMATE_NUMBER_INVALID: () => 'the number in their Slack profile isn’t a mobile number in Bangladesh',
  TEAMMATE_DEACTIVATED: () => 'their Slack account is deactivated',
  PERSON_UNKNOWN: ({ slackError }) => `Slack didn’t give their number (${slackError})`,
  GROUP_UNKNOWN: () => 'there is no such user group',
  GROUP_EMPTY: () => 'nobody is in this user group right now',
  GROUP_UNREADABLE: ({ slackError }) => `Slack didn’t say who is in it (${slackError})`,
  NAME_UNKNOWN: () => 'not a number, a mention, a contact, a group or a rota in this workspace',
  NAME_SHARED: () => 'more than one person, group or rota has this name',
  CHOSEN_GONE: () => 'no longer among the contacts, groups and rotas',
  NUMBER_BLOCKED: () => 'an admin blocked this number',
  NEVER_TEXT: () => 'marked “never text”',
  MESSAGE_EMPTY: () => 'the text for them would be empty',
  MESSAGE_TOO_LONG: ({ characters, limit }) =>
    `the text for them has ${n(characters)} characters, and the limit is ${n(limit)}`,
  PLACEHOLDER_MISSING: ({ columns }) => `there’s no ${columns.map(quoted).join(', ')} for them`,
  PLACEHOLDER_NO_CONTACT: ({ columns }) => `not a contact, so there’s no ${columns.map(quoted).join(', ')}`,
  EXPIRED: () => 'the text waited too long',
  PART_REMOVED: () => 'this part of the app was removed',
} satisfies { [K in CoreProblem['kind']]?: (problem: Extract<CoreProblem, { kind: K }>) => string };

export const en = { problem, leftOut };

export type Words = typeof en;
