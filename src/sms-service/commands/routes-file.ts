import { readFileSync } from 'node:fs';
import { Mistake } from '../mistake.ts';
import type { RoutesInput } from '../routes/settings.ts';

/** Reads the file of routes; what is in it is checked where it is used. A mistake when it can't be read as JSON. */
export function readRoutes(path: string): RoutesInput {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Mistake(`The file of routes ${path} can't be read.`, { cause: error });
  }
  try {
    return JSON.parse(text) as RoutesInput;
  } catch (error) {
    // What is wrong is not quoted: passwords stand in it.
    throw new Mistake(`The file of routes ${path} is not JSON.`, { cause: error });
  }
}
