import type { LocalNumber } from '../kit/number.ts';

/* What texts ask about people, of whoever keeps them. */

/** What is kept of somebody. */
export type KnownPerson = {
  readonly number: LocalNumber;
  /** Empty: nobody has said whose number it is. */
  readonly name: string;
  /** What templates fill in beside that, by the column's name. */
  readonly columns: Readonly<Record<string, string>>;
};

export type KeptPeople = {
  /** Who has these numbers, as far as they are kept. */
  withNumbers(
    workspace: string,
    numbers: readonly LocalNumber[],
  ): Promise<{ contacts: readonly KnownPerson[] }>;
};

export type NeverTexted = {
  /**
   * Which of these numbers must not be texted.
   *
   * @throws UnreadableError if nobody can tell: then nothing may go out
   */
  of(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, unknown>>;
};
