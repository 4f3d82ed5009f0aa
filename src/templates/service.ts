import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { byName, fold } from '../kit/name-matching.ts';
import { deletionOf, indexedAt, type Store, table } from '../kit/store/store.ts';
import { RESERVATIONS, reassign, reservationId } from '../kit/store/unique-reservations.ts';
import { tidyName } from '../texts/parse/name.ts';
import { MAX_CHARACTERS } from '../texts/parts.ts';
import type { Audit } from '../workspace/store.ts';

/** How many a workspace may have, and each of its people. */
export const MAX_TEMPLATES = { workspace: 500, own: 100 } as const;
export const MAX_TEMPLATE_NAME = 60;
/** Placeholders are sometimes longer than what replaces them. */
export const MAX_TEMPLATE_TEXT = MAX_CHARACTERS + 400;

/** A text with placeholders, by its name. A schema, because templates are stored. */
const templateSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The user id of its owner; null: the workspace's. */
  owner: z.string().nullable(),
  /** Tidy; unique among the templates of its owner. */
  name: z.string().min(1).max(MAX_TEMPLATE_NAME),
  text: z.string().min(1).max(MAX_TEMPLATE_TEXT),
  /** Who changed it last, and when. */
  by: z.string(),
  at: z.number(),
});
export type Template = Readonly<z.infer<typeof templateSchema>>;

/** Templates: a workspace's, and each of its people's. */
export type Templates = {
  /** The templates of these owners, in no particular order; null: the workspace's. */
  list(workspace: string, owners: readonly (string | null)[]): Promise<Template[]>;
  /** Null: this workspace has none with that id. */
  template(workspace: string, id: string): Promise<Template | null>;
  /**
   * Decides based on everything an owner has, and writes or removes one template, as one step: `decide` may be called
   * again if somebody else was faster.
   *
   * @param moving id of another owner's template that may move to this owner; it comes last in `before`
   */
  update<T>(
    workspace: string,
    owner: string | null,
    moving: string | null,
    decide: (before: readonly Template[]) => { put?: Template; goes?: string; result: T },
  ): Promise<T>;
};

const TEMPLATES = table('template', templateSchema, ({ workspace, owner }) => ({
  /** All of a workspace, including its people's. */
  byWorkspace: indexedAt(0, workspace),
  /** Those of an owner; none: the workspace's. */
  byOwner: indexedAt(0, workspace, owner ?? ''),
}));

const MAX_LISTED = MAX_TEMPLATES.workspace;

/** @param owner null: it is the workspace's */
const takenName = (workspace: string, owner: string | null, name: string): string =>
  reservationId('template', workspace, `${owner ?? ''} ${fold(name)}`);

export function createTemplates(store: Store): Templates {
  const by = (workspace: string, owner: string | null) => ({
    index: TEMPLATES.index('byOwner', workspace, owner ?? ''),
    limit: MAX_LISTED,
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

    update: (workspace, owner, moving, decide) =>
      store.transaction(tx => {
        const theirs = tx.readable(TEMPLATES, by(workspace, owner));
        const coming = moving === null ? null : tx.get(TEMPLATES, moving);
        const isComing = coming?.workspace === workspace && coming.owner !== owner;
        const before = coming && isComing ? [...theirs, coming] : theirs;
        const decision = decide(before);
        const reservation = decision.put ? takenName(workspace, owner, decision.put.name) : null;
        const holder = reservation === null ? null : tx.get(RESERVATIONS, reservation);
        // Somebody took the name just now, after we listed them.
        const nameHolder =
          !holder || holder.by === decision.put?.id || before.some(({ id }) => id === holder.by)
            ? null
            : tx.get(TEMPLATES, holder.by);
        const { put, goes, result } = nameHolder ? decide([...before, nameHolder]) : decision;
        const taking = (template: Template) => ({
          what: takenName(workspace, template.owner, template.name),
          by: template.id,
        });
        const leaves = before.filter(({ id }) => id === put?.id || id === goes).map(taking);
        reassign(tx, workspace, { leaves, comes: put ? [taking(put)] : [] });
        if (put && before.some(({ id }) => id === put.id)) tx.put(TEMPLATES, put);
        else if (put) tx.insert(TEMPLATES, put);
        if (goes !== undefined) tx.delete(TEMPLATES, goes);
        return result;
      }),
  };
}

/** A workspace's templates. */
export const removeTemplates = deletionOf(TEMPLATES);

/** What a person decides about a template. `owner` null: it is the workspace's. */
type TemplateDraft = { owner: string | null; name: string; text: string };

/** A template as somebody saw it before they changed it. */
type SeenTemplate = { id: string; at: number };

/**
 * The result of saving a template, or why it was left alone:
 * - `changed`: somebody else changed it since it was seen
 * - `gone`: somebody else deleted it
 * - `taken`: another template of the same owner has this name
 * - `too_many`: the owner has no room for another one
 */
type TemplateSaved = 'saved' | 'changed' | 'gone' | 'taken' | 'too_many';

export type TemplateBook = {
  /** The templates that somebody may use: the workspace's, then their own, each by name. */
  of(workspace: string, userId: string): Promise<Template[]>;
  /** The workspace's, by name. */
  ofWorkspace(workspace: string): Promise<Template[]>;
  /** One of those; null: it isn't one of them, or gone. */
  usable(workspace: string, userId: string, id: string): Promise<Template | null>;
  /** One of the workspace's; null: it isn't one of them, or gone. */
  shared(workspace: string, id: string): Promise<Template | null>;
  /** The workspace's template of that name, however it is written; null: there is none. */
  named(workspace: string, name: string): Promise<Template | null>;
  /**
   * Makes a template, or replaces the one that was seen. If the same was saved before, that is `saved` too.
   *
   * @param by who does it; the caller checks whether they may
   */
  save(
    workspace: string,
    by: string,
    draft: TemplateDraft,
    seen: SeenTemplate | null,
  ): Promise<TemplateSaved>;
  /** False: it was already gone. */
  remove(workspace: string, by: string, template: Pick<Template, 'id' | 'owner'>): Promise<boolean>;
};

/** `put`: what was written; null: nothing. */
type TemplateSaving = { saved: TemplateSaved; put: Template | null; was: Template | null };

export function createTemplateBook(deps: {
  stored: Templates;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): TemplateBook {
  const { stored, audit, clock, newId } = deps;

  /** The audit log records what everybody uses; your own templates are your own business. */
  async function record(
    action: 'template_saved' | 'template_removed',
    { workspace, owner, name }: Pick<Template, 'workspace' | 'owner' | 'name'>,
    by: string,
  ): Promise<void> {
    if (owner === null) await audit.record(workspace, { what: action, name, at: clock.wall(), by });
  }

  async function usable(workspace: string, userId: string, id: string): Promise<Template | null> {
    const template = await stored.template(workspace, id);
    return template && (template.owner === null || template.owner === userId) ? template : null;
  }

  return {
    async of(workspace, userId) {
      const all = await stored.list(workspace, [null, userId]);
      return all.toSorted(
        (one, other) => Number(one.owner !== null) - Number(other.owner !== null) || byName(one, other),
      );
    },
    ofWorkspace: async workspace => (await stored.list(workspace, [null])).toSorted(byName),
    usable,
    async shared(workspace, id) {
      const template = await stored.template(workspace, id);
      return template?.owner === null ? template : null;
    },
    async named(workspace, name) {
      const all = await stored.list(workspace, [null]);
      return all.find(template => fold(template.name) === fold(name)) ?? null;
    },
    async save(workspace, by, draft, seen) {
      const { owner } = draft;
      const fresh = { id: newId(), workspace, by, at: clock.wall() };
      const fields = { owner, name: tidyName(draft.name), text: draft.text };
      templateSchema.parse({ ...fresh, ...fields });
      const { saved, put, was } = await stored.update<TemplateSaving>(
        workspace,
        owner,
        seen?.id ?? null,
        before => {
          const was = before.find(({ id }) => id === seen?.id);
          const called = before.find(({ name }) => fold(name) === fold(fields.name));
          const most = owner === null ? MAX_TEMPLATES.workspace : MAX_TEMPLATES.own;
          const unchanged = (saved: TemplateSaved) => ({ result: { saved, put: null, was: null } });
          // Also if the same was saved before, and the answer was lost.
          const isSame =
            called?.owner === owner && called.name === fields.name && (!seen || called.id === seen.id);
          if (isSame && called.text === fields.text) return unchanged('saved');
          if (seen && !was) return unchanged('gone');
          if (called && called.id !== was?.id) return unchanged('taken');
          if (was && was.at !== seen?.at) return unchanged('changed');
          const comes = was?.owner !== owner;
          if (comes && before.filter(template => template.owner === owner).length >= most)
            return unchanged('too_many');
          const put: Template = { ...fresh, ...fields, id: was?.id ?? fresh.id };
          return { put, result: { saved: 'saved', put, was: was ?? null } };
        },
      );
      // It is no longer everybody's.
      if (was && was.owner !== owner) await record('template_removed', was, by);
      if (put) await record('template_saved', put, by);
      return saved;
    },
    async remove(workspace, by, { id, owner }) {
      const gone = await stored.update<Template | null>(workspace, owner, null, before => {
        const was = before.find(template => template.id === id);
        return was ? { goes: id, result: was } : { result: null };
      });
      if (gone) await record('template_removed', gone, by);
      return gone !== null;
    },
  };
}
