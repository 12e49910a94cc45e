import { byPriority } from './by-priority.ts';
import type { RankingStrategy } from './strategy.ts';

/** Values of the configuration's key `ranking`: docs/how-to/add-a-ranking-strategy.md. */
export const strategyNames = ['priority'] as const;
export type StrategyName = (typeof strategyNames)[number];

/** The strategies for configured providers. A federation has one of its own, by-cpr.ts. */
export const strategies: { readonly [N in StrategyName]: RankingStrategy } = { priority: byPriority };
