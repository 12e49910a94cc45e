import { around } from '../around.ts';
import type { Cell, Cells, NodeInstance, RequirementInstance } from '../model/instances.ts';
import { inDependencyOrder } from '../model/order.ts';
import { repositoryUrl } from '../model/scripts.ts';
import type { Service } from '../model/service.ts';
import { versionUndeployable } from '../problem-kinds.ts';
import { asWarning } from '../report.ts';
import type { Json } from '../topology.ts';
import type { PropertyDef } from '../types/definitions.ts';
import { type Members, membersOf, texts } from '../types/members.ts';
import type { YamlNode } from '../yaml/node.ts';
import { setOwn, textOf, toJson } from '../yaml/scalar.ts';
import { translated } from './expressions.ts';
import { normative, normativeType, simpleProfile } from './normative.ts';
import { artifactsOf, type Operation, operationsOf, relationshipOperations } from './operations.ts';

type Properties = { readonly [name: string]: Json };

/** The operations of each node, gathered before phase 7 works out the values. */
export type Operations = ReadonlyMap<NodeInstance, readonly Operation[]>;

export const gatherOperations = (service: Service): Operations =>
  new Map([...service.nodes.values()].map((node) => [node, operationsOf(service, node)]));

/**
 * Translates a service template of 2.0 into tosca_simple_yaml_1_3, which the Infrastructure Manager reads. Every node
 * gets the normative type that it derives from, and the values and operations of its own types are worked out, so that
 * the result needs nothing of 2.0. What 1.3 cannot express is reported. The text is JSON: every YAML reader, of 1.1 or
 * 1.2, reads its strings as strings.
 */
export function translateService(service: Service, operations: Operations): string {
  return JSON.stringify(new Translation(service, operations).document(), null, 2)
    .replace(pointless, '$1.0$2')
    .replace(unprintable, escaped);
}

/** YAML 1.1 reads 1e-7 as a text but 1.0e-7 as a number. Such a number is alone on its line, or follows its key. */
const pointless = /^( *(?:"(?:[^"\\]|\\.)*": )?-?\d+)(e[-+]\d+,?)$/gm;

/** YAML allows these characters only as escapes (1.1 section 5.1), but JSON writes them unescaped. */
const unprintable = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g;

const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

class Translation {
  readonly #service: Service;
  readonly #operations: Operations;
  readonly #artifactTypes = new Map<string, Json>();
  readonly #repositories = new Map<string, Json>();

  constructor(service: Service, operations: Operations) {
    this.#service = service;
    this.#operations = operations;
  }

  document(): Json {
    const { root, body } = this.#service;
    const description = textOf(root.get('description') ?? body?.get('description'));
    const metadata = root.get('metadata');
    const node_templates: Record<string, Json> = {};
    inDependencyOrder(this.#service, (node) => {
      const template = this.#node(node);
      if (template !== undefined) setOwn(node_templates, node.name, template);
    });
    return {
      tosca_definitions_version: 'tosca_simple_yaml_1_3',
      ...(description !== undefined && { description }),
      ...(metadata && { metadata: toJson(metadata) }),
      ...(this.#artifactTypes.size > 0 && { artifact_types: Object.fromEntries(this.#artifactTypes) }),
      ...(this.#repositories.size > 0 && { repositories: Object.fromEntries(this.#repositories) }),
      topology_template: { node_templates, ...filled({ policies: this.#policies(), outputs: this.#outputs() }) },
    };
  }

  #node(node: NodeInstance): Json | undefined {
    const type = normativeType(node.type);
    if (type === undefined || type.name === 'tosca.nodes.Root') {
      this.#refuse(
        node.node.get('type') ?? node.node,
        `${node.type.name} does not derive from a node type of ${simpleProfile} that can be deployed`,
      );
      return undefined;
    }
    this.#checkDirectives(node);
    const members = membersOf(type);
    return {
      type: type.name,
      ...filled({
        properties: this.#values(node.properties, members.properties),
        capabilities: this.#capabilities(node, members),
        requirements: node.requirements.flatMap((each) => this.#requirement(each, members) ?? []),
        artifacts: this.#artifacts(node),
        interfaces: this.#interfaces(node),
      }),
    };
  }

  #checkDirectives({ node }: NodeInstance): void {
    const directives = texts(node.get('directives'));
    // `create` is what happens without directives, and what comes after a search that finds nothing
    if (directives.length === 0 || directives.includes('create')) return;
    this.#refuse(
      node.get('directives') ?? node,
      `the directive ${directives.join(', ')} leaves the node to be found by the orchestrator`,
    );
  }

  /** Leaves out properties that the author's own types add: functions have already used their values. */
  #values(cells: Cells, defs: ReadonlyMap<string, PropertyDef>): Properties {
    const found: [string, Json][] = [];
    for (const [name, cell] of cells) {
      const def = defs.get(name);
      const value = def && this.#value(cell);
      if (value === undefined || value === null) continue;
      if (def?.default && JSON.stringify(toJson(def.default)) === JSON.stringify(value)) continue;
      found.push([name, value]);
    }
    return Object.fromEntries(found);
  }

  #value(cell: Cell): Json | undefined {
    if (cell.value === undefined || !cell.deferred) return cell.value;
    const result = translated(this.#service, cell.value, cell.site);
    if (result.ok) return result.value;
    this.#refuse(cell.node, result.reason);
    return undefined;
  }

  #capabilities(node: NodeInstance, members: Members): Properties {
    const found: Record<string, Json> = {};
    for (const [name, def] of members.capabilities) {
      const given = node.capabilities.get(name);
      const properties = given ? this.#values(given.properties, def.properties) : {};
      const counted = name === 'scalable' ? { ...properties, ...bounded(properties), ...instances(node) } : properties;
      if (Object.keys(counted).length > 0) found[name] = { properties: counted };
    }
    const count = node.count?.value;
    if (!members.capabilities.has('scalable') && node.count && count !== 1)
      this.#refuse(
        node.count.node,
        `a count of ${JSON.stringify(count)}, but only a Compute can have more than one instance`,
      );
    return found;
  }

  /** Uses the requirement's name if 1.3 has it, else one with the same relationship, else `dependency`: only an order. */
  #requirement(requirement: RequirementInstance, { requirements }: Members): Json | undefined {
    const { name, relationship } = requirement;
    const target = requirement.targetName ?? this.#typeNamedBy(requirement);
    if (target === undefined) return undefined;
    const type = normativeType(relationship.type);
    const alike = [...requirements.values()].find((each) => each.relationship === type && each.name !== 'dependency');
    const known = requirements.has(name) ? name : (alike?.name ?? 'dependency');
    const properties =
      type && known !== 'dependency' ? this.#values(relationship.properties, membersOf(type).properties) : {};
    const interfaces = filled({ Configure: this.#written(relationshipOperations(this.#service, relationship)) });
    const own = filled({ properties, interfaces });
    const joins = known === 'dependency' ? 'tosca.relationships.DependsOn' : type?.name;
    const joined = Object.keys(own).length > 0 && joins !== undefined && { relationship: { type: joins, ...own } };
    return { [known]: { node: target, ...joined } };
  }

  /** It stays a requirement, so that providers that find no node by a type are not asked to make the rest. */
  #typeNamedBy({ node }: RequirementInstance): string | undefined {
    const named = textOf(node.kind === 'mapping' ? node.get('node') : node);
    return named === undefined ? undefined : normativeType(this.#service.scope.find('node', named))?.name;
  }

  #interfaces(node: NodeInstance): Properties {
    return filled({ Standard: this.#written(this.#operations.get(node) ?? []) });
  }

  #written(operations: readonly Operation[]): Properties {
    const written = operations.map(({ name, implementation, dependencies, inputs }) => {
      if (dependencies) this.#warnOfDependencies(name, dependencies);
      const values = [...inputs].flatMap(([input, cell]) => {
        const value = this.#value(cell);
        return value === undefined ? [] : [[input, value] as const];
      });
      return [name, { implementation, ...(values.length > 0 && { inputs: Object.fromEntries(values) }) }] as const;
    });
    return Object.fromEntries(written);
  }

  /** The Infrastructure Manager reads one file for each operation. Some scripts work without their dependencies. */
  #warnOfDependencies(name: string, node: YamlNode): void {
    const reason = `the operation ${name} runs without its dependencies: let its file fetch what it needs`;
    this.#service.report.at(node, asWarning(versionUndeployable(reason)));
  }

  /** Defines artifact types that 1.3 lacks: the Infrastructure Manager finds Ansible Galaxy roles by such a type name. */
  #artifacts(node: NodeInstance): Properties {
    const written = [...artifactsOf(node)].map(([name, { file, type = 'File', repository }]) => {
      const known = normative().find('artifact', type)?.name;
      const named = known ?? `tosca.artifacts.${type}`;
      if (known === undefined) this.#artifactTypes.set(named, { derived_from: 'tosca.artifacts.Root' });
      if (repository === undefined) return [name, { file, type: named }] as const;
      const url = repositoryUrl(this.#service, repository);
      if (url !== undefined) this.#repositories.set(repository, { url });
      return [name, { file, type: named, repository }] as const;
    });
    return Object.fromEntries(written);
  }

  #policies(): readonly Json[] {
    return this.#service.policies.flatMap(({ name, type, targets, properties }) => {
      const known = normativeType(type);
      if (known === undefined) return [];
      return [
        { [name]: { type: known.name, targets, properties: this.#values(properties, membersOf(known).properties) } },
      ];
    });
  }

  #outputs(): Properties {
    const outputs = this.#service.outputs.flatMap(({ name, description, cell }) => {
      const value = cell && this.#value(cell);
      if (value === undefined || value === null) return [];
      return [[name, { ...(description !== undefined && { description }), value }] as const];
    });
    return Object.fromEntries(outputs);
  }

  #refuse(node: YamlNode, reason: string): void {
    this.#service.report.at(node, versionUndeployable(reason));
  }
}

/** Without empty sections. */
const filled = (sections: { readonly [name: string]: Properties | readonly Json[] }): Properties =>
  Object.fromEntries(Object.entries(sections).filter(([, section]) => Object.keys(section).length > 0)) as Properties;

const bounded = ({
  default_instances: count,
  min_instances: min = 1,
  max_instances: max = 1,
}: Properties): Properties =>
  typeof count === 'number' && typeof min === 'number' && typeof max === 'number' ? around(count, { min, max }) : {};

const instances = ({ count }: NodeInstance): Properties => {
  const number = count?.value;
  return count === undefined || count.deferred || typeof number !== 'number' ? {} : around(number);
};
