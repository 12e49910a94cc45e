/** A template as CloudFormation reads it. The sandbox reads JSON only. */

import { type Bag, isBag, type Json } from '../protocol/json.ts';
import { invalid } from '../protocol/refusal.ts';

export interface ResourceDefinition {
  readonly Type: string;
  readonly Properties?: Bag;
  readonly DependsOn?: string | readonly string[];
  readonly Condition?: string;
  readonly DeletionPolicy?: string;
  readonly UpdateReplacePolicy?: string;
  readonly Metadata?: Json;
}

export interface ParameterDefinition {
  readonly Type: string;
  readonly Default?: string | number;
  readonly NoEcho?: boolean | string;
  readonly Description?: string;
  readonly AllowedValues?: readonly (string | number)[];
  readonly AllowedPattern?: string;
  readonly MinLength?: number | string;
  readonly MaxLength?: number | string;
  readonly MinValue?: number | string;
  readonly MaxValue?: number | string;
  readonly ConstraintDescription?: string;
}

interface OutputDefinition {
  readonly Value: Json;
  readonly Description?: string;
  readonly Condition?: string;
}

export interface Template {
  readonly Description?: string;
  readonly Parameters: { readonly [name: string]: ParameterDefinition };
  readonly Mappings: { readonly [name: string]: Bag };
  readonly Conditions: { readonly [name: string]: Json };
  readonly Resources: { readonly [logicalId: string]: ResourceDefinition };
  readonly Outputs: { readonly [name: string]: OutputDefinition };
}

const sections = [
  'AWSTemplateFormatVersion',
  'Description',
  'Metadata',
  'Parameters',
  'Mappings',
  'Conditions',
  'Resources',
  'Outputs',
];
const attributes = [
  'Type',
  'Properties',
  'DependsOn',
  'Condition',
  'DeletionPolicy',
  'UpdateReplacePolicy',
  'Metadata',
];
const ofOthers = ['CreationPolicy', 'UpdatePolicy'];

export const formatError = (message: string): Error => invalid(`Template format error: ${message}`);

function sectionOf(document: Bag, name: string): Bag {
  const section = document[name];
  if (section === undefined) return {};
  if (!isBag(section)) throw formatError(`[/${name}] 'expected type: Mapping, found: ${typeof section}'`);
  for (const [key, value] of Object.entries(section)) {
    if (name !== 'Conditions' && !isBag(value))
      throw formatError(`Every ${name} object must contain an object: ${key}`);
  }
  return section;
}

const singular: { readonly [section: string]: string } = {
  Resources: 'Resource',
  Outputs: 'Output',
  Parameters: 'Parameter',
};

/** The most that a template may have [CloudFormation quotas]. */
const limits: { readonly [section: string]: number } = { Resources: 500, Outputs: 200, Parameters: 200, Mappings: 200 };

function checkNames(document: Bag): void {
  for (const [section, limit] of Object.entries(limits)) {
    const names = Object.keys(sectionOf(document, section));
    const bad = names.find((name) => !/^[A-Za-z0-9]+$/.test(name));
    if (bad !== undefined && singular[section])
      throw formatError(`${singular[section]} name ${bad} is non alphanumeric.`);
    if (names.length > limit) {
      const what = section.toLowerCase();
      throw formatError(`Number of ${what}, ${names.length}, is greater than maximum allowed, ${limit}`);
    }
  }
}

function parsed(body: string): Bag {
  let document: Json;
  try {
    document = JSON.parse(body) as Json;
  } catch {
    if (!body.trimStart().startsWith('{')) throw formatError('the sandbox reads templates in JSON only');
    throw formatError('JSON not well-formed. (line 1, column 1)');
  }
  if (!isBag(document)) throw formatError('unsupported structure.');
  return document;
}

function checkResource(logicalId: string, definition: Bag): void {
  if (typeof definition['Type'] !== 'string')
    throw formatError(`[/Resources/${logicalId}] Every Resources object must contain a Type member.`);
  const stray = Object.keys(definition).filter((name) => !attributes.includes(name));
  const beyond = stray.find((name) => ofOthers.includes(name));
  if (beyond) throw formatError(`the sandbox does not know ${beyond} (${logicalId})`);
  if (stray.length > 0) {
    throw invalid(`Invalid template resource property '${stray[0]}'`);
  }
}

/** Reads the form only; `checkTemplate` looks at what is meant. Throws a ValidationError. */
export function readTemplate(body: string): Template {
  const document = parsed(body);
  const stray = Object.keys(document).filter((name) => !sections.includes(name));
  if (stray.includes('Transform')) throw formatError('the sandbox runs no transforms');
  if (stray.length > 0) throw invalid(`Invalid template property or properties [${stray.join(', ')}]`);
  const resources = sectionOf(document, 'Resources');
  if (Object.keys(resources).length === 0) throw formatError('At least one Resources member must be defined.');
  checkNames(document);
  for (const [logicalId, definition] of Object.entries(resources)) checkResource(logicalId, definition as Bag);
  const description = document['Description'];
  return {
    ...(typeof description === 'string' && { Description: description }),
    Parameters: sectionOf(document, 'Parameters') as unknown as Template['Parameters'],
    Mappings: sectionOf(document, 'Mappings') as Template['Mappings'],
    Conditions: sectionOf(document, 'Conditions'),
    Resources: resources as unknown as Template['Resources'],
    Outputs: sectionOf(document, 'Outputs') as unknown as Template['Outputs'],
  };
}

export const needsOf = (value: string | readonly string[] | undefined): readonly string[] =>
  value === undefined ? [] : typeof value === 'string' ? [value] : value;
