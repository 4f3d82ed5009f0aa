import { mention, plural, when } from '../english.ts';
import type { LinkWording } from './types.ts';

/** English. */
export const link: LinkWording = {
  link: {
    title: 'Link your API key',
    oneMoment: 'One moment…',
    intro: service =>
      `This workspace’s texts are sent with this key and charged to its account. You’ll find it in your account’s dashboard at the SMS service (${service}), in the API section. It’s stored encrypted and never shown again.`,
    already: (by, at) =>
      `${mention(by)} linked a key ${when(at)}. If you link another one, it replaces that key.`,
    label: 'API key',
    hint: 'Paste the whole key.',
    notBehindCommand:
      'The key you typed wasn’t used or kept. Type `/sms link` alone, and paste the key into this form: only here is it stored encrypted.',
    submit: 'Link',
    close: 'Close',
    cancel: 'Cancel',
    checking: 'Checking the key with the SMS service…',
    refused: {
      INVALID_API_KEY:
        'The SMS service doesn’t accept this key: it’s wrong or was revoked. Nothing was saved. Copy it again from the service’s dashboard, or make a new one there.',
      ACCOUNT_SUSPENDED:
        'The account this key belongs to is suspended. Nothing was saved. Get the account reactivated, then link the key.',
    },
    saved: command => `The key is linked. Try it out: \`${command} 01712345678 Hello\``,
    unproven: 'The SMS service checks a key only when it sends: your first text shows that it works.',
    unreachable:
      'The key is saved, but the SMS service can’t be reached, so this app doesn’t know yet whether the key works. Texts you send now wait for the service for up to 15 minutes. If it doesn’t come back, ask whoever runs this app to check its connection to the service (`SMS_BASE_URL`).',
  },
  unlink: {
    title: 'Unlink the API key',
    ask: waiting =>
      `Nobody in this workspace will be able to send texts until a key is linked again.${waiting > 0 ? ` ${plural(waiting, 'waiting text')} won’t be sent.` : ''}`,
    submit: 'Unlink',
    nothing: 'No API key is linked to this workspace.',
    done: refused =>
      `The key is unlinked, and this app has deleted it.${refused > 0 ? ` ${plural(refused, 'waiting text')} won’t be sent.` : ''}`,
  },
};
