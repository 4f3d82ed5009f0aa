import type { BroadcastKind, BroadcastRow } from '../../src/broadcasts/broadcast.ts';
import type { Credits } from '../../src/kit/credits.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import { findChannel, findWorkspace } from '../../src/playground/world/world.ts';
import { ASK } from './broadcasts.ts';
import { inStore } from './settings.ts';
import type { Stage } from './stage.ts';

const ROWS_AT_A_TIME = 100;

export const numberOf = (index: number): LocalNumber => `018${String(index).padStart(8, '0')}` as LocalNumber;

/** A row without a problem. */
export function rowTo(index: number, changes: Partial<BroadcastRow> = {}): BroadcastRow {
  return {
    recipient: { kind: 'number', number: numberOf(index) },
    name: `Farmer ${index}`,
    number: numberOf(index),
    message: `Come on Monday, farmer ${index}`,
    parts: 1,
    problem: null,
    ...changes,
  };
}

/** Starts a broadcast by rafiq in #general; returns its id. */
export async function runBroadcast(
  stage: Stage,
  rows: readonly BroadcastRow[],
  { kind = 'service', creditLimit = null }: { kind?: BroadcastKind; creditLimit?: string | null } = {},
): Promise<string> {
  const { slack, clock } = stage;
  const team = findWorkspace(slack.world);
  const { id: workspace } = team;
  const by = slack.person('rafiq').id;
  const id = crypto.randomUUID();
  const [now, wall] = [clock.now(), clock.wall()];
  await inStore(stage, async (_parts, _admin, { broadcasts }) => {
    await broadcasts.open({
      id,
      workspace,
      request: { ...ASK, kind, channel: findChannel(team, 'general').id, by },
      repeatOf: null,
      schedule: null,
      at: now,
      wall,
    });
    for (let from = 0; from < rows.length; from += ROWS_AT_A_TIME)
      await broadcasts.addRows(id, rows.slice(from, from + ROWS_AT_A_TIME));
    await broadcasts.gathered(id);
    await broadcasts.start(workspace, id, { by, now, creditLimit: creditLimit as Credits | null });
  });
  return id;
}
