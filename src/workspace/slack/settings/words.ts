import { z } from 'zod';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type SettingChange, type Settings, settingsSchema } from '../../settings.ts';

type Name = keyof Settings;

export function settingLine(words: Wording['settings'], name: Name, settings: Settings): string {
  return `*${words.name[name]}*: ${inWords(words, name, settings[name])}`;
}

/** A changed setting; for a list, the added and removed items. */
export function changeLine(words: Wording['settings'], { field, from, to }: SettingChange): string {
  const name = words.name[field as Name] ?? harmless(field, 40);
  const [removed, added] = [listSchema.safeParse(from), listSchema.safeParse(to)];
  if (removed.success && added.success) {
    const toText = (item: string) => LIST_ITEMS[field]?.(item, words) ?? harmless(item, 40);
    return words.changed.list({ name, left: removed.data.map(toText), came: added.data.map(toText) });
  }
  return words.changed.value({
    name,
    from: storedValue(words, field, from),
    to: storedValue(words, field, to),
  });
}

export function changeLines(words: Wording['settings'], changes: SettingChange[]): string {
  return changes.map(change => `• ${changeLine(words, change)}`).join('\n');
}

const listSchema = z.array(z.union([z.string(), z.int().transform(String)]));

/** The text of a list's item, by setting. */
const LIST_ITEMS: Record<string, (item: string, words: Wording['settings']) => string> = {
  managers: id => `<@${harmless(id, 20)}>`,
  channels: id => `<#${harmless(id, 20)}>`,
  workingDays: (day, { note }) => note.weekday(Number(day)),
};

function storedValue(words: Wording['settings'], field: string, value: unknown): string {
  const name = field as Name;
  const parsed = settingsSchema.shape[name]?.safeParse(value);
  return parsed?.success ? inWords(words, name, parsed.data) : harmless(JSON.stringify(value), 80);
}

// TypeScript can't see that the sentence and the value are of the same setting; the table's type guarantees it.
const inWords = (words: Wording['settings'], name: Name, value: unknown): string =>
  (words.value[name] as (value: unknown) => string)(value);
