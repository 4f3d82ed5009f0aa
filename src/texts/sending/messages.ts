import { type LocalNumber, maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Intent } from '../intent.ts';
import { countParts, MAX_CHARACTERS } from '../parts.ts';
import { hasStop, parsePlaceholders, placeholdersIn, STOP_KEY } from '../placeholders.ts';
import type { Omitted } from '../recipient.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';
import type { Lacking, Render } from './rendering.ts';

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

/** Words an intent's texts: a plain message is the same for everybody, a template is filled for each. */
export function createMessagesOf(parts: {
  render: Render;
  stopLinks: Pick<StopLinks, 'isPossible'>;
  alertLinks: Pick<AlertLinks, 'isPossible' | 'keep'>;
}): MessagesOf {
  const { alertLinks } = parts;

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
    if (!template) {
      const problem = lengthProblem([message]);
      if (problem) return refused(problem);
      const { parts } = countParts(message);
      return { ok: true, texts: numbers.map(number => ({ number, message, parts })), suitsAll: true };
    }
    const read = parsePlaceholders(message);
    if (!read.ok) return refused({ kind: 'TEMPLATE_BROKEN', fault: read.fault.kind, near: read.fault.near });
    const { pieces } = read;
    if (hasStop(pieces) && !parts.stopLinks.isPossible()) return refused({ kind: 'STOP_LINK_IMPOSSIBLE' });
    const { texts, lacking } = await parts.render(workspace, pieces, numbers, 'kept');
    if (lacking.length > 0) return refused(missingProblem(lacking), lacking.map(omittedFor));
    const problem = lengthProblem([...texts.values()]);
    if (problem) return refused(problem);
    return {
      ok: true,
      texts: [...texts].map(([number, text]) => ({ number, message: text, parts: countParts(text).parts })),
      suitsAll: placeholdersIn(pieces).every(({ key, fallback }) => key === STOP_KEY || fallback !== null),
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

/** Why texts can’t go out as long as they are: the longest one’s fault; null: they can. */
export function lengthProblem(messages: readonly string[]): Problem | null {
  const lengths = messages.map(message => countParts(message).characters);
  if (lengths.includes(0)) return { kind: 'MESSAGE_EMPTY' };
  const characters = Math.max(0, ...lengths);
  return characters > MAX_CHARACTERS ? { kind: 'MESSAGE_TOO_LONG', characters, limit: MAX_CHARACTERS } : null;
}

function refused(problem: Problem, omitted: Omitted[] = []): Messages {
  return { ok: false, problem, omitted };
}
