import type { Place } from './place.ts';

/** A parameter of Parameter Store that somebody has put there. */
export interface Parameter {
  readonly value: string;
  readonly type: string;
  readonly version: number;
  readonly modifiedAt: number;
  readonly tags: { readonly [key: string]: string };
}

export const arnOfParameter = ({ region, account }: Place, name: string): string =>
  `arn:aws:ssm:${region}:${account}:parameter${name.startsWith('/') ? '' : '/'}${name}`;
