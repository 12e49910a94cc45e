/** The design that a call describes: template, parameters, tags. */

import { planOf } from '../engine/plan.ts';
import type { Design, Stack } from '../engine/stack.ts';
import { same } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';
import { checkTemplate } from '../templates/check.ts';
import { chooseParameters } from '../templates/parameters.ts';
import { readTemplate } from '../templates/template.ts';
import { bags, type Call, flag, keyValues, text, texts } from './call.ts';

const longestBody = 51_200;

function bodyOf(call: Call, before: Design | undefined): string {
  const body = text(call, 'TemplateBody');
  if (body === undefined && flag(call, 'UsePreviousTemplate') && before) return before.body;
  if (body === undefined) throw invalid('Either Template URL or Template Body must be specified.');
  if (text(call, 'TemplateURL') === undefined && Buffer.byteLength(body) > longestBody) {
    throw invalid(
      `1 validation error detected: Value '${body.slice(0, 20)}...' at 'templateBody' failed to satisfy constraint: ` +
        `Member must have length less than or equal to ${longestBody}`,
    );
  }
  return body;
}

const mostTags = 50;

function tagsOf(call: Call, before: Design | undefined): Design['tags'] {
  if (call.params['Tags'] === undefined && before) return before.tags;
  const tags = bags(call, 'Tags');
  if (tags.length > mostTags) throw invalid(`Number of tags exceeds the maximum of ${mostTags}`);
  const reserved = tags.find(({ Key }) => String(Key).startsWith('aws:'));
  if (reserved) throw invalid(`aws: prefixed tag key names are not allowed for external use: ${reserved['Key']}`);
  return keyValues(tags);
}

export function designOf(call: Call, before?: Design): Design {
  const body = bodyOf(call, before);
  const template = readTemplate(body);
  const capabilities = texts(call, 'Capabilities');
  const allowed = call.params['ResourceTypes'] === undefined ? undefined : texts(call, 'ResourceTypes');
  checkTemplate(template, capabilities, allowed);
  const parameters = chooseParameters(template, bags(call, 'Parameters'), before?.parameters ?? [], call.place.region);
  return { body, template, parameters, tags: tagsOf(call, before), capabilities };
}

/** Refuses a template that gives a logical id another type. */
export function checkTypesStay(stack: Stack, design: Design): void {
  const changed = Object.entries(design.template.Resources)
    .filter(([logicalId, { Type }]) => ![undefined, Type].includes(stack.members[logicalId]?.type))
    .map(([logicalId]) => logicalId);
  if (changed.length > 0) {
    throw invalid(
      `Update of resource type is not permitted. The new template modifies resource type of the following resources: [${changed.join(', ')}]`,
    );
  }
}

export const isTheSame = (call: Call, stack: Stack, design: Design): boolean =>
  planOf(call.place, stack, design).length === 0 &&
  same(stack.design.template.Outputs as never, design.template.Outputs as never) &&
  same(stack.design.tags, design.tags);
