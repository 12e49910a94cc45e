/** The calls of drift detection. It changes nothing. */

import { randomUUID } from 'node:crypto';
import { type Difference, detectable, driftsOf, type MemberDrift } from '../engine/drift.ts';
import type { Detection, Stack } from '../engine/stack.ts';
import type { Json } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import type { Tree } from '../protocol/xml.ts';
import { type Actions, type Call, page, required, text, texts } from './call.ts';
import { stackOf } from './lookup.ts';

/** At the usual pace. */
const detectionSeconds = 2;

const detect = (call: Call): Tree => {
  const { place, now, world } = call;
  const stack = stackOf(place, required(call, 'StackName'), now);
  if (!detectable.includes(stack.status))
    throw invalid(`Drift detection cannot be performed on stack [${stack.id}] in status ${stack.status}`);
  if (stack.detections?.some(({ doneAt }) => now < doneAt))
    throw invalid(`Drift detection is already in progress for stack [${stack.id}]`);
  const detection: Detection = { id: randomUUID(), at: now, doneAt: now + detectionSeconds * 1_000 * world.pace };
  stack.detections = [...(stack.detections ?? []), detection];
  world.save(place);
  return { StackDriftDetectionId: detection.id };
};

const drifted = (all: readonly MemberDrift[]): number => all.filter(({ status }) => status !== 'IN_SYNC').length;

const status = (call: Call): Tree => {
  const id = required(call, 'StackDriftDetectionId');
  for (const stack of Object.values(call.place.stacks)) {
    const found = stack.detections?.find((one) => one.id === id);
    if (found) return statusShown(call, stack, found);
  }
  throw invalid(`Drift detection [${id}] does not exist`);
};

const statusShown = ({ place, now }: Call, stack: Stack, { id, at, doneAt }: Detection): Tree => {
  const common = { StackId: stack.id, StackDriftDetectionId: id, Timestamp: new Date(at) };
  if (now < doneAt) return { ...common, DetectionStatus: 'DETECTION_IN_PROGRESS' };
  const count = drifted(driftsOf(place, stack));
  const result = { StackDriftStatus: count > 0 ? 'DRIFTED' : 'IN_SYNC', DriftedStackResourceCount: count };
  return { ...common, DetectionStatus: 'DETECTION_COMPLETE', ...result };
};

const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

const differenceShown = ({ path, expected, actual }: Difference): Tree => ({
  PropertyPath: path,
  ExpectedValue: asText(expected ?? null),
  ActualValue: asText(actual ?? null),
  DifferenceType: actual === undefined ? 'REMOVE' : expected === undefined ? 'ADD' : 'NOT_EQUAL',
});

const driftShown = (stack: Stack, { member, physicalId, status: is, differences, actual }: MemberDrift): Tree => ({
  StackId: stack.id,
  LogicalResourceId: member.logicalId,
  PhysicalResourceId: physicalId,
  ResourceType: member.type,
  ExpectedProperties: JSON.stringify(member.shown),
  ActualProperties: actual && JSON.stringify(actual),
  PropertyDifferences: differences.map(differenceShown),
  StackResourceDriftStatus: is,
  Timestamp: new Date(stack.detections?.at(-1)?.at ?? stack.createdAt),
});

/** Only what a detection has compared is listed. */
const drifts = (call: Call): Tree => {
  const { place, now } = call;
  const stack = stackOf(place, required(call, 'StackName'), now);
  const wanted = texts(call, 'StackResourceDriftStatusFilters');
  const isDone = stack.detections?.some(({ doneAt }) => doneAt <= now) === true;
  const all = (isDone ? driftsOf(place, stack) : []).filter(
    ({ status: is }) => wanted.length === 0 || wanted.includes(is),
  );
  const { items, next } = page(all, text(call, 'NextToken'), Number(text(call, 'MaxResults') ?? 100));
  return { StackResourceDrifts: items.map((one) => driftShown(stack, one)), NextToken: next };
};

export const driftActions: Actions = {
  DetectStackDrift: { accepts: ['StackName'], handle: detect },
  DescribeStackDriftDetectionStatus: { accepts: ['StackDriftDetectionId'], handle: status },
  DescribeStackResourceDrifts: {
    accepts: ['StackName', 'StackResourceDriftStatusFilters', 'MaxResults', 'NextToken'],
    handle: drifts,
  },
};
