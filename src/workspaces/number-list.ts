import { createHash } from 'node:crypto';
import { z } from 'zod';
import { isLocalNumber, type LocalNumber, maskNumber } from '../domain/number.ts';
import { parseRecipients } from '../domain/recipient-list.ts';

export const MAX_LISTS = 50;
export const MAX_NUMBERS = 200;
export const MAX_NAME = 40;

const localNumber = z.custom<LocalNumber>(value => typeof value === 'string' && isLocalNumber(value));

/** A name begins with a letter, so that nobody takes it for a number, and contains no separator. */
const nameSchema = z
  .string()
  .max(MAX_NAME)
  .regex(/^\p{L}[^,;،؛、，；।<>\p{Cc}\u2028\u2029]*$/u)
  .refine(isReadAsOne);
export const listSchema = z.object({
  name: nameSchema,
  numbers: z.array(localNumber).min(1).max(MAX_NUMBERS),
});

/** Numbers that a workspace keeps under a name. */
export type NumberList = z.infer<typeof listSchema>;

/** A list as somebody saw it before they changed it. */
export const seenListSchema = z.object({ name: z.string(), version: z.string() });
export type SeenList = z.infer<typeof seenListSchema>;

export function seenAs(list: NumberList): SeenList {
  return { name: list.name, version: versionOf(list) };
}

/** Tells whether a list is still as it was. */
export function versionOf({ name, numbers }: NumberList): string {
  return createHash('sha256')
    .update(JSON.stringify([name, numbers]))
    .digest('hex');
}

/** A name as it is kept. */
export function tidyName(typed: string): string {
  return typed.normalize('NFC').replace(/\s+/gu, ' ').trim();
}

/** Whether a list may have this (tidy) name. */
export function isListName(name: string): boolean {
  return nameSchema.safeParse(name).success;
}

/** Whether people would consider these names the same. */
export function isSameName(one: string, other: string): boolean {
  return tidyName(one).toLowerCase() === tidyName(other).toLowerCase();
}

/** What was removed from a list and what was added; numbers are masked. */
export function listChange(before: NumberList | null, after: NumberList): { left: string[]; came: string[] } {
  return {
    left: without(before?.numbers, after.numbers),
    came: without(after.numbers, before?.numbers),
  };
}

function without(numbers: LocalNumber[] = [], others: LocalNumber[] = []): string[] {
  const known = new Set(others);
  return numbers.filter(number => !known.has(number)).map(maskNumber);
}

/** A name is useful only if it means the list wherever recipients are written: `WAREHOUSE` reads as a Slack id. */
function isReadAsOne(name: string): boolean {
  const [who, ...more] = parseRecipients(name);
  return more.length === 0 && who?.kind === 'list' && who.name === name;
}
