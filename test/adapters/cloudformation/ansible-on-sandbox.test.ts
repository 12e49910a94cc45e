/** Playbooks as operations, run by Ansible itself on machines of the sandbox. `npm run tool e2e:ansible` installs it. */

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloudFormation } from '../../../src/adapters/cloudformation/cloudformation.ts';
import { planner } from '../../../src/adapters/cloudformation/planner.ts';
import { translate } from '../../../src/domain/cloudformation/translate.ts';
import { machinesOf } from '../../domain/cloudformation/translated.ts';
import { startBench } from '../../local/sandbox/aws/bench.ts';
import { topologyOf } from '../../tosca/fixtures.ts';

const programs = join(import.meta.dirname, '../../../.venv/ansible/bin');
const isThere = existsSync(join(programs, 'ansible-playbook')) || process.env['ANSIBLE_REQUIRED'] !== undefined;
if (!isThere) process.stderr.write('Ansible is not installed: its test is skipped. Run npm run tool e2e:ansible\n');

const region = 'eu-west-1';

/** A database tells its port and a list; a web server on another machine writes them with its own address to a file. */
const template = (
  line = 'port={{ port }} tables={{ tables }} me={{ me }} quoted={{ quoted }}',
) => `tosca_definitions_version: tosca_simple_yaml_1_3
node_types:
  my.Database:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        operations:
          create:
            inputs: { port: 5432 }
            implementation: |
              ---
              - hosts: localhost
                gather_facts: false
                tasks:
                  - name: Write down the port
                    copy: { dest: "{{ playbook_dir }}/port", content: "{{ port }}", mode: "0600" }
                  - name: Tell what others need
                    set_stats:
                      data: { port: "{{ port | int + 1 }}", tables: [goods, orders] }
  my.Web:
    derived_from: tosca.nodes.SoftwareComponent
    interfaces:
      Standard:
        type: tosca.interfaces.node.lifecycle.Standard
        operations:
          configure:
            inputs:
              port: { get_operation_output: [database, Standard, create, port] }
              tables: { get_operation_output: [database, Standard, create, tables] }
              me: { get_attribute: [HOST, private_address] }
              quoted: "it's \\"quoted\\" $HOME"
            implementation: |
              - hosts: all
                gather_facts: false
                tasks:
                  - shell: "true"
                    changed_when: false
                  - set_stats:
                      data:
                        line: "${line}"
topology_template:
  node_templates:
    one: { type: tosca.nodes.Compute }
    two: { type: tosca.nodes.Compute }
    database: { type: my.Database, requirements: [host: one] }
    web: { type: my.Web, requirements: [host: two, dependency: database] }
  outputs:
    line: { value: { get_operation_output: [web, Standard, configure, line] } }
`;

describe.skipIf(!isThere)('operations that are playbooks of Ansible', () => {
  let aws: Awaited<ReturnType<typeof startBench>>;
  const path = process.env['PATH'] ?? '';
  beforeEach(async () => {
    process.env['PATH'] = `${programs}:${path}`;
    aws = await startBench();
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    await aws.stop();
  });

  const deployed = async (text: string) => {
    const deployer = cloudFormation({
      clock: { now: () => new Date('2026-01-01T01:00:00Z') },
      clients: { endpoint: aws.url, credentials: { accessKeyId: 'local', secretAccessKey: 'local' }, maxAttempts: 1 },
      accountOf: () => ({ region }),
    })('aws');
    const topology = await topologyOf(text);
    const translation = translate(topology, { region, agentProfile: 'toscanini-machines-eu-west-1' });
    if (!translation.ok) throw new Error(translation.reasons.join('\n'));
    const id = await deployer.create(
      planner.plan({
        ...{ template: '', inputs: {}, edits: [], name: 'toscanini-0198-1' },
        blueprint: JSON.stringify(translation.blueprint),
        machines: machinesOf(topology),
      }),
    );
    aws.pass(600);
    /** Ansible is a process, so the test waits for it in real time. */
    const ended = async (tries = 600) => {
      for (let left = tries; left > 0; left -= 1) {
        aws.pass(5);
        const progress = await deployer.configure(id, { since: '2026-01-01T00:00:00.000Z' });
        if (progress.is !== 'running') return progress;
        await pause(100);
      }
      throw new Error('the operations have not ended');
    };
    return { deployer, id, ended };
  };

  it('give outputs to each other and to the deployment, with every character, and run once', async () => {
    const { deployer, id, ended } = await deployed(template());
    expect(await ended()).toEqual({ is: 'done' });
    const { line } = await deployer.outputs(id);
    expect(line).toMatch(/^port=5433 tables=\["goods", "orders"\] me=172\.31\.\d+\.\d+ quoted=it's "quoted" \$HOME$/);
    const { parts } = await deployer.log(id);
    expect(parts.map(({ text }) => text).join('\n')).toContain('TASK [Tell what others need]');
    expect(await ended()).toEqual({ is: 'done' });
    expect((await deployer.log(id)).parts).toHaveLength(parts.length);
  }, 120_000);

  it('that fail say which one, where, with its exit code, and the log says why', async () => {
    const { deployer, id, ended } = await deployed(template('{{ nobody_defines_this }}'));
    expect(await ended()).toMatchObject({
      is: 'failed',
      why: expect.stringMatching(/^configure of web on i-\w+ failed: Failed \(exit code 2\)$/),
    });
    expect((await deployer.log(id)).quotable).toContain('nobody_defines_this');
  }, 120_000);
});
