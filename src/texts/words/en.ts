import {
  age,
  people as howMany,
  inCredits,
  mention,
  n,
  paid,
  plural,
  quoted,
  timeOf,
  when,
  wrongNumber,
} from '../../kit/words/english.ts';
import type { HoldClauses, KnownBalance, Masked, WrongNumber } from '../../kit/words/languages.ts';
import type { Measure } from '../draft.ts';
import type { SignKind, UnseenKind } from '../plain-letters.ts';
import type { RecipientUse } from '../recipient-uses.ts';
import type { Text } from '../text.ts';
import { en as textAudit } from './audit/en.ts';
import { en as problems } from './problems/en.ts';
import { type ReceiptFacts, en as receipts } from './receipts/en.ts';
import { en as story } from './story/en.ts';

/** A text in its sender's list. `begins`: its first words, harmless; null if they are deleted. */
type LogLine = Pick<Text, 'state' | 'byWord' | 'parts' | 'cost' | 'logId'> &
  Masked & { at: number; begins: string | null };
/** The parts and cost of several texts, and the balance. */
type Sum = Pick<ReceiptFacts, 'parts' | 'cost'> & { balance: KnownBalance | null };
/**
 * Numbers behind the first. `typed`: all words behind the first number; `message`: the words behind all numbers, null if
 * there are none.
 */
type Further = { first: string; numbers: string[]; message: string | null; typed: string };

/** `/sms help`, `balance` and `log`, and other short answers. */
const commands = {
  help: (command: string) =>
    [
      '*Text a Bangladesh mobile from Slack*',
      `• \`${command} 01712345678 Hello\` sends a text. The receipt appears in the channel, with the cost and your balance`,
      `• \`${command} Ranu Begum Hello\` texts the contact with that name, and \`${command} field-team Hello\` a group, after showing you the cost`,
      `• \`${command} @teammate Hello\` texts the number in their Slack profile`,
      `• \`${command}\` on its own opens a form that shows the parts and the cost as you type. To text a message from Slack, choose “Text this…” in its menu`,
      `• \`${command} broadcast\` texts many people at once, each by name if you like, after showing you everything`,
      `• \`${command} later\` opens the form for a text that goes out later, once or regularly, and \`${command} scheduled\` lists what’s coming up`,
      `• \`${command} oncall\` shows who is on call; a text to a rota’s name goes to that person`,
      `• \`${command} page Servers The disk is full\` calls whoever is on call until someone acknowledges it, after asking you first. To page about a message, choose “Page on-call…” in its menu`,
      `• \`${command} alerts\` lists what’s firing and who has it, and \`${command} mute\` what texts nobody for a while`,
      `• \`${command} calling\` sets how alerts call you: by text, by a message in Slack, or both`,
      `• \`${command} people\`, \`${command} import\` and \`${command} templates\` open your contacts and groups, the import from a file, and the texts you use often`,
      `• \`${command} balance\` shows your balance after the last text`,
      `• \`${command} log\` lists your last texts`,
      `• \`${command} link\` and \`${command} unlink\` (for admins) link or unlink the workspace’s API key`,
      `• \`${command} settings\` (for admins and managers) sets who can send texts, where from and how many`,
      `• \`${command} hooks\` (for admins and managers) sets up alerts by text from Alertmanager, Grafana and other tools, and \`${command} policies\` who is next if nobody acknowledges`,
      `• \`${command} holidays\` (for admins and managers) lists your days off, which rotas, alerts and scheduled texts can follow`,
    ].join('\n'),
  balance: (balance: KnownBalance | null) =>
    balance
      ? `Balance: *${inCredits(balance.amount)}*, after your workspace’s last text ${age(balance.ageMs)} ago.`
      : 'Your balance isn’t known yet. You’ll see it after your workspace’s first text.',
  /** The balance of a workspace without a linked key. */
  noKey:
    'There’s no balance yet, because no API key is linked to this workspace. A workspace admin can link one with `/sms link`.',
  /** The button for typed words with a number that isn't at the start. */
  textNumber: (number: string) => `Text ${number}…`,
  held: ({ why, fix }: HoldClauses, waiting: number) => `${plural(waiting, 'text')} on hold: ${why}; ${fix}.`,
  linkedBy: (by: string, at: number) => `API key linked by ${mention(by)}, ${when(at)}.`,
  noLog: 'No texts yet.',
  log: (lines: string[]) => ['*Your last texts*', ...lines].join('\n'),
  logLine: ({ at, number, begins, state, byWord, parts, cost, logId }: LogLine) =>
    [
      `${when(at)} *${number}* ${byWord === null ? receipts.state[state] : receipts.receipt.markedSent(byWord.by)}`,
      ...(begins === null ? [] : [quoted(begins)]),
      plural(parts, 'part'),
      ...(cost === null ? [] : [`cost ${inCredits(cost)}`]),
      ...(logId === null ? [] : [`log #${logId}`]),
    ].join(' · '),
  /** The ids of unreadable texts among the last ones, for the operator. */
  unreadable: (ids: string[]) =>
    `:warning: ${plural(ids.length, 'text')} can no longer be read. Ask whoever runs this app to look into it, and give them ${ids.length === 1 ? 'this ID' : 'these IDs'}: ${ids.map(id => `\`${id}\``).join(', ')}.`,
  /** `command`: null for a button. */
  modalDidNotOpen: (command: string | null) =>
    `Slack didn’t open the form. ${command === null ? 'Press the button' : `Type \`${command}\``} again.`,
};

/** The compose form. */
const compose = {
  leftOut: ({ recipient, because }: { recipient: string; because: string }) =>
    `:warning: Won’t get a text: ${recipient} (${because})`,
  title: 'Send a text',
  recipient: {
    label: 'To',
    hint: 'Search for a teammate, a contact, a group or a rota by any part of the name, or type a whole number.',
  },
  template: { label: 'Template' },
  message: 'Message',
  send: 'Send',
  /** The submit button's label, if it is short enough. */
  sendFor: ({ parts, cost }: { parts: number; cost: string | null }) =>
    `Send · ${cost === null ? plural(parts, 'part') : `~${inCredits(cost)}`}`,
  recipientMissing: 'Who should get it? Search for a name, or type a number.',
  numberWrong: (wrong: WrongNumber) => `${wrongNumber(wrong)}.`,
  messageMissing: 'What should the text say?',
  /** The masked number of a teammate's profile. */
  fromProfile: ({ userId, number }: Masked & { userId: string }) =>
    `${mention(userId)}’s number, from their Slack profile: *${number}*`,
  noNumber: (userId: string) =>
    `${mention(userId)} has no phone number in their Slack profile. Ask them to add one, or type the number.`,
  noMobile: (userId: string) =>
    `The phone number in ${mention(userId)}’s Slack profile isn’t a mobile number in Bangladesh. Ask them to correct it, or type the number.`,
  deactivated: (userId: string) =>
    `${mention(userId)}’s Slack account is deactivated. Type the number instead.`,
  /** A contact's number, masked if the workspace wants that. */
  contact: ({ name, number }: Masked & { name: string }) => `${name}’s number: *${number}*`,
  group: ({ name, people }: { name: string; people: number }) => `Everyone in *${name}*: ${howMany(people)}`,
  notCounted: 'How many people that is, and what it costs, isn’t known yet.',
  /** The sum for several people. `cost`: null while the price is unknown. */
  inAll: ({ people, parts, cost }: { people: number; parts: number; cost: string | null }) =>
    [
      `To ${howMany(people)}`,
      `*${plural(parts, 'part')}* in total`,
      cost === null ? 'cost not known until your first text' : `about *${inCredits(cost)}* in total`,
    ].join(' · '),
  /** Above the text that the recipient will read, if it differs from the field. */
  arrives: '*As it will arrive*',
  /** Above the longest of several texts. */
  longest: (texts: number) => `*The longest of ${plural(texts, 'text')}*`,
  /** The number of people whose text has several parts. */
  severalParts: ({ people, of }: { people: number; of: number }) =>
    `It takes more than one part for ${n(people)} of ${n(of)}.`,
  /** The form was submitted before the template's text was put in. */
  templateComing: 'The text of your template is on its way. Check it, then press “Send” again.',
  /** The workspace's sign-off, which is added to the message. */
  endsWith: (line: string) => `Ends with: “${line}”`,
  /** To people who haven't sent a text yet. */
  noAnswers: 'Nobody can answer these texts: answers don’t arrive anywhere.',
  lastBalance: ({ amount, ageMs }: KnownBalance) =>
    `Last known balance: *${inCredits(amount)}*, ${age(ageMs)} ago`,
  nothingTyped: 'As you type, you’ll see here how many parts it takes and what it will cost.',
  measure: ({ encoding, characters, parts, cost }: Omit<Measure, 'forcedBy' | 'plainer'>) =>
    [
      `*${plural(parts, 'part')}*`,
      plural(characters, 'character'),
      encoding === 'GSM-7' ? 'plain letters (GSM-7)' : 'Unicode',
      cost === null
        ? 'cost not known until your first text'
        : `about *${inCredits(cost)}*, going by your last text`,
    ].join(' · '),
  /** For Bangla, which has no plain form. */
  bangla: 'Bangla: 70 characters a part (67 in longer texts).',
  forcedBy: (character: string) =>
    `“${character}” isn’t a plain letter, so the whole text goes out as Unicode, and each part holds less than half as many characters.`,
  unseen: {
    tab: 'a tab',
    no_break_space: 'a no-break space',
    space: 'a special space',
    line_break: 'a special line break',
    soft_hyphen: 'a soft hyphen',
    invisible: 'an invisible character',
    curly_quote: 'a curly quote',
    long_dash: 'a long dash',
  } satisfies Record<UnseenKind | SignKind, string>,
  /** @param name a name from `unseen` */
  forcedByUnseen: (name: string) =>
    `There’s ${name} in it, so the whole text goes out as Unicode, and each part holds less than half as many characters.`,
  /** @param looksSame only invisible characters change */
  plainer: ({ parts, cost, looksSame }: { parts: number; cost: string | null; looksSame: boolean }) =>
    `${looksSame ? 'Without it' : 'With plain quotes and dashes'}, it would be ${plural(parts, 'part')} of plain letters${cost === null ? '' : `, about *${inCredits(cost)}*`}.`,
  /** The commit's outcome is unknown. The same form sends only once. */
  unsure:
    'This app couldn’t confirm that it has your text. Press “Send” again without changing anything: this form sends one text at most.',
  didNotOpen: 'Slack didn’t open the form. Try again.',
  lookingUp:
    'One moment: looking up the number. Keep this form open until it says that your text is on its way.',
  onItsWay: 'Your text is on its way. The receipt says what became of it.',
};

/** A field that searches recipients. */
const search = {
  placeholder: 'Type a name or a number',
  /** Headings of groups of options. */
  heading: {
    number: 'Number',
    teammates: 'Teammates',
    contacts: 'Contacts',
    groups: 'Groups',
    userGroups: 'User groups',
    rotas: 'On-call rotas',
  },
  /** Beside a typed number. */
  textNumber: 'Text this number',
  /** Beside a group. */
  people: (count: number) => howMany(count),
  /** Beside a rota: null if nobody is on call. */
  onCall: (name: string | null) => `${name ?? 'nobody'} is on call`,
  /** Beside a contact on the do-not-text list. */
  doNotTextList: 'never text',
};

/** A person's texts to several people: the question before, and the one post with the outcome. */
const several = {
  going: ({ actor, to }: { actor: string; to: string }) =>
    `:hourglass_flowing_sand: ${mention(actor)} is texting *${to}*`,
  ended: ({ actor, to, isSent }: { actor: string; to: string; isSent: boolean }) =>
    isSent
      ? `:white_check_mark: ${mention(actor)} texted *${to}*`
      : `:warning: ${mention(actor)}’s texts to *${to}*`,
  facts: ({ parts, cost, balance }: Omit<ReceiptFacts, 'logId'>) =>
    [plural(parts, 'part'), ...paid(cost, balance)].join(' · '),
  /** `until`: when the first of the waiting texts expires. */
  /** They can still be undone. */
  undo: (inMs: number) => `They go out in ${age(inMs)}.`,
  held: ({ why, fix, until }: HoldClauses & { until: number }) =>
    `:hourglass: On hold until ${timeOf(until)}: ${why}; ${fix}.`,
  /** Recipients left out for the same reason; `more`: further ones who aren't named. */
  leftOut: ({ recipients, more, because }: { recipients: string[]; more: number; because: string }) =>
    `• ${recipients.join(', ')}${more > 0 ? ` and ${n(more)} more` : ''}: ${because}`,
  moreReasons: (count: number) => `• and ${n(count)} more`,
  uncertain: ({ number, because }: { number: string; because: string }) =>
    `:grey_question: The text to *${number}* may or may not have been sent: ${because}. It won’t be sent again by itself.`,
  moreUncertain: (count: number) =>
    `${plural(count, 'more text', 'more texts')} may or may not have been sent. You’ll see them here once you’ve decided about these.`,
  /** A clause after the person's name: an uncertain text was sent again. */
  sentAgain: 'may or may not have been sent, and was sent again: see the separate post',
  /** @param sums `cost`: null while the price is unknown; `balance`: null if unknown */
  ask({ to, recipients, parts, cost, balance }: Sum & { to: string; recipients: number }) {
    const price = cost === null ? 'the cost isn’t known yet' : `about ${inCredits(cost)}`;
    const last =
      balance === null
        ? 'Your balance isn’t known yet.'
        : `Your last known balance was ${inCredits(balance.amount)}, ${age(balance.ageMs)} ago.`;
    return `Send this to *${to}*? ${plural(recipients, 'recipient')} · ${plural(parts, 'part')} · ${price}. ${last}`;
  },
  /** `message`: the text to each of several mentioned people. */
  eachGets: (message: string) =>
    `Each of them gets “${message}”. If only the first should get a text that begins with the next name, don’t send this, and put a word between the two names.`,
  /** The longest text, if each recipient reads another one. */
  longest: (message: string) => `The longest of these texts: “${message}”`,
  /** The cost may exceed the balance. */
  tooFewCredits: ':warning: That’s more than the last known balance. Some texts may go on hold.',
  /** Some recipients got the same text a moment ago. */
  repeats: ({ agoMs, byYou, actor }: { agoMs: number; byYou: boolean; actor: string }) =>
    `:warning: ${byYou ? 'You' : mention(actor)} sent the same text to at least one of them ${age(agoMs)} ago.`,
  unknown: (count: number) =>
    `Slack hasn’t given us the numbers of ${plural(count, 'recipient')} yet. They’re counted here, and we’ll ask again when you send.`,
  /** Several match the typed name. `near`: that name, if only similar names exist; `more`: how many aren't offered. */
  who: ({ name, near, more }: { name: string; near: string | null; more: number }) =>
    `${near === null ? `More than one person, group or rota here is called “${name}”. Who should get your text?` : `Nobody here is called “${name}”. Did you mean one of these? They’d get: “${near}”`}${more > 0 ? ` ${plural(more, 'more isn’t', 'more aren’t')} shown here: type \`/sms\` on its own and search for them in the form, or use the number.` : ''}`,
  group: ({ name, size }: { name: string; size: number }) => `*${name}*, a group of ${n(size)}`,
  rota: (name: string) => `*${name}*: whoever is on call`,
  /** No recipient can be texted; the reasons follow. */
  nobody: 'None of the recipients can be texted. Nothing was sent.',
  /** Further numbers follow the first. */
  further: ({ first, numbers, message, typed }: Further) =>
    [
      numbers.length === 1
        ? `There are two numbers: *${first}* and *${numbers.join(', ')}*.`
        : `There are ${n(numbers.length + 1)} numbers: *${[first, ...numbers].join(', ')}*.`,
      ...(message === null
        ? [`Should *${first}* get the rest as its message: “${typed}”?`]
        : [
            `Should ${numbers.length === 1 ? 'both' : 'all of them'} get “${message}”, or only the first, with everything behind it: “${typed}”?`,
          ]),
    ].join(' '),
  named: (some: string, more: number) => `${some} and ${n(more)} more`,
  /** Recipients, and the number of typed lines; `to` may be empty. */
  andTyped: (to: string, lines: number) => `${to === '' ? '' : `${to} and `}${plural(lines, 'typed line')}`,
  sending: (to: string) => `Sending to ${to}.`,
  notSent: 'Nothing was sent.',
  button: {
    send: 'Send',
    dontSend: 'Don’t send',
    choose: 'Text',
    cancel: 'Cancel what’s waiting',
    undo: 'Undo',
    toAll: (count: number) => (count === 2 ? 'Text both' : `Text all ${n(count)}`),
    onlyFirst: 'Only the first',
  },
};

/** Hooks, open pages, rotas and schedules that text a recipient. Names come in harmless. */
const uses = {
  named: (used: readonly Pick<RecipientUse, 'kind' | 'name'>[]) => {
    const schedules = used.filter(({ kind }) => kind === 'schedule').length;
    const all = [
      ...used.flatMap(({ kind, name }) => (kind === 'schedule' ? [] : `the ${USERS[kind]} ${quoted(name)}`)),
      ...(schedules > 0 ? [plural(schedules, 'scheduled text')] : []),
    ];
    const shown =
      all.length > NAMED_USES ? [...all.slice(0, NAMED_USES), plural(all.length - NAMED_USES, 'other')] : all;
    return shown.length < 2 ? shown.join('') : `${shown.slice(0, -1).join(', ')} and ${shown.at(-1)}`;
  },
  inUse: ({ name, uses }: { name: string; uses: string }) =>
    `:warning: Not deleted: ${quoted(name)} is used by ${uses}. Take it out there first.`,
};
const USERS = { hook: 'hook', page: 'open page', policy: 'escalation policy', rota: 'rota' };
const NAMED_USES = 10;

export const en = { ...receipts, ...problems, ...story, commands, compose, search, several, uses, textAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
