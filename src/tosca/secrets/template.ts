import {
  DUMP_SCHEMA,
  eventsToAst,
  type MappingNode,
  type Node,
  present,
  type ScalarNode,
  YAMLException,
} from 'js-yaml';
import { openArchive } from '../csar/archive.ts';
import { isArchive } from '../csar/forms.ts';
import { functionNames } from '../functions/calls.ts';
import { parse } from '../yaml/events.ts';
import { withoutByteOrderMark } from '../yaml/source.ts';
import { anchoredNodes, member, valueNode } from '../yaml/tree.ts';
import { lastOfName, saysSecret } from './declared.ts';
import { mask, withoutSecretText } from './material.ts';
import { isValueKey, pairIsSecret } from './named-pairs.ts';
import { namesSecret } from './names.ts';
import { isPublicMember } from './values.ts';

/**
 * Removes secrets that are written into a template: defaults of secret inputs, properties with names of secrets, keys
 * and passwords in texts. A template without secrets keeps every character; any other is written anew, without
 * comments. For an archive the result is its entry definitions.
 */
export function templateWithoutSecrets(submitted: string): string {
  const text = withoutByteOrderMark(isArchive(submitted) ? openArchive(submitted, true).text : submitted);
  try {
    const parsed = parse(text);
    const documents = eventsToAst([...parsed.events], { source: parsed.text, schema: DUMP_SCHEMA });
    const cleaning = new Cleaning();
    for (const { contents } of documents) if (contents) cleaning.clean(contents);
    return cleaning.changed ? present(documents, { schema: DUMP_SCHEMA, lineWidth: -1 }) : withoutSecretComments(text);
  } catch (error) {
    // an earlier release may have accepted text that this one cannot read
    if (error instanceof YAMLException) return withoutSecretText(text);
    throw error;
  }
}

const withoutSecretComments = (text: string): string =>
  text.replaceAll(/(?<=^|\s)#.*$/gm, (comment) => withoutSecretText(comment));

/** Keys that show that a mapping is a definition and not a value. */
const definitionKeys = ['type', 'default', 'value', 'required', 'description', 'derived_from', 'properties', 'node'];
/** keys of a definition that hold a value */
const valueKeys = new Set(['default', 'value']);
const joining = new Set(['concat', 'join', 'token']);

type Item = MappingNode['items'][number];

const textOf = (node: Node | undefined): string => (node?.kind === 'scalar' ? node.value : '');

const nameOf = ({ key }: Item): string => textOf(key);

class Cleaning {
  changed = false;
  #anchors = new Map<string, Node>();
  readonly #followed = new Set<Node>();

  clean(root: Node): void {
    this.#anchors = anchoredNodes(root);
    this.#visit(root, false);
  }

  #visit(node: Node, isSecret: boolean): void {
    if (node.kind === 'alias') this.#alias(node.anchor, isSecret);
    else if (node.kind === 'scalar') this.#scalar(node, isSecret);
    else if (node.kind === 'sequence') for (const item of node.items) this.#visit(item, isSecret);
    else if (isSecret) this.#secretMembers(node);
    else this.#members(node);
  }

  /** Follows an alias to a secret: at its own place, the target may not look like one. */
  #alias(anchor: string, isSecret: boolean): void {
    const target = this.#anchors.get(anchor);
    if (!isSecret || target === undefined || this.#followed.has(target)) return;
    this.#followed.add(target);
    this.#visit(target, true);
  }

  #scalar(node: ScalarNode, isSecret: boolean): void {
    const isNothing = /^(?:|~|null|true|false|\$.*)$/i.test(node.value);
    const text = isSecret ? (isNothing ? node.value : mask) : withoutSecretText(node.value);
    if (text === node.value) return;
    this.changed = true;
    Object.assign(node, valueNode(text)); // its anchor stays
  }

  #members(node: MappingNode): void {
    const isSecret = isSecretDefinition(node);
    const isPair = pairIsSecret(node.items.map(nameOf), (key) => textOf(member(node, key)?.value));
    for (const item of node.items) {
      const name = nameOf(item);
      const isNamed = isSecretHere(name, item.value);
      if (isNamed && isDefinition(item.value)) this.#definition(item.value);
      else this.#visit(item.value, isNamed || (isSecret && valueKeys.has(name)) || (isPair && isValueKey(name)));
    }
  }

  /** In the definition of a secret, only the values are secrets. */
  #definition(node: MappingNode): void {
    for (const item of node.items) this.#visit(item.value, valueKeys.has(nameOf(item)));
  }

  /** The names in a function are no secrets; the texts that it joins are. */
  #secretMembers(node: MappingNode): void {
    const [only] = node.items;
    const name = node.items.length === 1 && only ? nameOf(only) : '';
    const isCall = functionNames.has(name) || /^\$(?!\$)/.test(name);
    if (isCall && only && joining.has(name.replace(/^\$/, ''))) this.#visit(only.value, true);
    if (isCall) return;
    for (const item of node.items)
      if (!isPublicMember(nameOf(item)) || item.value.kind !== 'scalar') this.#visit(item.value, true);
  }
}

/** `token: [text, separators, index]` is a function, not a secret. */
const isSecretHere = (name: string, value: Node): boolean =>
  namesSecret(name) && !(name.replace(/^\$/, '') === 'token' && value.kind === 'sequence');

const isDefinition = (node: Node): node is MappingNode =>
  node.kind === 'mapping' && definitionKeys.some((key) => member(node, key) !== undefined);

/** Whether the metadata or the type of a definition declare a secret. */
function isSecretDefinition(node: MappingNode): boolean {
  const last = lastOfName(textOf(member(node, 'type')?.value));
  const metadata = member(node, 'metadata')?.value;
  const declared =
    metadata?.kind === 'mapping' ? metadata.items.map((item) => [nameOf(item), textOf(item.value)] as const) : [];
  return namesSecret(last) || declared.some(([name, value]) => saysSecret(name, value));
}
