import { z } from 'zod';
import type { HolidayNames } from '../holidays/holiday.ts';
import type { Clock } from '../kit/clock.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { OnCallRota, OnCallRotasOf } from '../texts/recipient-directory.ts';
import { planOf } from './plan.ts';
import { hasSecond, peopleOf, type Rota, type RotaPlace, rotaAs, secondAs } from './rota.ts';
import type { Rotas } from './service.ts';
import { onCall } from './stints.ts';

/* A text to a rota (`/sms Servers …`), or to its second in line, goes to the person on call, or fails if there is none. */

/** Failures of rotas; their sentences are in `words/`. */
export const problemKinds = { NOBODY_ON_CALL: z.object({ label: z.string() }) };

declare module '../kit/problem.ts' {
  interface Problems {
    rotas: typeof problemKinds;
  }
}

/** What a recipient is made of: the holidays, a time of day, and what to call a rota's second in line. */
type OnCallFacts = { holidays: HolidayNames; at: number; secondOf: (rota: string) => string };

/** A place of a rota as a recipient at a time of day. */
function onCallRecipient(rota: Rota, place: RotaPlace, { holidays, at, secondOf }: OnCallFacts): OnCallRota {
  const { id, createdBy: by } = rota;
  const second = secondAs({ id, label: secondOf(rota.name) });
  const as = place === 'first' ? rotaAs(rota) : second;
  const name = as.data.label;
  return {
    as,
    name,
    by,
    people: peopleOf(rota),
    onCall: onCall(planOf(rota, place, holidays), at).person,
    nobodyOnCall: { feature: 'rotas', kind: 'NOBODY_ON_CALL', data: { label: name } },
    second: place === 'first' && hasSecond(rota) ? second : null,
  };
}

/** One place of all rotas as recipients, with the person on call now. A rota without a second in line has nobody there. */
export function createOnCallRotas(deps: {
  rotas: Pick<Rotas, 'shown' | 'holidays'>;
  words: Pick<WordsFor, 'of'>;
  clock: Clock;
}): (workspace: string, place: RotaPlace) => ReturnType<OnCallRotasOf> {
  const { rotas, clock } = deps;
  return async (workspace, place) => {
    const [all, holidays, words] = await Promise.all([
      rotas.shown(workspace),
      rotas.holidays(workspace),
      deps.words.of(workspace, null),
    ]);
    const reading = { holidays, at: clock.wall(), secondOf: words.rotas.secondOf };
    return all.map(rota => onCallRecipient(rota, place, reading));
  };
}
