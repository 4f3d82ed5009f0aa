/** How long a person at a terminal waits for a program to stop. */
const PATIENCE_MS = 5_000;

/** Resolves when all have settled, or when patience ends. */
export async function withinPatience(promises: Iterable<Promise<unknown>>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>(resolve => {
    timer = setTimeout(resolve, PATIENCE_MS);
  });
  await Promise.race([Promise.allSettled(promises), patience]);
  clearTimeout(timer);
}
