import fc from 'fast-check';

/* Property tests run the same cases every time, as stories do; `PROPERTY_SEED=1234 npm test` runs others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
