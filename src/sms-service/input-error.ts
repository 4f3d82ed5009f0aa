/** What a mistake is about, if a page has its own wording for it. */
export type InputErrorKind =
  | 'amount'
  | 'balance'
  | 'days'
  | 'email'
  | 'email-taken'
  | 'name'
  | 'name-taken'
  | 'not-found'
  | 'note'
  | 'other';

/**
 * Something that can't be done as asked: no such account, an invalid amount, a port that is taken. The message is one
 * plain sentence for the person who asked; any other error is a bug or a failing disk.
 */
export class InputError extends Error {
  override name = 'InputError';
  readonly kind: InputErrorKind;

  constructor(
    message: string,
    { kind = 'other', ...options }: ErrorOptions & { kind?: InputErrorKind } = {},
  ) {
    super(message, options);
    this.kind = kind;
  }
}
