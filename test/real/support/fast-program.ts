import { createApp } from '../../../src/app.ts';
import { readConfig, secretsOf } from '../../../src/config.ts';
import { createFastClock } from '../../../src/demo/fast-clock.ts';
import { createLog } from '../../../src/log.ts';

/* The program of `src/main.ts`, with a clock that runs fast: see fast-time.ts. */

const { FAST_SINCE, FAST_SPEED, ...environment } = process.env;
const speed = Number(FAST_SPEED);
const config = readConfig(environment);
const log = createLog({ level: config.logLevel, stream: process.stdout, secrets: secretsOf(config) });
const aheadMs = (Date.now() - Number(FAST_SINCE)) * (speed - 1);
const app = await createApp(config, log, { time: createFastClock(undefined, { speed, aheadMs }) });
process.on('SIGTERM', () => void app.stop().then(() => process.exit(0)));
process.on('unhandledRejection', error => log.error({ err: error }, 'unhandled error'));
void app.failed.then(() => process.exit(1));
await app.start();
