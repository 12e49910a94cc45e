/** Databases of RDS. */

import { textOf, textsOf } from '../protocol/json.ts';
import { findThing, liveThings, type Place } from '../world/place.ts';
import { shortNumber } from './balancing.ts';
import { type Failure, named, type Order, type Row, rdsFailure } from './row.ts';

const ports: { readonly [engine: string]: string } = { mysql: '3306', mariadb: '3306', postgres: '5432' };

const arn = ({ account, region }: Place, service: string, rest: string): string =>
  `arn:aws:${service}:${region}:${account}:${rest}`;

const engineExists = ({ properties }: Order): Failure | undefined =>
  (textOf(properties['Engine']) ?? '') in ports
    ? undefined
    : rdsFailure(`Invalid DB engine: ${properties['Engine']}`, 'InvalidRequest');

/** Either RDS makes the password, or the request has one. */
const hasPassword = ({ properties, thing }: Order): Failure | undefined => {
  const isManaged = String(properties['ManageMasterUserPassword']) === 'true';
  const given = properties['MasterUserPassword'] !== undefined;
  if (thing || isManaged !== given) return undefined;
  return rdsFailure(
    given
      ? 'You can specify either MasterUserPassword or ManageMasterUserPassword, not both.'
      : 'The parameter MasterUserPassword must be provided and must not be blank.',
  );
};

const storageFits = ({ properties, thing }: Order): Failure | undefined => {
  const [size, before] = [Number(properties['AllocatedStorage']), Number(thing?.properties['AllocatedStorage'] ?? 0)];
  if (!(size >= 20 && size <= 65_536))
    return rdsFailure(`Invalid storage size for engine name ${properties['Engine']} and storage type gp3: ${size}`);
  return size < before
    ? rdsFailure(`Requested size of ${size} GiB is smaller than the current size of ${before} GiB`)
    : undefined;
};

const nameFits = ({ properties }: Order): Failure | undefined => {
  const name = textOf(properties['DBName']);
  return name === undefined || /^[A-Za-z]\w*$/.test(name)
    ? undefined
    : rdsFailure('DBName must begin with a letter and contain only alphanumeric characters.');
};

const groupsExist = ({ place, properties }: Order): Failure | undefined => {
  const lost = textsOf(properties['VPCSecurityGroups']).find((id) => !findThing(place, id, 'AWS::EC2::SecurityGroup'));
  return lost === undefined ? undefined : rdsFailure(`Invalid security group , groupId= ${lost}`, 'NotFound');
};

const subnetGroupExists = ({ place, properties: { DBSubnetGroupName: name } }: Order): Failure | undefined =>
  name === undefined || findThing(place, name, 'AWS::RDS::DBSubnetGroup')
    ? undefined
    : rdsFailure(`DB subnet group '${name}' does not exist.`, 'NotFound');

const coversTwoZones = ({ place, properties }: Order): Failure | undefined => {
  const found = textsOf(properties['SubnetIds']).map((id) => findThing(place, id, 'AWS::EC2::Subnet'));
  if (found.includes(undefined)) return rdsFailure('Some input subnets are invalid.', 'NotFound');
  return new Set(found.map((one) => textOf(one?.facts['zone']))).size >= 2
    ? undefined
    : rdsFailure(
        'The DB subnet group does not meet Availability Zone (AZ) coverage requirement. Please add subnets to cover at least 2 AZs.',
      );
};

export const databaseRows: { readonly [type: string]: Row } = {
  'AWS::RDS::DBSubnetGroup': {
    seconds: 5,
    identify: (order) => named('DBSubnetGroupName')(order).toLowerCase(),
    attributes: {},
    checks: [coversTwoZones],
    blocks: ({ id }, place) =>
      liveThings(place, 'AWS::RDS::DBInstance').some(({ properties }) => properties['DBSubnetGroupName'] === id)
        ? rdsFailure(`Cannot delete the subnet group '${id}' because a database instance uses it.`)
        : undefined,
  },
  'AWS::RDS::DBInstance': {
    seconds: 300,
    deleteSeconds: 200,
    identify: (order) => named('DBInstanceIdentifier')(order).toLowerCase(),
    facts: ({ properties }) => ({
      port: textOf(properties['Port']) ?? ports[textOf(properties['Engine']) ?? ''],
    }),
    attributes: {
      DBInstanceArn: ({ id }, place) => arn(place, 'rds', `db:${id}`),
      'Endpoint.Address': ({ id }, { region }) => `${id}.c${shortNumber(id)}.${region}.rds.amazonaws.com`,
      'Endpoint.Port': ({ facts }) => String(facts['port']),
      'MasterUserSecret.SecretArn': ({ id }, place) => arn(place, 'secretsmanager', `secret:rds!db-${shortNumber(id)}`),
    },
    checks: [engineExists, hasPassword, storageFits, nameFits, groupsExist, subnetGroupExists],
    // the specification says only that it may
    replaces: ['Engine'],
    blocks: ({ properties }) =>
      String(properties['DeletionProtection']) === 'true'
        ? rdsFailure('Cannot delete protected DB Instance, please disable deletion protection and try again.')
        : undefined,
  },
};
