import { memory } from './storage/memory.ts';
import { describeModel } from './storage/model-run.ts';
import { describePaceSimulation } from './storage/pace-simulation.ts';
import { describeStorage } from './storage/suite.ts';

/* The simulator's store keeps what storage promises, so what a story shows of the app is so on the other engines too. */

describeStorage('in memory', memory);
describeModel('in memory', memory, 90);
// The pace is decided by the same functions for all engines; this one is the fastest.
describePaceSimulation(memory);
