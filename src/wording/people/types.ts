import type { Labelled } from '../parts.ts';

/** People: contacts and groups, as they are looked through and changed. Names come in harmless. */
export type PeopleWording = {
  title: string;
  /** Under which somebody types. */
  search: Labelled & { placeholder: string; submit: string };
  /** How many the workspace has. */
  counts(all: { contacts: number; groups: number }): string;
  /** How many fit what was typed, and which of them stand here. */
  found(page: { total: number; from: number; to: number }): string;
  none: string;
  noneFound(typed: string): string;
  previous: string;
  next: string;
  add: string;
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
};
