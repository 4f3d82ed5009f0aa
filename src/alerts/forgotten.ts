import type { InboxContents } from '../contacts/store/forgetting-model.ts';
import { pack, unpack } from '../kit/inbox/reading.ts';
import { abridged } from '../kit/slack-text.ts';
import { placed } from './alert.ts';
import type { Followed } from './deciding/state.ts';
import { MAX_NAME } from './deciding/tally.ts';
import { keptSchema } from './kept-state.ts';

/** What hooks keep, for forgetting somebody. */
export const alertContents: InboxContents = {
  unpack(stored) {
    try {
      return unpack(stored);
    } catch {
      return stored; // It was set aside because nobody can read it.
    }
  },
  pack,
  toldOnly(json, number) {
    const { data } = keptSchema.safeParse(JSON.parse(json));
    const [theirs = [], others = []] = [true, false].map(are =>
      data?.alerts.alerts.filter(alert => isOnlyFor(alert, number) === are),
    );
    const known = new Set(others.flatMap(wordsOf));
    return [...new Set(theirs.flatMap(wordsOf))].filter(words => !known.has(words));
  },
};

/** Whether nobody else was told of it, or will be. */
function isOnlyFor({ told, waits, asked }: Followed, number: string): boolean {
  const all = new Set([...told, ...Object.values(waits).flat(), ...asked]);
  return all.size === 1 && all.has(number);
}

/** What it says, as it is kept here and in posts. */
function wordsOf(alert: Followed): string[] {
  const { summary = '', description = '', title = '', message = '' } = alert.facts ?? {};
  const words = [placed(alert), alert.name, alert.place, summary, description, title, message].filter(
    Boolean,
  );
  return words.flatMap(word => [word, abridged(word, MAX_NAME)]);
}
