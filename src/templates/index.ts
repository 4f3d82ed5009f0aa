import type { Feature } from '../kit/feature.ts';
import type { Store } from '../kit/store/store.ts';
import { createTemplates, removeTemplates } from './book.ts';
import { adds, home, opens, surfaces } from './slack/index.ts';
import { bn } from './words/bn.ts';
import { en } from './words/en.ts';

const keeps = {
  open: (store: Store) => ({ templates: createTemplates(store) }),
  removal: removeTemplates,
};

declare module '../kit/store/storage.ts' {
  interface Records extends ReturnType<typeof keeps.open> {}
}

export const templates: Feature = {
  ...{ name: 'templates', words: { en, bn }, keeps },
  ...{ surfaces, home, opens, adds },
};
