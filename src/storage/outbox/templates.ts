import { MAX_TEMPLATES, type Template } from '../../domain/template.ts';
import type { Templates } from '../ports.ts';
import { all } from '../records.ts';
import type { Store } from '../store.ts';
import { TAKEN, takenId } from '../tables/taken.ts';
import { TEMPLATE_LISTS, TEMPLATES } from '../tables/template.ts';
import { passOn } from './taken.ts';

const MOST = MAX_TEMPLATES.workspace;

export function createTemplates(store: Store): Templates {
  const by = (workspace: string, owner: string | null) => ({
    list: TEMPLATE_LISTS.by(workspace, owner),
    limit: MOST,
  });
  return {
    list: (workspace, owners) =>
      store.read(tx => {
        const lists = all(owners.map(owner => () => tx.list(by(workspace, owner))));
        return tx.readable(
          TEMPLATES,
          lists.flat().map(({ id }) => id),
        );
      }),

    template: (workspace, id) =>
      store.read(tx => {
        const template = tx.get(TEMPLATES, id);
        return template?.workspace === workspace ? template : null;
      }),

    update: (workspace, owner, decide) =>
      store.change(tx => {
        const before = tx.listed(TEMPLATES, by(workspace, owner));
        const wanted = decide(before);
        const what = wanted.put ? takenId.template(workspace, owner, wanted.put.name) : null;
        const holder = what === null ? null : tx.get(TAKEN, what);
        // Somebody took the name just now, after we listed them.
        const other =
          !holder || holder.by === wanted.put?.id || before.some(({ id }) => id === holder.by)
            ? null
            : tx.get(TEMPLATES, holder.by);
        const { put, goes, result } = other ? decide([...before, other]) : wanted;
        const held = (one: Template) => ({ what: takenId.template(workspace, owner, one.name), by: one.id });
        const leaves = before.filter(({ id }) => id === put?.id || id === goes).map(held);
        passOn(tx, workspace, { leaves, comes: put ? [held(put)] : [] });
        if (put) tx.put(TEMPLATES, put);
        if (goes !== undefined) tx.delete(TEMPLATES, goes);
        return result;
      }),
  };
}
