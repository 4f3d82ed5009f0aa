import { fieldPattern } from '../../kit/slack/form.ts';
import { listSurfaces } from '../../kit/slack/list.ts';
import type { Services } from '../../kit/slack/services.ts';
import { formSurfaces } from '../../kit/slack/submitted.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { offersRecipients } from '../../texts/slack/recipient-options.ts';
import type { Rotas } from '../book.ts';
import { rotaForm } from './form.ts';
import { deleteRotaButton, rotaList } from './list.ts';
import { endStandInButton, standInForm } from './stand-ins.ts';

declare module '../../kit/slack/services.ts' {
  interface Services {
    /** Who takes turns being on call. */
    rotas: Rotas;
  }
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
