import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { InTurns, PausableWork } from '../kit/in-turns.ts';
import type { Recipient } from '../texts/recipient.ts';
import type { FindEach } from '../texts/sending/recipients.ts';
import type { Lookup } from './deciding/assign.ts';
import { fromKey, toKey } from './recipients.ts';

/** How many recipients are looked up in one turn of the event loop. */
const TOGETHER = 500;

/** Finds whom recipients, given by their keys, stand for right now. */
export function createLookUp(
  findEach: FindEach,
  inTurns: InTurns,
): (workspace: string, recipients: Iterable<string>) => Promise<Map<string, Lookup>> {
  return async (workspace, recipients) => {
    const { known, others } = await inTurns(workspace, withoutNumbers(recipients));
    const some = Array.from({ length: Math.ceil(others.length / TOGETHER) }, (_, index) =>
      others.slice(index * TOGETHER, (index + 1) * TOGETHER),
    );
    const found = await Promise.all(
      some.map(async (asked, before) => {
        for (let turn = 0; turn < before; turn++) await endOfTurn();
        return findEach(
          workspace,
          asked.map(({ who }) => who),
        );
      }),
    );
    await inTurns(workspace, noteFound(known, others, found.flat()));
    return known;
  };
}

/** A recipient that we have to ask somebody about. */
type Other = { key: string; who: Recipient };

/** Numbers need no look-up. */
function* withoutNumbers(
  keys: Iterable<string>,
): PausableWork<{ known: Map<string, Lookup>; others: Other[] }> {
  const known = new Map<string, Lookup>();
  const others: Other[] = [];
  for (const key of keys) {
    const who = fromKey(key);
    if (who.kind === 'number') known.set(key, { numbers: [who.number], omitted: [], silent: [] });
    else others.push({ key, who });
    yield;
  }
  return { known, others };
}

/** Adds the results for `others`, in their order. */
function* noteFound(
  known: Map<string, Lookup>,
  others: readonly Other[],
  found: Awaited<ReturnType<FindEach>>,
): PausableWork<void> {
  for (const [index, { numbers, omitted, silent, tooMany }] of found.entries()) {
    const key = others[index]?.key ?? '';
    const named = omitted.map(({ who, problem }) => ({ recipient: toKey(who), problem }));
    if (tooMany) named.push({ recipient: key, problem: tooMany });
    known.set(key, { numbers, omitted: named, silent: silent.map(toKey) });
    yield;
  }
}
