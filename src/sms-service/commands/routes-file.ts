import { readFileSync } from 'node:fs';
import { Mistake } from '../mistake.ts';
import type { RoutesInput } from '../routes/settings.ts';

/** Reads the routes file; whoever uses the content checks it. Throws a Mistake if it isn't readable as JSON. */
export function readRoutes(path: string): RoutesInput {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Mistake(`The routes file ${path} can't be read.`, { cause: error });
  }
  try {
    return JSON.parse(text) as RoutesInput;
  } catch (error) {
    // Don't quote what is wrong: the file contains passwords.
    throw new Mistake(`The routes file ${path} is not JSON.`, { cause: error });
  }
}
