import { contactOf, MAX_CONTACTS, MAX_GROUPS } from '../src/domain/contact.ts';
import type { LocalNumber } from '../src/domain/number.ts';
import { createOffers } from '../src/workspaces/offered.ts';
import { WORKSPACE } from './filling.ts';
import { withEmptyStore } from './growth.ts';
import { quantile } from './parts.ts';
import type { Engine } from './world.ts';

const GIVEN = ['Ranu', 'Shirin', 'Abdul', 'মোছাঃ রহিমা', 'মোঃ আব্দুল', 'শামীমা', 'Tahmina', 'রফিকুল'];
const FAMILY = ['Begum', 'Khatun', 'বেগম', 'বড়ুয়া', 'Islam', 'ইসলাম', 'Hossain', 'চক্রবর্তী'];
/** What somebody types while looking for a name or a number. */
const TYPED = ['r', 'ran', 'ranu beg', 'রহি', 'বড়ু', 'islam 4', '345', '৪৫৬', 'no such name', ''];
/** As many of each kind as a form's field offers (src/slack/options/recipients.ts). */
const OFFERED = 20;
const TOGETHER = 500;
const ROUNDS = 10;

/** Milliseconds until the contacts and groups that a field offers are found, in a store with the most there can be. */
export function lookingUpPeople(engine: Engine): Promise<{ p95: number; facts: string }> {
  return withEmptyStore(engine, async (storage, fill) => {
    const { contacts } = storage;
    const { offered } = createOffers(contacts);
    await fill(async () => {
      for (let from = 0; from < MAX_CONTACTS; from += TOGETHER) {
        const some = Array.from({ length: TOGETHER }, (_, n) => person(from + n));
        await contacts.update(WORKSPACE, {}, () => ({ change: { contacts: some }, result: null }));
      }
      const groups = Array.from({ length: MAX_GROUPS }, (_, n) => ({
        ...{ id: `g${n}`, workspace: WORKSPACE },
        name: `Union ${n} ${FAMILY[n % FAMILY.length]}`,
      }));
      await contacts.update(WORKSPACE, {}, () => ({ change: { groups }, result: null }));
    });
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      for (const typed of TYPED) {
        const began = performance.now();
        await offered(WORKSPACE, typed, OFFERED);
        times.push(performance.now() - began);
      }
    }
    const [p50, p95] = [quantile(times, 0.5), quantile(times, 0.95)];
    return { p95, facts: `${p95.toFixed(0)} ms, p50 ${p50.toFixed(0)} ms` };
  });
}

function person(n: number) {
  const number = `017${String(n * 1999).padStart(8, '0')}` as LocalNumber;
  const name = `${GIVEN[n % GIVEN.length]} ${FAMILY[Math.floor(n / 7) % FAMILY.length]} ${n}`;
  return { ...contactOf({ id: `contact-${n}-of-the-workspace`, workspace: WORKSPACE, number }), name };
}
