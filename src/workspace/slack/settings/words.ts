import { z } from 'zod';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type SettingChange, type Settings, settingsSchema } from '../../settings.ts';

type Name = keyof Settings;

/** A setting and its value in words. */
export function settingLine(words: Wording['settings'], name: Name, settings: Settings): string {
  return `*${words.name[name]}*: ${inWords(words, name, settings[name])}`;
}

/** What was changed, in words; for a list only what was added and removed, with numbers masked. */
export function changeLine(words: Wording['settings'], { field, from, to }: SettingChange): string {
  const name = words.name[field as Name] ?? harmless(field, 40);
  const [left, came] = [groupSchema.safeParse(from), groupSchema.safeParse(to)];
  if (left.success && came.success) {
    const shown = (one: string) => SHOWN_IN_LISTS[field]?.(one) ?? harmless(one, 40);
    return words.changed.list({ name, left: left.data.map(shown), came: came.data.map(shown) });
  }
  return words.changed.value({
    name,
    from: storedValue(words, field, from),
    to: storedValue(words, field, to),
  });
}

/** Several changes, one on each line. */
export function changeLines(words: Wording['settings'], changes: SettingChange[]): string {
  return changes.map(change => `• ${changeLine(words, change)}`).join('\n');
}

const groupSchema = z.array(z.string());

const SHOWN_IN_LISTS: Record<string, (one: string) => string> = {
  managers: id => `<@${harmless(id, 20)}>`,
  channels: id => `<#${harmless(id, 20)}>`,
};

/** A stored value of a setting. */
function storedValue(words: Wording['settings'], field: string, value: unknown): string {
  const name = field as Name;
  const parsed = settingsSchema.shape[name]?.safeParse(value);
  return parsed?.success ? inWords(words, name, parsed.data) : harmless(JSON.stringify(value), 80);
}

// TypeScript can't see that the sentence and the value are of the same setting; the table's type guarantees it.
const inWords = ({ value }: Wording['settings'], name: Name, its: unknown): string =>
  (value[name] as (value: unknown) => string)(its);
