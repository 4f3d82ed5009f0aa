import type { Broadcasts, RowFilter, RowOutcome } from './store/model.ts';

/** How many rows are read at a time. */
const TOGETHER = 200;

/** All rows of a broadcast, as they are when they are read, some at a time. */
export async function* eachRow(
  { rows }: Pick<Broadcasts, 'rows'>,
  workspace: string,
  id: string,
  filter: RowFilter,
): AsyncGenerator<RowOutcome[]> {
  for (let from: number | null = 0; from !== null; ) {
    const page: { rows: RowOutcome[]; next: number | null } = await rows(workspace, id, {
      filter,
      from,
      limit: TOGETHER,
    });
    yield page.rows;
    from = page.next;
  }
}
