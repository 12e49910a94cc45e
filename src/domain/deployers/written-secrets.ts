import { isCall } from '../../tosca/functions/calls.ts';
import { isPublicMember } from '../../tosca/secrets/values.ts';
import type { Json, Topology } from '../../tosca/topology.ts';
import { isUnknown } from './capability-values.ts';
import { isPublicKey, isSecretReference } from './secret-references.ts';

/**
 * Secrets of the template that would be written where everybody who may see the stack or the job can read them: user
 * data, tags, variables, outputs. Each is a reason against the provider.
 *
 * @param place what they would be written into, such as `the stack`
 */
export const secretsIn = (
  { nodes, inputs, secrets }: Pick<Topology, 'nodes' | 'inputs' | 'secrets'>,
  written: unknown,
  place: string,
): readonly string[] => {
  // most templates have none, and writing a large stack as JSON takes a quarter of its translation
  if (secrets.length === 0) return [];
  const text = JSON.stringify(written);
  const plain = { nodes, inputs } as unknown as Json;
  const known = secrets.flatMap(({ at }) => textsAt(plain, at, () => []));
  // a call that joins a secret with an address has the secret among its words
  const inCall: OfCall = (call) => known.filter((secret) => holds(JSON.stringify(call), secret));
  return secrets.flatMap(({ at: [where, index, ...path] }) => {
    const node = where === 'nodes' ? nodes[Number(index)] : undefined;
    // secrets of operations are judged with the operations
    if (node === undefined || path.includes('operations')) return [];
    const found = textsAt(node as unknown as Json, path, inCall).some(
      (secret) => secret.length >= shortest && !isPublicKey(secret) && holds(text, secret),
    );
    return found ? [`node ${node.name} (${node.type}) would write a secret into ${place} (${path.join('.')})`] : [];
  });
};

/** A shorter text is found everywhere by chance. */
const shortest = 6;

const holds = (text: string, secret: string): boolean => text.includes(JSON.stringify(secret).slice(1, -1));

/** The secrets in a value that is known only later: of its words, most are no secrets. */
type OfCall = (call: Json) => readonly string[];

const textsAt = (value: Json, [first, ...rest]: readonly string[], ofCall: OfCall): readonly string[] => {
  if (first === undefined || typeof value !== 'object' || value === null || isLater(value))
    return textsIn(value, ofCall);
  const named = Object.hasOwn(value, first) ? [(value as { readonly [name: string]: Json })[first] as Json] : [];
  const members: readonly Json[] = first === '*' ? Object.values(value) : named;
  return members.flatMap((member) => textsAt(member, rest, ofCall));
};

/** The user of a credential is no secret, and the name of a secret in Secrets Manager tells nobody one. */
const textsIn = (value: Json, ofCall: OfCall): readonly string[] => {
  if (typeof value === 'string') return isSecretReference(value) ? [] : [value];
  if (isLater(value)) return ofCall(value);
  return Object.entries(value ?? {}).flatMap(([name, member]) => (isPublicMember(name) ? [] : textsIn(member, ofCall)));
};

/** A credential may have a member whose name is that of a function. */
const isLater = (value: Json): boolean => isCall(value) && isUnknown(value);
