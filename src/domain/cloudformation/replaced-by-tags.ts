import { resourcesIn } from './blueprint/stack-parts.ts';
import known from './replaced-by-tags.json' with { type: 'json' };

/**
 * Types of which CloudFormation replaces the resource for a changed tag, by AWS's own resource schemas (their tags are
 * create-only, of some only in certain cases) or by the CDK's data. Where only one of the two says so, to believe it costs a tag, and
 * not to believe it may cost a database. Without the key pair: tags of a stack do not reach it
 * (aws-cloudformation/cloudformation-coverage-roadmap#1734), and we write it none.
 */
const types: ReadonlySet<string> = new Set(known.types.filter((type) => type !== 'AWS::EC2::KeyPair'));

/** Whether other tags of its stack would replace a resource of the template, with all that it holds. */
export const isReplacedByTags = (template: { readonly [section: string]: unknown }): boolean =>
  Object.values(resourcesIn(template)).some(({ Type }) => types.has(Type));
