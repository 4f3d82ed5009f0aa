import { cut } from '../../domain/cut.ts';
import type { ShowNumber } from '../../domain/number.ts';
import type { Recipient } from '../../domain/recipient.ts';
import type { Schedule } from '../../domain/schedule.ts';
import { harmless } from '../../domain/slack-text.ts';
import type { Wording } from '../../wording/index.ts';
import type { Settings } from '../../workspaces/settings.ts';
import { recipientsOf } from '../blocks/results.ts';
import type { Naming } from '../naming.ts';

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
