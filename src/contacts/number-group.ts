import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isLocalNumber, type LocalNumber, maskNumber } from '../kit/number.ts';
import { nameFault, tidyName } from '../texts/kept-name.ts';

/** As many numbers as a form shows, and as one intent may reach. */
export const MAX_NUMBERS = 200;
export const MAX_NAME = 40;

const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

const nameSchema = z.string().refine(name => nameFault(name, MAX_NAME) === null);
export const numberGroupSchema = z.object({
  name: nameSchema,
  numbers: z.array(localNumber).min(1).max(MAX_NUMBERS),
  /** Whose numbers they are, by number; a number that isn't here keeps the name that it has. */
  names: z.record(z.string(), nameSchema).optional(),
});

/** A group as its form shows it: a name, and the numbers of who is in it. */
export type NumberGroup = z.infer<typeof numberGroupSchema>;

/** A group as somebody saw it before they changed it. */
export const seenGroupSchema = z.object({ name: z.string(), version: z.string() });
export type SeenGroup = z.infer<typeof seenGroupSchema>;

export function seenAs(group: NumberGroup): SeenGroup {
  return { name: group.name, version: versionOf(group) };
}

/** Tells a group as it was from what it is later; in which order its numbers were typed makes no difference. */
export function versionOf({ name, numbers, names = {} }: NumberGroup): string {
  return createHash('sha256')
    .update(JSON.stringify([name, numbers.toSorted().map(number => [number, names[number] ?? ''])]))
    .digest('hex');
}

/** Whether a group may have this name (a tidy one). */
export function isGroupName(name: string): boolean {
  return nameSchema.safeParse(name).success;
}

/** Who left a group and who came to it; numbers are masked. */
export function groupChange(
  before: NumberGroup | null,
  after: NumberGroup,
): { left: string[]; came: string[] } {
  return {
    left: without(before?.numbers, after.numbers),
    came: without(after.numbers, before?.numbers),
  };
}

function without(numbers: LocalNumber[] = [], others: LocalNumber[] = []): string[] {
  const known = new Set(others);
  return numbers.filter(number => !known.has(number)).map(maskNumber);
}

/** As a group is kept: tidy, each number once. */
export function tidyGroup({ name, numbers, names = {} }: NumberGroup): NumberGroup {
  return numberGroupSchema.parse({ name: tidyName(name), numbers: [...new Set(numbers)], names });
}
