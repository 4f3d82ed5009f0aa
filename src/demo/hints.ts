import type { Hint } from '../playground/index.ts';
import type { DemoService } from './service.ts';

/** Hints that guide a first visit; each stays until it is done. */
export function firstHints(service: DemoService): Hint[] {
  return [
    {
      id: 'key',
      title: 'Make an API key',
      text: 'In the SMS service’s dashboard, in its API section: give the key a name, make it, and copy it. (Or take the one that is ready, under “API key” at the right.)',
      go: { label: 'Open the dashboard', place: 'dashboard' },
      done: () => service.keysMade() > 0 || service.keyUsed(),
    },
    {
      id: 'link',
      title: 'Link the API key',
      text: 'As Nusrat, an admin: send /sms link, and paste the key into the form.',
      write: { label: 'Write /sms link', text: '/sms link' },
      done: () => service.keyUsed(),
    },
    {
      id: 'send',
      title: 'Send a text',
      text: 'A number, then the message, in English or Bangla.',
      write: { label: 'Write one', text: '/sms 01712345678 The truck is at the gate' },
      done: () => service.texts().length > 0,
    },
    {
      id: 'form',
      title: 'Let the form count',
      text: 'Send /sms alone, and type a message with “curly quotes”. Or choose “Text this…” in the menu of a post.',
      write: { label: 'Write /sms', text: '/sms' },
      done: () => service.texts().length > 1,
    },
    {
      id: 'trouble',
      title: 'Look at the phone, then break something',
      text: 'There is your text. Now switch on “Connection breaks” and send another, or switch to somebody else.',
      show: { label: 'Show the phone' },
    },
  ];
}
