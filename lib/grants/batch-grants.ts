import { arnsIn } from '../rights/arns.ts';
import { stackNames } from '../rights/names.ts';
import type { Statement } from '../rights/statement.ts';
import type { World } from './grant.ts';
import { providersIn } from './providers-in.ts';

/**
 * What a provider with AWS Batch needs: definitions by the beginning of their names, queues by their names, jobs by their
 * tag, roles by their ARN (docs/jobs.md). Nothing is granted where no provider is of this kind.
 */
export const usingQueues = ({ stack, configuration }: Pick<World, 'stack' | 'configuration'>): readonly Statement[] => {
  const places = providersIn(stack, configuration).flatMap(({ batch }) => batch ?? []);
  const here = places.filter(({ roleArn }) => roleArn === undefined);
  const roles = [...new Set(places.flatMap(({ roleArn }) => roleArn ?? []))];
  const passed = [
    ...new Set(here.flatMap((place) => [place.executionRoleArn, place.jobRoleArn].flatMap((one) => one ?? []))),
  ];
  return [
    ...(here.length > 0 ? inThisAccount(stack, here) : []),
    ...(passed.length > 0 ? [passing(passed)] : []),
    ...(roles.length > 0 ? [{ actions: ['sts:AssumeRole'], resources: roles }] : []),
  ];
};

type Stack = World['stack'];
type Place = NonNullable<ReturnType<typeof providersIn>[number]['batch']>;

const inThisAccount = (stack: Stack, places: readonly Place[]): readonly Statement[] => {
  const arns = arnsIn(stack);
  const definitions = arns.of('batch', `job-definition/${stackNames}`);
  const queues = places.flatMap(({ queues }) =>
    queues.map(({ name }) => (name.startsWith('arn:') ? name : arns.of('batch', `job-queue/${name}`))),
  );
  const jobs = arns.of('batch', 'job/*');
  return [
    // these have no resources
    { actions: ['batch:DescribeJobDefinitions', 'batch:DescribeJobs', 'batch:ListJobs'], resources: ['*'] },
    { actions: ['batch:DeregisterJobDefinition', 'batch:RegisterJobDefinition'], resources: [definitions] },
    { actions: ['batch:SubmitJob'], resources: [definitions, ...new Set(queues)] },
    { actions: ['batch:TagResource'], resources: [definitions, jobs] },
    {
      actions: ['batch:TerminateJob'],
      resources: [jobs],
      conditions: { StringLike: { 'aws:ResourceTag/toscanini:infrastructure': stackNames } },
    },
    { actions: ['logs:GetLogEvents'], resources: [arns.of('logs', 'log-group:/aws/batch/job:*')] },
  ];
};

/** A job's roles are passed on by whoever registers its definition. */
const passing = (resources: readonly string[]): Statement => ({
  actions: ['iam:PassRole'],
  resources,
  conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
});
