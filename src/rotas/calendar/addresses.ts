import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../kit/clock.ts';
import type { Documents, Revisions } from '../../kit/store/documents.ts';

/*
 * The secret addresses of calendars. Each belongs to the person who made it, because a calendar program can't log in: it shows what that
 * person may see, and ends with their permission. Only hashes are stored, so an address is shown once.
 */

const DOCUMENT = 'calendars';
/** The most addresses of a workspace: some for everybody in every rota. */
const MAX_ADDRESSES = 500;

const addressSchema = z.object({
  /** SHA-256 of the token, in hexadecimal. */
  hash: z.string(),
  /** The id of the rota; null for all turns of `by`. */
  rota: z.string().nullable(),
  by: z.string(),
  at: z.int(),
});
const schema = z.array(addressSchema);
export type CalendarAddress = z.infer<typeof addressSchema>;

/** The workspace, which finds the document, and the secret, which the log knows by how it begins. */
const TOKEN = /^([A-Z0-9]{1,30})-smsc_[\w-]{43}$/;

const hashOf = (token: string): Buffer => createHash('sha256').update(token).digest();

export const newToken = (workspace: string): string =>
  `${workspace}-smsc_${randomBytes(32).toString('base64url')}`;

export type CalendarAddresses = {
  list(workspace: string): Promise<CalendarAddress[]>;
  /** Makes a person's address for a rota (null: for their own turns). It takes the place of their earlier one. */
  make(workspace: string, by: string, rota: string | null, token: string): Promise<'made' | 'too_many'>;
  /** Ends addresses for a rota (null: for people's own turns). @param by whose; null: everybody's. @returns how many */
  revoke(workspace: string, by: string | null, rota: string | null): Promise<number>;
  /** Null if there is no such address. */
  find(token: string): Promise<(CalendarAddress & { workspace: string }) | null>;
};

export function createCalendarAddresses(deps: {
  documents: Documents;
  revisions: Revisions;
  clock: Pick<Clock, 'wall'>;
}): CalendarAddresses {
  const { documents, revisions, clock } = deps;
  const list = async (workspace: string): Promise<CalendarAddress[]> =>
    (await documents.get(workspace, DOCUMENT, schema)) ?? [];
  return {
    list,
    async make(workspace, by, rota, token) {
      let result: 'made' | 'too_many' = 'made';
      await revisions.update(workspace, DOCUMENT, schema, (all = []) => {
        const remaining = all.filter(address => address.by !== by || address.rota !== rota);
        result = remaining.length >= MAX_ADDRESSES ? 'too_many' : 'made';
        if (result === 'too_many') return all;
        return [...remaining, { hash: hashOf(token).toString('hex'), rota, by, at: clock.wall() }];
      });
      return result;
    },
    async revoke(workspace, by, rota) {
      let count = 0;
      await revisions.update(workspace, DOCUMENT, schema, (all = []) => {
        const staying = all.filter(address => address.rota !== rota || (by !== null && address.by !== by));
        count = all.length - staying.length;
        return staying;
      });
      return count;
    },
    async find(token) {
      const workspace = TOKEN.exec(token)?.[1];
      if (workspace === undefined) return null;
      const hash = hashOf(token);
      const address = (await list(workspace)).find(({ hash: stored }) =>
        timingSafeEqual(Buffer.from(stored, 'hex'), hash),
      );
      return address ? { ...address, workspace } : null;
    },
  };
}
