import type { BrokenTemplate, Labelled } from '../parts.ts';

/** Templates: as they are listed, changed, and chosen. Names and texts come in harmless. */
export type TemplatesWording = {
  title: string;
  intro: string;
  none: string;
  add: string;
  change: string;
  delete: string;
  confirmDelete: { title: string; text(name: string): string; confirm: string; deny: string };
  /** In an empty field for one. */
  choose: string;
  /** Whose they are, as headings. */
  whose: { workspace: string; own: string };
  /** @param parts what a text of it takes for somebody with a short name */
  line(template: { name: string; text: string; parts: number }): string;
  formTitle: { make: string; change: string };
  field: {
    name: Labelled;
    text: Labelled;
    whose: Labelled & { own: string; workspace: string };
  };
  saved(name: string): string;
  deleted(name: string): string;
  gone: string;
  changedMeanwhile: string;
  taken(name: string): string;
  tooMany(limit: number): string;
  wrong: {
    name(limit: number): string;
    text: string;
    tooLong(limit: number): string;
    broken(template: BrokenTemplate): string;
    stopLink: string;
  };
  preview: {
    title: string;
    /** Somebody for whom it is shown. */
    somebody: string;
    nothing: string;
    /** What is to be known of whoever gets it. */
    needs(columns: string[]): string;
  };
};
