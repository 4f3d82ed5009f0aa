import type { Labelled } from '../parts.ts';

/** People: contacts and groups, as they are looked through and changed. Names come in harmless. */
export type PeopleWording = {
  title: string;
  /** Under which somebody types. */
  search: Labelled & { placeholder: string; submit: string };
  /** How many the workspace has. */
  counts(all: { contacts: number; groups: number }): string;
  /** How many fit what was typed, and which of them stand here. */
  /** Another contact has the name too. */
  sameName(name: string): string;
  found(page: { total: number; from: number; to: number }): string;
  none: string;
  noneFound(typed: string): string;
  previous: string;
  next: string;
  add: string;
  /** The same again, after somebody was added. */
  another: string;
  change: string;
  /** A contact; `number` as this reader may see it, `name` null: nobody has said whose it is. */
  line(contact: {
    name: string | null;
    number: string;
    groups: string[];
    more: number;
    never: boolean;
  }): string;
  groupLine(group: { name: string; count: number }): string;
  addTitle: string;
  changeTitle: string;
  field: {
    name: Labelled;
    number: Labelled;
    language: Labelled & { none: string };
    note: Labelled;
    columns: Labelled;
    groups: Labelled;
    never: Labelled & { never: string };
  };
  /** Since when somebody is not to be texted, and who said so; `by` null: they themselves. */
  neverSince(never: { at: number; by: string | null }): string;
  forget: {
    button: string;
    title: string;
    submit: string;
    /** All that it will do. */
    intro(person: { name: string | null; number: string }): string;
    gone: string;
    kept: string;
    waiting: string;
    /** They are not to be texted. */
    never: string;
    slack: string;
    done: string;
    /** To whoever asked for it, when it is done; without the name, which Slack would keep. */
    report(did: { asked: number; texts: number; cancelled: number; groups: number; hooks: string[] }): string;
  };
  /** Why the mark is there though whoever added them did not set it. */
  stoppedBefore: string;
  added(name: string): string;
  saved(name: string): string;
  unchanged: string;
  /** Somebody else changed the contact while its form was open. */
  changedMeanwhile: string;
};
