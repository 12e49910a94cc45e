/** What Batch refuses in a definition. */

import { isFargateSize } from '../../../../src/domain/deployers/fargate.ts';
import { type Bag, bagsOf, isBag, textOf, textsOf } from '../protocol/json.ts';
import { AwsRefusal, unsupported } from '../protocol/refusal.ts';

const refused = (message: string): AwsRefusal =>
  new AwsRefusal('ClientException', `Error executing request, Exception : ${message}`);

const known = [
  'image',
  'command',
  'resourceRequirements',
  'environment',
  'secrets',
  'executionRoleArn',
  'jobRoleArn',
  'user',
  'privileged',
  'networkConfiguration',
  'runtimePlatform',
  'ephemeralStorage',
];

/** bytes */
const largest = 24 * 1024;

function checkVariables(container: Bag): void {
  const names = (member: string): readonly string[] => bagsOf(container[member]).map(({ name }) => textOf(name) ?? '');
  const [variables, secrets] = [names('environment'), names('secrets')];
  if ([...variables, ...secrets].some((name) => name.startsWith('AWS_BATCH')))
    throw refused('Environment variables cannot start with "AWS_BATCH".');
  if (secrets.some((name) => variables.includes(name)))
    throw refused('The secret name must be unique and not shared with any new or existing environment variables.');
}

export function checkDefinition(given: Bag): void {
  if (Buffer.byteLength(JSON.stringify(given)) > largest)
    throw refused(`The job definition is larger than ${largest} bytes.`);
  if (textOf(given['type']) !== 'container') throw unsupported(`definitions of type ${textOf(given['type'])}`);
  const container = given['containerProperties'];
  if (!isBag(container)) throw refused('containerProperties must not be empty');
  const strange = Object.keys(container).find((name) => !known.includes(name));
  if (strange !== undefined) throw unsupported(`containerProperties.${strange}`);
  checkVariables(container);
  if (textOf(container['image']) === undefined) throw refused('Container image is required');
  const needs = new Map(
    bagsOf(container['resourceRequirements']).map((one) => [textOf(one['type']) ?? '', textOf(one['value']) ?? '']),
  );
  if (!needs.has('VCPU') || !needs.has('MEMORY')) throw refused('Resource requirements VCPU and MEMORY are required');
  if (textsOf(given['platformCapabilities']).includes('FARGATE')) checkFargate(container, needs);
  else if (!/^[1-9]\d*$/.test(needs.get('VCPU') ?? '')) throw refused('VCPU must be a whole number of at least 1');
  const timeout = given['timeout'];
  if (isBag(timeout) && Number(timeout['attemptDurationSeconds']) < 60)
    throw refused('attemptDurationSeconds must be at least 60 seconds');
  const retries = given['retryStrategy'];
  if (isBag(retries) && !(Number(retries['attempts']) >= 1 && Number(retries['attempts']) <= 10))
    throw refused('attempts must be between 1 and 10');
  if (isBag(retries)) checkRules(bagsOf(retries['evaluateOnExit']));
}

/** Batch's own limits: five rules, each with an action, patterns with an asterisk only at their end. */
function checkRules(rules: readonly Bag[]): void {
  if (rules.length > 5) throw refused('evaluateOnExit can have up to 5 entries');
  for (const rule of rules) {
    if (!/^(retry|exit)$/i.test(textOf(rule['action']) ?? ''))
      throw refused('evaluateOnExit.action must be RETRY or EXIT');
    for (const [name, allowed] of Object.entries(patterns)) {
      const pattern = textOf(rule[name]);
      if (pattern !== undefined && !allowed.test(pattern))
        throw refused(`evaluateOnExit.${name} is not a valid pattern`);
    }
  }
}

const patterns = {
  onStatusReason: /^[A-Za-z0-9.:\s]{0,512}\*?$/,
  onReason: /^[A-Za-z0-9.:\s]{0,512}\*?$/,
  onExitCode: /^[0-9]{0,512}\*?$/,
};

function checkFargate(container: Bag, needs: ReadonlyMap<string, string>): void {
  const cpus = needs.get('VCPU') ?? '';
  if (!isFargateSize({ cpus: Number(cpus), memory: Number(needs.get('MEMORY')) }))
    throw refused(`Fargate resource requirements (${cpus} vCPU, ${needs.get('MEMORY')} MiB) not valid.`);
  if (needs.has('GPU')) throw refused('GPU is not supported for Fargate jobs');
  if (textOf(container['executionRoleArn']) === undefined)
    throw refused('executionRoleArn is required for Fargate jobs');
  if (container['privileged'] !== undefined) throw refused('privileged is not supported for Fargate jobs');
}
