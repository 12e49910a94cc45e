import type { Json } from '../../../../src/tosca/topology.ts';
import type { DataType, PropertyDef, Schema } from '../../../../src/tosca/types/definitions.ts';

/** Values that templates give to properties of these names: examples of the standard, of its versions and of other tools. */
const byName: { readonly [name: string]: readonly Json[] } = {
  protocol: ['tcp', 'udp', 'http', 'https', 'TCP', 'UDP', 'igmp', 'ftp', 'icmp', 'ssh', 'sctp', 'http/2'],
  architecture: ['x86_64', 'x86_32', 'i386', 'arm', 'arm64', 'aarch64', 'X86_64', 'amd64', 'sparc', 'power_pc'],
  type: ['linux', 'windows', 'mac', 'aix', 'Linux', 'solaris', 'unix', 'Mac OS X', 'ssd'],
  distribution: ['ubuntu', 'debian', 'Rhel', 'Red Hat Enterprise Linux', 'centos'],
  version: ['22.04', '6.5', '18.04.2', '10', '2012.2.0.beta', '1.0.0.alpha-1', '6.5.0.R2-10'],
  component_version: ['1.0', '2.3.1', '1.0.0.alpha-10'],
  network_name: ['PUBLIC', 'PRIVATE', 'my_net', 'my_net.PUBLIC', 'my_net.PRIVATE', 'net,pool', 'public'],
  network_type: ['public', 'private', 'isolated', 'vlan', 'vxlan', 'PUBLIC'],
  cidr: ['192.168.10.0/24', '2001:db8::/64'],
  instance_name: ['my machine'],
  image: ['ost://cloud.example/image', 'ubuntu:24.04', 'docker://ubuntu'],
  size: ['10 GB', '1.3 GiB', '512 MiB', '0 MB', '1500 kB', '2 TiB', '0.5 GB', '10GB'],
  mem_size: ['2 GB', '1.3 GiB', '1.5 GB', '512 MiB', '4 gib', '0 MB', '0.1 GiB', '1e3 MB', '2048 MB', '7.7 GB'],
  disk_size: ['10 GB', '1.3 GiB', '0 MB', '10 GiB', '2 TB', '0.1 GiB'],
  cpu_frequency: ['2.4 GHz', '2400 MHz', '1000000000 Hz', '2 ghz', '0.1 GHz'],
  location: ['/data', '/mnt/a b', 'C:\\data'],
  device: ['hdb', '/dev/vdb'],
  credential: [{ user: 'cloudadm', token: 'x' }],
  remote_cidr: ['10.0.0.0/8'],
  min_instances: [0, 1, 2],
  max_instances: [1, 3],
  default_instances: [1, 0, 2, 5],
  count: [1, 0, 3],
  memory: ['512MB', '1 GB'],
  command: [['sh', '-c', 'true']],
};

const byType: { readonly [type: string]: readonly Json[] } = {
  string: ['text', '', 'no', '1.0', 'a: b', 'é "x"'],
  integer: [1, 3, 0, 8080],
  float: [0.5, 2, 1.5],
  boolean: [true, false],
  timestamp: ['2026-11-28T10:00:00Z'],
  version: ['1.0', '22.04', '2.3.1.beta-4'],
  'scalar-unit.size': ['10 GB', '1.3 GiB'],
  'scalar-unit.time': ['10 s', '1.5 h'],
  'scalar-unit.frequency': ['2.4 GHz', '100 MHz'],
  'scalar-unit.bitrate': ['10 Mbps'],
  json: ['{"a": 1}'],
  xml: ['<a/>'],
};

/** Values for a property, the usual one first. A value that a constraint forbids is left out. */
export const samplesOf = (def: PropertyDef): readonly Json[] => {
  const { schema } = def;
  if (schema === undefined) return ['text'];
  if (def.name.endsWith('_instances') || def.name === 'count') return byName[def.name] ?? [1];
  const named = isSimple(schema) || def.name === 'credential' ? (byName[def.name] ?? []) : [];
  return unique([...allowedBy(schema), ...named, ...ofSchema(schema, 0)]).filter((value) => isAllowed(value, schema));
};

const isSimple = ({ type }: Schema): boolean =>
  !['list', 'map', 'range', 'complex', 'scalar'].includes(String(type.base));

const kindOf = ({ base }: DataType): string => (typeof base === 'string' ? base : base.name);

/** Names the values that `valid_values` and `equal` give. */
const allowedBy = ({ type, constraints }: Schema): readonly Json[] =>
  [...constraints, ...type.constraints]
    .flatMap(({ clauses = [] }) => clauses)
    .flatMap(({ operator, operand }) => {
      if (operator === 'valid_values' && Array.isArray(operand)) return operand as readonly Json[];
      return operator === 'equal' ? [operand] : [];
    });

const isAllowed = (value: Json, { type, constraints }: Schema): boolean => {
  const kind = kindOf(type);
  if (kind === 'string' && typeof value !== 'string') return false;
  if (kind === 'integer' && !Number.isInteger(value)) return false;
  if (kind === 'version' && !(typeof value === 'string' && /^\d+(\.\d+){0,2}(\.[A-Za-z]\w*(-\d+)?)?$/.test(value)))
    return false;
  if (kind === 'boolean' && typeof value !== 'boolean') return false;
  const size = /^scalar-unit\.size$/.test(kind);
  if (size && !(typeof value === 'string' && /^[\d.e]+ ?[kmgt]?i?b?$/i.test(value))) return false;
  // the constraints of other kinds compare what has been read; those are judged by `check`
  return isSimple({ type, constraints } as Schema) && !size && !kind.startsWith('scalar') && kind !== 'version'
    ? [...constraints, ...type.constraints].every((one) => one.check(value) === undefined)
    : true;
};

const ofSchema = (schema: Schema, depth: number): readonly Json[] => {
  const { type } = schema;
  const kind = kindOf(type);
  if (kind === 'list') return collection(schema, depth, (each) => [each]);
  if (kind === 'map') return collection(schema, depth, (each) => ({ first: each }));
  if (kind === 'range')
    return [
      [1, 10],
      [80, 80],
    ];
  if (kind === 'complex') return complex(type, depth);
  return byType[kind] ?? ['text'];
};

const collection = (schema: Schema, depth: number, wrap: (each: Json) => Json): readonly Json[] => {
  const { entry } = schema.entry === undefined ? schema.type : schema;
  if (entry === undefined) return [wrap('text')];
  const allowed = allowedBy(entry);
  const each = allowed.length > 0 ? allowed : ofSchema(entry, depth + 1);
  const found = each.slice(0, depth === 0 ? 12 : 1).map(wrap);
  return found.length > 0 ? found : [wrap('text')];
};

/** Each member alone beside the required ones, with all its values at the top. */
const complex = (type: DataType, depth: number): readonly Json[] => {
  const members = [...type.properties.values()];
  const required = Object.fromEntries(
    members
      .filter(({ required, default: usual }) => required && !usual)
      .map((def) => [def.name, samplesOf(def)[0] ?? 'text']),
  );
  if (depth > 1) return [required];
  const single = members.flatMap((def) =>
    samplesOf(def)
      .slice(0, depth === 0 ? 20 : 8)
      .map((value) => ({ ...required, [def.name]: value })),
  );
  return [required, ...single];
};

const unique = (values: readonly Json[]): readonly Json[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];
