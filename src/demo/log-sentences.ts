import { z } from 'zod';
import { readJson } from '../kit/json.ts';

const lineSchema = z.object({ msg: z.string().min(1) });

/**
 * Turns the app's JSON log into one sentence a line, without error stacks, because a user who tries “Connection
 * breaks” expects the error. With `LOG_LEVEL` set, the demo writes the lines unchanged.
 */
export const asSentences = (out: { write(line: string): unknown }) => ({
  write(line: string): void {
    const { data } = lineSchema.safeParse(readJson(line));
    out.write(data ? `The app says: ${data.msg}\n` : line);
  },
});
