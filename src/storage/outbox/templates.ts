import { MAX_TEMPLATES } from '../../domain/template.ts';
import type { Templates } from '../ports.ts';
import { all } from '../records.ts';
import type { Store } from '../store.ts';
import { TEMPLATE_LISTS, TEMPLATES } from '../tables/template.ts';

const MOST = MAX_TEMPLATES.workspace;

export function createTemplates(store: Store): Templates {
  const by = (workspace: string, owner: string | null) => ({
    list: TEMPLATE_LISTS.by(workspace, owner),
    limit: MOST,
  });
  return {
    list: (workspace, owners) =>
      store.read(function* (tx) {
        const lists = yield* all(owners.map(owner => tx.list(by(workspace, owner))));
        return yield* tx.readable(
          TEMPLATES,
          lists.flat().map(({ id }) => id),
        );
      }),

    template: (workspace, id) =>
      store.read(function* (tx) {
        const template = yield* tx.get(TEMPLATES, id);
        return template?.workspace === workspace ? template : null;
      }),

    update: (workspace, owner, decide) =>
      store.change(function* (tx) {
        const before = yield* tx.listed(TEMPLATES, by(workspace, owner));
        const { put, goes, result } = decide(before);
        if (put) tx.put(TEMPLATES, put);
        if (goes !== undefined) tx.delete(TEMPLATES, goes);
        return result;
      }),
  };
}
