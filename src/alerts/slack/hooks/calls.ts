import type { KnownBlock } from '@slack/types';
import { context, section } from '../../../kit/slack/elements.ts';
import type { Services } from '../../../kit/slack/services.ts';
import { harmless } from '../../../kit/slack-text.ts';
import type { Wording } from '../../../kit/words/wording.ts';
import { type HookCall, NO_CALLS } from '../../recent-calls.ts';

const SHOWN_CHARACTERS = 80;

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
  const lines = calls.map(call => lineOf(words, call, now));
  return [
    { type: 'divider' },
    section([said.title, ...(lines.length > 0 ? lines : [said.none])].join('\n')),
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
    field: call.field === null ? null : harmless(call.field, SHOWN_CHARACTERS),
    seen: call.seen.map(name => harmless(name, SHOWN_CHARACTERS)),
  });
}

const seenOf = (services: Services, workspace: string, hookId: string) =>
  services.hookCalls.of(workspace, hookId).catch((error: unknown) => {
    services.log.warn({ err: error }, 'can’t read who called a hook');
    return null;
  });
