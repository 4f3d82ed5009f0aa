import { fold } from '../../kit/folded.ts';
import type { Store, Table } from '../../kit/store/store.ts';
import { removalOf } from '../../kit/store/store.ts';
import { passOn, TAKEN, takenAs } from '../../kit/store/taken.ts';
import { MAX_TEMPLATES, type Template, templateSchema } from '../template.ts';

/** Templates: a workspace's, and each of its people's. */
export type Templates = {
  /** The templates of these owners, in no particular order; null: the workspace's. */
  list(workspace: string, owners: readonly (string | null)[]): Promise<Template[]>;
  /** Null: this workspace has none with that id. */
  template(workspace: string, id: string): Promise<Template | null>;
  /**
   * Decides based on everything an owner has, and writes or removes one template, as one step: `decide` may be called
   * again if somebody else was faster.
   */
  update<T>(
    workspace: string,
    owner: string | null,
    decide: (before: readonly Template[]) => { put?: Template; goes?: string; result: T },
  ): Promise<T>;
};

const TEMPLATE_LISTS = {
  /** All of a workspace, including its people's. */
  of: (workspace: string): string => `templates ${workspace}`,
  /** Those of an owner; null: the workspace's. */
  by: (workspace: string, owner: string | null): string => `templates ${workspace} ${owner ?? ''}`,
};

const TEMPLATES: Table<Template> = {
  name: 'template',
  schema: templateSchema,
  places: ({ workspace, owner }) => [
    { list: TEMPLATE_LISTS.of(workspace), score: 0 },
    { list: TEMPLATE_LISTS.by(workspace, owner), score: 0 },
  ],
};

const MOST = MAX_TEMPLATES.workspace;

/** @param owner null: it is the workspace's */
const takenName = (workspace: string, owner: string | null, name: string): string =>
  takenAs('template', workspace, `${owner ?? ''} ${fold(name)}`);

export function createTemplates(store: Store): Templates {
  const by = (workspace: string, owner: string | null) => ({
    list: TEMPLATE_LISTS.by(workspace, owner),
    limit: MOST,
  });
  return {
    list: (workspace, owners) =>
      store.read(tx => {
        const ranges = owners.map(owner => by(workspace, owner));
        tx.load([], ranges);
        return tx.readable(
          TEMPLATES,
          ranges.flatMap(range => tx.list(range)),
        );
      }),

    template: (workspace, id) =>
      store.read(tx => {
        const template = tx.get(TEMPLATES, id);
        return template?.workspace === workspace ? template : null;
      }),

    update: (workspace, owner, decide) =>
      store.change(tx => {
        const before = tx.readable(TEMPLATES, by(workspace, owner));
        const wanted = decide(before);
        const what = wanted.put ? takenName(workspace, owner, wanted.put.name) : null;
        const holder = what === null ? null : tx.get(TAKEN, what);
        // Somebody took the name just now, after we listed them.
        const other =
          !holder || holder.by === wanted.put?.id || before.some(({ id }) => id === holder.by)
            ? null
            : tx.get(TEMPLATES, holder.by);
        const { put, goes, result } = other ? decide([...before, other]) : wanted;
        const taking = (one: Template) => ({ what: takenName(workspace, owner, one.name), by: one.id });
        const leaves = before.filter(({ id }) => id === put?.id || id === goes).map(taking);
        passOn(tx, workspace, { leaves, comes: put ? [taking(put)] : [] });
        if (put && before.some(({ id }) => id === put.id)) tx.put(TEMPLATES, put);
        else if (put) tx.insert(TEMPLATES, put);
        if (goes !== undefined) tx.delete(TEMPLATES, goes);
        return result;
      }),
  };
}

/** A workspace's templates. */
export const removeTemplates = removalOf({ table: TEMPLATES, list: TEMPLATE_LISTS.of });
