import { describePaceSimulation } from './storage/pace-simulation.ts';
import { sqlite } from './storage/sqlite.ts';

describePaceSimulation('SQLite', sqlite);
