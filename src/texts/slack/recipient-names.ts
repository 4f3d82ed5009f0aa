import type { LocalNumber, ShowNumber } from '../../kit/number.ts';
import { harmless } from '../../kit/slack-text.ts';
import type { Log } from '../../log.ts';
import { showingNumbers } from '../../workspace/masking.ts';
import type { People } from '../../workspace/people.ts';
import type { Settings } from '../../workspace/settings.ts';
import type { ContactFacts, ContactLookup } from '../recipient-directory.ts';
import { readerProblem } from '../sending/send-policy.ts';

const MAX_SHOWN = 40;

/**
 * Returns how to show numbers to a reader: after their contacts' names, if the reader may see contacts. Names are
 * looked up each time, so that they are stored nowhere else.
 *
 * @param reader a user id; null for everybody in a channel
 */
export type Naming = (
  workspace: string,
  reader: string | null,
  numbers: readonly LocalNumber[],
  rules: Settings,
) => Promise<ShowNumber>;

export function createNaming(deps: {
  contacts: ContactLookup;
  people: Pick<People, 'facts'>;
  log: Log;
}): Naming {
  const { contacts, people, log } = deps;
  return async (workspace, reader, numbers, rules) => {
    const show = showingNumbers(rules);
    if (reader === null && !rules.nameContacts) return show;
    try {
      const names = namesIn(await contacts.withNumbers(workspace, numbers));
      const isSeen = async (id: string) => !readerProblem(await people.facts(workspace, id), rules);
      if (names.size === 0 || (reader !== null && !(await isSeen(reader)))) return show;
      return number => [...withName(names.get(number)), show(number)].join(' ');
    } catch (error) {
      log.warn({ err: error, workspace }, 'contacts could not be named');
      return show;
    }
  };
}

export function namesIn({
  contacts,
}: {
  contacts: readonly ContactFacts[];
}): ReadonlyMap<LocalNumber, string> {
  return new Map(contacts.flatMap(({ number, name }) => (name === '' ? [] : [[number, name]])));
}

const withName = (name: string | undefined): string[] =>
  name === undefined ? [] : [harmless(name, MAX_SHOWN)];
