import { z } from 'zod';
import { readJson } from '../kit/json.ts';

const lineSchema = z.object({ msg: z.string().min(1) });

/**
 * What the app logs in JSON, as one sentence a line, without error stacks: somebody who tries “Connection breaks” has asked for the
 * trouble. With `LOG_LEVEL` set, the demo writes the lines as they are.
 */
export const asSentences = (out: { write(line: string): unknown }) => ({
  write(line: string): void {
    const { data } = lineSchema.safeParse(readJson(line));
    out.write(data ? `The app says: ${data.msg}\n` : line);
  },
});
