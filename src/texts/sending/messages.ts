import { setImmediate as endOfTurn } from 'node:timers/promises';
import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Intent } from '../intent.ts';
import {
  fillIn,
  hasFallback,
  hasStop,
  type Pieces,
  parsePlaceholders,
  placeholdersIn,
  STOP_KEY,
  valuesOf,
} from '../parse/placeholders.ts';
import { countParts, lengthProblem } from '../parts.ts';
import type { Omitted } from '../recipient.ts';
import type { ContactFacts, ContactLookup } from '../recipient-directory.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';

/** How many people with missing values are named. */
const NAMED = 5;

export type Worded = { number: LocalNumber; message: string; parts: number };

/** What each recipient reads; or why nothing may be sent to any of them. */
export type Messages =
  | {
      ok: true;
      texts: Worded[];
      /** Whatever becomes known about further recipients, they will get a text. */
      suitsAll: boolean;
    }
  | { ok: false; problem: Problem; omitted: Omitted[] };

export type MessagesOf = (
  intent: Pick<Intent, 'id' | 'workspace' | 'message' | 'template' | 'linked'>,
  numbers: readonly LocalNumber[],
) => Promise<Messages>;

/** A plain message is the same for everybody. */
export function plainMessages(message: string, numbers: readonly LocalNumber[]): Messages {
  const problem = lengthProblem([message]);
  if (problem) return refused(problem);
  const { parts } = countParts(message);
  return { ok: true, texts: numbers.map(number => ({ number, message, parts })), suitsAll: true };
}

/** Words an intent's texts: a plain message is the same for everybody, a template is filled for each. */
export function createMessagesOf(deps: {
  render: Render;
  stopLinks: Pick<StopLinks, 'isPossible'>;
  alertLinks: Pick<AlertLinks, 'isPossible' | 'keep'>;
}): MessagesOf {
  const { alertLinks } = deps;

  /** Each text with its own link, which works from now on. */
  async function withLinks(worded: Messages & { ok: true }, intent: Pick<Intent, 'id' | 'workspace'>) {
    const numbers = worded.texts.map(({ number }) => number);
    const links = await alertLinks.keep(intent.workspace, numbers, intent.id);
    const texts = worded.texts.map(text => {
      const message = `${text.message} ${links.get(text.number)}`;
      // Whoever worded it left room for the link, unless our address has become longer since.
      return lengthProblem([message]) ? text : { ...text, message, parts: countParts(message).parts };
    });
    return { ...worded, texts };
  }

  async function withoutLinks(
    { workspace, message, template }: Pick<Intent, 'workspace' | 'message' | 'template'>,
    numbers: readonly LocalNumber[],
  ): Promise<Messages> {
    if (!template) return plainMessages(message, numbers);
    const read = parsePlaceholders(message);
    if (!read.ok) return refused({ kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near });
    const { pieces } = read;
    if (hasStop(pieces) && !deps.stopLinks.isPossible()) return refused({ kind: 'STOP_LINK_IMPOSSIBLE' });
    const { texts, lacking } = await deps.render(workspace, pieces, numbers, 'kept');
    if (lacking.length > 0) return refused(missingProblem(lacking), lacking.map(omittedFor));
    const problem = lengthProblem([...texts.values()]);
    if (problem) return refused(problem);
    return {
      ok: true,
      texts: [...texts].map(([number, text]) => ({ number, message: text, parts: countParts(text).parts })),
      suitsAll: placeholdersIn(pieces).every(one => one.key === STOP_KEY || hasFallback(one)),
    };
  }

  return async (intent, numbers) => {
    const worded = await withoutLinks(intent, numbers);
    return worded.ok && intent.linked && alertLinks.isPossible() ? withLinks(worded, intent) : worded;
  };
}

/** Why nothing may go out while something isn't known about these people. */
export function missingProblem(lacking: readonly Lacking[]): Problem {
  return {
    kind: 'PLACEHOLDER_MISSING',
    columns: [...new Set(lacking.flatMap(({ missing }) => missing))],
    people: lacking.slice(0, NAMED).map(({ name, number }) => name || maskNumber(number)),
    more: Math.max(0, lacking.length - NAMED),
  };
}

function omittedFor(one: Lacking): Omitted {
  return { who: { kind: 'number', number: one.number }, problem: missingProblem([one]) };
}

function refused(problem: Problem, omitted: Omitted[] = []): Messages {
  return { ok: false, problem, omitted };
}

/** How many are looked up at once; others get their turn in between. */
const TOGETHER = 50;

/** Somebody for whom a template needs something that we don't know. `name`: empty if that isn't known either. */
export type Lacking = { number: LocalNumber; name: string; missing: string[] };

/** The result of a template. */
export type Rendered = {
  /** By number, in the order asked. */
  texts: ReadonlyMap<LocalNumber, string>;
  /** People for whom it gives no text. */
  lacking: Lacking[];
};

/**
 * Fills a template for each of these numbers with what the workspace's contacts say about them; trims the texts, as
 * everywhere. Works for 10,000 numbers as well as for one.
 *
 * @param links `kept`: they work from now on; `sample`: they only have the right length
 */
export type Render = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  links: 'kept' | 'sample',
) => Promise<Rendered>;

/** The same for a few numbers whose contacts were looked up already. */
export type Fill = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  contacts: ReadonlyMap<LocalNumber, ContactFacts>,
  links: 'kept' | 'sample',
) => Promise<Rendered>;

export function createFill(stopLinks: Pick<StopLinks, 'keep' | 'sample'>): Fill {
  return async (workspace, pieces, numbers, contacts, links) => {
    const isKept = hasStop(pieces) && links === 'kept';
    const kept = isKept ? await stopLinks.keep(workspace, numbers, null) : null;
    const texts = new Map<LocalNumber, string>();
    const lacking: Lacking[] = [];
    for (const number of numbers) {
      const contact = contacts.get(number) ?? null;
      const link = kept?.get(number) ?? stopLinks.sample();
      const filled = fillIn(pieces, valuesOf(contact, link));
      if (filled.ok) texts.set(number, filled.text.trim());
      else lacking.push({ number, name: contact?.name ?? '', missing: filled.missing });
    }
    return { texts, lacking };
  };
}

export function createRender({ contacts, fill }: { contacts: ContactLookup; fill: Fill }): Render {
  return async (workspace, pieces, numbers, links) => {
    const texts = new Map<LocalNumber, string>();
    const lacking: Lacking[] = [];
    for (let from = 0; from < numbers.length; from += TOGETHER) {
      if (from > 0) await endOfTurn();
      const some = numbers.slice(from, from + TOGETHER);
      const found = await contacts.withNumbers(workspace, some);
      const known = new Map(found.contacts.map(one => [one.number, one]));
      const filled = await fill(workspace, pieces, some, known, links);
      for (const [number, text] of filled.texts) texts.set(number, text);
      lacking.push(...filled.lacking);
    }
    return { texts, lacking };
  };
}
