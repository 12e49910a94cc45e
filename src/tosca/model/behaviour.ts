import { checkCondition } from '../functions/condition.ts';
import { together } from '../names.ts';
import * as kinds from '../problem-kinds.ts';
import { checkArtifact } from '../types/artifact.ts';
import { hasCalls } from '../types/defaults.ts';
import { membersOf } from '../types/members.ts';
import { propertyDefs } from '../types/schema.ts';
import { Coercion } from '../values/coerce.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf } from '../yaml/scalar.ts';
import { Activities } from './activities.ts';
import type { NodeInstance } from './instances.ts';
import type { Service } from './service.ts';
import { circleIn } from './workflow-circles.ts';
import { inlinedBy, nextOf } from './workflows.ts';

/**
 * Checks that everything exists that workflows and triggers of policies name (1.3 sections 3.6.23 and 3.8.7, 2.0
 * sections 13.2 and 16.5). Tools of 1.x do not check this, so there it is a warning.
 */
export function checkBehaviour(service: Service): void {
  const reading = new Reading(service);
  const workflows = new Map(named(service.body?.get('workflows')));
  for (const node of workflows.values()) if (node.kind === 'mapping') reading.workflow(node);
  reading.inlined(workflows);
  for (const [, node] of named(service.body?.get('policies'))) {
    if (node.kind === 'mapping') reading.triggers(node);
  }
}

class Reading {
  readonly #service: Service;
  readonly #activities: Activities;

  constructor(service: Service) {
    this.#service = service;
    this.#activities = new Activities(service);
  }

  workflow(node: YamlMapping): void {
    const steps = present(node.get('steps'));
    if (steps && node.get('implementation')) {
      const reason = 'a workflow has steps or an implementation, not both';
      this.#refuse(steps, kinds.workflowInvalid(reason), 'key');
    }
    this.#parameters(node);
    checkCondition(this.#service, node.get('precondition'));
    const names = new Set(named(steps).map(([name]) => name));
    const inputs = new Set(named(node.get('inputs')).map(([name]) => name));
    for (const [, step] of named(steps)) if (step.kind === 'mapping') this.#step(step, names, inputs);
    this.#circles(new Map(named(steps)));
  }

  /** A step that leads back to itself: the standard does not say how often it runs, so no workflow with it is run here. */
  #circles(steps: ReadonlyMap<string, YamlNode>): void {
    const circle = circleIn(steps.keys(), (name) => nextOf(steps.get(name)));
    const [first = ''] = circle;
    const at = steps.get(first);
    if (at === undefined) return;
    const reason = `step ${circle.join(' leads to step ')}: a workflow with a circle is not run`;
    this.#service.report.atKey(at, kinds.asWarning(kinds.workflowInvalid(reason)));
  }

  /** A workflow that contains itself would never end. */
  inlined(workflows: ReadonlyMap<string, YamlNode>): void {
    const circle = circleIn(workflows.keys(), (name) => inlinedBy(workflows.get(name)));
    const [first = ''] = circle;
    const at = workflows.get(first);
    if (at !== undefined)
      this.#refuse(at, kinds.workflowInvalid(`workflow ${circle.join(' inlines workflow ')}`), 'key');
  }

  /** Checks a workflow's inputs, implementation and outputs (2.0 section 13.2). */
  #parameters(node: YamlMapping): void {
    const { scope, report, version } = this.#service;
    const inputs = propertyDefs(node.get('inputs'), scope);
    if (version !== '2.0') return;
    for (const { schema, default: given } of inputs.values())
      if (given && schema && !hasCalls(given)) new Coercion(report).read(given, schema);
    const implementation = node.get('implementation');
    const primary = implementation?.kind === 'mapping' ? implementation.get('primary') : undefined;
    if (primary) checkArtifact(primary, scope, report);
    for (const [, path] of named(node.get('outputs'))) this.#output(path);
  }

  /** Checks `[node, attribute, ...]`. */
  #output(path: YamlNode): void {
    const [owner, attribute] = path.kind === 'sequence' ? path.items : [];
    const [name, kept] = [textOf(owner), textOf(attribute)];
    if (!owner || !attribute || name === undefined || kept === undefined) return;
    const { nodes, nodeNames } = this.#service;
    if (!nodeNames.has(name)) this.#refuse(owner, kinds.nodeUnknown(name, nodeNames));
    const type = nodes.get(name)?.type;
    if (type === undefined || /^(?:\d+|ALL|CAPABILITY|RELATIONSHIP)$/.test(kept)) return;
    const { attributes, properties } = membersOf(type);
    if (!attributes.has(kept) && !properties.has(kept))
      this.#refuse(attribute, kinds.attributeUnknown(kept, name, together(attributes, properties)));
  }

  #step(node: YamlMapping, steps: ReadonlySet<string>, inputs: ReadonlySet<string>): void {
    const target = node.get('target');
    const name = textOf(target);
    if (target && name !== undefined) this.#target(target, name);
    const type = name === undefined ? undefined : this.#service.nodes.get(name)?.type;
    const requirement = node.get('target_relationship');
    const requested = textOf(requirement);
    const known = type && membersOf(type).requirements;
    if (requirement && requested !== undefined && known && !known.has(requested))
      this.#refuse(requirement, kinds.requirementUnknown(requested, name ?? '', known));
    const filter = node.get('filter');
    if (filter?.kind === 'sequence') for (const item of filter.items) checkCondition(this.#service, item);
    // an operation of the relationship is not checked here
    const own = requirement === undefined && name !== undefined ? this.#nodesOf(name) : [];
    this.#activities.check(node.get('activities'), own, inputs);
    for (const keyname of ['on_success', 'on_failure']) this.#next(node.get(keyname), steps);
  }

  #target(node: YamlNode, name: string): void {
    const { nodeNames, groupNames } = this.#service;
    if (!nodeNames.has(name) && !groupNames.has(name))
      this.#refuse(node, kinds.nodeUnknown(name, together(nodeNames, groupNames)));
  }

  #next(node: YamlNode | undefined, steps: ReadonlySet<string>): void {
    for (const item of node?.kind === 'sequence' ? node.items : [node]) {
      const name = textOf(item);
      if (item && name !== undefined && !steps.has(name))
        this.#refuse(item, kinds.templateUnknown('step', name, steps));
    }
  }

  triggers(policy: YamlMapping): void {
    const targets = policy.get('targets');
    const names = targets?.kind === 'sequence' ? targets.items.map((item) => textOf(item) ?? '') : [];
    const nodes = names.flatMap((name) => this.#nodesOf(name));
    for (const [, trigger] of named(policy.get('triggers'))) {
      if (trigger.kind !== 'mapping') continue;
      checkCondition(this.#service, trigger.get('condition'));
      this.#activities.check(trigger.get('action'), nodes);
    }
  }

  /** The nodes of this name; a group stands for its members. */
  #nodesOf(name: string): NodeInstance[] {
    const { nodes, groups } = this.#service;
    const members = groups.get(name)?.members ?? [name];
    return members.flatMap((member) => nodes.get(member) ?? []);
  }

  #refuse(node: YamlNode, finding: ReturnType<typeof kinds.workflowInvalid>, at: 'key' | 'value' = 'value'): void {
    const judged = this.#service.judged(finding);
    if (at === 'key') this.#service.report.atKey(node, judged);
    else this.#service.report.at(node, judged);
  }
}
