import { z } from 'zod';
import { keptJson } from '../../kit/slack/kept.ts';

const schema = z.object({ id: z.string(), local: z.string() });

/** A schedule and one of its runs, as a button keeps it. */
export const runValue = ({ id, local }: z.infer<typeof schema>): string => JSON.stringify({ id, local });

/** @throws Outdated */
export const readRunValue = (value: string): z.infer<typeof schema> => keptJson(schema, value);
