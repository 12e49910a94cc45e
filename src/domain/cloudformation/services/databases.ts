import type { Json, Node } from '../../../tosca/topology.ts';
import { hostOf } from '../../changes/kinds.ts';
import { numberOf, textOf } from '../../deployers/capability-values.ts';
import { awsTypes } from '../../resources/aws-types.ts';
import { getAtt, logicalId, type StackResource, type StackResources } from '../blueprint/blueprint.ts';
import { dataPolicies, type Member, metadataOf, refused, retained, type Surroundings } from '../blueprint/member.ts';
import { everyMachine, groupOf, isConnection } from '../networks/groups.ts';
import { type Spread, spreadOver } from '../networks/subnets.ts';
import { type Attributes, attributesIn } from '../values/attributes.ts';
import { choiceOf, type DatabaseChoice, engineOf, portOf } from './database-choices.ts';

type ByName = ReadonlyMap<string, Node>;

export const isDatabase = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.database.is(types);
export const isDatabaseSystem = ({ types }: Pick<Node, 'types'>): boolean => awsTypes.databaseSystem.is(types);

/** A database that no machine of the template hosts is one of RDS; another is software. */
export const isManaged = (node: Node, byName: ByName): boolean => hostOf(node, byName).length === 0;

/** The database system that a database names; RDS makes both together. */
const systemOf = ({ requirements }: Node, byName: ByName): Node | undefined =>
  requirements.flatMap(({ node }) => (node === undefined ? [] : (byName.get(node) ?? []))).find(isDatabaseSystem);

/**
 * A database of RDS. AWS makes its password and keeps it in Secrets Manager: it is in no template, parameter or output. A
 * deletion keeps a last snapshot, as everywhere at AWS, unless the template says otherwise.
 */
export const databaseOf = (node: Node, surroundings: Surroundings): Member => {
  const { byName, offer } = surroundings;
  const main = logicalId(node.name);
  const system = systemOf(node, byName);
  const choice = choiceOf(node, system, offer.region);
  const spread = spreadOver(offer, false);
  const group = subnetGroup(node, spread);
  const reasons = [
    ...('reasons' in choice ? choice.reasons : []),
    ...('why' in group ? [group.why] : []),
    ...(textOf(node.properties['password']) === undefined ? [] : [ownPassword]),
  ];
  if ('reasons' in choice || 'why' in group || reasons.length > 0) return refused(main, ...reasons);
  const policies = dataPolicies(node.properties, 'Snapshot');
  const policy = policies.DeletionPolicy;
  const instance: StackResource = {
    Type: 'AWS::RDS::DBInstance',
    Properties: { ...propertiesOf(node, choice), ...group.use },
    ...policies,
    Metadata: metadataOf(node.name, numberOf(node.properties['backup_days']) === undefined ? [backups] : []),
  };
  return {
    main,
    resources: {
      ...staying({ ...groupFor(node, choice.port, surroundings), ...group.made }, policy),
      [main]: instance,
    },
    usesGroupOfAll: true,
    ...(policy === 'Retain' && { keepsGroupOfAll: true }),
    reasons: [],
    warnings: warningsOf(system, policy),
  };
};

/** What a database that stays goes on using: AWS would refuse to delete it. */
const staying = (resources: StackResources, policy: string): StackResources =>
  policy === 'Retain'
    ? Object.fromEntries(Object.entries(resources).map(([id, one]) => [id, retained(one)]))
    : resources;

const ownPassword =
  'has a password in the template, and AWS makes and keeps that of a database: leave it out, and read it from Secrets Manager (attribute secret_arn of toscanini.nodes.aws.Database)';

const backups = 'BackupRetentionPeriod';

/** As AWS itself, and all that a new account's free plan has. */
const defaultBackupDays = 1;

const propertiesOf = (node: Node, choice: DatabaseChoice): { readonly [name: string]: Json } => ({
  Engine: choice.engine,
  // only the template decides about a version, and RDS refuses the next major one without this
  ...(choice.version !== undefined && { EngineVersion: choice.version, AllowMajorVersionUpgrade: true }),
  DBInstanceClass: choice.size,
  AllocatedStorage: String(choice.storage),
  StorageType: 'gp3',
  StorageEncrypted: node.properties['encrypted'] !== false,
  DBName: choice.name,
  MasterUsername: choice.user,
  ManageMasterUserPassword: true,
  Port: String(choice.port),
  VPCSecurityGroups: [getAtt(groupOf(node.name), 'GroupId')],
  PubliclyAccessible: false,
  MultiAZ: node.properties['multi_zone'] === true,
  BackupRetentionPeriod: numberOf(node.properties['backup_days']) ?? defaultBackupDays,
  CopyTagsToSnapshot: true,
});

interface SubnetGroup {
  readonly made: StackResources;
  readonly use: { readonly [name: string]: Json };
}

/** In the default network AWS has a group of subnets already. */
const subnetGroup = (node: Node, spread: Spread | { readonly why: string }): SubnetGroup | { readonly why: string } => {
  if ('why' in spread) return spread;
  if (Object.keys(spread.parameters).length > 0) return { made: {}, use: {} };
  if (spread.zones < 2) {
    return { why: 'needs subnets in two zones, and the configuration of this provider names one (stack.subnets)' };
  }
  const id = `${logicalId(node.name)}Subnets`;
  const made = {
    Type: 'AWS::RDS::DBSubnetGroup',
    Properties: { DBSubnetGroupDescription: 'Subnets of a database', SubnetIds: spread.subnets },
    Metadata: metadataOf(node.name),
  };
  return { made: { [id]: made }, use: { DBSubnetGroupName: { Ref: id } } };
};

/** Where nothing says that it connects, all machines and containers of the deployment may. */
const groupFor = (node: Node, port: number, { nodes, offer }: Surroundings): StackResources => {
  const isNamed = nodes.some(({ requirements }) =>
    requirements.some((requirement) => requirement.node === node.name && isConnection(requirement)),
  );
  const rule = {
    IpProtocol: 'tcp',
    FromPort: port,
    ToPort: port,
    SourceSecurityGroupId: getAtt(everyMachine, 'GroupId'),
  };
  return {
    [groupOf(node.name)]: {
      Type: 'AWS::EC2::SecurityGroup',
      Properties: {
        GroupDescription: 'The port of a database',
        ...(offer.vpc !== undefined && { VpcId: offer.vpc }),
        ...(!isNamed && { SecurityGroupIngress: [rule] }),
      },
      Metadata: metadataOf(node.name),
    },
  };
};

const warningsOf = (system: Node | undefined, policy: string): readonly string[] => [
  ...(textOf(system?.properties['root_password']) === undefined
    ? []
    : [`gets a password from AWS and not the root_password of ${system?.name}`]),
  ...(policy !== 'Snapshot'
    ? []
    : ['leaves a last snapshot when it is deleted, which you pay for until you delete it']),
];

/** The address, and where its password is: never the password. */
export const databaseAttributes = (node: Node, byName: ByName): Attributes => {
  const id = logicalId(node.name);
  const address = getAtt(id, 'Endpoint.Address');
  const secret = getAtt(id, 'MasterUserSecret.SecretArn');
  const system = systemOf(node, byName);
  const port = portOf(node, system, engineOf(node, system));
  return attributesIn({
    'database_endpoint.ip_address': address,
    ...(port !== undefined && { 'database_endpoint.port': port, port }),
    address,
    secret_arn: secret,
    password_reference: { 'Fn::Join': ['', [secret, ':password::']] },
  });
};

/** The port at which it answers; absent: its engine is not known. */
export const databasePort = (node: Node, byName: ByName): readonly number[] => {
  const system = systemOf(node, byName);
  return [portOf(node, system, engineOf(node, system)) ?? []].flat();
};
