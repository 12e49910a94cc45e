import { describe, expect, it } from 'vitest';
import { everything } from './grants-page.ts';
import { accepted, findings, withJobs } from './nag.ts';
import { exampleConfiguration } from './stacks.ts';

describe('cdk-nag', () => {
  it.each([
    ['the example', exampleConfiguration],
    ['an installation with its own users', { ...exampleConfiguration, issuers: [] }],
    ['everything that grants something', everything],
    ['a known account and region', { ...everything, account: '111111111111', region: 'eu-south-1' }],
  ])('has nothing to say that is not accepted with a reason: %s', (_, configuration) => {
    expect(findings(configuration)).toEqual([]);
  });

  it('would say something of each rule that is accepted, and of each resource', () => {
    const all = [everything, { ...exampleConfiguration, issuers: [] }, withJobs].flatMap((one) => findings(one, []));
    for (const { id, of = [''], reason } of accepted)
      for (const one of of) {
        const said = all.filter((finding) => {
          const [, resource = ''] = /\[(.*)\]:/.exec(finding) ?? [];
          return finding.includes(id) && (typeof one === 'string' ? resource.includes(one) : one.test(resource));
        });
        expect.soft(said, `${id}: ${reason}`).not.toEqual([]);
      }
  });
});
