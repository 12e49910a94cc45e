import type { Json, Node } from '../../tosca/topology.ts';
import { listOf, numberOf, textOf } from '../deployers/capability-values.ts';
import { quoted, shellCommand } from './command.ts';
import { afterOf } from './own-job.ts';
import type { JobReader } from './requested-job.ts';
import type { Used } from './unused.ts';

const mebibyte = 2 ** 20;

export const qcgUses: Used = {
  properties: [
    ...['executable', 'arguments', 'environment', 'schema', 'note', 'directory', 'stdin', 'stdout', 'stderr'],
    ...['std_outerr', 'total_cores', 'total_nodes', 'cores_per_node', 'memory_per_node', 'memory_per_core', 'gpus'],
    ...['queue', 'wall_clock', 'batch_system_options'],
  ],
  artifacts: [],
  capabilities: [],
};

/** A job of QCG, as INDIGO's users write it. It names no image: the provider has one for such jobs. */
export const qcgJob: JobReader = (node, byName) => {
  const { properties } = node;
  const nodes = numberOf(properties['total_nodes']) ?? 1;
  const cores = coresOf(node);
  const seconds = wallClock(textOf(properties['wall_clock']));
  const folder = textOf(properties['directory']);
  const command = commandOf(node);
  return {
    command: shellCommand({ command, ...(folder !== undefined && { folder }) }),
    cpus: cores,
    memory: memoryOf(node, cores),
    gpus: numberOf(properties['gpus']),
    environment: properties['environment'],
    timeoutSeconds: seconds,
    queue: textOf(properties['queue']),
    note: textOf(properties['note']) ?? command,
    after: afterOf(node, byName),
    reasons: [
      ...(node.types.includes('tosca.nodes.indigo.Grid.Job')
        ? ['is a job of a grid, whose computing elements and sandboxes of files do not exist here']
        : []),
      ...(nodes > 1 ? [`asks for ${nodes} nodes, and a job runs on one here`] : []),
      ...(properties['wall_clock'] !== undefined && seconds === undefined
        ? [`has the wall_clock ${JSON.stringify(properties['wall_clock'])}, and expected is hours:minutes:seconds`]
        : []),
    ],
    warnings: [
      ...files.flatMap((name) => {
        const file = textOf(properties[name]);
        return file === undefined
          ? []
          : [`writes ${file}: the file is gone after the end, and the log has its content`];
      }),
      ...(listOf(properties['batch_system_options']).length > 0 ? ['has batch_system_options, which are ignored'] : []),
      ...(textOf(properties['schema']) === undefined ? [] : ['has a schema of QCG, which is ignored']),
      ...overruled(properties, cores).map(
        ([winner, loser]) => `has ${winner} and ${loser}: ${winner} is taken, and ${loser} is ignored`,
      ),
    ],
  };
};

/** Two properties that say one thing, and do not say the same. */
const overruled = (properties: Node['properties'], cores: number): readonly (readonly [string, string])[] => {
  const [all, ofNode] = [numberOf(properties['total_cores']), numberOf(properties['cores_per_node'])];
  const [perNode, perCore] = [numberOf(properties['memory_per_node']), numberOf(properties['memory_per_core'])];
  const differ = (one: number | undefined, other: number | undefined): boolean =>
    one !== undefined && other !== undefined && one !== other;
  const both = textOf(properties['std_outerr']) === undefined ? [] : ['stdout', 'stderr'];
  return [
    ...(differ(all, ofNode) ? [['total_cores', 'cores_per_node'] as const] : []),
    ...(differ(perNode, perCore && perCore * cores) ? [['memory_per_node', 'memory_per_core'] as const] : []),
    ...both.flatMap((name) => (textOf(properties[name]) === undefined ? [] : [['std_outerr', name] as const])),
  ];
};

const files = ['stdout', 'stderr', 'std_outerr'];

const coresOf = ({ properties }: Node): number =>
  numberOf(properties['total_cores']) ?? numberOf(properties['cores_per_node']) ?? 1;

/** QCG counts memory in MB. */
const memoryOf = ({ properties }: Node, cores: number): number | undefined => {
  const perNode = numberOf(properties['memory_per_node']);
  const perCore = numberOf(properties['memory_per_core']);
  const memory = perNode ?? (perCore === undefined ? undefined : perCore * cores);
  return memory === undefined ? undefined : memory * mebibyte;
};

/** `2:00:00`, `00:02:00` or `1-00:00:00`, in seconds. */
const wallClock = (text: string | undefined): number | undefined => {
  const found = /^(?:(\d+)-)?(\d+):(\d{1,2})(?::(\d{1,2}))?$/.exec(text ?? '');
  if (!found) return undefined;
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = found.slice(1).map((one) => Number(one ?? 0));
  return ((days * 24 + hours) * 60 + minutes) * 60 + seconds;
};

const commandOf = ({ properties }: Node): string => {
  const given: Json | undefined = properties['arguments'];
  const listed =
    typeof given === 'string'
      ? [given]
      : listOf(given)
          .flatMap((one) => textOf(one) ?? [])
          .map(quoted);
  const run = [textOf(properties['executable']) ?? '', ...listed].join(' ');
  const stdin = textOf(properties['stdin']);
  const both = textOf(properties['std_outerr']);
  const [out, error] = [textOf(properties['stdout']), textOf(properties['stderr'])];
  const redirected = [
    run,
    ...(stdin === undefined ? [] : [`< ${quoted(stdin)}`]),
    ...(both === undefined ? [] : [`> ${quoted(both)} 2>&1`]),
    ...(both !== undefined || out === undefined ? [] : [`> ${quoted(out)}`]),
    ...(both !== undefined || error === undefined ? [] : [`2> ${quoted(error)}`]),
  ].join(' ');
  const written = both === undefined ? [out, error].flatMap((one) => one ?? []) : [both];
  if (written.length === 0) return redirected;
  return `${redirected}\ncode=$?\ncat ${written.map(quoted).join(' ')}\nexit $code`;
};
