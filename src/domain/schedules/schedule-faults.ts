import { InvalidError } from '../../foundation/errors.ts';
import { deployable } from '../../tosca/deployable.ts';
import type { Problem } from '../../tosca/problems.ts';
import type { Imports, Topology } from '../../tosca/topology.ts';
import { fileExpressionFault } from './file-expression.ts';
import { exampleFiles, fillIn, placeholderFaults } from './file-parameters.ts';
import type { FileConfiguration } from './ports.ts';
import { unreachableFault } from './reachable-buckets.ts';
import { describesElement, parseReplicationExpression } from './replication-expression.ts';
import type { Reader } from './schedule.ts';
import type { ScheduleRequest } from './schedule-request.ts';

export interface CheckPorts {
  readonly imports: Imports;
  readonly fileConfiguration: FileConfiguration;
}

/** The parts of a request that could be read: what is missing is another's complaint. */
export type Readable = {
  readonly [K in keyof Pick<
    ScheduleRequest,
    'template' | 'parameters' | 'fileExpression' | 'replicationExpression' | 'numberOfReplicas'
  >]?: ScheduleRequest[K] | undefined;
};

/** Who asks decides which buckets there are for him. */
type Asked = Readable & { readonly reader: Reader };

export interface Faults {
  readonly faults: readonly string[];
  /** of the template: warnings too, once nothing is wrong with it */
  readonly problems: readonly Problem[];
  /** what the template describes, for a file that was made up; absent when it cannot be deployed */
  readonly topology?: Topology | undefined;
}

/** Everything that is wrong, after what was found wrong before. */
export const scheduleFaults = async (
  ports: CheckPorts,
  request: Asked,
  mistakes: readonly string[] = [],
): Promise<Faults> => {
  const { problems, topology } = await triedOut(ports.imports, request);
  const isBad = problems.some(({ severity }) => severity === 'error');
  const faults = [
    ...mistakes,
    ...fileFaults(request, ports.fileConfiguration),
    ...replicationFaults(request, ports.fileConfiguration),
    ...placeholderFaults(request.parameters ?? {}),
    ...(isBad ? ['the template cannot be deployed'] : []),
  ];
  return { faults, problems, ...(topology && { topology }) };
};

export const refusal = ({ faults, problems }: Faults): InvalidError =>
  new InvalidError(`the schedule is not as it should be: ${faults.join('; ')}`, { problems });

const fileFaults = ({ fileExpression, reader }: Asked, files: FileConfiguration): readonly string[] => {
  if (fileExpression === undefined) return [];
  const fault = fileExpressionFault(fileExpression) ?? unreachableFault(fileExpression, files, reader);
  return fault === undefined ? [] : [`fileExpression ${fault}`];
};

const replicationFaults = (
  { replicationExpression, numberOfReplicas = 0 }: Readable,
  { elements }: Pick<FileConfiguration, 'elements'>,
): readonly string[] => {
  if (replicationExpression === undefined) return [];
  const parsed = parseReplicationExpression(replicationExpression);
  if (!parsed.ok)
    return [`replicationExpression is wrong at position ${parsed.fault.position}: ${parsed.fault.message}`];
  const described = elements.filter((element) => describesElement(parsed.expression, element)).length;
  if (described >= numberOfReplicas) return [];
  return [
    `numberOfReplicas is ${numberOfReplicas}, and replicationExpression describes ${described} of the \
${elements.length} storage elements that there are`,
  ];
};

/**
 * Tried with made-up files, since what the parameters say of one is not known yet. Whether a file's name keeps to the
 * constraints of the template is judged when the file comes: a problem that one made-up file has and another has
 * differently is of that kind.
 */
const triedOut = async (imports: Imports, request: Readable): Promise<Tried> => {
  const [first, second] = exampleFiles;
  const tried = await triedWith(imports, request, first);
  if (!tried.problems.some(dependsOnValue)) return tried;
  const other = await triedWith(imports, request, second);
  const others = new Set(other.problems.map(textOf));
  const problems = tried.problems.filter((problem) => !dependsOnValue(problem) || others.has(textOf(problem)));
  return { problems, topology: tried.topology ?? other.topology };
};

type Tried = Pick<Faults, 'problems' | 'topology'>;

const triedWith = async (
  imports: Imports,
  { template, parameters }: Readable,
  file: (typeof exampleFiles)[number],
): Promise<Tried> => {
  if (template === undefined) return { problems: [] };
  const { processed } = await deployable(template, { inputs: fillIn(parameters ?? {}, file), imports });
  if (processed.ok) return processed;
  // parameters that cannot be read are told as such, and what they lack is not known
  return { problems: processed.problems.filter(({ code }) => parameters !== undefined || code !== 'input-missing') };
};

/** A constraint's: a value of the wrong type is wrong whatever the file is called. */
const dependsOnValue = ({ code, message }: Problem): boolean =>
  code === 'value-constraint' || (code === 'input-invalid' && !message.includes(': expected '));

const textOf = ({ code, path, line, message }: Problem): string => JSON.stringify([code, path, line, message]);
