import { AsyncLocalStorage } from 'node:async_hooks';
import { z } from 'zod';

/** Outside data that a process handles, and that may make it stall. */
export const handledSchema = z.object({
  kind: z.enum(['inbox', 'call']),
  /** The inbox's id, or the hook's. */
  of: z.string(),
  workspace: z.string(),
  /** The events of the turn; for a call, the hash of its body. */
  parts: z.array(z.string()),
});
export type Handled = z.infer<typeof handledSchema>;

/** Knows which data the running code handles: of all work in progress, only one has the event loop. */
export type Handling = {
  /** Runs `work`, whose code then counts as handling `handled`. */
  run<T>(handled: Handled, work: () => Promise<T>): Promise<T>;
  /** The data that the calling code handles; null if there is none or its work has ended. */
  current(): Handled | null;
};

export function createHandling(): Handling {
  const storage = new AsyncLocalStorage<{ handled: Handled; isOver: boolean }>();
  return {
    async run(handled, work) {
      const context = { handled, isOver: false };
      try {
        return await storage.run(context, work);
      } finally {
        // Code that outlives the work, such as timers, no longer handles the data.
        context.isOver = true;
      }
    },
    current() {
      const context = storage.getStore();
      return context && !context.isOver ? context.handled : null;
    },
  };
}
