import type { DatabaseSync } from 'node:sqlite';

/** What one process tells the others on the same data. */
export interface Facts {
  /** The address at which callers and browsers reach the service; null before its first start. */
  publicUrl(): string | null;
  setPublicUrl(url: string): void;
  /** Writes the time; throws if nothing can be written now. */
  writeTime(now: number): void;
}

export function createFacts(database: DatabaseSync): Facts {
  const select = database.prepare('SELECT value FROM facts WHERE name = ?');
  const upsert = database.prepare(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
  );
  return {
    publicUrl: () => (select.get('public_url')?.value as string | undefined) ?? null,
    setPublicUrl: url => void upsert.run('public_url', url),
    writeTime: now => void upsert.run('written_at', String(now)),
  };
}
