import type { Place } from '../world/place.ts';

export const queueArn = ({ account, region }: Place, name: string): string =>
  `arn:aws:batch:${region}:${account}:job-queue/${name}`;
