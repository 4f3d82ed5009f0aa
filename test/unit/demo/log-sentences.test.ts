import { expect, test } from 'vitest';
import { asSentences } from '../../../src/demo/log-sentences.ts';
import { createLog } from '../../../src/log.ts';

test('the log of the demo has sentences, no JSON and no stacks', () => {
  const lines: string[] = [];
  const stream = asSentences({ write: line => lines.push(line) });
  const log = createLog({ level: 'warn', stream, secrets: [] });
  log.warn({ err: new Error('socket hang up') }, 'a text is uncertain');
  log.info('not at this level');
  stream.write('not JSON\n');
  expect(lines).toEqual(['The app says: a text is uncertain\n', 'not JSON\n']);
});
