import { systemClock, systemIds, systemPasswords } from '../adapters/environment/system.ts';
import { once } from './once.ts';

export const clock = once(() => systemClock);
export const ids = once(() => systemIds);
export const passwords = once(() => systemPasswords);
