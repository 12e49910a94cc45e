import type { Template } from 'aws-cdk-lib/assertions';
import { conditionOf, flat, kind, listOf, type Statement } from './grants-text.ts';

/** What a resource itself says of who may use it: one row a statement. */
export interface ResourceLine {
  /** e.g. `IncomingQueue` */
  readonly resource: string;
  readonly effect: Statement['Effect'];
  /** who: `s3.amazonaws.com`, the account, everybody (`*`) */
  readonly principal: string;
  readonly actions: string;
  readonly condition: string;
}

/** Types of resources with a policy, and where in their properties it and what it is about stand. */
const policies = [
  ['AWS::KMS::Key', 'KeyPolicy', undefined],
  ['AWS::S3::BucketPolicy', 'PolicyDocument', 'Bucket'],
  ['AWS::SQS::QueuePolicy', 'PolicyDocument', 'Queues'],
  ['AWS::SNS::TopicPolicy', 'PolicyDocument', 'Topics'],
  ['AWS::SecretsManager::ResourcePolicy', 'ResourcePolicy', 'SecretId'],
  ['AWS::Logs::ResourcePolicy', 'PolicyDocument', 'PolicyName'],
] as const;

/** Every statement of every policy that a key, a bucket, a queue, a topic, a secret or the logs have. */
export const resourcePoliciesOf = (template: Template): readonly ResourceLine[] =>
  policies
    .flatMap(([type, document, about]) =>
      Object.entries(template.findResources(type)).flatMap(([id, { Properties }]) => {
        const owners = about === undefined ? [{ Ref: id }] : listOf(Properties[about]);
        return (Properties[document].Statement as Statement[]).map((statement) => line(owners, statement));
      }),
    )
    .toSorted((one, other) => (key(one) < key(other) ? -1 : 1));

const key = ({ resource, effect, principal, actions }: ResourceLine) => [resource, effect, principal, actions].join();

const line = (owners: readonly unknown[], statement: Statement): ResourceLine => ({
  resource: owners.map(kind).join(', '),
  effect: statement.Effect,
  principal: principalOf(statement.Principal),
  actions: listOf(statement.Action).join(', '),
  condition: conditionOf(statement),
});

const principalOf = (principal: Statement['Principal']): string =>
  typeof principal === 'object' ? Object.values(principal).flatMap(listOf).map(kind).join(', ') : String(principal);

/** Who may invoke a function from outside of this app's roles: `apigateway.amazonaws.com: /toscanini/GET/deployments`, by entry. */
export const invokersOf = (service: Template): ReadonlyMap<string, readonly string[]> => {
  const entries = new Map(
    Object.entries(service.findResources('AWS::Lambda::Function')).map(([id, { Metadata }]) => [
      id,
      String(Metadata['toscanini:entry']).replace(/^functions\/|\.ts$/g, ''),
    ]),
  );
  const rows = Object.values(service.findResources('AWS::Lambda::Permission')).map(({ Properties }) => ({
    entry: entries.get(flat(Properties.FunctionName)) ?? '',
    invoker: `${Properties.Principal} from ${kind(Properties.SourceArn)}`,
  }));
  const sorted = rows.toSorted((one, other) =>
    `${one.entry}${one.invoker}` < `${other.entry}${other.invoker}` ? -1 : 1,
  );
  return new Map(
    [...Map.groupBy(sorted, ({ entry }) => entry)].map(([entry, each]) => [entry, each.map(({ invoker }) => invoker)]),
  );
};
