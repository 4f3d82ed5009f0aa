import { z } from 'zod';
import { harmless } from '../../../kit/slack-text.ts';
import { LANGUAGE_NAMES, type Wording } from '../../../kit/words/wording.ts';
import { type SettingChange, type Settings, settingsSchema } from '../../settings.ts';

type Name = keyof Settings;

/** A setting and its value in words. */
export function settingLine(words: Wording['settings'], name: Name, settings: Settings): string {
  return `*${words.name[name]}*: ${VALUES[name](words, settings[name] as never)}`;
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
  if (!(field in VALUES)) return harmless(JSON.stringify(value), 80);
  const parsed = settingsSchema.shape[field as Name].safeParse(value);
  return parsed.success
    ? VALUES[field as Name](words, parsed.data as never)
    : harmless(JSON.stringify(value), 80);
}

const VALUES: { [K in Name]: (words: Wording['settings'], value: Settings[K]) => string } = {
  managers: ({ value }, ids) => value.people(ids),
  senders: ({ value }, who) => value.senders(who),
  guests: ({ value }, may) => value.may(may),
  otherTeams: ({ value }, may) => value.may(may),
  everyoneAdds: ({ value }, may) => value.adders(may),
  channels: ({ value }, ids) => value.channels(ids),
  receipts: ({ value }, where) => value.receipts[where],
  maskNumbers: ({ value }, masked) => value.masked(masked),
  nameContacts: ({ value }, named) => value.named(named),
  alertsDespiteNever: ({ value }, despite) => value.despiteNever(despite),
  alertsMention: ({ value }, mention) => value.mentions(mention),
  language: ({ value }, language) => value.language(language && LANGUAGE_NAMES[language]),
  personCap: ({ value }, cap) => value.cap(cap),
  workflowCap: ({ value }, cap) => value.cap(cap),
  workspaceCap: ({ value }, cap) => value.cap(cap),
  blocklist: ({ value }, numbers) => value.numbers(numbers.length),
  retentionDays: ({ value }, days) => value.days(days),
  lateMinutes: ({ value }, minutes) => value.minutes(minutes),
  lowBalance: ({ value }, amount) => value.below(amount),
  broadcastTexts: ({ value }, texts) => value.broadcastTexts(texts),
  broadcastCredits: ({ value }, amount) => value.cap({ texts: null, credits: amount }),
  broadcastApproval: ({ value }, rule) => value.approval(rule),
  promotionalHours: ({ value }, hours) => value.hours(hours),
};
