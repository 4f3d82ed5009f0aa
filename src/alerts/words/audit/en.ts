import { quoted, when } from '../../../kit/words/english.ts';
import type { AuditWords } from '../../../workspace/audit.ts';
import type { MuteEntry } from '../../audit.ts';

function muteIn({ of, name, hook }: MuteEntry): string {
  const where = hook === '' ? 'all hooks' : `the hook ${quoted(hook)}`;
  if (of === 'hook') return where;
  return of === 'groups' ? `${quoted(name)} of ${where}` : `alerts with ${quoted(name)} of ${where}`;
}

const fromPhone = (entry: MuteEntry): string => (entry.fromPhone ? ', on the page that a text links to' : '');

/** Audit entries about hooks and mutes. */
export const en: AuditWords<'alerts'> = {
  hook_made: ({ hook }) => `created the hook “${hook}”`,
  hook_changed: ({ hook }) => `changed the hook “${hook}”`,
  hook_revoked: ({ hook }) => `revoked the hook “${hook}”`,
  muted: entry => `muted ${muteIn(entry)} until ${when(entry.until)}${fromPhone(entry)}`,
  paged: ({ to }) => `paged ${to.join(', ')}`,
  unmuted: entry => `ended the mute of ${muteIn(entry)}${fromPhone(entry)}`,
};
