import type { Labelled } from '../parts.ts';

/** Groups, in the settings. Names come in harmless, except in the confirmation. */
export type GroupsWording = {
  heading: string;
  intro: string;
  add: string;
  /** Buttons that turn pages. */
  previous: string;
  next: string;
  addTitle: string;
  changeTitle: string;
  line(group: { name: string; count: number }): string;
  field: { name: Labelled; numbers: Labelled };
  /** The form of a group with more people than it can show. */
  large: { intro(count: number): string; come: Labelled; leave: Labelled; search: string };
  delete: string;
  confirm: {
    title: string;
    text(group: { name: string; count: number }): string;
    confirm: string;
    deny: string;
  };
  deleted(name: string): string;
  notDeleted(because: string): string;
  /** Why a group wasn't deleted: we delete only what the person saw. */
  changedSince: string;
  notThere(name: string): string;
  /** Asked before a group is saved under another name. */
  renaming(names: { from: string; to: string }): string;
  /** Somebody else removed or renamed the group while its form was open. */
  gone: string;
  taken(name: string): string;
  tooMany(limit: number): string;
  wrong: { noNumber: string; noSuchName(name: string): string; sharedName(name: string): string };
};
