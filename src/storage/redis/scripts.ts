import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PACE } from '../../domain/pace.ts';
import type { Connection } from './connection.ts';

/** All keys bear one hash tag, so that one script may touch any of them. */
export const PREFIX = '{sms}:';

const PACED = new Set(['claim', 'take-slot']);

/** What a script is given: numbers, texts, flags; undefined and null are "not given". */
type Arguments = Record<string, unknown>;

export type Scripts = {
  /** Runs `lua/<name>.lua` as one atomic step; what it returns is for the caller to read. */
  run(name: string, given: Arguments): Promise<unknown>;
};

/** The operations of the outbox, each one script: sent once, then called by its digest. */
export function loadScripts(connection: Connection, owner: string): Scripts {
  const sources = new Map<string, { text: string; digest: string }>();
  const fileOf = (name: string): string => readFileSync(new URL(`lua/${name}.lua`, import.meta.url), 'utf8');
  const sourceOf = (name: string): { text: string; digest: string } => {
    let source = sources.get(name);
    if (!source) {
      const text = [fileOf('prelude'), ...(PACED.has(name) ? [fileOf('pace')] : []), fileOf(name)].join('\n');
      source = { text, digest: createHash('sha1').update(text).digest('hex') };
      sources.set(name, source);
    }
    return source;
  };
  return {
    async run(name, given) {
      const { text, digest } = sourceOf(name);
      const how = { keys: [PREFIX], arguments: [JSON.stringify({ ...given, owner, pace: PACE })] };
      return connection.ask(client =>
        client.evalSha(digest, how).catch(error => {
          if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(text, how);
          throw error;
        }),
      );
    },
  };
}
