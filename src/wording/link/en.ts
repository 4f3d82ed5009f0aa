import { mention, plural, when } from '../english.ts';
import type { LinkWording } from './types.ts';

/** English. */
export const link: LinkWording = {
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
  unlink: {
    title: 'Unlink the API key',
    ask: waiting =>
      `Nobody in this workspace can send texts until a key is linked again.${waiting > 0 ? ` ${plural(waiting, 'waiting text')} will not be sent.` : ''}`,
    submit: 'Unlink',
    nothing: 'No API key is linked to this workspace.',
    done: refused =>
      `The key is unlinked and deleted here.${refused > 0 ? ` ${plural(refused, 'waiting text')} will not be sent.` : ''}`,
  },
};
