import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { LocalNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Intent } from '../intent.ts';
import {
  type CheckedMessage,
  type CheckMessage,
  isSame,
  lengthProblem,
  type MissingValues,
  missingProblem,
  type Rendered,
  readMessage,
} from '../message.ts';
import {
  fillIn,
  hasFallback,
  hasStop,
  type Pieces,
  placeholdersIn,
  STOP_KEY,
  valuesOf,
} from '../parse/placeholders.ts';
import { fieldsIn } from '../parse/typed-placeholders.ts';
import { countParts } from '../parts.ts';
import type { Omitted } from '../recipient.ts';
import type { ContactFacts, ContactLookup, FieldLookup } from '../recipient-directory.ts';
import { type SignOff, signedText } from '../sign-off.ts';
import type { AlertLinks, StopLinks } from '../text-links.ts';

export type WordedText = { number: LocalNumber; message: string; parts: number };

/** The text of each recipient, or why nothing may be sent to any. */
export type Messages =
  | {
      ok: true;
      texts: WordedText[];
      /** True if the message suits recipients who are still unknown, whatever is stored about them. */
      suitsAll: boolean;
    }
  | { ok: false; problem: Problem; omitted: Omitted[] };

export type MessagesOf = (
  intent: Pick<Intent, 'id' | 'workspace' | 'message' | 'template' | 'typed' | 'linked' | 'signOff'>,
  numbers: readonly LocalNumber[],
) => Promise<Messages>;

/** @param signOff as for an intent; null: the message goes out as it is */
export function plainMessages(
  plain: string,
  numbers: readonly LocalNumber[],
  signOff: SignOff | null = null,
): Messages {
  const message = signOff ? signedText(plain, signOff) : plain;
  const problem = lengthProblem([message], message === plain ? undefined : (signOff ?? undefined));
  if (problem) return refused(problem);
  const { parts } = countParts(message);
  return { ok: true, texts: numbers.map(number => ({ number, message, parts })), suitsAll: true };
}

/** Checks messages against what is stored about their recipients. */
export function createCheckMessage(deps: {
  render: Render;
  fields: FieldLookup;
  stopLinks: Pick<StopLinks, 'isPossible'>;
}): CheckMessage {
  const { render, fields, stopLinks } = deps;
  return async (workspace, written, numbers, links) => {
    const typedFields = written.typed ? fieldsIn(written.message) : [];
    const knownFields =
      typedFields.length > 0 ? await fields.fieldsAmong(workspace, typedFields) : new Set<string>();
    const read = readMessage(written, {
      isField: key => knownFields.has(key),
      linksWork: stopLinks.isPossible(),
    });
    if (!read.ok) return { texts: new Map(), lacking: [], pieces: [], signed: 'not', problem: read.problem };
    const { pieces, signed } = read;
    const signOff = signed === 'not' ? undefined : written.signOff;
    if (isSame(pieces)) {
      const message = written.template ? pieces.join('').trim() : pieces.join('');
      const texts = new Map(numbers.map(number => [number, message]));
      return { texts, lacking: [], pieces, signed, problem: lengthProblem([message], signOff) };
    }
    const rendered = await render(workspace, pieces, numbers, links);
    const { lacking, texts } = rendered;
    const problem =
      lacking.length > 0 ? missingProblem(lacking) : lengthProblem([...texts.values()], signOff);
    return { ...rendered, pieces, signed, problem };
  };
}

/** Renders an intent's texts, each with its link if it has one. */
export function createMessagesOf(deps: {
  checkMessage: CheckMessage;
  alertLinks: Pick<AlertLinks, 'isPossible' | 'keep'>;
}): MessagesOf {
  const { checkMessage, alertLinks } = deps;

  async function withLinks(worded: Messages & { ok: true }, intent: Pick<Intent, 'id' | 'workspace'>) {
    const numbers = worded.texts.map(({ number }) => number);
    const links = await alertLinks.keep(intent.workspace, numbers, intent.id);
    const texts = worded.texts.map(text => {
      const message = `${text.message} ${links.get(text.number)}`;
      // The message leaves room for a link, unless our address has become longer since.
      return lengthProblem([message]) ? text : { ...text, message, parts: countParts(message).parts };
    });
    return { ...worded, texts };
  }

  return async (intent, numbers) => {
    const worded = messagesIn(await checkMessage(intent.workspace, intent, numbers, 'kept'));
    return worded.ok && intent.linked && alertLinks.isPossible() ? withLinks(worded, intent) : worded;
  };
}

function messagesIn({ texts, lacking, pieces, problem }: CheckedMessage): Messages {
  if (problem) return refused(problem, lacking.map(omittedFor));
  const [first] = texts.values();
  if (first !== undefined && isSame(pieces)) return plainMessages(first, [...texts.keys()]);
  return {
    ok: true,
    texts: [...texts].map(([number, message]) => ({ number, message, parts: countParts(message).parts })),
    suitsAll: placeholdersIn(pieces).every(
      placeholder => placeholder.key === STOP_KEY || hasFallback(placeholder),
    ),
  };
}

function omittedFor(person: MissingValues): Omitted {
  return { recipient: { kind: 'number', number: person.number }, problem: missingProblem([person]) };
}

function refused(problem: Problem, omitted: Omitted[] = []): Messages {
  return { ok: false, problem, omitted };
}

/** Contacts read at once. Other work goes between two batches. */
const MAX_LOOKED_UP_AT_ONCE = 50;

/**
 * Fills a template for each number with what the workspace's contacts say, and trims the texts. Works for 10,000 numbers.
 *
 * @param links `kept`: they work from now on; `sample`: they only have the right length
 */
export type Render = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  links: 'kept' | 'sample',
) => Promise<Rendered>;

/** Like `Render`, for a few numbers whose contacts were looked up already. */
export type Fill = (
  workspace: string,
  pieces: Pieces,
  numbers: readonly LocalNumber[],
  contacts: ReadonlyMap<LocalNumber, ContactFacts>,
  links: 'kept' | 'sample',
) => Promise<Rendered>;

export function createFill(stopLinks: Pick<StopLinks, 'keep' | 'sample'>): Fill {
  return async (workspace, pieces, numbers, contacts, links) => {
    const keepsLinks = hasStop(pieces) && links === 'kept';
    const keptLinks = keepsLinks ? await stopLinks.keep(workspace, numbers, null) : null;
    const texts = new Map<LocalNumber, string>();
    const lacking: MissingValues[] = [];
    for (const number of numbers) {
      const contact = contacts.get(number) ?? null;
      const link = keptLinks?.get(number) ?? stopLinks.sample();
      const filled = fillIn(pieces, valuesOf(contact, link));
      if (filled.ok) texts.set(number, filled.text.trim());
      else
        lacking.push({
          number,
          name: contact?.name ?? '',
          missing: filled.missing,
          isContact: contact !== null,
        });
    }
    return { texts, lacking };
  };
}

export function createRender({ contacts, fill }: { contacts: ContactLookup; fill: Fill }): Render {
  return async (workspace, pieces, numbers, links) => {
    const texts = new Map<LocalNumber, string>();
    const lacking: MissingValues[] = [];
    for (let from = 0; from < numbers.length; from += MAX_LOOKED_UP_AT_ONCE) {
      if (from > 0) await endOfTurn();
      const batch = numbers.slice(from, from + MAX_LOOKED_UP_AT_ONCE);
      const lookup = await contacts.withNumbers(workspace, batch);
      const contactsByNumber = new Map(lookup.contacts.map(contact => [contact.number, contact]));
      const filled = await fill(workspace, pieces, batch, contactsByNumber, links);
      for (const [number, text] of filled.texts) texts.set(number, text);
      lacking.push(...filled.lacking);
    }
    return { texts, lacking };
  };
}
