import type { Clock } from '../kit/clock.ts';
import { type LocalNumber, maskNumber } from '../kit/number.ts';
import { UnreadableError } from '../kit/store/errors.ts';
import type { Audit } from '../workspace/store/model.ts';
import { type Contact, contactOf, type Never } from './contact.ts';
import type { NeverHash } from './never-hash.ts';
import type { Contacts } from './store/model.ts';

/** What is known of whoever has some numbers: their contacts, and which of them must not be texted. */
export type KnownPeople = {
  contacts: ReadonlyMap<LocalNumber, Contact>;
  never: ReadonlyMap<LocalNumber, Never>;
};

export type NeverText = {
  /**
   * Which of these numbers must not be texted: contacts with that mark, and people who were forgotten with it. Anything
   * planned must have asked this.
   *
   * @throws UnreadableError if we can't tell: then nothing may go out
   */
  of(workspace: string, numbers: readonly LocalNumber[]): Promise<ReadonlyMap<LocalNumber, Never>>;
  /** The same, with the contacts that have these numbers, in one look-up. */
  withContacts(workspace: string, numbers: readonly LocalNumber[]): Promise<KnownPeople>;
  /**
   * This number must not be texted any more, whether or not it is a contact's; the audit log records it.
   *
   * @param by who says so; null: the number's owner. The caller checks whether they may.
   * @returns false: it was already so
   */
  stop(workspace: string, by: string | null, number: LocalNumber): Promise<boolean>;
  /** It may be texted again; `by` as with `stop`. @returns false: it already might */
  allow(workspace: string, by: string | null, number: LocalNumber): Promise<boolean>;
};

export function createNeverText(parts: {
  contacts: Contacts;
  neverHash: Pick<NeverHash, 'known'>;
  audit: Audit;
  clock: Clock;
  newId: () => string;
}): NeverText {
  const { contacts, neverHash, audit, clock, newId } = parts;
  const record = (workspace: string, what: 'never_text' | 'text_again', one: Contact, by: string | null) =>
    audit.record(workspace, {
      what,
      contact: one.id,
      name: one.name,
      number: maskNumber(one.number),
      at: clock.wall(),
      by,
    });

  async function withContacts(workspace: string, numbers: readonly LocalNumber[]): Promise<KnownPeople> {
    const hash = await neverHash.known(workspace);
    const byHash = new Map(hash ? numbers.map(number => [hash(number), number]) : []);
    const found = await contacts.withNumbers(workspace, numbers, [...byHash.keys()]);
    const [unreadable] = found.unreadable;
    if (unreadable !== undefined)
      throw new UnreadableError(`The contact ${unreadable}`, 'it is damaged, or another version wrote it');
    const marked = found.contacts.flatMap(({ number, never }): [LocalNumber, Never][] =>
      never ? [[number, never]] : [],
    );
    const forgotten = [...found.stops].flatMap(([hashed, never]): [LocalNumber, Never][] => {
      const number = byHash.get(hashed);
      return number ? [[number, never]] : [];
    });
    return {
      contacts: new Map(found.contacts.map(one => [one.number, one])),
      never: new Map([...forgotten, ...marked]),
    };
  }

  return {
    of: async (workspace, numbers) => (await withContacts(workspace, numbers)).never,
    withContacts,

    async stop(workspace, by, number) {
      const fresh = contactOf({ id: newId(), workspace, number });
      const never = { at: clock.wall(), by };
      const stopped = await contacts.update(workspace, { numbers: [number] }, ({ contacts: [known] }) => {
        if (known?.never) return { change: {}, result: null };
        const one = { ...(known ?? fresh), never };
        return { change: { contacts: [one] }, result: one };
      });
      if (stopped) await record(workspace, 'never_text', stopped, by);
      return stopped !== null;
    },

    async allow(workspace, by, number) {
      const hashed = (await neverHash.known(workspace))?.(number);
      const asked = { numbers: [number], stops: hashed === undefined ? [] : [hashed] };
      const allowed = await contacts.update(workspace, asked, ({ contacts: [known], stops }) => {
        if (!known?.never && stops.size === 0) return { change: {}, result: null };
        const one = known ?? contactOf({ id: newId(), workspace, number });
        return {
          change: {
            contacts: known ? [{ ...known, never: null }] : [],
            stops: new Map([...stops.keys()].map(hash => [hash, null])),
          },
          result: one,
        };
      });
      if (allowed) await record(workspace, 'text_again', allowed, by);
      return allowed !== null;
    },
  };
}
