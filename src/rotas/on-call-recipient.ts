import { z } from 'zod';
import type { Recipient } from '../texts/recipient.ts';
import type { OnCallRota } from '../texts/recipient-directory.ts';
import { onCall, type Rota, rotaAs } from './rota.ts';

/* A text to a rota (`/sms Servers …`) goes to the person on call, or fails if there is none. */

/** Failures of rotas; their sentences are in `words/`. */
export const problemKinds = { NOBODY_ON_CALL: z.object({ label: z.string() }) };

declare module '../kit/problem.ts' {
  interface Problems {
    rotas: typeof problemKinds;
  }
}

/** The rota as a recipient at a time of day. */
export function onCallRecipient(rota: Rota, at: number): OnCallRota {
  const { name, createdBy: by } = rota;
  return {
    as: rotaAs(rota),
    name,
    by,
    people: peopleOf(rota),
    onCall: onCall(rota, at).person,
    nobodyOnCall: { feature: 'rotas', kind: 'NOBODY_ON_CALL', data: { label: name } },
  };
}

/** All people who take turns or stand in. */
export const peopleOf = ({ people, overrides }: Pick<Rota, 'people' | 'overrides'>): Recipient[] => [
  ...people,
  ...overrides.flatMap(({ person }) => person ?? []),
];
