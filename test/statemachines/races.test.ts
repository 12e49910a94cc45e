import { memoryWorld } from '../domain/deployments/world.ts';
import { describeRaces } from './race-properties.ts';

describeRaces(memoryWorld, Number(process.env['RACES'] ?? 150));
