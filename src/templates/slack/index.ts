import { button } from '../../kit/slack/elements.ts';
import { listSurfaces, openList, opensList } from '../../kit/slack/list.ts';
import type { Additions, HomePart, Openings, Services } from '../../kit/slack/services.ts';
import { formSurfaces } from '../../kit/slack/submitted.ts';
import type { Surface } from '../../kit/slack/surface.ts';
import { ADDED } from '../../texts/slack/compose/form.ts';
import type { TemplateBook } from '../book.ts';
import { templateForm } from './form.ts';
import { deleteTemplateButton, templateList } from './list.ts';
import { offersTemplates, templatePart } from './options.ts';

export type TemplateServices = { templates: TemplateBook };

declare module '../../kit/slack/services.ts' {
  interface Services extends TemplateServices {}
}

/** Where requests from Slack come in. */
export const surfaces = (services: Services): readonly Surface[] => [
  offersTemplates(services, ADDED.template, () => true),
  ...listSurfaces(services, templateList),
  ...formSurfaces(services, templateForm),
  deleteTemplateButton(services),
];

/** Words after `/sms` that open what it shows. */
export const opens = (services: Services): Openings => ({
  templates: {
    button: opensList(templateList),
    open: (client, opener) => openList(services, client, opener, templateList),
  },
});

/** What it adds to the form that makes a text. */
export const adds = (services: Services): Partial<Additions> => ({ templatePart: templatePart(services) });

/** What it adds to Home tabs. */
export const home = (): HomePart => ({
  buttons: ({ words, mayRead }) =>
    mayRead ? [button({ action: opensList(templateList), label: words.templates.title })] : [],
});
