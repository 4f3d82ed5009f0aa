import type { LocalNumber } from '../../../src/domain/number.ts';
import { createNewId } from '../../../src/storage/ids.ts';
import type { Broadcast, RowOutcome, Storage } from '../../../src/storage/ports.ts';
import { type Beside, onStore } from './beside.ts';
import type { City, Team } from './city.ts';
import type { Dice } from './dice.ts';

/** A broadcast, with what became of each of its rows. */
export type Broadcasted = { team: Team; broadcast: Broadcast; rows: RowOutcome[] };

export type Broadcasting = {
  /**
   * Whoever paused is told to go on, and a workspace whose broadcast is over gets the next one; now and then one is paused or
   * cancelled.
   */
  tend(how: { more: boolean }): Promise<void>;
  /** All that were made, once the app is gone. */
  read(): Promise<Broadcasted[]>;
  counts: { made: number; resumed: number; paused: number; cancelled: number };
};

const STEP = 100;
/** One in so many rows has nobody to text. */
const NOBODY = 25;

/**
 * The people who make broadcasts, on the app's own store beside it: what they do in Slack is in other tests, and they wouldn't
 * press when a process is gone.
 */
export function createBroadcasting(
  { teams }: City,
  dice: Dice,
  how: Beside & { rows: number },
): Broadcasting {
  const ids: { team: Team; id: string }[] = [];
  const counts = { made: 0, resumed: 0, paused: 0, cancelled: 0 };
  const newId = createNewId(Date.now);
  const doing = ({ now, wall }: Storage, { user: by }: Team) => ({ by, now: now(), wall: wall() });

  async function make(storage: Storage, team: Team): Promise<void> {
    const { broadcasts, now, wall } = storage;
    const nth = counts.made++;
    const id = newId();
    await broadcasts.open({
      ...{ id, workspace: team.id, of: null, schedule: null, at: now(), wall: wall() },
      ask: {
        ...{ to: [{ kind: 'group', id: 'farmers', label: 'farmers' }], message: 'notice' },
        ...{ isTemplate: false, kind: 'service', channel: team.channel, by: team.user },
      },
    });
    const rows = Array.from({ length: how.rows }, (_, index) => rowOf(nth, index));
    for (let from = 0; from < rows.length; from += STEP)
      await broadcasts.addRows(id, rows.slice(from, from + STEP));
    await broadcasts.gathered(id, now());
    ids.push({ team, id });
    await broadcasts.start(team.id, id, doing(storage, team));
  }

  return {
    counts,
    tend: ({ more }) =>
      onStore(how, async storage => {
        const { broadcasts } = storage;
        for (const team of teams) {
          const [last] = await broadcasts.of(team.id, 1);
          if (!last || last.state === 'ended') {
            if (more) await make(storage, team);
          } else if (last.state === 'paused') {
            counts.resumed += 1;
            await broadcasts.resume(team.id, last.id, doing(storage, team));
          } else if (more && dice.below(60) < 1) {
            counts.cancelled += 1;
            await broadcasts.cancel(team.id, last.id, doing(storage, team));
          } else if (more && dice.below(20) < 1) {
            counts.paused += 1;
            await broadcasts.pause(team.id, last.id, 'person', doing(storage, team));
          }
        }
      }),
    read: () =>
      onStore(how, async ({ broadcasts }) => {
        const all = await Promise.all(
          ids.map(async ({ team, id }) => {
            const rows: RowOutcome[] = [];
            for (let from: number | null = 0; from !== null; ) {
              const some = await broadcasts.rows(team.id, id, { filter: 'all', from, limit: STEP });
              rows.push(...some.rows);
              from = some.next;
            }
            const broadcast = await broadcasts.one(team.id, id);
            if (!broadcast) throw new Error(`The broadcast ${id} is lost`);
            return { team, broadcast, rows };
          }),
        );
        return all.filter(({ broadcast }) => broadcast.startedAt !== null);
      }),
  };
}

/** The number and the words are nobody else's. */
function rowOf(broadcast: number, index: number) {
  const tail = String(broadcast * 10_000 + index).padStart(8, '0');
  const number = `017${tail}` as LocalNumber;
  const isNobody = index % NOBODY === NOBODY - 1;
  return {
    who: { kind: 'number' as const, number },
    name: `Farmer ${index}`,
    number,
    message: isNobody ? null : `notice ${broadcast}, ${index}`,
    parts: isNobody ? 0 : 1,
    problem: isNobody ? { kind: 'NEVER_TEXT' as const, number: '017••••0000' } : null,
  };
}
