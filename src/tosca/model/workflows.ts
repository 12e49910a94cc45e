import { declaredIn } from '../declared-inputs.ts';
import { deepFreeze } from '../frozen.ts';
import type { Activity, Json, Workflow, WorkflowStep } from '../topology.ts';
import { propertyDefs } from '../types/schema.ts';
import { named } from '../yaml/named.ts';
import type { YamlMapping, YamlNode } from '../yaml/node.ts';
import { present, textOf, toJson } from '../yaml/scalar.ts';
import type { Service } from './service.ts';
import { circleIn } from './workflow-circles.ts';

/** The imperative workflows of a template (1.3 section 3.6.23, 2.0 section 13.2); what they name is checked in behaviour.ts. */
export const workflowsOf = (service: Service): { readonly workflows?: readonly Workflow[] } => {
  const workflows = named(service.body?.get('workflows')).flatMap(([name, node]) =>
    node.kind === 'mapping'
      ? [deepFreeze(workflowOf(name, node, service) as unknown as Json) as unknown as Workflow]
      : [],
  );
  return workflows.length === 0 ? {} : { workflows: Object.freeze(workflows) };
};

const workflowOf = (name: string, node: YamlMapping, { scope, groups }: Service): Workflow => {
  const description = textOf(node.get('description'));
  const steps = new Map(named(present(node.get('steps'))));
  const circle = circleIn(steps.keys(), (step) => nextOf(steps.get(step)));
  const further = [
    ...['precondition', 'preconditions', 'implementation', 'outputs'].filter((key) => present(node.get(key))),
    ...(circle.length > 0 ? [`a circle of steps (${circle.join(', ')})`] : []),
  ];
  return {
    name,
    ...(description !== undefined && { description }),
    inputs: declaredIn(propertyDefs(node.get('inputs'), scope).values()),
    steps: [...steps].flatMap(([step, own]) => (own.kind === 'mapping' ? [stepOf(step, own, groups)] : [])),
    ...(further.length > 0 && { further }),
  };
};

/** Names of the steps to which a step leads. */
export const nextOf = (step: YamlNode | undefined): readonly string[] =>
  step?.kind === 'mapping' ? [...namesIn(step.get('on_success')), ...namesIn(step.get('on_failure'))] : [];

const stepOf = (name: string, node: YamlMapping, groups: Service['groups'] = new Map()): WorkflowStep => {
  const target = textOf(node.get('target')) ?? '';
  const relationship = textOf(node.get('target_relationship'));
  const activities = node.get('activities');
  const host = textOf(node.get('operation_host'));
  const further = [
    ...(present(node.get('filter')) ? ['filter'] : []),
    ...(host === undefined || host === 'SELF' || host === 'HOST' ? [] : [`operation_host ${host}`]),
  ];
  return {
    name,
    ...{ target, nodes: groups.get(target)?.members ?? [target] },
    ...(relationship !== undefined && { relationship }),
    activities: activities?.kind === 'sequence' ? activities.items.flatMap(activitiesOf) : [],
    onSuccess: namesIn(node.get('on_success')),
    onFailure: namesIn(node.get('on_failure')),
    ...(further.length > 0 && { further }),
  };
};

/** Names of steps: one, or a list. */
const namesIn = (node: YamlNode | undefined): readonly string[] =>
  (node?.kind === 'sequence' ? node.items : [node]).flatMap((item) => textOf(item) ?? []);

const activitiesOf = (node: YamlNode): readonly Activity[] =>
  node.kind === 'mapping' ? [...node.entries].flatMap(([is, value]) => activityOf(is, value)) : [];

const activityOf = (is: string, value: YamlNode): readonly Activity[] => {
  const inputs = inputsOf(value);
  switch (is) {
    case 'call_operation':
      return [{ is, operation: nameIn(value, 'operation'), inputs }];
    case 'set_state':
      return [{ is, state: textOf(value) ?? '' }];
    case 'inline':
    case 'delegate':
      return [{ is, workflow: nameIn(value, 'workflow'), inputs }];
    default:
      return [];
  }
};

const nameIn = (node: YamlNode, keyname: string): string =>
  textOf(node.kind === 'mapping' ? node.get(keyname) : node) ?? '';

const inputsOf = (node: YamlNode): { readonly [name: string]: Json } => {
  const inputs = node.kind === 'mapping' ? node.get('inputs') : undefined;
  return inputs?.kind === 'mapping' ? (toJson(inputs) as { readonly [name: string]: Json }) : {};
};

/** Names of the workflows that a workflow contains. */
export const inlinedBy = (workflow: YamlNode | undefined): readonly string[] =>
  workflow?.kind !== 'mapping'
    ? []
    : named(present(workflow.get('steps'))).flatMap(([name, step]) =>
        step.kind === 'mapping'
          ? stepOf(name, step).activities.flatMap((one) => (one.is === 'inline' ? one.workflow : []))
          : [],
      );
