import type { Settler } from '../functions/evaluation.ts';
import { limits } from '../limits.ts';
import { asWarning, nodeFilter } from '../problem-kinds.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { YamlNode } from '../yaml/node.ts';
import { textOf } from '../yaml/scalar.ts';
import { checkFilterNames } from './filter-names.ts';
import type { NodeInstance, RequirementInstance } from './instances.ts';
import { isElsewhere } from './mapping-target.ts';
import { capabilitiesNamed, NodeFilter } from './node-filter.ts';
import type { Service } from './service.ts';

/** The conditions on a requirement's target, from its definition and from the assignment. */
function filtersOf({ node, def }: RequirementInstance): readonly YamlNode[] {
  const own = node.kind === 'mapping' ? node.get('node_filter') : undefined;
  const all = def?.filters ?? none;
  return own ? [...all, own] : all;
}

const none: readonly YamlNode[] = [];

/**
 * Gives each requirement that has a node_filter but names no node the first node of the template that passes, as tools
 * of 1.x do. If none passes, the provider chooses the target, and the report has the reasons.
 */
export function chooseTargets(service: Service, settler: Settler): void {
  const budget = { left: limits.candidates };
  for (const source of service.nodes.values()) {
    for (const requirement of source.requirements) {
      if (requirement.targetName === undefined && isDangling(service, requirement))
        new Choice(service, settler, source, requirement).make(budget);
    }
  }
}

/** Whether the requirement has a filter but names no node template; it may name a type. */
function isDangling({ nodeNames }: Service, requirement: RequirementInstance): boolean {
  const given = namedNode(requirement);
  return (given === undefined || !nodeNames.has(given)) && filtersOf(requirement).length > 0;
}

const namedNode = ({ node }: RequirementInstance): string | undefined =>
  textOf(node.kind === 'mapping' ? node.get('node') : node);

/** The type of node that a requirement names, or its definition. */
const wantedType = ({ scope }: Service, requirement: RequirementInstance): TypeDef | undefined => {
  const named = namedNode(requirement);
  return (named === undefined ? undefined : scope.find('node', named)) ?? requirement.def?.node;
};

class Choice {
  readonly #service: Service;
  readonly #source: NodeInstance;
  readonly #requirement: RequirementInstance;
  readonly #filters: readonly NodeFilter[];
  readonly #type: TypeDef | undefined;

  constructor(service: Service, settler: Settler, source: NodeInstance, requirement: RequirementInstance) {
    this.#service = service;
    this.#source = source;
    this.#requirement = requirement;
    this.#filters = readersOf(service, settler, source, requirement);
    this.#type = wantedType(service, requirement);
  }

  make(budget: { left: number }): void {
    const refused: string[] = [];
    for (const node of this.#service.nodes.values()) {
      if (!this.#isOfKind(node)) continue;
      if (budget.left < 0) return;
      const misfits = requires(node, this.#source, budget)
        ? [`it requires ${this.#source.name} itself`]
        : this.#filters.flatMap((filter) => filter.misfits(node));
      if (misfits.length === 0) {
        this.#take(node);
        return;
      }
      refused.push(`${node.name} (${misfits.join('; ')})`);
    }
    if (refused.length > 0) this.#report(refused);
  }

  #isOfKind(node: NodeInstance): boolean {
    const { capability, def } = this.#requirement;
    if (node === this.#source || (this.#type && !node.type.is(this.#type))) return false;
    if (capability !== undefined) return capabilitiesNamed(node, capability).length > 0;
    const wanted = def?.capability;
    if (wanted === undefined) return this.#type !== undefined;
    return [...node.capabilities.values()].some((each) => each.def.type?.is(wanted));
  }

  #take(node: NodeInstance): void {
    this.#requirement.target = node;
    this.#requirement.targetName = node.name;
    this.#requirement.relationship.target = node;
    this.#write(node.name);
  }

  /** The Infrastructure Manager's parser refuses a type, and without a name it finds no node. */
  #write(name: string): void {
    const { node } = this.#requirement;
    if (node.kind === 'mapping') this.#service.unsupported?.addMembers(node, { node: name });
    else this.#service.unsupported?.addCall(node, name);
  }

  #report(refused: readonly string[]): void {
    const { name, node } = this.#requirement;
    const shown = refused.slice(0, 5).join(', ') + (refused.length > 5 ? ` and ${refused.length - 5} more` : '');
    const reason = `no node of the template passes the node_filter of ${name}; the provider has to find one: ${shown}`;
    this.#service.report.at(node, asWarning(nodeFilter(reason)));
  }
}

function readersOf(
  service: Service,
  settler: Settler,
  source: NodeInstance,
  requirement: RequirementInstance,
): readonly NodeFilter[] {
  const site = { node: source, relationship: requirement.relationship };
  return filtersOf(requirement).map((filter) => new NodeFilter(service, settler, filter, site));
}

/** Whether a node requires the other, directly or through other nodes. */
function requires(node: NodeInstance, other: NodeInstance, budget: { left: number }): boolean {
  const seen = new Set([node]);
  for (const at of seen) {
    budget.left -= 1;
    for (const { target } of at.requirements) {
      if (target === other) return true;
      if (target) seen.add(target);
    }
  }
  return false;
}

/** Checks named targets against the filters of their requirements, and selected nodes against their own filters. */
export function checkFilters(service: Service, settler: Settler): void {
  for (const node of service.nodes.values()) {
    for (const requirement of node.requirements) {
      checkNames(service, requirement);
      checkTarget(service, settler, node, requirement);
    }
    checkOwn(service, settler, node);
  }
}

function checkNames(service: Service, requirement: RequirementInstance): void {
  const filters = filtersOf(requirement);
  if (filters.length === 0) return;
  const named = service.nodes.get(namedNode(requirement) ?? '');
  const type = named?.type ?? wantedType(service, requirement);
  const { relationship, def } = requirement;
  const looked = { type, isExact: named !== undefined, relationship: relationship.type, capability: def?.capability };
  for (const filter of filters) checkFilterNames(service, filter, looked);
}

function checkTarget(service: Service, settler: Settler, source: NodeInstance, requirement: RequirementInstance): void {
  const { target, name, node } = requirement;
  if (target === undefined || filtersOf(requirement).length === 0) return;
  const misfits = readersOf(service, settler, source, requirement).flatMap((filter) => filter.misfits(target));
  if (misfits.length === 0) return;
  service.report.at(node, nodeFilter(`${target.name} does not pass the node_filter of ${name}: ${misfits.join('; ')}`));
}

/** The values that a selected node declares must pass its own filter. */
function checkOwn(service: Service, settler: Settler, node: NodeInstance): void {
  const filter = node.node.get('node_filter');
  if (filter === undefined || !isElsewhere(node.node)) return;
  checkFilterNames(service, filter, {
    type: node.type,
    isExact: false,
    relationship: undefined,
    capability: undefined,
  });
  const misfits = new NodeFilter(service, settler, filter, { node, relationship: undefined }).misfits(node);
  if (misfits.length === 0) return;
  service.report.at(
    filter,
    nodeFilter(`no node that is a ${node.name} can pass its node_filter: ${misfits.join('; ')}`),
  );
}
