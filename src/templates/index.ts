import type { Feature, Made } from '../kit/feature.ts';
import type { Services } from '../kit/slack/services.ts';
import type { Store } from '../kit/store/store.ts';
import { createTemplateBook, createTemplates, removeTemplates } from './book.ts';
import { adds, home, opens, surfaces, type TemplateServices } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const keeps = {
  open: (store: Store) => ({ templates: createTemplates(store) }),
  removal: removeTemplates,
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof keeps.open> {}
}

const make = (services: Services): Made<TemplateServices> => {
  const { storage, audit, clock, newId } = services;
  const templates = createTemplateBook({ stored: storage.templates, audit, clock, newId });
  return { services: { templates }, adds: () => adds(services) };
};

export const templates: Feature = {
  ...{ name: 'templates', words: { en, bn }, keeps, make },
  ...{ surfaces, home, opens },
};
