/**
 * Something that was asked for and cannot be done as asked: no such account, an amount that is none, a port
 * that is taken. The message is one plain sentence for the person who asked; any other error is a bug or
 * a failing disk.
 */
export class Mistake extends Error {
  override name = 'Mistake';
}
