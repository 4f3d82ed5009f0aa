import { expect, test } from 'vitest';
import { portOfTest } from '../../support/ports.ts';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

test('with METRICS_PORT, the operator’s pages are only there; both ports say whether the process is alive', async () => {
  const port = await portOfTest();
  const stage = await createStage({ environment: { METRICS_PORT: String(port) } });
  const answers = async (at: string) =>
    Object.fromEntries(
      await Promise.all(
        ['/healthz', '/readyz', '/metrics', '/slack/events', '/hooks/x'].map(
          async path => [path, (await fetch(at + path)).status] as const,
        ),
      ),
    );
  expect(await answers(`http://127.0.0.1:${port}`)).toEqual({
    '/healthz': 200,
    '/readyz': 200,
    '/metrics': 200,
    '/slack/events': 404,
    '/hooks/x': 404,
  });
  expect(await answers(stage.appUrl)).toMatchObject({
    '/healthz': 200,
    '/readyz': 404,
    '/metrics': 404,
    '/hooks/x': 405,
  });
  await stage.stop();
  await expect(fetch(`http://127.0.0.1:${port}/healthz`)).rejects.toThrow();
});

test('if METRICS_PORT is in use, the message names it', async () => {
  const { environment } = await createStage({ environment: { METRICS_PORT: String(await portOfTest()) } });
  const second = runProgram({ ...environment, DATA_DIR: `${environment.DATA_DIR}-2` });
  expect(await second.ended).toBe(1);
  expect(second.output()).toMatch(/^METRICS_PORT is in use by another program/m);
});
