import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../kit/clock.ts';
import type { Problem } from '../kit/problem.ts';
import { type Documents, documentAt, documentIn } from '../kit/store/documents.ts';
import { ifUnreadable } from '../kit/store/errors.ts';
import type { Tx } from '../kit/store/store.ts';
import type { Audit } from './audit-log.ts';
import type { ScheduledDeletions } from './scheduled-deletions.ts';
import type { SealedDocument, Sealer } from './sealing.ts';

export const LINKED_KEY = {
  kind: 'linked key',
  document: 'linked-key',
  contextOf: (workspace: string): string => `api key of ${workspace}`,
  remedy: 'an admin there links it again with /sms link',
} as const satisfies SealedDocument;

const linkedKeySchema = z.object({
  sealed: z.string(),
  fingerprint: z.string(),
  linkedBy: z.string(),
  linkedAt: z.number(),
  /** The service that the fingerprint is for. */
  baseUrl: z.string(),
});

/** A linked key without the secret. */
export type LinkedKey = { fingerprint: string; linkedBy: string; linkedAt: number };

/** The service's refusals that prove, without a text, that a key doesn't work. */
export type KeyRefusal = 'INVALID_API_KEY' | 'ACCOUNT_SUSPENDED';

/** The service's answer about a key; `none`: it proves nothing. */
export type ProbeResult =
  | { kind: 'news'; code: KeyRefusal }
  | { kind: 'none' }
  | { kind: 'unreachable'; cause: unknown };

/**
 * The result of linking. `linked_unasked`: the service was unreachable, so the key is unchecked. `refused`: the person may not
 * link. `not_accepted`: the service says that the key doesn't work.
 */
export type Linking =
  | { kind: 'linked' }
  | { kind: 'linked_unasked'; cause: unknown }
  | { kind: 'refused'; problem: Problem }
  | { kind: 'not_accepted'; code: KeyRefusal };

/** A workspace's linked key. `unreadable`: its document is unreadable, or none of our encryption keys decrypts it. */
export type KnownKey = { fingerprint: string } | 'none' | 'unreadable';
/** A workspace's decrypted key, ready for a request. */
export type OpenedKey = { apiKey: string; fingerprint: string };

export type LinkedKeys = {
  known(workspace: string): Promise<KnownKey>;
  /** The linked key without the secret; null if there is none or it is unreadable. */
  linked(workspace: string): Promise<LinkedKey | null>;
  /** Waits for a linking in progress in this process: a `/sms` right after it is for the new key. */
  settled(workspace: string): Promise<void>;
  /** True if a linking of this workspace is in progress in this process. */
  isLinking(workspace: string): boolean;
  /** Decrypts the key for one request. */
  open(workspace: string): Promise<OpenedKey | 'none' | 'unreadable'>;
  /** Like `open`, in a transaction. `at`: the record that it reads, for `Tx.load`. */
  openIn(tx: Tx, workspace: string, now: number): OpenedKey | 'none' | 'unreadable';
  at(workspace: string): ReturnType<typeof documentAt>;
  /**
   * Links a key, unless the service refuses it for certain; waiting texts move to it. Only a sent text proves that a key works, so
   * a new key is unproven until then.
   *
   * @param refusal returns why the person may not link, or null; called as part of linking, so that `settled` waits for it, too
   */
  link(
    workspace: string,
    apiKey: string,
    userId: string,
    refusal: () => Promise<Problem | null>,
  ): Promise<Linking>;
  /**
   * Deletes the key and refuses the waiting texts; returns their number.
   *
   * @param by the user id of the admin; null: the app itself
   * @param because the problem reported for the waiting texts
   */
  unlink(workspace: string, by: string | null, because?: Problem): Promise<number>;
  /** Releases the texts that wait behind a held key; false if no key is linked. */
  tryAgain(workspace: string, by: string): Promise<boolean>;
};

/** True for one word of printable ASCII, of at most 512 characters. */
export function isPlausibleKey(typed: string): boolean {
  return /^[\x21-\x7e]{1,512}$/.test(typed);
}

/** Identifies a key of a service without revealing it. Rate limits and holds are kept under it. */
export function fingerprintOf(baseUrl: string, apiKey: string): string {
  return createHash('sha256').update(`${baseUrl}\0${apiKey}`).digest('hex');
}

/** The part of linking and releasing keys that concerns texts, implemented by the texts feature. */
export type TextsByKey = {
  /** Asks the service about a key, if the key's rate limit has room. */
  askAbout(apiKey: string, fingerprint: string): Promise<ProbeResult>;
  releaseHold(fingerprint: string, now: number): Promise<void>;
  moveWaiting(workspace: string, fingerprint: string, now: number): Promise<void>;
  /** Refuses the workspace's waiting texts; returns their number. */
  refuseWaiting(workspace: string, problem: Problem, now: number): Promise<number>;
  wake(): void;
};

declare module '../kit/slack/services.ts' {
  interface Extensions {
    textsByKey: TextsByKey;
  }
}

export function createLinkedKeys(deps: {
  documents: Documents;
  deletions: ScheduledDeletions;
  /** Null if the app has no texts. */
  texts: () => TextsByKey | null;
  audit: Audit;
  sealer: Sealer;
  baseUrl: string;
  clock: Clock;
}): LinkedKeys {
  const { documents, deletions, texts, audit, sealer, baseUrl, clock } = deps;
  const inFlight = new Map<string, Promise<unknown>>();

  const read = (workspace: string): Promise<z.infer<typeof linkedKeySchema> | 'unreadable' | undefined> =>
    documents.get(workspace, LINKED_KEY.document, linkedKeySchema).catch(ifUnreadable('unreadable' as const));

  type StoredKey = z.infer<typeof linkedKeySchema>;
  const opened = (workspace: string, { sealed }: StoredKey): string | null =>
    sealer.open(sealed, LINKED_KEY.contextOf(workspace));

  /** A key's fingerprint for the present SMS_BASE_URL, which may have changed since the key was linked. */
  function fingerprintIn(workspace: string, key: StoredKey): string {
    const apiKey = key.baseUrl === baseUrl ? null : opened(workspace, key);
    return apiKey === null ? key.fingerprint : fingerprintOf(baseUrl, apiKey);
  }

  function openedOf(
    workspace: string,
    key: StoredKey | 'unreadable' | undefined,
  ): OpenedKey | 'none' | 'unreadable' {
    if (!key) return 'none';
    const apiKey = key === 'unreadable' ? null : opened(workspace, key);
    if (key === 'unreadable' || apiKey === null) return 'unreadable';
    const fingerprint = key.baseUrl === baseUrl ? key.fingerprint : fingerprintOf(baseUrl, apiKey);
    return { apiKey, fingerprint };
  }

  function knownOf(workspace: string, key: StoredKey | 'unreadable' | undefined): KnownKey {
    if (!key || key === 'unreadable') return key ?? 'none';
    return { fingerprint: fingerprintIn(workspace, key) };
  }

  async function linked(workspace: string): Promise<LinkedKey | null> {
    const key = await read(workspace);
    if (!key || key === 'unreadable') return null;
    const { linkedBy, linkedAt } = key;
    return { fingerprint: fingerprintIn(workspace, key), linkedBy, linkedAt };
  }

  async function link(
    workspace: string,
    apiKey: string,
    userId: string,
    refusal: () => Promise<Problem | null>,
  ): Promise<Linking> {
    const problem = await refusal();
    if (problem) return { kind: 'refused', problem };
    const fingerprint = fingerprintOf(baseUrl, apiKey);
    const answer = (await texts()?.askAbout(apiKey, fingerprint)) ?? { kind: 'none' };
    if (answer.kind === 'news') return { kind: 'not_accepted', code: answer.code };
    // Linking a key proves that the app is installed, whatever an earlier event said.
    await deletions.cancel(workspace);
    await documents.set(workspace, LINKED_KEY.document, {
      sealed: sealer.seal(apiKey, LINKED_KEY.contextOf(workspace)),
      fingerprint,
      linkedBy: userId,
      linkedAt: clock.wall(),
      baseUrl,
    });
    await audit.record(workspace, { what: 'key_linked', at: clock.wall(), by: userId });
    await texts()?.moveWaiting(workspace, fingerprint, clock.now());
    await texts()?.releaseHold(fingerprint, clock.now());
    texts()?.wake();
    return answer.kind === 'unreachable'
      ? { kind: 'linked_unasked', cause: answer.cause }
      : { kind: 'linked' };
  }

  return {
    async settled(workspace) {
      await inFlight.get(workspace)?.catch(() => undefined);
    },
    isLinking: workspace => inFlight.has(workspace),
    linked,
    known: async workspace => knownOf(workspace, await read(workspace)),
    at: workspace => documentAt(workspace, LINKED_KEY.document),
    openIn(tx, workspace, now) {
      try {
        return openedOf(workspace, documentIn(tx, workspace, LINKED_KEY.document, linkedKeySchema, now));
      } catch (error) {
        return ifUnreadable('unreadable' as const)(error);
      }
    },
    open: async workspace => openedOf(workspace, await read(workspace)),
    link(workspace, apiKey, userId, refusal) {
      const linking = link(workspace, apiKey, userId, refusal);
      inFlight.set(workspace, linking);
      const done = (): void => {
        if (inFlight.get(workspace) === linking) inFlight.delete(workspace);
      };
      linking.then(done, done);
      return linking;
    },
    async unlink(workspace, by, because = { kind: 'UNLINKED' }) {
      const wasLinked = await documents.has(workspace, LINKED_KEY.document);
      await documents.delete(workspace, LINKED_KEY.document);
      const refused = (await texts()?.refuseWaiting(workspace, because, clock.now())) ?? 0;
      texts()?.wake();
      if (wasLinked)
        await audit.record(workspace, { what: 'key_unlinked', texts: refused, at: clock.wall(), by });
      return refused;
    },
    async tryAgain(workspace, by) {
      const key = await linked(workspace);
      if (!key) return false;
      await texts()?.releaseHold(key.fingerprint, clock.now());
      texts()?.wake();
      await audit.record(workspace, { what: 'tried_again', at: clock.wall(), by });
      return true;
    },
  };
}
