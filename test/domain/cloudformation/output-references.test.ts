/** No part of a stack's text reads a parameter or a secret of the account: outputs are shown to everybody who may see the stack. */

import { describe, expect, it } from 'vitest';
import { holdsDynamicReference } from '../../../src/domain/cloudformation/dynamic-references.ts';
import type { Json } from '../../../src/tosca/topology.ts';
import { reasonsOf, stackOf } from './translated.ts';

const server = 'a: {type: tosca.nodes.Compute}';
const address = '{get_attribute: [a, private_address]}';

describe('an output', () => {
  it.each([
    `{concat: ['{{resolve:ssm:/some/plain/parameter}}', ${address}]}`,
    `{concat: ['{{', 'resolve:ssm:/x}}', ${address}]}`,
    `{concat: ['{', '{ resolve', ':secretsmanager:x}', '}', ${address}]}`,
    `{join: [[${address}, 'ssm:/x}}'], '{{resolve:']}`,
    `{concat: ['{{resolve:ssm:/', ${address}, '}}']}`,
    `{token: [{concat: [${address}, '|{{resolve:ssm:/x}}|']}, '|', 1]}`,
    `[${address}, '{{resolve:ssm:/x}}']`,
    `{inner: ['{{resolve:ssm:/x}}', ${address}]}`,
  ])('of the value %s is refused by its name', async (value) => {
    expect(await reasonsOf(server, { outputs: `found: {value: ${value}}` })).toEqual([
      expect.stringMatching(/^output found /),
    ]);
  });

  it('whose name is one is refused', async () => {
    const outputs = `'{{resolve:ssm:/x}}': {value: ${address}}`;
    expect(await reasonsOf(server, { outputs })).toEqual([expect.stringMatching(/dynamic reference/)]);
  });

  it.each([
    `{concat: ['{{ not one ', ${address}, ' }}']}`,
    `{concat: ['http://', ${address}, ':8080/{id}']}`,
    `'{{resolve:ssm:/x}}'`,
  ])('of the value %s is none, or never becomes a part of the stack', async (value) => {
    const { template } = await stackOf(server, { outputs: `found: {value: ${value}}` });
    expect(holdsDynamicReference(template as Json)).toBe(false);
  });
});
