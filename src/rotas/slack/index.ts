import { fieldPattern } from '../../kit/slack/form.ts';
import { listSurfaces } from '../../kit/slack/list.ts';
import type { Additions, Services } from '../../kit/slack/services.ts';
import { formSurfaces } from '../../kit/slack/submitted.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { isKept } from '../../texts/recipient.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import type { Rotas } from '../book.ts';
import { rotaForm } from './form.ts';
import { deleteRotaButton, onCallPart, rotaList, rotasAtHome } from './list.ts';
import { endStandInButton, standInForm } from './stand-ins.ts';

export type RotaServices = {
  /** Who takes turns being on call. */
  rotas: Rotas;
};

declare module '../../kit/slack/services.ts' {
  interface Services extends RotaServices {}
}

/** Where requests from Slack come in. */
export const surfaces = (services: Services): readonly Surface[] => [
  ...listSurfaces(services, rotaList),
  ...formSurfaces(services, rotaForm),
  offersRecipients(services, fieldPattern(rotaForm, 'people'), []),
  deleteRotaButton(services),
  ...formSurfaces(services, standInForm),
  offersRecipients(services, fieldPattern(standInForm, 'who'), []),
  endStandInButton(services),
];

/** What it adds to Home tabs. */
export const home = rotasAtHome;

/** What it adds to the command's answers, and as recipients. */
export const adds = (services: Services): Partial<Additions> => ({
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
