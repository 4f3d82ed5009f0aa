import { age, plural, when } from '../english.ts';
import type { BroadcastsWording } from './types.ts';

const n = (count: number): string => count.toLocaleString('en-US');
const people = (count: number): string => (count === 1 ? '1 person' : `${n(count)} people`);
const texts = (count: number): string => (count === 1 ? '1 text' : `${n(count)} texts`);
const get = (count: number): string => (count === 1 ? 'gets' : 'get');

/** English. */
export const broadcasts: BroadcastsWording = {
  title: 'Broadcast',
  make: 'New broadcast',
  textMany: 'Text many people…',
  field: {
    to: {
      label: 'To',
      hint: 'Search for groups, contacts, teammates and Slack user groups, up to 10,000 people in all. Whoever is named twice gets one text.',
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
      hint: 'The regulator has rules for promotional texts: in Bangla, and only by day. They pause at night by themselves.',
      service: 'Service: an order, a payment, an appointment…',
      promotional: 'Promotional: an offer, an advertisement…',
    },
    channel: {
      label: 'Where to show how it goes',
      hint: 'One post in this channel follows the broadcast. Leave it empty to get it as a direct message.',
    },
  },
  fromFile: {
    button: 'From a file…',
    hint: 'Import a spreadsheet into a group first, then choose that group above.',
  },
  toReview: 'Review',
  wrong: {
    nobody: 'Who should get it? Search for a group or a name, or paste numbers.',
    tooMany: limit =>
      `That’s more than ${n(limit)} entries. Import a file into a group instead, and choose the group.`,
  },
  preview: {
    nothing:
      'As you type, you’ll see here what one person will read. You’ll see everything else before anything is sent.',
    recipients: count =>
      `About ${n(count)} ${count === 1 ? 'recipient' : 'recipients'}, before duplicates are removed`,
    example: '*One of the texts*',
  },
  working: progress =>
    progress === null ? 'Working it out…' : `Working it out… ${n(progress.done)} of ${n(progress.all)}`,
  workingHint:
    'Nothing is sent before you press “Send”. You can close this: you’ll get a direct message when it’s ready.',
  review: {
    people: ({ texts: count, leftOut }) =>
      `*${people(count)} will get this text*${leftOut > 0 ? ` · ${n(leftOut)} left out:` : ''}`,
    moreLeftOut: count => `… and ${n(count)} more`,
    parts: ({ parts, by }) =>
      [
        `*${parts === 1 ? '1 part' : `${n(parts)} parts`}* in total`,
        ...(by.length > 1 || (by[0]?.parts ?? 1) > 1
          ? [by.map(one => `${plural(one.parts, 'part')} for ${people(one.people)}`).join(', ')]
          : []),
      ].join(': '),
    longest: '*The longest text*',
    sample: number => `*To ${number}*`,
    cost: ({ cost, balance, waits }) => {
      if (cost === null) return 'Cost: not known until your first text';
      if (balance === null) return `Cost: about *${cost} credits*`;
      const known = `${balance.amount} credits, as of ${age(balance.ageMs)} ago`;
      if (waits === null) return `Cost: about *${cost}* of your ${known}`;
      return `:warning: Cost: about *${cost}* of your ${known}: going by that balance it will pause with about ${n(waits)} left, until somebody has topped up and presses Resume. If somebody has topped up since your last text, this app doesn’t know it yet`;
    },
    time: ({ durationMs, ahead, beginsAt, pausesAt, endsAt }) =>
      [
        `Takes about *${age(durationMs)}*${ahead > 0 ? `, behind ${texts(ahead)} that ${ahead === 1 ? 'is' : 'are'} waiting already` : ''}`,
        ...(beginsAt === null ? [] : [`starts ${when(beginsAt)}`]),
        ...(pausesAt === null ? [] : [`pauses for the night ${when(pausesAt)}`]),
        ...(endsAt === null ? [] : [`over about ${when(endsAt)}`]),
      ].join(' · '),
    dayRoom: ({ of, isAuthor, room, isToday, isEstimate, waits, goesOnAt, isLonger }) => {
      const who = of === 'workspace' ? 'Your workspace' : isAuthor ? 'You' : 'Its author';
      const more = isToday ? 'more ' : '';
      const many =
        room === 0
          ? `no ${more}texts`
          : `${isEstimate ? 'about ' : ''}${n(room)} ${more}${room === 1 ? 'text' : 'texts'}`;
      const some = room === 0 ? 'all of these' : `${n(waits)} of these`;
      return `:warning: ${who} may send *${many}* ${isToday ? 'today' : 'a day'}: ${some} will wait until ${when(goesOnAt)}${isLonger ? ' or longer' : ''}`;
    },
    notBangla:
      ':warning: The regulator wants promotional texts in Bangla, and this one isn’t. Press “Change” to write it in Bangla.',
    needsApproval:
      'A manager has to approve this broadcast before it starts. They see it exactly as it is here.',
    repeats: 'This goes only to people that an earlier broadcast didn’t reach.',
  },
  sample: {
    intro: 'This sends one real text, the first of the samples, and it is charged.',
    field: {
      label: 'Number',
      hint: 'Leave this empty to use the number in your Slack profile.',
    },
    submit: 'Send me one',
  },
  button: {
    send: 'Send',
    ask: 'Ask for approval',
    sample: 'Send me one first',
    change: 'Change',
    discard: 'Discard',
    review: 'Review',
  },
  confirmSend: {
    title: count => `Send ${texts(count)}?`,
    text: ({ texts: count, cost }) =>
      `${people(count)} ${get(count)} this text${cost === null ? '' : `, for about ${cost} credits`}. Texts that went out can’t be taken back.`,
    confirm: 'Send',
    deny: 'Not yet',
  },
  sampleComing: ':iphone: A sample is on its way. You’ll get its receipt as a direct message.',
  started: ':white_check_mark: It has started. A post shows how it goes.',
  asked: ':hourglass: A manager has been asked to approve it. It starts as soon as they do.',
  ended: 'This broadcast is over.',
  discarded: 'This broadcast was discarded. Nothing was sent.',
  ready: count => `Your broadcast to ${people(count)} is ready. Nothing is sent before you press “Send”.`,
  stillThere: count => `Your broadcast to ${people(count)} is still waiting for you. Nothing was sent.`,
  failed: because => `Your broadcast couldn’t be prepared. ${because}`,
  interrupted:
    'This app was restarted while it was working out your broadcast. Nothing was sent. Open the form and make it again.',
  lapsed: 'Nobody sent your broadcast within a day, so it was discarded. Nothing was sent.',
  drafts: 'Broadcasts to review',
  draft: ({ texts: count, leftOut, at }) =>
    `To *${people(count)}*${leftOut > 0 ? ` · ${n(leftOut)} left out` : ''} · made ${when(at)}`,
  notStored:
    'This app couldn’t confirm that it has your broadcast. Press “Review” again without changing anything: this makes one broadcast at most.',
};
