/** Systems Manager: commands on machines, and which machines listen to them. */

import { type Bag, bagsOf, isBag, textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal, unsupported } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import type { Run } from '../world/commands.ts';
import { findImage } from '../world/images.ts';
import { liveThings, type Thing } from '../world/place.ts';
import { type Action, type Actions, type Call, page, required, text, texts } from './call.ts';
import { launchOf, powerState } from './instance-views.ts';

/** Seconds until the agent of a machine that runs has found its way. */
const secondsToListen = 10;
/** Seconds in which a command may not be known yet. */
const secondsToKnow = 1;
const longest = { stdout: 24_000, stderr: 8_000 } as const;
const document = 'AWS-RunShellScript';

type Ping = 'Online' | 'ConnectionLost';

/** Undefined: the machine has never reported. It needs an agent, and the rights of an instance profile. */
function pingOf(thing: Thing, { world, place, now }: Call): Ping | undefined {
  const launch = launchOf(thing);
  const userData = Buffer.from(textOf(launch['UserData']) ?? '', 'base64').toString();
  const hasAgent = findImage(place.region, launch['ImageId'])?.agent === true || userData.includes('amazon-ssm-agent');
  if (!hasAgent || launch['IamInstanceProfile'] === undefined) return undefined;
  const order = {
    place,
    stack: { id: thing.stackId ?? '', name: thing.tags['aws:cloudformation:stack-name'] ?? '' },
    logicalId: thing.logicalId ?? '',
    properties: {},
    tags: {},
    now,
  };
  if (world.faults.onResource(['no-agent'], order, thing.type)) return undefined;
  if (powerState(thing, now) !== 'running') return 'ConnectionLost';
  const listensAt = (thing.power?.settlesAt ?? thing.createdAt) + secondsToListen * 1000 * world.pace;
  return now < listensAt ? undefined : 'Online';
}

const informationOf = (thing: Thing, ping: Ping, { place, now }: Call): Tree => {
  const image = findImage(place.region, launchOf(thing)['ImageId']);
  return {
    InstanceId: thing.id,
    PingStatus: ping,
    LastPingDateTime: new Date(now),
    AgentVersion: '3.3.0.0',
    PlatformType: image?.platform === 'windows' ? 'Windows' : 'Linux',
    ResourceType: 'EC2Instance',
    IPAddress: textOf(thing.facts['privateIp']),
  };
};

const describeInstanceInformation: Action = {
  accepts: ['Filters', 'InstanceInformationFilterList', 'MaxResults', 'NextToken'],
  handle: (call) => {
    const filters = [...bagsOf(call.params['Filters']), ...bagsOf(call.params['InstanceInformationFilterList'])];
    const keys = filters.map((filter) => textOf(filter['Key'] ?? filter['key']));
    const strange = keys.find((key) => key !== 'InstanceIds' && key !== 'PingStatus');
    if (strange !== undefined) throw unsupported(`the filter ${strange} of DescribeInstanceInformation`);
    const fits = (thing: Thing, ping: Ping): boolean =>
      filters.every((filter, index) =>
        textsOf(filter['Values'] ?? filter['valueSet']).includes(keys[index] === 'InstanceIds' ? thing.id : ping),
      );
    const all = liveThings(call.place, 'AWS::EC2::Instance').flatMap((thing) => {
      const ping = pingOf(thing, call);
      return ping !== undefined && fits(thing, ping) ? [informationOf(thing, ping, call)] : [];
    });
    const { items, next } = page(all, text(call, 'NextToken'), Number(text(call, 'MaxResults') ?? 50));
    return { InstanceInformationList: items, NextToken: next };
  },
};

const one = (parameters: Bag, name: string): string | undefined => textsOf(parameters[name])[0];

const sendCommand: Action = {
  accepts: ['InstanceIds', 'DocumentName', 'DocumentVersion', 'Parameters', 'Comment', 'TimeoutSeconds'],
  changes: true,
  handle: (call) => {
    const { world, place, now } = call;
    const name = required(call, 'DocumentName');
    if (name !== document) throw new AwsRefusal('InvalidDocument', `Document with name ${name} does not exist.`);
    const ids = texts(call, 'InstanceIds');
    const machines = liveThings(place, 'AWS::EC2::Instance');
    const deaf = ids.filter((id) => !machines.some((thing) => thing.id === id && pingOf(thing, call) === 'Online'));
    if (ids.length === 0 || deaf.length > 0)
      throw new AwsRefusal(
        'InvalidInstanceId',
        `Instances [[${deaf.join(', ')}]] not in a valid state for account ${place.account}`,
      );
    const parameters = isBag(call.params['Parameters']) ? call.params['Parameters'] : {};
    const lines = textsOf(parameters['commands']);
    if (lines.length === 0) throw new AwsRefusal('InvalidParameters', 'Parameter "commands" is required');
    const comment = text(call, 'Comment') ?? '';
    const seconds = Number(one(parameters, 'executionTimeout') ?? 3600);
    const commandId = world.commands.send(
      ids.map((instanceId) => ({
        account: place.account,
        region: place.region,
        instanceId,
        document: name,
        comment,
        lines,
        seconds,
      })),
    );
    const shown = {
      CommandId: commandId,
      DocumentName: name,
      Comment: comment,
      RequestedDateTime: new Date(now),
      InstanceIds: ids,
      Status: 'Pending',
      StatusDetails: 'Pending',
    };
    return { Command: { ...shown, TargetCount: ids.length, CompletedCount: 0, ErrorCount: 0 } };
  },
};

const invocationShown = (run: Run): Tree => ({
  CommandId: run.commandId,
  InstanceId: run.instanceId,
  Comment: run.comment,
  DocumentName: run.document,
  Status: run.status,
  StatusDetails: statusDetails(run),
  ResponseCode: run.code,
  ExecutionStartDateTime: new Date(run.sentAt).toISOString(),
  ExecutionEndDateTime: run.endedAt === undefined ? '' : new Date(run.endedAt).toISOString(),
  StandardOutputContent: run.stdout.slice(0, longest.stdout),
  StandardErrorContent: run.stderr.slice(0, longest.stderr),
});

const getCommandInvocation: Action = {
  accepts: ['CommandId', 'InstanceId', 'PluginName'],
  handle: (call) => {
    const { world, place, now } = call;
    const run = world.commands.find(required(call, 'CommandId'), required(call, 'InstanceId'));
    if (!run || run.account !== place.account || now < run.sentAt + secondsToKnow * 1000 * world.pace)
      throw new AwsRefusal('InvocationDoesNotExist', '');
    return invocationShown(run);
  },
};

/** Without details: an invocation in a list has no output. */
const listCommandInvocations: Action = {
  accepts: ['CommandId', 'InstanceId', 'MaxResults', 'NextToken'],
  handle: (call) => {
    const { world, place, now } = call;
    const [commandId, instanceId] = [text(call, 'CommandId'), text(call, 'InstanceId')];
    const own = world.commands.all().filter((run) => run.account === place.account && run.region === place.region);
    const known = own.filter((run) => now >= run.sentAt + secondsToKnow * 1000 * world.pace);
    const fitting = known.filter(
      (run) => [undefined, run.commandId].includes(commandId) && [undefined, run.instanceId].includes(instanceId),
    );
    const { items, next } = page(
      fitting.toReversed(),
      text(call, 'NextToken'),
      Math.min(Number(text(call, 'MaxResults') ?? mostListed), mostListed),
    );
    const shown = items.map((run) => ({
      CommandId: run.commandId,
      InstanceId: run.instanceId,
      Comment: run.comment,
      DocumentName: run.document,
      RequestedDateTime: new Date(run.sentAt),
      Status: run.status,
      StatusDetails: statusDetails(run),
    }));
    return { CommandInvocations: shown, NextToken: next };
  },
};

/** An execution that took too long is told apart from one that was never delivered. */
const statusDetails = ({ status }: Run): string => (status === 'TimedOut' ? 'ExecutionTimedOut' : status);

const mostListed = 50;

export const commandActions: Actions = {
  SendCommand: sendCommand,
  ListCommandInvocations: listCommandInvocations,
  GetCommandInvocation: getCommandInvocation,
  DescribeInstanceInformation: describeInstanceInformation,
  CancelCommand: {
    accepts: ['CommandId', 'InstanceIds'],
    changes: true,
    handle: (call) => {
      const commandId = required(call, 'CommandId');
      if (call.world.commands.of(commandId).length === 0) throw new AwsRefusal('InvalidCommandId', '');
      call.world.commands.cancel(commandId);
      return {};
    },
  },
};
