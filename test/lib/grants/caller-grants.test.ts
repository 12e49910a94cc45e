import { Stack } from 'aws-cdk-lib';
import { expect, it } from 'vitest';
import { configuration } from '../../../lib/configuration/configuration.ts';
import { identifying } from '../../../lib/grants/caller-grants.ts';
import type { World } from '../../../lib/grants/grant.ts';
import { exampleConfiguration } from '../stacks.ts';

const variables = (managers: { readonly [group: string]: string[] }) => {
  const values = configuration({ ...exampleConfiguration, managers });
  return identifying({ stack: new Stack(), configuration: values, pageLogin: undefined } as unknown as World)
    .environment;
};

it('tells who manages a group, where somebody does', () => {
  expect(variables({})).not.toHaveProperty('GROUP_MANAGERS');
  expect(variables({ physics: ['leads'] })).toMatchObject({ GROUP_MANAGERS: '{"physics":["leads"]}' });
});
