import { weightOfPattern } from '../budget.ts';
import { conditionHolds } from '../functions/condition-value.ts';
import type { Settler } from '../functions/evaluation.ts';
import { isOpen } from '../names.ts';
import { asWarning, constraintInvalid } from '../problem-kinds.ts';
import type { PropertyDef, Schema } from '../types/definitions.ts';
import { membersOf } from '../types/members.ts';
import { clauseOf } from '../values/constraints.ts';
import { readPlain } from '../values/plain.ts';
import { fromJson } from '../yaml/from-json.ts';
import { named } from '../yaml/named.ts';
import type { YamlNode } from '../yaml/node.ts';
import type { CapabilityInstance, NodeInstance } from './instances.ts';
import { Cell, type Cells, type Site } from './instances.ts';
import type { Service } from './service.ts';

/** Checks values of nodes against a node filter (1.3 section 3.6.5, 2.0 section 8.6), as far as they are known. */
export class NodeFilter {
  readonly #service: Service;
  readonly #settler: Settler;
  readonly #filter: YamlNode;
  /** site of values inside the filter: SELF is the node that requires */
  readonly #site: Site;

  constructor(service: Service, settler: Settler, filter: YamlNode, site: Site) {
    this.#service = service;
    this.#settler = settler;
    this.#filter = filter;
    this.#site = site;
  }

  /** Reasons why a node does not pass; empty when it passes, or when only the deployment can tell. */
  misfits(node: NodeInstance): string[] {
    for (const cell of node.properties.values()) this.#settler.settle(cell);
    for (const { properties } of node.capabilities.values())
      for (const cell of properties.values()) this.#settler.settle(cell);
    if (this.#service.version === '2.0') return this.#condition(node);
    if (this.#filter.kind !== 'mapping') return [];
    const own = { cells: node.properties, defs: membersOf(node.type).properties, prefix: '' };
    const properties = this.#properties(this.#filter.get('properties'), own);
    return [...properties, ...this.#capabilities(this.#filter.get('capabilities'), node)];
  }

  /** SELF is the relationship; some authors mean the filtered node, so that counts too. */
  #condition(node: NodeInstance): string[] {
    const { relationship } = this.#site;
    const asRelationship = relationship && { ...this.#site, relationship: { ...relationship, target: node } };
    const sites = [asRelationship, { node, relationship: undefined }].filter((site) => site !== undefined);
    const results = sites.map((site) => conditionHolds(this.#service, this.#filter, site));
    return results.includes(false) && !results.includes(true) ? ['its condition is false'] : [];
  }

  #capabilities(filters: YamlNode | undefined, node: NodeInstance): string[] {
    return named(filters).flatMap(([name, filter]) => {
      const offered = capabilitiesNamed(node, name);
      const wanted = filter.kind === 'mapping' ? filter.get('properties') : undefined;
      const misfits = offered.map((capability) =>
        this.#properties(wanted, {
          cells: capability.properties,
          defs: capability.def.properties,
          prefix: `${capability.name}.`,
        }),
      );
      if (misfits.some(({ length }) => length === 0)) return [];
      return misfits[0] ?? (isOpen(node.capabilities) ? [] : [`it has no capability ${name}`]);
    });
  }

  #properties(filters: YamlNode | undefined, { cells, defs, prefix }: Filtered): string[] {
    return named(filters).flatMap(([name, clauses]) => {
      const [label, def] = [prefix + name, defs.get(name)];
      if (def === undefined) return isOpen(defs) ? [] : [`it has no property ${label}`];
      if (def.schema === undefined) return [];
      this.#noteScalars(clauses, def.schema);
      const cell = cells.get(name);
      if (cell === undefined || cell.deferred || cell.value === undefined || cell.value === null) return [];
      const { value } = cell;
      const constraints = this.#constraints(clauses, def.schema);
      return constraints.flatMap((clause) => {
        const reason = clause.check(value);
        return reason === undefined ? [] : [`${label}: ${reason}`];
      });
    });
  }

  /** Lengths are numbers, whatever the type is, and functions name what they read. */
  #noteScalars(node: YamlNode, schema: Schema): void {
    const value = readPlain(node, schema);
    if (node.kind === 'scalar' && value !== undefined) this.#service.unsupported?.scalars.addValue(node, value);
    if (node.kind === 'sequence') for (const item of node.items) this.#noteScalars(item, schema);
    if (node.kind !== 'mapping' || isFunction(node)) return;
    for (const [operator, operand] of node.entries)
      if (!operator.endsWith('length')) this.#noteScalars(operand, schema);
  }

  /** Reads a clause or a list of clauses; a plain value means that the property must be equal to it. */
  #constraints(clauses: YamlNode, schema: Schema) {
    const items = clauses.kind === 'sequence' ? clauses.items : [clauses];
    return items
      .flatMap((item): [string, YamlNode][] =>
        item.kind === 'mapping' && !isFunction(item) ? [...item.entries] : [['equal', item]],
      )
      .flatMap(([operator, operand]) => {
        const known = this.#known(operand);
        const cost = operator === 'pattern' && known?.kind === 'scalar' ? weightOfPattern(known.text) : 1;
        if (!this.#service.budget.spend(cost)) return [];
        const made = known && clauseOf(operator, known, schema);
        if (typeof made === 'string') this.#service.report.at(operand, asWarning(constraintInvalid(made)));
        return made === undefined || typeof made === 'string' ? [] : [made];
      });
  }

  /** The operand with its functions worked out; undefined when they cannot be worked out yet. */
  #known(operand: YamlNode): YamlNode | undefined {
    if (!holdsMapping(operand)) return operand;
    const cell = new Cell(
      operand,
      undefined,
      { ...this.#site, relationship: undefined },
      this.#site.node?.name ?? '',
      'node_filter',
    );
    this.#settler.settle(cell);
    return cell.deferred || cell.value === undefined ? undefined : fromJson(cell.value, operand);
  }
}

interface Filtered {
  readonly cells: Cells;
  readonly defs: ReadonlyMap<string, PropertyDef>;
  /** put before names of properties in messages */
  readonly prefix: string;
}

/** 1.x: these keys are functions that give a value; every other key is an operator. */
const isFunction = (node: YamlNode): boolean =>
  node.kind === 'mapping' && [...node.entries.keys()].some((key) => /^(?:get_\w+|concat|join|token)$/.test(key));

const holdsMapping = (node: YamlNode): boolean =>
  node.kind === 'mapping' || (node.kind === 'sequence' && node.items.some((item) => item.kind === 'mapping'));

/** The node's capability of this name, else those of this type. */
export function capabilitiesNamed(node: NodeInstance, name: string): readonly CapabilityInstance[] {
  const own = node.capabilities.get(name);
  if (own) return [own];
  return [...node.capabilities.values()].filter(({ def }) => def.type?.ancestry.includes(name));
}
