import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dryRunCreation, dryRunUpdate } from '../../src/domain/deployments/accepting/dry-run-template.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { conform } from '../../src/foundation/shape/examine.ts';
import { dryRunView, updateDryRunView } from '../../src/http/deployments/dry-run-template.ts';
import { dryRunSchemas as answers } from '../../src/http/schemas/dry-runs.ts';
import { limits } from '../domain/deployments/world.ts';
import { first, second } from './aws-world.ts';
import { scenario } from './scenario.ts';
import { stackWorlds } from './stack-world.ts';
import { templateOf } from './templates.ts';

let aws: Awaited<ReturnType<typeof stackWorlds>>;
beforeAll(async () => {
  aws = await stackWorlds();
});
afterAll(() => aws.stop());

const owner = { issuer: 'https://issuer.example', subject: 'user' };
const asked = (template: string) => ({ template, parameters: {}, limits });
const type = 'tosca.nodes.Compute';
const wanted = templateOf({ web: { type, host: 'num_cpus: 8' }, more: { type } });

const created = async () => {
  const one = await scenario(aws.make());
  await one.run();
  const tryUpdate = async (template = wanted) =>
    dryRunUpdate(one.world, (await one.now()) as Deployment, asked(template));
  return { ...one, tryUpdate };
};

describe('a dry run on AWS', () => {
  it('of a creation tells for each provider what would be made, and what it costs', async () => {
    const world = aws.make();
    const view = dryRunView(await dryRunCreation(world, { ...asked(wanted), owner }));
    conform(answers.CreationDryRun, view);
    expect(view.candidates.map(({ id }) => id)).toEqual([first, second]);
    for (const { plan = [], cost } of view.candidates) {
      const machines = plan.filter(({ type }) => type === 'AWS::EC2::Instance');
      expect(machines.map(({ node, action }) => [node, action])).toEqual([
        ['web', 'added'],
        ['more', 'added'],
      ]);
      expect(cost?.hourly).toBeGreaterThan(0);
    }
    expect(await aws.standing()).toEqual([]);
  });

  it('of an update tells what happens to each resource, and changes nothing', async () => {
    const { tryUpdate } = await created();
    const view = updateDryRunView(await tryUpdate());
    conform(answers.UpdateDryRun, view);
    const machines = view.plan?.filter(({ type }) => type === 'AWS::EC2::Instance');
    expect(machines?.map(({ action }) => action).sort()).toEqual(['added', 'perhaps replaced', 'removed']);
    expect(view.cost?.monthly).toBeGreaterThan(0);
    expect(view).not.toHaveProperty('notes');
    expect(await aws.standing()).toMatchObject([{ status: 'CREATE_COMPLETE', machines: ['db', 'web'] }]);
  });

  it('of an update says why AWS cannot tell, and tells the rest', async () => {
    const { tryUpdate } = await created();
    aws.fail({ call: 'CreateChangeSet', answer: 'deny' });
    const view = updateDryRunView(await tryUpdate());
    conform(answers.UpdateDryRun, view);
    expect(view).not.toHaveProperty('plan');
    expect(view.notes).toEqual([
      expect.stringMatching(/^what provider eu-central-1 would do is not known: AWS refused/),
    ]);
    expect(view.difference.added).toHaveLength(1);
  });

  it('of an update that the provider cannot run says so', async () => {
    const { tryUpdate } = await created();
    const view = updateDryRunView(await tryUpdate(templateOf({ web: { type, host: 'num_cpus: 1000' } })));
    expect(view.notes).toEqual([
      expect.stringMatching(/^provider eu-central-1 cannot run the new template: .*1000 CPUs/),
    ]);
  });

  it('of an update that is refused asks AWS nothing', async () => {
    const { tryUpdate } = await created();
    aws.fail({ call: '*', answer: 'unavailable' });
    const view = updateDryRunView(
      await tryUpdate(templateOf({ web: { type, os: 'distribution: debian, version: 12' } })),
    );
    expect(view.accepted).toBe(false);
    expect(view).not.toHaveProperty('notes');
  });
});
