import { z } from 'zod';
import type { Mail, Mailbox, Mailboxes } from '../ports.ts';
import type { Connection } from './connection.ts';
import { firstScore, toGiven } from './intents.ts';
import type { Scripts } from './scripts.ts';

/** More letters than this, or more bytes of them, are looked at in several turns. */
const LETTERS = 100;
const LETTER_BYTES = 1024 * 1024;

const putSchema = z.tuple([z.enum(['added', 'known', 'conflict']), z.string()]);
const leasedSchema = z.array(z.tuple([z.string(), z.string(), z.string().nullable(), z.array(z.string())]));
const idSchema = z.tuple([z.enum(['alerts', 'posts']), z.string(), z.string()]);

function boxOf(id: string): Mailbox {
  const [kind, workspace, name] = idSchema.parse(JSON.parse(id));
  return { kind, workspace, name };
}

const withId = (box: Mailbox) => ({ ...box, id: JSON.stringify([box.kind, box.workspace, box.name]) });

export function createMailboxes(connection: Connection, scripts: Scripts): Mailboxes {
  return {
    async put({ id, box, body, sameness }, now) {
      const given = { id, box: withId(box), body, now, ...sameness };
      const [kind, first] = putSchema.parse(await scripts.runInTime('put-letter', given));
      return { kind, id: first };
    },
    async lease(kind, now, leaseUntil, limit) {
      const leased = await scripts.runInTime('lease-mail', {
        kind,
        now,
        leaseUntil,
        limit,
        letters: LETTERS,
        letterBytes: LETTER_BYTES,
      });
      return leasedSchema.parse(leased).map(
        ([id, version, state, letters]): Mail => ({
          box: boxOf(id),
          version: Number(version),
          state,
          letters,
        }),
      );
    },
    async commit({ box, version, letters: taken }, { state, dueAt, intents, letters, unreadable }, now) {
      const answer = await scripts.run('commit-mail', {
        box: withId(box),
        version,
        taken: taken.length,
        state,
        dueAt,
        intents: intents.map(toGiven),
        letters: letters.map(letter => ({ box: withId(letter.box), body: letter.body })),
        unreadable,
        now,
      });
      return answer === 1;
    },
    nextDue: kind => firstScore(connection, `mail:${kind}`),
    async hasten(kind, now) {
      await scripts.run('hasten-mail', { kind, now });
    },
    sweep: async () => 0, // Identities leave Redis by themselves.
  };
}
