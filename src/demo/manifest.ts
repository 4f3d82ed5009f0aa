import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ManifestInput } from '../playground/index.ts';

/** The project's own manifest.yml. */
export const readManifest = (): ManifestInput =>
  parse(readFileSync(new URL('../../manifest.yml', import.meta.url), 'utf8'));
