import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Connection } from './connection.ts';

/** Runs a script on one key as one atomic step. */
export type Script = (key: string, given: string[]) => Promise<unknown>;

/** The script in `<name>.lua`: sent once, then called by its digest. */
export function loadScript({ ask }: Pick<Connection, 'ask'>, name: string): Script {
  const source = readFileSync(new URL(`${name}.lua`, import.meta.url), 'utf8');
  const digest = createHash('sha1').update(source).digest('hex');
  return (key, given) => {
    const how = { keys: [key], arguments: given };
    return ask(client =>
      client.evalSha(digest, how).catch(error => {
        if (error instanceof Error && error.message.startsWith('NOSCRIPT')) return client.eval(source, how);
        throw error;
      }),
    );
  };
}
