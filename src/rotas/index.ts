import { contacts } from '../contacts/index.ts';
import type { Feature, Made } from '../kit/feature.ts';
import type { Services } from '../kit/slack/services.ts';
import { createRotas, problemKinds } from './book.ts';
import { createComing, createHandOvers } from './hand-overs.ts';
import { createHandOverOutcome, createSayHandOver } from './slack/hand-over.ts';
import { adds, home, type RotaServices, surfaces } from './slack/index.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

function make(services: Services): Made<RotaServices> {
  const { storage, audit, words, poster, settings, history, naming, inTurns, clock, newId, log } = services;
  const { documents, revisions, inboxes } = storage;
  const coming = createComing({ inboxes, clock, newId, wake: () => handOvers.wake() });
  const rotas = createRotas({ documents, revisions, audit, clock, newId, coming });
  const handOvers = createHandOvers({
    ...{ inboxes, rotas, words, inTurns, clock, log, newId, texted: services.planned },
    say: createSayHandOver({ poster, settings, words }),
  });
  const deliver = createHandOverOutcome({ rotas, history, poster, settings, naming, words });
  return {
    services: { rotas },
    adds: () => ({
      ...adds(services),
      sources: [{ feature: 'rotas', deliver }],
      forgets: [job => rotas.leaveOut(job.workspace, job.by, job)],
    }),
    works: [{ ...handOvers, isShared: true, isLast: true }],
  };
}

export const rotas: Feature = {
  ...{ name: 'rotas', standsOn: [contacts], words: { en, bn }, make },
  problems: { kinds: problemKinds, en: enProblems, bn: bnProblems },
  ...{ surfaces, home },
};
