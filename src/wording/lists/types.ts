import type { Labelled } from '../parts.ts';

/** Lists of numbers, in the settings. Names come in harmless, but into the confirmation. */
export type ListsWording = {
  heading: string;
  intro: string;
  add: string;
  addTitle: string;
  changeTitle: string;
  line(list: { name: string; count: number }): string;
  field: { name: Labelled; numbers: Labelled };
  delete: string;
  confirm: { title: string; text(name: string): string; confirm: string; deny: string };
  deleted(name: string): string;
  notDeleted(because: string): string;
  /** Why a list was not deleted: what is deleted is what the person saw. */
  changedSince: string;
  notThere(name: string): string;
  /** Before a list is saved under another name. */
  renaming(names: { from: string; to: string }): string;
  /** Somebody else removed or renamed the list while its form was open. */
  gone: string;
  taken(name: string): string;
  tooMany(limit: number): string;
  wrong: { name(limit: number): string; noNumber: string };
};
