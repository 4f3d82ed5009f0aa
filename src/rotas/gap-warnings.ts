import type { Clock } from '../kit/clock.ts';
import { DAY_MS } from '../kit/day.ts';
import { button } from '../kit/slack/elements.ts';
import { openerOf } from '../kit/slack/form.ts';
import { isSought, type Warning, type WarningSource } from '../kit/slack/warnings.ts';
import { harmless } from '../kit/slack-text.ts';
import { planOf } from './plan.ts';
import { peopleOf, type Rota } from './rota.ts';
import type { Rotas } from './service.ts';
import { type Gap, gaps } from './stints.ts';

declare module '../kit/slack/warnings.ts' {
  interface WarningKinds {
    rota_gap: true;
  }
}

/** A gap is told while there is time to find a person. */
const AHEAD_MS = 7 * DAY_MS;

/** Rotas in which nobody is on call at some time in the next seven days. A rota's gap may move: it is the same warning. */
export function gapWarnings(deps: {
  rotas: Pick<Rotas, 'list' | 'holidays'>;
  clock: Pick<Clock, 'wall'>;
}): WarningSource {
  const { rotas, clock } = deps;
  return {
    kind: 'rota_gap',
    isUrgent: false,
    async find(workspace, among) {
      const [all, holidays] = await Promise.all([rotas.list(workspace), rotas.holidays(workspace)]);
      const at = clock.wall();
      return all.flatMap(rota => {
        if (!isSought(among, rota.id)) return [];
        const [gap] = gaps(planOf(rota, 'first', holidays), at, at + AHEAD_MS);
        return gap ? gapWarning(rota, gap, at) : [];
      });
    },
  };
}

/**
 * It concerns the rota's maker and its people, one of whom may stand in.
 *
 * @param at the time of day of the look: of a gap that has begun, only the end is said, or its words would change all the time
 */
function gapWarning(rota: Rota, { from, to }: Gap, at: number): Warning {
  const { id, name, createdBy } = rota;
  const people = peopleOf(rota).flatMap(person => (person.kind === 'teammate' ? person.userId : []));
  return {
    subject: id,
    people: [...new Set([createdBy, ...people])],
    leaders: 'managers',
    isToldElsewhere: false,
    say: ({ rotas }) => ({
      text: rotas.gapSoon({ rota: harmless(name, 60), from: from <= at ? null : from, to }),
      button: button({ action: openerOf({ id: 'stand_in' }, 'open'), label: rotas.standIn, value: id }),
    }),
  };
}
