import type { Node } from '../../../tosca/topology.ts';
import {
  bytesOf,
  capabilityValues,
  gibibyte,
  gibibytesOf,
  numberOf,
  textOf,
} from '../../deployers/capability-values.ts';
import { lacksClass } from '../offers/regions.ts';

/** What a database of RDS is made with. */
export interface DatabaseChoice {
  readonly engine: string;
  /** absent: the newest that RDS uses by itself */
  readonly version?: string;
  readonly size: string;
  /** GiB */
  readonly storage: number;
  readonly port: number;
  /** of the database within the server */
  readonly name: string;
  readonly user: string;
}

interface Engine {
  readonly port: number;
  readonly words: RegExp;
  /** most characters of the name of a database (botocore, rds, CreateDBInstance, DBName) */
  readonly nameLength: number;
}

const engines: { readonly [engine: string]: Engine } = {
  mysql: { port: 3306, words: /mysql/i, nameLength: 64 },
  postgres: { port: 5432, words: /postgres/i, nameLength: 63 },
  mariadb: { port: 3306, words: /mariadb/i, nameLength: 64 },
};

/** The engine that the template names, that the type is named after, or to whose port clients connect. */
export const engineOf = (node: Node, system: Node | undefined): string | undefined => {
  const named = textOf(node.properties['engine'])?.toLowerCase();
  if (named !== undefined) return named in engines ? named : undefined;
  const types = [...node.types, ...(system?.types ?? [])];
  const byType = Object.keys(engines).find((engine) => types.some((type) => engines[engine]?.words.test(type)));
  if (byType !== undefined) return byType;
  const port = givenPort(node, system);
  return port === undefined ? undefined : Object.keys(engines).find((engine) => engines[engine]?.port === port);
};

const givenPort = (node: Node, system: Node | undefined): number | undefined =>
  numberOf(node.properties['port']) ??
  numberOf(capabilityValues(node, 'database_endpoint')['port']) ??
  numberOf(system?.properties['port']);

export const portOf = (node: Node, system: Node | undefined, engine: string | undefined): number | undefined =>
  givenPort(node, system) ?? (engine === undefined ? undefined : engines[engine]?.port);

export const choiceOf = (
  node: Node,
  system: Node | undefined,
  region: string,
): DatabaseChoice | { readonly reasons: readonly string[] } => {
  const engine = engineOf(node, system);
  const port = portOf(node, system, engine);
  if (engine === undefined || port === undefined) return { reasons: [noEngine] };
  const [name, user] = [textOf(node.properties['name']), textOf(node.properties['user']) ?? 'toscanini'];
  const size = sizeOf(node, system, { region, engine });
  const storage = gibibytesOf(node.properties['storage']) ?? gibibytesOf(hostOf(system)['disk_size']) ?? leastStorage;
  const version = textOf(node.properties['version']);
  const { nameLength } = engines[engine] ?? { nameLength: 63 };
  const reasons = [
    ...(name !== undefined && isName(name, nameLength)
      ? []
      : [`has the name ${name}, and one starts with a letter and has at most ${nameLength} ${letters}`]),
    ...(isName(user, 16) && !reserved[engine]?.includes(user.toLowerCase())
      ? []
      : [
          `has the user ${user}, whom RDS does not make: a name starts with a letter, has at most 16 ${letters}, and is none of ${reserved[engine]?.join(', ')}`,
        ]),
    ...(port >= leastPort && port <= 65_535 ? [] : [`listens at port ${port}, and RDS has ports from ${leastPort} on`]),
    ...(storage <= mostStorage ? [] : [`asks for ${storage} GiB of storage, and RDS has at most ${mostStorage}`]),
    ...('why' in size ? [size.why] : []),
  ];
  if (reasons.length > 0 || 'why' in size || name === undefined) return { reasons };
  return {
    ...{ engine, port, name, user, size: size.name, storage: Math.max(storage, leastStorage) },
    ...(version !== undefined && { version }),
  };
};

const noEngine =
  'does not say which database it is: give it a port (3306 is MySQL, 5432 is PostgreSQL), or use the type toscanini.nodes.aws.Database with its engine (mysql, mariadb, postgres)';

const letters = 'letters, digits and "_"';
const isName = (name: string, most: number): boolean => /^[A-Za-z]\w*$/.test(name) && name.length <= most;
/** Names of users that an engine keeps for itself. */
const reserved: { readonly [engine: string]: readonly string[] } = {
  mysql: ['rdsadmin', 'root'],
  mariadb: ['rdsadmin', 'root'],
  postgres: ['rdsadmin', 'admin'],
};

const leastPort = 1_150;

/** GiB; what RDS makes at least and at most. */
const leastStorage = 20;
const mostStorage = 65_536;

const hostOf = (system: Node | undefined) => (system === undefined ? {} : capabilityValues(system, 'host'));

/** Class, CPUs and GiB of memory: cheapest first, and the older generation after the newer one, which some regions lack. */
const classes: readonly (readonly [name: string, cpus: number, memory: number])[] = [
  ['db.t4g.micro', 2, 1],
  ['db.t3.micro', 2, 1],
  ['db.t4g.small', 2, 2],
  ['db.t3.small', 2, 2],
  ['db.t4g.medium', 2, 4],
  ['db.t3.medium', 2, 4],
  ['db.t4g.large', 2, 8],
  ['db.t3.large', 2, 8],
  ['db.m7g.large', 2, 8],
  ['db.m6g.large', 2, 8],
  ['db.r7g.large', 2, 16],
  ['db.r6g.large', 2, 16],
  ['db.m7g.xlarge', 4, 16],
  ['db.m6g.xlarge', 4, 16],
  ['db.r7g.xlarge', 4, 32],
  ['db.r6g.xlarge', 4, 32],
  ['db.m7g.2xlarge', 8, 32],
  ['db.m6g.2xlarge', 8, 32],
  ['db.r7g.2xlarge', 8, 64],
  ['db.r6g.2xlarge', 8, 64],
  ['db.m7g.4xlarge', 16, 64],
  ['db.m6g.4xlarge', 16, 64],
  ['db.r7g.4xlarge', 16, 128],
  ['db.r6g.4xlarge', 16, 128],
  ['db.m7g.8xlarge', 32, 128],
  ['db.m6g.8xlarge', 32, 128],
  ['db.r7g.8xlarge', 32, 256],
  ['db.r6g.8xlarge', 32, 256],
  ['db.r7g.16xlarge', 64, 512],
  ['db.r6g.16xlarge', 64, 512],
];

/** Every class that is chosen without being asked for by name. */
export const classNames: readonly string[] = classes.map(([name]) => name);
export const engineNames: readonly string[] = Object.keys(engines);

/** The class that the template names, or the cheapest of the region with what its database system asks for. */
const sizeOf = (
  node: Node,
  system: Node | undefined,
  { region, engine }: { readonly region: string; readonly engine: string },
): { readonly name: string } | { readonly why: string } => {
  const named = textOf(node.properties['class']);
  if (named !== undefined) {
    if (!/^db\.[a-z0-9-]+\.[a-z0-9]+$/.test(named))
      return { why: `asks for the class ${named}, and classes of RDS have names such as db.t4g.micro` };
    return lacksClass(region, engine, named)
      ? {
          why: `asks for the class ${named}, which ${region} does not have for ${engine}: name another, or leave it out`,
        }
      : { name: named };
  }
  const cpus = numberOf(hostOf(system)['num_cpus']) ?? 1;
  const memory = bytesOf(hostOf(system)['mem_size']) ?? gibibyte;
  const fits = ([own, some, gib]: (typeof classes)[number]): boolean =>
    some >= cpus && gib * gibibyte >= memory && !lacksClass(region, engine, own);
  const [name] = classes.find(fits) ?? [];
  if (name !== undefined) return { name };
  return {
    why: `asks for ${cpus} CPUs and ${Math.ceil(memory / gibibyte)} GiB of memory, and no class of RDS for ${engine} in ${region} has that`,
  };
};
