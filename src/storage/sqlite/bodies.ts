import type { Intent } from '../../domain/intent.ts';
import { fromIntent, toIntent } from '../rows.ts';

/** Most intents are told of within seconds. */
const MOST = 5000;

/** Intents as they are stored. */
export type Bodies = {
  write(intent: Intent): string;
  /** `row`: with a `body`. */
  read(row: Record<string, unknown>): Intent;
  /** Intents were removed: what they said is not to stay in memory either. */
  forget(): void;
};

/** An intent never changes: of the last ones, what was written or read is not read into an object and checked again. */
export function createBodies(): Bodies {
  const known = new Map<string, Intent>();

  function remember(body: string, intent: Intent): void {
    known.set(body, intent);
    if (known.size <= MOST) return;
    for (const oldest of known.keys()) {
      known.delete(oldest);
      return;
    }
  }

  return {
    write(intent) {
      const body = fromIntent(intent);
      remember(body, intent);
      return body;
    },
    read(row) {
      const before = known.get(String(row.body));
      if (before) return before;
      const intent = toIntent(row);
      remember(String(row.body), intent);
      return intent;
    },
    forget: () => known.clear(),
  };
}
