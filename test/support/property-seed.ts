import fc from 'fast-check';

/* The cases of properties are the same every time, as stories are; `PROPERTY_SEED=1234 npm test` tries others. */
fc.configureGlobal({ seed: Number(process.env.PROPERTY_SEED ?? 1) });
