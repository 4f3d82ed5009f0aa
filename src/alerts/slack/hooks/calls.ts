import type { KnownBlock } from '@slack/types';
import { context, linesAsBlocks, section } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { asWritten } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type HookCall, NO_CALLS } from '../../recent-calls.ts';

const SHOWN_CHARACTERS = 80;
const EXCERPT_CHARACTERS = 200;

/** Who called a hook lately, and how that was answered; nothing if that can't be read. */
export async function callBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  hookId: string,
): Promise<KnownBlock[]> {
  const said = words.calls;
  const seen = await seenOf(services, workspace, hookId);
  if (!seen) return [];
  const { calls, refused } = seen;
  const now = services.clock.now();
  return [
    { type: 'divider' },
    section([said.title, ...(calls.length > 0 ? [] : [said.none])].join('\n')),
    ...calls.flatMap(call => linesAsBlocks([lineOf(words, call, now), ...linesBelow(words, call)])),
    ...(refused ? [context(said.refused({ count: refused.count, agoMs: now - refused.last }))] : []),
  ];
}

/** The last call, or the last refused one if there is no other, in one line; null: there is none. */
export async function lastCallLine(
  services: Services,
  words: Wording,
  workspace: string,
  hookId: string,
): Promise<string | null> {
  const said = words.calls;
  const { calls, refused } = (await seenOf(services, workspace, hookId)) ?? NO_CALLS;
  const now = services.clock.now();
  const [last] = calls;
  if (last) return said.lastCall(lineOf(words, last, now));
  return refused ? said.refused({ count: refused.count, agoMs: now - refused.last }) : null;
}

function lineOf(words: Wording, { at, ...call }: HookCall, now: number): string {
  return words.calls.call({
    ...call,
    agoMs: now - at,
    field: call.field === null ? null : asWritten(call.field, SHOWN_CHARACTERS),
    seen: call.seen.map(name => asWritten(name, SHOWN_CHARACTERS)),
  });
}

/** What was made of a call, or how one begins of which nothing was made. */
function linesBelow({ calls: said }: Wording, { understood, alerts, excerpt }: HookCall): string[] {
  const more = alerts - understood.length;
  return [
    ...understood.map(({ name, place, ...how }) =>
      said.understood({
        ...how,
        name: asWritten(name, SHOWN_CHARACTERS),
        place: place === '' ? '' : asWritten(place, SHOWN_CHARACTERS),
      }),
    ),
    ...(understood.length > 0 && more > 0 ? [said.more(more)] : []),
    ...(excerpt === null ? [] : [said.excerpt(asWritten(excerpt, EXCERPT_CHARACTERS))]),
  ];
}

const seenOf = (services: Services, workspace: string, hookId: string) =>
  services.hookCalls.of(workspace, hookId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'can’t read who called a hook');
    return null;
  });
