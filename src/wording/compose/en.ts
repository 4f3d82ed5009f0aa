import { mention, numberFault, plural } from '../english.ts';
import type { ComposeWording } from './types.ts';

/** English. */
export const compose: ComposeWording = {
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
};
