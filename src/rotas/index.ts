import { contacts } from '../contacts/index.ts';
import type { Feature, Made } from '../kit/feature.ts';
import { fieldPattern } from '../kit/slack/form.ts';
import { listSurfaces } from '../kit/slack/list.ts';
import type { Additions, Services } from '../kit/slack/services.ts';
import { formSurfaces } from '../kit/slack/submitted.ts';
import type { Surface } from '../kit/slack/surface.ts';
import { isKept } from '../texts/recipient.ts';
import { offersRecipients } from '../texts/slack/recipient-options.ts';
import { createRotas, problemKinds, type Rotas } from './book.ts';
import { createComing, createHandOvers } from './hand-overs.ts';
import { rotaForm } from './slack/form.ts';
import { createHandOverOutcome, createSayHandOver } from './slack/hand-over.ts';
import { deleteRotaButton, onCallPart, rotaList, rotasAtHome } from './slack/list.ts';
import { endStandInButton, standInForm } from './slack/stand-ins.ts';
import { bn, problems as bnProblems } from './words/bn.ts';
import { en, problems as enProblems } from './words/en.ts';

type RotaServices = {
  /** Who takes turns being on call. */
  rotas: Rotas;
};

declare module '../kit/slack/services.ts' {
  interface Services extends RotaServices {}
}

/** Where requests from Slack come in. */
const surfaces = (services: Services): readonly Surface[] => [
  ...listSurfaces(services, rotaList),
  ...formSurfaces(services, rotaForm),
  offersRecipients(services, fieldPattern(rotaForm, 'people'), []),
  deleteRotaButton(services),
  ...formSurfaces(services, standInForm),
  offersRecipients(services, fieldPattern(standInForm, 'who'), []),
  endStandInButton(services),
];

/** What it adds to the command's answers, and as recipients. */
const adds = (services: Services): Partial<Additions> => ({
  onCallPart: onCallPart(services),
  duties: services.rotas.duties,
  keepers: [
    {
      feature: 'rotas',
      isOurs: false,
      async chosen(workspace, { data: { id } }) {
        const duty = (await services.rotas.duties(workspace)).find(
          ({ as }) => isKept(as) && as.data.id === id,
        );
        return duty ? { kind: 'duty', duty } : { kind: 'unknown' };
      },
    },
  ],
});

function make(services: Services): Made<RotaServices> {
  const { storage, audit, words, poster, settings, history, naming, inTurns, handling, clock, newId, log } =
    services;
  const { documents, revisions, inboxes } = storage;
  const coming = createComing({ inboxes, clock, newId, wake: () => handOvers.wake() });
  const rotas = createRotas({ documents, revisions, audit, clock, newId, coming });
  const handOvers = createHandOvers({
    ...{ inboxes, rotas, words, inTurns, handling, clock, log, newId, texted: services.planned },
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
  ...{ surfaces, home: rotasAtHome },
};
