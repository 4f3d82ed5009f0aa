import type { FileFault } from '../../domain/imported.ts';

/** A file's content, row by row; every cell is text. */
export type FileTable = { format: FileFormat; rows: string[][] };
/** The kind of file; for text, also how it is delimited. */
export type FileFormat = 'xlsx' | 'vcard' | 'csv' | 'tsv' | 'text';

/** A file that can't be read, for a reason that people can do something about. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: { cause: unknown }) {
    super(`The file can’t be read: ${fault}`, options);
    this.fault = fault;
  }
}
