import { causesIn } from '../src/domain/deployments/record/cause.ts';
import { causeLinesOf } from '../src/domain/deployments/record/cause-line.ts';
import type { Deployment } from './types.ts';

/**
 * Why a deployment failed, a line for each provider, or for those with the same reason. An earlier release of the service, and an event of a schedule, have only
 * the whole text.
 */
export const causeLines = ({
  causes,
  statusReason,
}: {
  readonly [Name in 'causes' | 'statusReason']?: Deployment[Name] | undefined;
}): readonly string[] => causeLinesOf(causes ?? causesIn(statusReason ?? ''));
