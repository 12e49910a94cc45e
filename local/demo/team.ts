/** `npm run demo -- --team`: three people share a service that has a budget and rules, and what they deploy has an end. */

import { Toscanini } from '../../client/index.ts';
import { requestToken } from '../operators/issuer-token.ts';
import { awsProviders } from '../sandbox/aws/providers.ts';
import { CommandFailedError, type CommandLine, commandLine } from './command.ts';
import { DemoError } from './error.ts';
import { paint, write } from './screen.ts';
import type { Service } from './service.ts';

const template = 'examples/web-server.yaml';

const rule = {
  ...{ id: 'large', effect: 'approval', approvers: ['leads'], each: 'node', when: 'node.cpus > 2' },
  messageExpression: 'node.name + " has " + string(node.cpus) + " processors"',
};
const quotas = { group: { cpus: 12, hourlyUsd: 1 } };

/** What the service is started with: two regions of the sandbox's AWS, whose prices are known. */
export const teamEnvironment = {
  PROVIDERS: JSON.stringify(awsProviders),
  POLICIES: JSON.stringify([rule]),
  QUOTAS: JSON.stringify(quotas),
};

interface People {
  readonly olga: CommandLine;
  readonly mia: CommandLine;
  readonly otto: CommandLine;
  /** what she may approve */
  readonly ofMia: Toscanini;
}

const peopleOf = async (service: Service, signal: AbortSignal): Promise<People> => {
  const { issuer } = service;
  if (issuer === undefined) throw new DemoError('only a service of its own gives tokens to three people');
  const { url } = service;
  const tokenOf = (username: string, groups: string) => requestToken(issuer, { username, groups });
  const [olga, mia, otto] = await Promise.all([
    tokenOf('olga', 'physics'),
    tokenOf('mia', 'physics,leads'),
    tokenOf('otto', 'physics'),
  ]);
  return {
    olga: commandLine({ url, token: olga }, signal),
    mia: commandLine({ url, token: mia }, signal),
    otto: commandLine({ url, token: otto }, signal),
    ofMia: new Toscanini({ url, token: () => mia, signal }),
  };
};

const says = (text: string): void => write(`\n${paint('bold', text)}\n`);

export const showTeam = async (service: Service, signal: AbortSignal): Promise<void> => {
  const { olga, mia, otto, ofMia } = await peopleOf(service, signal);
  const group = ['--group', 'physics'];
  says('Olga deploys something small for her group, for two days');
  await olga.run('deploy', template, '--name', 'small', ...group, '--ttl', '2d');
  await olga.run('quota');
  says('Something larger waits for an approval, and not by herself');
  await olga.run('deploy', template, '--name', 'large', ...group, '--ttl', '2d', '-i', 'web_cpus=4', '--detach');
  const id = [...olga.made].at(-1)?.slice(-8) ?? '';
  await untilOneWaits(ofMia);
  await mia.run('approvals');
  await refusedTo(olga, 'approve', 'large');
  says('Mia is one of the leads: she sees the plan, and approves it');
  await mia.run('approvals', id);
  await mia.run('approve', id, '-m', 'for the workshop');
  await olga.run('watch', id);
  await olga.run('events', id);
  says('Otto asks for more than is left for the group');
  await refusedTo(otto, 'deploy', template, ...group, '-i', 'web_cpus=16');
  await otto.run('quota', ...group);
  says('What is deleted is given back');
  await olga.run('extend', 'small', '1h');
  await olga.run('delete', 'small', 'large', '--yes');
  await otto.run('quota', ...group);
};

/** The workflow finds that it has to wait: a moment after the deployment was accepted. */
const untilOneWaits = async (client: Toscanini): Promise<void> => {
  for (let look = 1; look <= 100; look += 1) {
    if ((await client.approvals()).length > 0) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
};

/** The command has to fail. */
const refusedTo = async (who: CommandLine, ...args: readonly string[]): Promise<void> => {
  try {
    await who.run(...args);
  } catch (error) {
    if (error instanceof CommandFailedError) return;
    throw error;
  }
  throw new DemoError(`toscanini ${args.join(' ')} should have been refused`);
};
