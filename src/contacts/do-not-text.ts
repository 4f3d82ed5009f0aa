import { createHmac } from 'node:crypto';
import type { Clock } from '../kit/clock.ts';
import type { LocalNumber } from '../kit/number.ts';
import { type Documents, documentAt, type Revisions } from '../kit/store/documents.ts';
import { UnreadableError } from '../kit/store/errors.ts';
import type { Tx } from '../kit/store/store.ts';
import type { DoNotTextInStep } from '../texts/recipient-directory.ts';
import type { Audit } from '../workspace/audit-log.ts';
import { createSealedKey, type SealedDocument, type Sealer } from '../workspace/sealing.ts';
import { auditedAs, type Contact, contactOf, type DoNotText } from './contact.ts';
import { type Contacts, doNotTextAt, isDoNotText } from './store/store.ts';

/** The contacts that have some numbers, and those of the numbers that must not be texted. */
export type KnownPeople = {
  contacts: ReadonlyMap<LocalNumber, Contact>;
  doNotText: ReadonlyMap<LocalNumber, DoNotText>;
};

export type DoNotTextList = {
  /**
   * Returns those of the numbers that must not be texted: numbers of marked contacts, and numbers that were deleted
   * or erased with the mark. Every plan must check this.
   *
   * @throws UnreadableError if we can't tell; then nothing may be sent
   */
  of(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, DoNotText>>;
  /** Also returns the contacts that have these numbers, from the same look-up. */
  withContacts(workspace: string, numbers: readonly LocalNumber[]): Promise<KnownPeople>;
  /**
   * Marks a number "never text", whether or not it is a contact's, and records it in the audit log.
   *
   * @param by the user who sets it; null for the number's owner. The caller checks their permission.
   * @returns false if it was marked already
   */
  stop(workspace: string, by: string | null, number: LocalNumber): Promise<boolean>;
  /** Removes the mark; `by` as with `stop`. @returns false if there was none */
  allow(workspace: string, by: string | null, number: LocalNumber): Promise<boolean>;
};

export function createDoNotTextList(deps: {
  contacts: Contacts;
  doNotTextHash: Pick<DoNotTextHash, 'known'>;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): DoNotTextList {
  const { contacts, doNotTextHash, audit, clock, newId } = deps;
  const record = (
    workspace: string,
    action: 'never_text' | 'text_again',
    contact: Contact,
    by: string | null,
  ) =>
    audit.record(workspace, {
      what: action,
      ...auditedAs(contact),
      at: clock.wall(),
      by,
    });

  async function withContacts(workspace: string, numbers: readonly LocalNumber[]): Promise<KnownPeople> {
    const hash = await doNotTextHash.known(workspace);
    const byHash = new Map(hash ? numbers.map(number => [hash(number), number]) : []);
    const stored = await contacts.withNumbers(workspace, numbers, [...byHash.keys()]);
    const [unreadable] = stored.unreadable;
    if (unreadable !== undefined)
      throw new UnreadableError(`The contact ${unreadable}`, 'it is damaged, or another version wrote it');
    const marked = stored.contacts.flatMap(({ number, doNotText }): [LocalNumber, DoNotText][] =>
      doNotText ? [[number, doNotText]] : [],
    );
    const erased = [...stored.stops].flatMap(([hashed, doNotText]): [LocalNumber, DoNotText][] => {
      const number = byHash.get(hashed);
      return number ? [[number, doNotText]] : [];
    });
    return {
      contacts: new Map(stored.contacts.map(contact => [contact.number, contact])),
      doNotText: new Map([...erased, ...marked]),
    };
  }

  return {
    of: async (workspace, numbers) => (await withContacts(workspace, numbers)).doNotText,
    withContacts,

    async stop(workspace, by, number) {
      const fresh = contactOf({ id: newId(), workspace, number });
      const doNotText = { at: clock.wall(), by };
      const stopped = await contacts.update(workspace, { numbers: [number] }, ({ contacts: [current] }) => {
        if (current?.doNotText) return { change: {}, result: null };
        const contact = { ...(current ?? fresh), doNotText };
        return { change: { contacts: [contact] }, result: contact };
      });
      if (stopped) await record(workspace, 'never_text', stopped, by);
      return stopped !== null;
    },

    async allow(workspace, by, number) {
      const hashed = (await doNotTextHash.known(workspace))?.(number);
      const question = { numbers: [number], stops: hashed === undefined ? [] : [hashed] };
      const allowed = await contacts.update(workspace, question, ({ contacts: [current], stops }) => {
        if (!current?.doNotText && stops.size === 0) return { change: {}, result: null };
        const contact = current ?? contactOf({ id: newId(), workspace, number });
        return {
          change: {
            contacts: current ? [{ ...current, doNotText: null }] : [],
            stops: new Map([...stops.keys()].map(hash => [hash, null])),
          },
          result: contact,
        };
      });
      if (allowed) await record(workspace, 'text_again', allowed, by);
      return allowed !== null;
    },
  };
}

export const DO_NOT_TEXT_KEY = {
  kind: 'never-text key',
  document: 'never-text-key',
  contextOf: (workspace: string): string => `hashes of ${workspace}`,
  remedy:
    'nothing is texted there until the key that sealed it is back, since nobody knows any more who asked not to be texted',
} as const satisfies SealedDocument;

declare module '../workspace/sealing.ts' {
  interface SealedDocuments {
    contacts: 'never-text key';
  }
}

/** Hashes a number with the workspace's own key. Without the key, trying all numbers reveals nothing. */
type HashNumber = (number: LocalNumber) => string;

/** Recognises marked numbers that we must not store, because their contacts were deleted or erased. */
export type DoNotTextHash = {
  /**
   * Null if the workspace has never stored a hash.
   *
   * @throws UnreadableError if its key can't be opened: then we can't tell which numbers are marked
   */
  known(workspace: string): Promise<HashNumber | null>;
  /** `known` within a transaction. `at`: the key's record, for `Tx.load` to prefetch. */
  knownIn(tx: Tx, workspace: string, now: number): HashNumber | null;
  at(workspace: string): ReturnType<typeof documentAt>;
  /** For storing a hash: creates the workspace's key if there is none. */
  toKeep(workspace: string): Promise<HashNumber>;
};

export function createDoNotTextHash(deps: {
  documents: Documents;
  revisions: Revisions;
  sealer: Sealer;
}): DoNotTextHash {
  const keys = createSealedKey(deps, { ...DO_NOT_TEXT_KEY, ifLost: 'refuse' });
  const hashing =
    (key: Buffer): HashNumber =>
    number =>
      createHmac('sha256', key).update(number).digest('base64url');
  return {
    async known(workspace) {
      const key = await keys.known(workspace);
      return key && hashing(key);
    },
    at: workspace => documentAt(workspace, DO_NOT_TEXT_KEY.document),
    knownIn(tx, workspace, now) {
      const key = keys.knownIn(tx, workspace, now);
      return key && hashing(key);
    },
    toKeep: async workspace => hashing(await keys.toKeep(workspace)),
  };
}

/** Looks up marked numbers within a transaction. */
export const createDoNotTextInStep = (
  doNotTextHash: Pick<DoNotTextHash, 'at' | 'knownIn'>,
): DoNotTextInStep => ({
  at: (workspace, numbers) => [doNotTextHash.at(workspace), ...doNotTextAt(workspace, numbers, [])],
  of(tx, workspace, numbers, now) {
    const hash = doNotTextHash.knownIn(tx, workspace, now);
    const hashes = new Map(hash ? numbers.map(number => [number, hash(number)]) : []);
    tx.load(doNotTextAt(workspace, numbers, [...hashes.values()]));
    return number => isDoNotText(tx, workspace, number, hashes.get(number) ?? null);
  },
});
