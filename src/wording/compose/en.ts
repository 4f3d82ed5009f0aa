import { age, mention, plural, quoted, wrongNumber } from '../english.ts';
import type { ComposeWording } from './types.ts';

/** English. */
export const compose: ComposeWording = {
  title: 'Send a text',
  recipient: {
    label: 'To',
    hint: 'Search for a teammate, a contact, a group or a rota by any part of the name, or type a whole number.',
  },
  template: { label: 'Template' },
  message: 'Message',
  send: 'Send',
  sendFor: ({ parts, cost }) => `Send · ${cost === null ? plural(parts, 'part') : `about ${cost}`}`,
  recipientMissing: 'Who should get it? Search for a name, or type a number.',
  numberWrong: wrong => `${wrongNumber(wrong)}.`,
  messageMissing: 'What should the text say?',
  messageTooLong: ({ characters, limit }) =>
    `Your message has ${characters} characters, and the limit is ${limit}. Shorten it by ${characters - limit}.`,
  fromProfile: ({ userId, number }) => `${mention(userId)}’s number, from their Slack profile: *${number}*`,
  noNumber: userId =>
    `${mention(userId)} has no phone number in their Slack profile. Ask them to add one, or type the number.`,
  noMobile: userId =>
    `The phone number in ${mention(userId)}’s Slack profile isn’t a mobile number in Bangladesh. Ask them to correct it, or type the number.`,
  deactivated: userId => `${mention(userId)}’s Slack account is deactivated. Type the number instead.`,
  contact: ({ name, number }) => `${name}’s number: *${number}*`,
  group: ({ name, people }) => `Everyone in *${name}*: ${plural(people, 'person', 'people')}`,
  inAll: ({ people, parts, cost }) =>
    [
      `To ${plural(people, 'person', 'people')}`,
      `*${plural(parts, 'part')}* in total`,
      cost === null ? 'cost not known until your first text' : `about *${cost}* in total`,
    ].join(' · '),
  longest: texts => `*The longest of ${plural(texts, 'text')}*`,
  severalParts: ({ people, of }) => `It takes more than one part for ${people} of ${of}.`,
  lacking: ({ columns, people, more }) =>
    `Nobody has filled in ${columns.map(quoted).join(', ')} for ${people.join(', ')}${more > 0 ? ` and ${plural(more, 'other')}` : ''}, so nothing would be sent. Fill it in under People, or add a fallback, like {name|friend}.`,
  templateComing: 'The text of the template you chose is just coming. Look at it, then press “Send” again.',
  lastBalance: ({ amount, ageMs }) => `Last known balance: *${amount}*, ${age(ageMs)} ago`,
  nothingTyped: 'As you type, you’ll see here how many parts it takes and what it will cost.',
  measure: ({ encoding, characters, parts, cost }) =>
    [
      `*${plural(parts, 'part')}*`,
      plural(characters, 'character'),
      encoding === 'GSM-7' ? 'plain letters (GSM-7)' : 'Unicode',
      cost === null ? 'cost not known until your first text' : `about *${cost}*, going by your last text`,
    ].join(' · '),
  forcedBy: character =>
    `“${character}” isn’t a plain letter, so the whole text goes out as Unicode: each part then holds less than half as many characters.`,
  plainer: ({ parts }) =>
    `With plain quotes and dashes, it would be ${plural(parts, 'part')} of plain letters.`,
  unsure:
    'This app couldn’t confirm that it has your text. Press “Send” again without changing anything: this form sends one text at most.',
  didNotOpen: 'Slack didn’t open the form. Try again.',
};
