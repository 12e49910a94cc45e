import { dryRunMove } from '../../domain/deployments/accepting/dry-run-move.ts';
import type { BodyOf } from '../schemas/answers.ts';
import { dryRunView } from './dry-run-template.ts';

/** The answer of a dry run of a move: that of a creation anywhere else, and whether the move would be accepted. */
export const moveDryRun = async (
  shown: (text: string) => string,
  ...parameters: Parameters<typeof dryRunMove>
): Promise<BodyOf<'MoveDryRun'>> => {
  const { creation, from, outage, why } = await dryRunMove(...parameters);
  return {
    accepted: why === undefined,
    ...(why !== undefined && { why: shown(why) }),
    ...(from !== undefined && { provider: from }),
    ...(outage && { outage: { since: outage.since, seenAt: outage.seenAt } }),
    creation: dryRunView(creation),
  };
};
