import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import { byName, fold } from '../kit/name-matching.ts';
import { deletionOf, indexedAt, type Store, table } from '../kit/store/store.ts';
import { RESERVATIONS, reassign, reservationId } from '../kit/store/unique-reservations.ts';
import { tidyName } from '../texts/parse/name.ts';
import { MAX_CHARACTERS } from '../texts/parts.ts';
import type { Audit } from '../workspace/audit-log.ts';

/** Templates per workspace, and per user. */
export const MAX_TEMPLATES = { workspace: 500, own: 100 } as const;
export const MAX_TEMPLATE_NAME = 60;
/** Placeholders may be longer than what replaces them. */
export const MAX_TEMPLATE_TEXT = MAX_CHARACTERS + 400;

/** A named text with placeholders. A schema, because templates are stored. */
const templateSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The user id of its owner; null: the workspace's. */
  owner: z.string().nullable(),
  /** Tidied; unique among the owner's templates. */
  name: z.string().min(1).max(MAX_TEMPLATE_NAME),
  text: z.string().min(1).max(MAX_TEMPLATE_TEXT),
  /** The user id of its last change's author, and the time of day. */
  by: z.string(),
  at: z.number(),
});
export type Template = Readonly<z.infer<typeof templateSchema>>;

/** The store of templates: a workspace's, and each user's. */
export type Templates = {
  /** The templates of these owners, unsorted; null: the workspace's. */
  list(workspace: string, owners: readonly (string | null)[]): Promise<Template[]>;
  /** The template with this id, of any owner; null if the workspace has none. */
  template(workspace: string, id: string): Promise<Template | null>;
  /**
   * Decides by all of an owner's templates, and writes or deletes one, in one transaction. `decide` runs again
   * after a conflict.
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
  /** All templates of a workspace, including its users' own. */
  byWorkspace: indexedAt(0, workspace),
  /** By owner; empty for the workspace. */
  byOwner: indexedAt(0, workspace, owner ?? ''),
}));

const MAX_LISTED = MAX_TEMPLATES.workspace;

/** @param owner null: the workspace */
const nameReservation = (workspace: string, owner: string | null, name: string): string =>
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
        const reservation = decision.put ? nameReservation(workspace, owner, decision.put.name) : null;
        const holder = reservation === null ? null : tx.get(RESERVATIONS, reservation);
        // A template that isn't in the list has the name, so `decide` must see it.
        const nameHolder =
          !holder || holder.by === decision.put?.id || before.some(({ id }) => id === holder.by)
            ? null
            : tx.get(TEMPLATES, holder.by);
        const { put, goes, result } = nameHolder ? decide([...before, nameHolder]) : decision;
        const reservationOf = (template: Template) => ({
          what: nameReservation(workspace, template.owner, template.name),
          by: template.id,
        });
        const released = before.filter(({ id }) => id === put?.id || id === goes).map(reservationOf);
        reassign(tx, workspace, { leaves: released, comes: put ? [reservationOf(put)] : [] });
        if (put && before.some(({ id }) => id === put.id)) tx.put(TEMPLATES, put);
        else if (put) tx.insert(TEMPLATES, put);
        if (goes !== undefined) tx.delete(TEMPLATES, goes);
        return result;
      }),
  };
}

export const removeTemplates = deletionOf(TEMPLATES);

/** The part of a template that users decide. `owner`: null for the workspace. */
type TemplateDraft = { owner: string | null; name: string; text: string };

/** The version of a template that a user saw. */
type SeenTemplate = { id: string; at: number };

/**
 * The result of saving a template:
 * - `changed`: another user changed it since it was seen
 * - `gone`: another user deleted it
 * - `taken`: another template of the owner has this name
 * - `too_many`: the owner has no room for another one
 */
type TemplateSaved = 'saved' | 'changed' | 'gone' | 'taken' | 'too_many';

export type TemplateBook = {
  /** The templates that a user may use: the workspace's, then their own, each sorted by name. */
  of(workspace: string, userId: string): Promise<Template[]>;
  /** The workspace's templates, sorted by name. */
  ofWorkspace(workspace: string): Promise<Template[]>;
  /** The template with this id; null if there is none that the user may use. */
  usable(workspace: string, userId: string, id: string): Promise<Template | null>;
  /** The workspace's template with this id; null if there is none. */
  shared(workspace: string, id: string): Promise<Template | null>;
  /** The workspace's template with this name, in any spelling; null if there is none. */
  named(workspace: string, name: string): Promise<Template | null>;
  /**
   * Creates a template, or replaces the one that was seen. Saving the same content again is `saved`, too.
   *
   * @param by the user; the caller checks their permission
   */
  save(
    workspace: string,
    by: string,
    draft: TemplateDraft,
    seen: SeenTemplate | null,
  ): Promise<TemplateSaved>;
  /** Deletes a template; false if there was none. */
  remove(workspace: string, by: string, template: Pick<Template, 'id' | 'owner'>): Promise<boolean>;
};

/** `put`: the template as written; null if none was. `was`: the template that it replaced; null for a new one. */
type TemplateSaving = { saved: TemplateSaved; put: Template | null; was: Template | null };

export function createTemplateBook(deps: {
  stored: Templates;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): TemplateBook {
  const { stored, audit, clock, newId } = deps;

  /** The audit log records only the workspace's templates; a user's own are private. */
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
          const sameName = before.find(({ name }) => fold(name) === fold(fields.name));
          const limit = owner === null ? MAX_TEMPLATES.workspace : MAX_TEMPLATES.own;
          const unchanged = (saved: TemplateSaved) => ({ result: { saved, put: null, was: null } });
          // The same save may be repeated, because its answer was lost.
          const isSame =
            sameName?.owner === owner && sameName.name === fields.name && (!seen || sameName.id === seen.id);
          if (isSame && sameName.text === fields.text) return unchanged('saved');
          if (seen && !was) return unchanged('gone');
          if (sameName && sameName.id !== was?.id) return unchanged('taken');
          if (was && was.at !== seen?.at) return unchanged('changed');
          const isNewOwner = was?.owner !== owner;
          if (isNewOwner && before.filter(template => template.owner === owner).length >= limit)
            return unchanged('too_many');
          const put: Template = { ...fresh, ...fields, id: was?.id ?? fresh.id };
          return { put, result: { saved: 'saved', put, was: was ?? null } };
        },
      );
      // A template that moved from the workspace to a user is removed for all others.
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
