import { cluster } from './cluster.ts';
import { job } from './job.ts';
import { machine } from './machine.ts';
import type { Starter } from './starter.ts';
import { web } from './web.ts';

export const starters: Readonly<Record<string, Starter>> = { machine, web, cluster, job };
