import type { EventPattern, EventRule, Schedule } from './cloud.ts';
import { type Resolve, text } from './resolver.ts';
import { type Resource, resourcesOf, type Stack } from './stacks.ts';

interface Rules {
  readonly schedules: readonly Schedule[];
  readonly rules: readonly EventRule[];
}

/** EventBridge's rules: those with a schedule, and those for events. Rules without a function are left out. */
export const readRules = (stacks: readonly Stack[], resolve: Resolve): Rules => {
  const rules = resourcesOf(stacks, 'AWS::Events::Rule')
    .filter(({ Properties }) => Properties['State'] !== 'DISABLED')
    .map((rule) => ({ ...rule, functionArns: functionsOf(rule, resolve) }))
    .filter(({ functionArns }) => functionArns.length > 0);
  return {
    schedules: rules.flatMap(({ Properties, logicalId, functionArns }) => {
      const expression = Properties['ScheduleExpression'];
      return expression === undefined
        ? []
        : [{ name: logicalId, everySeconds: seconds(text(expression)), functionArns }];
    }),
    rules: rules.flatMap(({ Properties, stack, logicalId, functionArns }) => {
      const pattern = Properties['EventPattern'];
      return pattern === undefined
        ? []
        : [{ name: logicalId, pattern: checked(resolve(pattern, stack), logicalId), functionArns }];
    }),
  };
};

const functionsOf = ({ Properties, stack }: Resource, resolve: Resolve): readonly string[] =>
  ((Properties['Targets'] ?? []) as { Arn: unknown }[])
    .map(({ Arn }) => text(resolve(Arn, stack)))
    .filter((arn) => arn.includes(':lambda:'));

const unitSeconds: Readonly<Record<string, number>> = { minute: 60, hour: 3600, day: 86_400 };

const seconds = (expression: string): number => {
  const [, count, unit = ''] = /^rate\((\d+) (minute|hour|day)s?\)$/.exec(expression) ?? [];
  const length = unitSeconds[unit];
  if (length === undefined)
    throw new Error(`the laptop supports rate(…) schedules, not ${expression}; add it in local/template/rules.ts`);
  return Number(count) * length;
};

/** Throws for a pattern with anything but lists of values, at any depth: the laptop knows no others. */
const checked = (pattern: unknown, rule: string): EventPattern => {
  for (const [name, value] of Object.entries(pattern as object)) {
    if (!Array.isArray(value)) checked(value, rule);
    else if (value.some((item) => typeof item === 'object' && item !== null))
      throw new Error(
        `${rule}: the laptop matches only values, not ${JSON.stringify(value)} at ${name}; add it in local/template/rules.ts`,
      );
  }
  return pattern as EventPattern;
};

/** Whether the pattern matches the event. */
export const matches = (pattern: EventPattern, event: unknown): boolean =>
  Object.entries(pattern).every(([name, wanted]) => {
    const value = typeof event === 'object' && event !== null ? (event as Record<string, unknown>)[name] : undefined;
    return isList(wanted) ? wanted.some((item) => item === value) : matches(wanted, value);
  });

const isList = (wanted: EventPattern[string]): wanted is Extract<EventPattern[string], readonly unknown[]> =>
  Array.isArray(wanted);
