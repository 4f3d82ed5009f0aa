/** The subject of an InputError, for pages that have their own sentence about it. */
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
 * A request that can't be fulfilled: no such account, an invalid amount, a port already in use. The message is one
 * plain sentence for the user. Any other error is a bug or a failing disk.
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
