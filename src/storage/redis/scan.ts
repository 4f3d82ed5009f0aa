import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';

/** All our keys without their prefix, in chunks. A key may come twice, and one that is added meanwhile may not come at all. */
export async function* scan({ ask }: Pick<Connection, 'ask'>): AsyncGenerator<string[]> {
  for (let cursor = '0'; ; ) {
    const found = await ask(client => client.scan(cursor, { MATCH: `${PREFIX}*`, COUNT: 1000 }));
    yield found.keys.map(name => name.slice(PREFIX.length));
    cursor = String(found.cursor);
    if (cursor === '0') return;
  }
}

/** Those of them that are wanted, each once. */
export async function scanFor(
  connection: Pick<Connection, 'ask'>,
  isAsked: (name: string) => boolean,
): Promise<string[]> {
  const names = new Set<string>();
  for await (const some of scan(connection)) for (const name of some) if (isAsked(name)) names.add(name);
  return [...names];
}
