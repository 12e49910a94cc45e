import { isPublicMember } from '../../tosca/secrets/values.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import { isPublicKey, isSecretReference } from './secret-references.ts';

/**
 * Secrets of the template that would be written where everybody who may see the stack or the job can read them: user
 * data, tags, variables, outputs. Each is a reason against the provider.
 *
 * @param place what they would be written into, such as `the stack`
 */
export const secretsIn = (
  { nodes, secrets }: Pick<Topology, 'nodes' | 'secrets'>,
  written: unknown,
  place: string,
): readonly string[] => {
  if (secrets.length === 0) return [];
  const text = JSON.stringify(written);
  return secrets.flatMap(({ at: [where, index, ...path] }) => {
    const node = where === 'nodes' ? nodes[Number(index)] : undefined;
    // secrets of operations are judged with the operations
    if (node === undefined || path.includes('operations')) return [];
    const found = textsAt(node as unknown as Json, path).some(
      (secret) => secret.length >= shortest && !isPublicKey(secret) && holds(text, secret),
    );
    return found ? [`node ${node.name} (${node.type}) would write a secret into ${place} (${path.join('.')})`] : [];
  });
};

/** A shorter text is found everywhere by chance. */
const shortest = 6;

const holds = (text: string, secret: string): boolean => text.includes(JSON.stringify(secret).slice(1, -1));

/** What is known only later, and the name of a secret in Secrets Manager, tells nobody a secret. */
const textsAt = (value: Json | undefined, [first, ...rest]: readonly string[]): readonly string[] => {
  if (value === undefined || value === null || isSecretReference(value)) return [];
  if (first === undefined) return textsIn(value);
  if (typeof value !== 'object') return textsIn(value);
  return Object.entries(value).flatMap(([name, member]) =>
    first === '*' || name === first ? textsAt(member as Json, rest) : [],
  );
};

/** The user of a credential is no secret. */
const textsIn = (value: Json): readonly string[] => {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, member]) => (isPublicMember(name) ? [] : textsIn(member as Json)));
};
