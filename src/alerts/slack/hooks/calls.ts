import type { KnownBlock } from '@slack/types';
import { context, linesAsBlocks, section } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { asWritten } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type HookCall, NO_CALLS } from '../../recent-calls.ts';

const SHOWN_CHARACTERS = 80;
const EXCERPT_CHARACTERS = 200;

/** A hook's latest calls and their answers; no blocks if they can't be read. */
export async function callBlocks(
  services: Services,
  words: Wording,
  workspace: string,
  hookId: string,
): Promise<KnownBlock[]> {
  const latest = await latestCalls(services, workspace, hookId);
  if (!latest) return [];
  const { calls, refused } = latest;
  const now = services.clock.now();
  const { title, none } = words.calls;
  return [
    { type: 'divider' },
    section([title, ...(calls.length > 0 ? [] : [none])].join('\n')),
    ...calls.flatMap(call => linesAsBlocks([lineOf(words, call, now), ...linesBelow(words, call)])),
    ...(refused ? [context(words.calls.refused({ count: refused.count, agoMs: now - refused.last }))] : []),
  ];
}

/** A line about the last call, or about calls with a wrong token if there is no other; null if there are none either. */
export async function lastCallLine(
  services: Services,
  words: Wording,
  workspace: string,
  hookId: string,
): Promise<string | null> {
  const { calls, refused } = (await latestCalls(services, workspace, hookId)) ?? NO_CALLS;
  const now = services.clock.now();
  const [last] = calls;
  if (last) return words.calls.lastCall(lineOf(words, last, now));
  return refused ? words.calls.refused({ count: refused.count, agoMs: now - refused.last }) : null;
}

function lineOf(words: Wording, { at, ...call }: HookCall, now: number): string {
  return words.calls.call({
    ...call,
    agoMs: now - at,
    field: call.field === null ? null : asWritten(call.field, SHOWN_CHARACTERS),
    seen: call.seen.map(name => asWritten(name, SHOWN_CHARACTERS)),
  });
}

/** A call's alerts, or the beginning of a refused call. */
function linesBelow({ calls }: Wording, { understood, alerts, excerpt }: HookCall): string[] {
  const more = alerts - understood.length;
  return [
    ...understood.map(({ name, place, ...alert }) =>
      calls.understood({
        ...alert,
        name: asWritten(name, SHOWN_CHARACTERS),
        place: place === '' ? '' : asWritten(place, SHOWN_CHARACTERS),
      }),
    ),
    ...(understood.length > 0 && more > 0 ? [calls.more(more)] : []),
    ...(excerpt === null ? [] : [calls.excerpt(asWritten(excerpt, EXCERPT_CHARACTERS))]),
  ];
}

export const latestCalls = (services: Services, workspace: string, hookId: string) =>
  services.hookCalls.of(workspace, hookId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'can’t read who called a hook');
    return null;
  });
