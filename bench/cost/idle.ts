/** The cost of an installation without requests, counted from its templates, as a section of docs/cost.md. */

import { buildApp } from '../../lib/app.ts';
import { assumptions, prices } from './prices.ts';
import { row } from './report.ts';

type Counts = ReadonlyMap<string, number>;

/** The smallest useful installation: one issuer, and one provider whose secret is in Parameter Store, which is free. */
const smallest = {
  issuers: [{ issuer: 'https://iam.example.org/' }],
  infrastructureManager: { url: 'https://im.example.org' },
  providers: [{ id: 'one', name: 'One', credentials: { type: 'OpenStack' }, secret: 'ssm:/toscanini/providers/one' }],
};

/** Resources with a monthly price, used or not, in dollars. */
const byTheMonth: Readonly<Record<string, readonly [string, number]>> = {
  'AWS::KMS::Key': ['KMS keys', prices.key],
  'AWS::SecretsManager::Secret': ['secrets', prices.secret],
  'AWS::CloudWatch::Alarm': ['alarms', prices.alarm],
  'AWS::CloudWatch::Dashboard': ['dashboards', prices.dashboard],
};

/** Resources that are billed by use or storage. Without traffic they cost nothing, except for what `ticking` lists. */
const byUse: Readonly<Record<string, string>> = {
  'AWS::ApiGateway::RestApi': 'REST APIs',
  'AWS::Lambda::Function': 'functions',
  'AWS::StepFunctions::StateMachine': 'workflows',
  'AWS::Events::Rule': 'rules',
  'AWS::SQS::Queue': 'queues',
  'AWS::SNS::Topic': 'topics',
  'AWS::DynamoDB::Table': 'tables',
  'AWS::S3::Bucket': 'buckets',
  'AWS::Logs::LogGroup': 'log groups',
};

/** Resources that belong to one of the above and have no bill of their own. */
const parts =
  /^AWS::(IAM::|ApiGateway::(?!RestApi)|Lambda::(Permission|EventSourceMapping|EventInvokeConfig)$|KMS::Alias$|Logs::(QueryDefinition|MetricFilter)$|CDK::|\w+::\w+Policy$)/;

/** The number of resources of each type in all stacks. */
export const countedTypes = (): Counts => {
  const templates = buildApp(smallest)
    .synth()
    .stacks.map(({ template }) => template as { readonly Resources: Record<string, { readonly Type: string }> });
  const types = templates.flatMap(({ Resources }) => Object.values(Resources).map(({ Type }) => Type));
  return new Map([...Map.groupBy(types, (type) => type)].map(([type, all]) => [type, all.length]));
};

/** Types that this file does not know: somebody must add what they cost. */
export const unpriced = (counts: Counts): readonly string[] =>
  [...counts.keys()].filter((type) => !(type in byTheMonth || type in byUse || parts.test(type)));

const minutes = 30 * 24 * 60;

interface Line {
  readonly name: string;
  readonly amount: number;
  /** dollars per piece and month */
  readonly price: number;
}

/** `check-deployments` every third minute; `check-dependencies`, `sweep-orphans` and `end-deployments` every five; `sweep-unrecorded` every day. */
const otherRuns = minutes / 3 + (3 * minutes) / 5 + minutes / (24 * 60);
/** `end-deployments` looks for ends and for office hours. */
const looks = otherRuns + minutes / 5;
/** `sweep-workflows` runs every minute. */
const runs = minutes + otherRuns;

/** Scheduled runs, and Lambda's pollers, which ask the queue of files with requests of twenty seconds. */
const ticking: readonly Line[] = [
  { name: 'scheduled runs', amount: runs, price: prices.invocation },
  {
    name: 'GB-seconds of these runs',
    amount: runs * assumptions.secondsPerInvocation * 0.5,
    price: prices.gigabyteSecond,
  },
  {
    name: 'read units of these runs',
    amount: minutes * assumptions.readUnitsPerSweep + looks * assumptions.readUnitsPerLook,
    price: prices.readUnit,
  },
  {
    name: 'log bytes of these runs',
    amount: runs * assumptions.logBytesPerScheduledRun,
    price: prices.logGigabyte / 1e9,
  },
  { name: 'SQS requests of Lambda’s pollers', amount: minutes * 3 * assumptions.pollers, price: prices.queueRequest },
];

const standing = (counts: Counts): readonly Line[] =>
  Object.entries(byTheMonth).map(([type, [name, price]]) => ({ name, amount: counts.get(type) ?? 0, price }));

const count = (amount: number): string => amount.toLocaleString('en-US', { maximumFractionDigits: 0 });

const linesOf = (counts: Counts): readonly Line[] => [...standing(counts), ...ticking];

/** Dollars per month. */
export const idleCost = (counts: Counts): number =>
  linesOf(counts).reduce((sum, { amount, price }) => sum + amount * price, 0);

/** The text between the markers `idle`. */
export const idleSection = (counts: Counts): string => {
  const free = Object.entries(byUse).map(([type, name]) => `${counts.get(type) ?? 0} ${name}`);
  return [
    `\`npm run cost\` counts this from the templates of an installation with one issuer and one provider, for a month of thirty days, at the list
prices below, without free tiers.`,
    '',
    row('', 'amount', 'USD'),
    row('---', '---:', '---:'),
    ...linesOf(counts).map(({ name, amount, price }) => row(name, count(amount), (amount * price).toFixed(2))),
    row('**total**', '', `**${idleCost(counts).toFixed(2)}**`),
    '',
    `Billed only by use: ${free.join(', ')}.`,
  ].join('\n');
};
