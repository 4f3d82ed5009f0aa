import type { Writable } from 'node:stream';
import { z } from 'zod';
import { readJson } from '../kit/json.ts';
import { printError } from '../kit/terminal.ts';

const lineSchema = z.object({ msg: z.string(), err: z.object({ message: z.string() }).optional() });

/** The app's log for an operator who runs a program: a sentence a line, with an error's message in the place of its stack. */
export const plainLog = (stream: Writable): { write(line: string): void } => ({
  write(line) {
    const { data } = lineSchema.safeParse(readJson(line));
    printError(stream, data ? [data.msg, data.err?.message].filter(part => part).join(': ') : line.trimEnd());
  },
});
