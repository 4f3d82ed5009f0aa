import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/** Something from outside that a process works on, and at which it may stand still. */
export const handledSchema = z.object({
  kind: z.enum(['inbox', 'call']),
  /** The inbox's id, or the hook's. */
  of: z.string(),
  workspace: z.string(),
  /** The events of the turn; of a call, what names its body. */
  parts: z.array(z.string()),
});
export type Handled = z.infer<typeof handledSchema>;

/** What this process works on. Many things are under way at a time, but only one of them has the event loop. */
export type Handling = {
  /** Does the work; whatever runs for it until it ends, runs in the name of what is handled. */
  run<T>(handled: Handled, work: () => Promise<T>): Promise<T>;
  /** In whose name the code runs that asks; null: nothing's, or the work is over. */
  current(): Handled | null;
};

export function createHandling(): Handling {
  const storage = new AsyncLocalStorage<{ handled: Handled; isOver: boolean }>();
  return {
    async run(handled, work) {
      const one = { handled, isOver: false };
      try {
        return await storage.run(one, work);
      } finally {
        // What it left behind, such as a timer, is no longer about it.
        one.isOver = true;
      }
    },
    current() {
      const one = storage.getStore();
      return one && !one.isOver ? one.handled : null;
    },
  };
}
