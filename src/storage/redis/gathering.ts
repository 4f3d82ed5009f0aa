/** What is asked for, and who waits for its answer. */
type Asked<Item, Answer> = {
  item: Item;
  answered: (answer: Answer) => void;
  failed: (error: unknown) => void;
};

/**
 * What is asked for in one turn of the event loop goes together: the more there is to do, the less each costs.
 *
 * @param most so many go together, and no more
 * @param atOnce so many groups may be under way; what is asked for meanwhile waits and goes together
 * @param run asks for all of a group; returns an answer for each, or what went wrong with that one
 * @returns asks for one
 */
export function gathering<Item, Answer>(parts: {
  most: number;
  atOnce: number;
  run: (items: Item[]) => Promise<(Answer | Error)[]>;
}): (item: Item) => Promise<Answer> {
  const { most, atOnce, run } = parts;
  const waiting: Asked<Item, Answer>[] = [];
  let underWay = 0;
  let called = false;

  async function go(group: Asked<Item, Answer>[]): Promise<void> {
    underWay += 1;
    try {
      const answers = await run(group.map(({ item }) => item));
      for (const [index, { answered, failed }] of group.entries()) {
        const answer = answers[index];
        if (answer instanceof Error) failed(answer);
        else answered(answer as Answer);
      }
    } catch (error) {
      for (const { failed } of group) failed(error);
    }
    underWay -= 1;
    call();
  }

  function call(): void {
    if (called || waiting.length === 0 || underWay >= atOnce) return;
    called = true;
    setImmediate(() => {
      called = false;
      while (waiting.length > 0 && underWay < atOnce) void go(waiting.splice(0, most));
    });
  }

  return item =>
    new Promise((answered, failed) => {
      waiting.push({ item, answered, failed });
      call();
    });
}
