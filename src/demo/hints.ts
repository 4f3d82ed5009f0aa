import type { Did, Hint } from '../playground/index.ts';
import type { DemoService } from './service.ts';

/** The callback ids of the app's forms for linking a key and for sending a text. */
export const FORMS = { link: 'link_key', compose: 'compose_text' };

/**
 * Hints that guide a first visit. Each stays until the user has followed it.
 *
 * @param fromNothing true if the demo began without a key and people
 */
export function firstHints(
  service: Pick<DemoService, 'keysMade' | 'keyUsed' | 'texts'>,
  fromNothing: () => boolean,
): Hint[] {
  type All = readonly Did[];
  const submitted = (did: All, form: string) =>
    did.some(({ name, callbackId }) => name === 'submit' && callbackId === form);
  // The user may have pasted a wrong key; the service knows if a valid one was used.
  const isLinked = (did: All) => submitted(did, FORMS.link) && service.keyUsed();
  const sent = (did: All, command: RegExp) =>
    did.some(({ name, text }) => name === 'write' && command.test(text)) && service.texts().length > 0;
  const byForm = (did: All) => submitted(did, FORMS.compose) && service.texts().length > 0;
  return [
    {
      id: 'key',
      title: 'Make an API key',
      text: 'In the SMS service’s dashboard, in its API section: give the key a name, make it, and copy it. (Or take the one that is ready, under “API key” at the right.)',
      go: { label: 'Open the dashboard', place: 'dashboard' },
      if: fromNothing,
      done: did => service.keysMade() > 0 || isLinked(did),
    },
    {
      id: 'link',
      title: 'Link the API key',
      text: 'As Nusrat, an admin: send /sms link, and paste the key into the form.',
      write: { label: 'Write /sms link', text: '/sms link' },
      if: fromNothing,
      done: isLinked,
    },
    {
      id: 'send',
      title: 'Send a text',
      text: 'A number, then the message, in English or Bangla.',
      write: { label: 'Write one', text: '/sms 01712345678 hello' },
      done: did => sent(did, /^\/sms\s+\S+\s+\S/) || byForm(did),
    },
    {
      id: 'people',
      title: 'Text people by name',
      text: 'Ranu Begum is a contact, Drivers is a group, and Servers is whoever is on call. /sms people lists everybody.',
      write: { label: 'Write one', text: '/sms Ranu Begum Your parcel is at the gate' },
      if: () => !fromNothing(),
      done: did => sent(did, /^\/sms\s+(ranu|drivers|servers)\b/i),
    },
    {
      id: 'form',
      title: 'Let the form count',
      text: 'Send /sms alone, and type a message with “curly quotes”. Or choose “Text this…” in the menu of a post.',
      write: { label: 'Write /sms', text: '/sms' },
      done: byForm,
    },
    {
      id: 'trouble',
      title: 'Look at the phone, then break something',
      text: 'There is your text. Now switch on “Connection breaks” and send another, or switch to somebody else. “Start from nothing” shows how a key is linked.',
      show: { label: 'Show the phone' },
    },
  ];
}
