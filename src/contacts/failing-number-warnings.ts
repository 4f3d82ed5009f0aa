import { maskNumber } from '../kit/number.ts';
import { button } from '../kit/slack/elements.ts';
import { openerOf } from '../kit/slack/form.ts';
import { isSought, type WarningSource } from '../kit/slack/warnings.ts';
import { harmless } from '../kit/slack-text.ts';
import type { History } from '../texts/store/history.ts';
import type { Contacts } from './store/store.ts';

declare module '../kit/slack/warnings.ts' {
  interface WarningKinds {
    contact_failing: true;
  }
}

/** A number that is refused so often in a row isn't anybody's. */
const MIN_TIMES = 3;

/** Contacts whose number the SMS service has refused three times in a row. */
export function failingNumberWarnings(deps: {
  history: Pick<History, 'failing'>;
  contacts: Pick<Contacts, 'withNumbers'>;
}): WarningSource {
  const { history, contacts } = deps;
  return {
    kind: 'contact_failing',
    isUrgent: false,
    async find(workspace, among) {
      const failing = (await history.failing(workspace)).filter(({ times }) => times >= MIN_TIMES);
      if (failing.length === 0) return [];
      const timesOf = new Map(failing.map(({ number, times }) => [number, times]));
      const holders = await contacts.withNumbers(workspace, [...timesOf.keys()]);
      return holders.contacts.flatMap(({ id, name, number }) => {
        const times = timesOf.get(number);
        if (times === undefined || !isSought(among, id)) return [];
        return {
          subject: id,
          people: [],
          leaders: 'managers' as const,
          isToldElsewhere: false,
          say: ({ people }) => ({
            text: people.failing({ name: harmless(name, 60), number: maskNumber(number), times }),
            button: button({
              action: openerOf({ id: 'contact' }, 'change'),
              label: people.change,
              value: id,
            }),
          }),
        };
      });
    },
  };
}
