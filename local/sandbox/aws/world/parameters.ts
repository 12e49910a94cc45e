import type { Place } from './place.ts';

export const arnOfParameter = ({ region, account }: Place, name: string): string =>
  `arn:aws:ssm:${region}:${account}:parameter${name.startsWith('/') ? '' : '/'}${name}`;
