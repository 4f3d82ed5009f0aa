import type { CreatedFeature, Feature } from '../kit/feature.ts';
import { button } from '../kit/slack/elements.ts';
import { formListeners } from '../kit/slack/form-submission.ts';
import { listByWord, listListeners, opensList } from '../kit/slack/list.ts';
import type { SlackListener } from '../kit/slack/listener.ts';
import type { CommandWord, HomeSection, Services } from '../kit/slack/services.ts';
import type { Store } from '../kit/store/store.ts';
import { ADDED } from '../texts/slack/compose/form.ts';
import { auditKinds } from './audit.ts';
import { createTemplateBook, createTemplates, removeTemplates, type TemplateBook } from './service.ts';
import { templateForm } from './slack/form.ts';
import { deleteTemplateButton, templateList } from './slack/list.ts';
import { offersTemplates, templatePart } from './slack/options.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

type TemplateServices = { templates: TemplateBook };

declare module '../kit/slack/services.ts' {
  interface Services extends TemplateServices {}
}

const listeners = (services: Services): readonly SlackListener[] => [
  offersTemplates(services, ADDED.template, () => true),
  ...listListeners(services, templateList),
  ...formListeners(services, templateForm),
  deleteTemplateButton(services),
];

const commandWords = (services: Services): CommandWord[] => [
  listByWord(services, templateList, ['template', 'templates', 'টেমপ্লেট']),
];

const home = (): HomeSection => ({
  buttons: ({ words, mayRead }) =>
    mayRead ? [button({ action: opensList(templateList), label: words.templates.title })] : [],
});

const persistence = {
  open: (store: Store) => ({ templates: createTemplates(store) }),
  deleteWorkspaceData: removeTemplates,
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof persistence.open> {}
}

const create = (services: Services): CreatedFeature<TemplateServices> => {
  const { storage, audit, clock, newId } = services;
  const templates = createTemplateBook({ stored: storage.templates, audit, clock, newId });
  return { services: { templates }, extend: () => ({ templatePart: templatePart(services) }) };
};

export const templates: Feature<'templates'> = {
  name: 'templates',
  words: { en, bn },
  audit: { kinds: auditKinds, words: words => words.templateAudit },
  persistence,
  create,
  listeners,
  home,
  commandWords,
};
