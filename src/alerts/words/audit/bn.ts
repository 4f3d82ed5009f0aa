import { quoted, when } from '../../../kit/words/bangla.ts';
import type { AuditWords } from '../../../workspace/audit.ts';
import type { MuteEntry } from '../../audit.ts';

function muteIn({ of, name, hook }: MuteEntry): string {
  const where = hook === '' ? 'সব হুক' : `${quoted(hook)} হুক`;
  if (of === 'hook') return where;
  return of === 'groups' ? `${where}: ${quoted(name)}` : `${where}: ${quoted(name)} লেবেলের অ্যালার্ট`;
}

const fromPhone = (entry: MuteEntry): string => (entry.fromPhone ? ', এসএমএসের লিংকের পেজ থেকে' : '');

/** Audit entries about hooks and mutes. */
export const bn: AuditWords<'alerts'> = {
  hook_made: ({ hook }) => `“${hook}” হুক তৈরি করেছেন`,
  hook_changed: ({ hook }) => `“${hook}” হুক বদলেছেন`,
  hook_revoked: ({ hook }) => `“${hook}” হুক মুছে ফেলেছেন`,
  muted: entry => `${muteIn(entry)} মিউট করেছেন (${when(entry.until)} পর্যন্ত${fromPhone(entry)})`,
  paged: ({ to }) => `ডেকেছেন: ${to.join(', ')}`,
  unmuted: entry => `${muteIn(entry)} মিউট শেষ করেছেন${entry.fromPhone ? ' (এসএমএসের লিংকের পেজ থেকে)' : ''}`,
};
