/** Workflows and single operations of a template on machines of the sandbox, whose scripts really run. */

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cloudFormation } from '../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../src/adapters/cloudformation/planner.ts';
import type { Deployer } from '../../src/domain/deployers/ports.ts';
import { type RunRequest, runOnDeployment } from '../../src/domain/deployments/accepting/run.ts';
import type { Deployment } from '../../src/domain/deployments/record/deployment.ts';
import { awsWorlds, first } from './aws-world.ts';
import { type Scenario, scenario } from './scenario.ts';

const stack = { region: first, agentProfile: 'toscanini-machines-eu-west-1' };
const configured = [{ id: first, name: 'AWS', priority: 0, deployer: 'cloudformation' as const, stack }];

export const runWorlds = async () => {
  let idle = async (): Promise<void> => {};
  let meanwhile: (() => Promise<void>) | undefined;
  /** The clock of a test runs ahead of scripts: after each call it waits for those that run. */
  const waiting = (deployer: Deployer): Deployer => ({
    ...deployer,
    runCalls: async (...given) => {
      const seen = await deployer.runCalls?.(...given);
      if (seen === undefined) throw new Error('this deployer runs nothing');
      const now = meanwhile;
      meanwhile = undefined;
      await (now ?? idle)();
      return seen;
    },
    configure: async (...given) => {
      const progress = await deployer.configure(...given);
      await idle();
      return progress;
    },
  });
  const aws = await awsWorlds({
    configured,
    ports: ({ clock }, clients) => {
      const deployerOf = cloudFormation({ clock, clients, accountOf: () => stack });
      return { plannerOf: () => planner, deployerOf: (id) => waiting(deployerOf(id)) };
    },
  });
  idle = () => aws.idle();
  const folder = mkdtempSync(join(tmpdir(), 'toscanini-runs-'));
  const printed = join(folder, 'printed');
  return {
    ...{ ...aws, printed },
    /** what scripts have printed, line by line */
    lines: (): readonly string[] =>
      existsSync(printed)
        ? readFileSync(printed, 'utf8')
            .split('\n')
            .filter((line) => line !== '')
        : [],
    /** in place of the wait after the next look at a run */
    meanwhile: (work: () => Promise<void>) => {
      meanwhile = work;
    },
    forget: () => rmSync(printed, { force: true }),
    stop: async () => {
      await aws.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
};

type RunWorlds = Awaited<ReturnType<typeof runWorlds>>;

/** `workflows`: as they stand in the template. */
export const templateWith = ({ printed }: Pick<RunWorlds, 'printed'>, workflows = '', machines = 1): string => `
tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  Shop:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces:
      Care:
        type: Care
interface_types:
  Care:
    derived_from: tosca.interfaces.Root
    operations:
      backup:
        inputs: { TO: { type: string }, DEPTH: { type: integer, required: false } }
      check: { inputs: {} }
      word: { inputs: {} }
      sleep: { inputs: {} }
topology_template:
  inputs:
    secret: { type: string, default: Sesame-street-12, metadata: { secret: true } }
  node_templates:
    machine: { type: tosca.nodes.Compute, capabilities: { scalable: { properties: { default_instances: ${machines} } } } }
    shop:
      type: Shop
      properties: { component_version: 1 }
      requirements: [ host: machine ]
      interfaces:
        Standard:
          create: { inputs: { WORD: created }, implementation: "#!/bin/bash\\necho \\"$WORD\\" >> ${printed}" }
          stop: { implementation: "#!/bin/bash\\necho stopped >> ${printed}" }
        Care:
          backup:
            inputs: { TO: nowhere, AT: { get_attribute: [ HOST, private_address ] } }
            implementation: "#!/bin/bash\\necho \\"backup to $TO at $AT by $NODE\\" | tee -a ${printed}"
          check: { implementation: "#!/bin/bash\\necho checked >> ${printed}; exit 3" }
          word:
            inputs: { PASS: { get_input: secret } }
            implementation: "#!/bin/bash\\necho \\"the word is $PASS\\"; echo \\"\${#PASS}\\" >> ${printed}"
          sleep: { implementation: "#!/bin/bash\\necho asleep >> ${printed}; sleep 300; echo awake >> ${printed}" }
${workflows}`;

/** A deployment with this template stands. */
export const standing = async (aws: RunWorlds, workflows = '', machines = 1): Promise<Scenario> => {
  const world = aws.make();
  const one = await scenario(world);
  await one.run();
  await one.run(await one.update(templateWith(aws, workflows, machines)));
  world.clock.advance(600);
  aws.forget();
  return one;
};

/** As it was accepted. */
export const ask = async (
  { world, deployment }: Scenario,
  asked: RunRequest['asked'],
  inputs: RunRequest['inputs'] = {},
): Promise<Deployment> => {
  const current = await world.deployments.find(deployment.id);
  if (!current) throw new Error('there is nothing to run on');
  await runOnDeployment(world, current, { asked, inputs });
  return world.started.at(-1) ?? current;
};

/** What is known of the last run. */
export const lastRun = async ({ world, deployment }: Scenario) => {
  const current = await world.deployments.find(deployment.id);
  return world.files.findRun(deployment.id, current?.lastRun ?? '');
};
