import type { Passwords } from '../../../foundation/clock.ts';
import { entryOf } from '../../../foundation/entry-of.ts';
import { InvalidError } from '../../../foundation/errors.ts';
import type { Json, Processed } from '../../../tosca/topology.ts';
import { typedInputs } from '../../../tosca/typed-inputs.ts';
import type { Deployment } from '../record/deployment.ts';
import type { LifecyclePorts } from '../record/ports.ts';
import { type CreateRequest, processRequest } from './process-request.ts';

type Parameters = Deployment['parameters'];
type Ports = Pick<LifecyclePorts, 'imports'> & { readonly passwords: Passwords };

/**
 * `random(16)`: templates of the Infrastructure Manager ask so for a password. Its release 1.19 uses this text itself as
 * the password.
 */
const random = /^random\((\d{1,4})\)$/;

const mostCharacters = 1_024;

const lengthOf = (value: Json | undefined): number | undefined => {
  const [, digits] = typeof value === 'string' ? (random.exec(value) ?? []) : [];
  return digits === undefined ? undefined : Number(digits);
};

interface Generated {
  readonly topology: Extract<Processed, { ok: true }>['topology'];
  /** values in the types of their inputs */
  readonly parameters: Parameters;
  /** names of the inputs whose values were generated; these values are secrets, whatever the inputs are called */
  readonly names: readonly string[];
}

/**
 * The topology of a request, with generated values for its random inputs. The values become parameters, so every later
 * step and every update uses the same ones. InvalidError as in processRequest, and when a value cannot be generated.
 */
export const processGenerated = async (
  ports: Ports,
  request: Pick<CreateRequest, 'template' | 'parameters'>,
): Promise<Generated> => {
  const { topology } = await processRequest(ports, request);
  const toGenerate = Object.entries(topology.inputs).flatMap(([name, value]) => {
    const length = lengthOf(value);
    return length === undefined ? [] : [{ name, length }];
  });
  if (toGenerate.length === 0)
    return { topology, parameters: typedInputs(topology.inputs, request.parameters), names: [] };
  const values = toGenerate.map(({ name, length }): [string, Json] => [name, generate(ports, name, length)]);
  const parameters = { ...request.parameters, ...Object.fromEntries(values) };
  const again = await processRequest(ports, { template: request.template, parameters });
  return {
    topology: again.topology,
    parameters: typedInputs(again.topology.inputs, parameters),
    names: toGenerate.map(({ name }) => name),
  };
};

const generate = ({ passwords }: Ports, name: string, length: number): string => {
  if (length >= 1 && length <= mostCharacters) return passwords.next(length);
  throw new InvalidError(`the input ${name} is random(${length}): it can have 1 to ${mostCharacters} characters`);
};

/**
 * Keeps a generated value when a client asks for random text of the same length again. Another value or another length
 * replaces it.
 */
export const keepGenerated = (before: Parameters, parameters: Parameters): Parameters =>
  Object.fromEntries(
    Object.entries({ ...before, ...parameters }).map(([name, value]) => {
      const known = entryOf(before, name);
      const length = lengthOf(value);
      const isKnown = typeof known === 'string' && /^[A-Za-z0-9]*$/.test(known) && known.length === length;
      return [name, isKnown ? known : value];
    }),
  );
