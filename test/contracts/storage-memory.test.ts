import { memory } from './storage/memory.ts';
import { describeModel } from './storage/model-run.ts';
import { describePaceSimulation } from './storage/pace-simulation.ts';
import { describeStorage } from './storage/suite.ts';

/* The simulator's store keeps the same contract as the other engines, so its stories hold for them too. */

describeStorage('in memory', memory);
describeModel('in memory', memory, 90);
// All engines decide the pace by the same functions; this one is the fastest.
describePaceSimulation(memory);
