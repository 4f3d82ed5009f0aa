import { cut } from '../../kit/cut.ts';
import type { ShowNumber } from '../../kit/number.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import type { Naming } from '../../texts/slack/naming.ts';
import { recipientsOf } from '../../texts/slack/results.ts';
import type { Settings } from '../../workspace/settings.ts';
import type { Schedule } from '../schedule.ts';

const MAX_WORDS = 120;

/** Whom a schedule is for. */
const recipientsIn = ({ what }: Pick<Schedule, 'what'>): Recipient[] =>
  what.kind === 'text' ? what.to : what.ask.to;

/** How the numbers of some schedules are shown to a reader. */
export function showingFor(
  naming: Naming,
  workspace: string,
  reader: string,
  schedules: readonly Pick<Schedule, 'what'>[],
  rules: Settings,
): Promise<ShowNumber> {
  const numbers = schedules.flatMap(recipientsIn).flatMap(who => (who.kind === 'number' ? who.number : []));
  return naming(workspace, reader, [...new Set(numbers)], rules);
}

/** Whom it goes to, as we may show it. */
export const shownTo = (words: Wording, schedule: Pick<Schedule, 'what'>, show: ShowNumber): string =>
  recipientsOf(words, { to: recipientsIn(schedule) }, show);

/** How its message begins. */
export function firstWords({ what }: Schedule): string {
  const { message } = what.kind === 'text' ? what : what.ask;
  return harmless(cut(message.replaceAll(/\s+/g, ' '), MAX_WORDS), MAX_WORDS);
}

/** A run of it, or its next one, for a sentence. */
export function shownWhen({ when, next, late }: Schedule) {
  const { zone, repeat, until, times } = when;
  return { local: next?.local ?? late?.local ?? when.start, zone, repeat, until, times };
}

/** Those of which something is to come. `by` null: everybody's. */
export function listed(all: readonly Schedule[], by: string | null): Schedule[] {
  return all.filter(one => (one.next !== null || one.late !== null) && (by === null || one.by === by));
}
