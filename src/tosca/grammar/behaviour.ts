import { keynameType } from '../problem-kinds.ts';
import { found } from '../values/found.ts';
import { attributePath, type Definitions } from './definitions.ts';
import type { Dialect } from './dialect.ts';
import { anything, condition, either, entity, listOf, mapOf, oneOf, optional, type Shape } from './shape.ts';

/** Shapes of workflows and of triggers of policies (1.3 sections 3.6.23 and 3.8.7, 2.0 sections 13 and 16.5). */
export interface Behaviour {
  readonly workflow: Shape;
  readonly trigger: Shape;
}

export function behaviour(dialect: Dialect, defs: Definitions): Behaviour {
  const { text, name, may, named, strict } = dialect;
  const common = { description: text, metadata: defs.metadata };
  const inputs = may(mapOf(anything));
  const called = (key: string, what: string, named: Shape = name): Shape =>
    may(
      either(
        { scalar: named, mapping: entity(what, { ...common, [key]: named, inputs }, { required: [key] }) },
        `a name or ${what}`,
      ),
    );
  const activity = oneOf('an activity', {
    delegate: called('workflow', 'a delegated workflow'),
    set_state: name,
    call_operation: called('operation', 'a call of an operation', strict ? dotted : name),
    inline: called('workflow', 'an inlined workflow'),
  });
  const names = either({ scalar: name, sequence: listOf(name) }, 'a list of steps');
  const clause = strict ? condition : anything;
  const step = entity(
    'a step',
    {
      ...common,
      target: name,
      target_relationship: name,
      filter: strict
        ? listOf(condition, 'a list of conditions')
        : either({ sequence: anything, mapping: anything }, 'a list of conditions'),
      activities: listOf(activity, 'a list of activities'),
      on_success: names,
      on_failure: names,
      ...(strict ? {} : { operation_host: name }),
    },
    { required: ['target', 'activities'] },
  );
  const workflow = entity('a workflow', {
    ...common,
    inputs: named(defs.incoming, 'a map of inputs'),
    [strict ? 'precondition' : 'preconditions']: clause,
    // a workflow that does nothing yet has no steps below the key
    steps: may(optional(named(step, 'a map of steps'))),
    implementation: defs.implementation,
    outputs: mapOf(strict ? attributePath : anything, 'a map of outputs'),
  });
  // 1.3 calls `event` what tools and templates of earlier versions call `event_type`
  const old = { event_type: anything, schedule: anything, target_filter: anything, type: name };
  const trigger = entity(
    'a trigger',
    {
      ...common,
      event: strict ? name : anything,
      condition: clause,
      action: strict ? listOf(activity, 'a list of activities') : anything,
      ...(strict ? {} : old),
    },
    strict ? { required: ['event', 'action'] } : { open: true },
  );
  return { workflow, trigger };
}

/** Something, a dot, something. */
const isDotted = (text: string): boolean => {
  const at = text.indexOf('.', 1);
  return at > 0 && at < text.length - 1;
};

/** 2.0: `<interface>.<operation>` (section 13.2.3.3). */
const dotted: Shape = (node, report) => {
  if (node.kind !== 'scalar' || !isDotted(node.text))
    report.at(node, keynameType('an interface and its operation, such as standard.start', found(node)));
};
