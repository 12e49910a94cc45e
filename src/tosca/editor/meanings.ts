import type { CapabilityDef, PropertyDef, RequirementDef, Schema } from '../types/definitions.ts';
import type { InterfaceDef } from '../types/interfaces.ts';
import type { Members } from '../types/members.ts';
import type { TypeKind } from '../types/scope.ts';
import type { TypeDef } from '../types/type-def.ts';
import type { Entry } from './entry.ts';

/** What stands at a place of a template: which names are allowed there, and what they name. */
export type Meaning =
  | { readonly is: 'other' }
  | { readonly is: 'root' | 'body' | 'version' | 'imports' | 'templateName' }
  /** a map of templates: their names are the author's */
  | { readonly is: 'templates'; readonly kind: TypeKind }
  | { readonly is: 'template'; readonly kind: TypeKind; readonly type: TypeDef | undefined }
  | { readonly is: 'typeName'; readonly kinds: readonly TypeKind[] }
  /** a map from names to values, one for each of these definitions */
  | { readonly is: 'values'; readonly defs: ReadonlyMap<string, PropertyDef> }
  | { readonly is: 'value'; readonly schema: Schema | undefined; readonly def?: PropertyDef }
  | { readonly is: 'capabilities'; readonly defs: Members['capabilities'] }
  | { readonly is: 'capability'; readonly def: CapabilityDef }
  | { readonly is: 'requirements'; readonly defs: Members['requirements'] }
  | { readonly is: 'requirement'; readonly def: RequirementDef | undefined }
  | { readonly is: 'interfaces'; readonly defs: Members['interfaces'] }
  | { readonly is: 'interface'; readonly def: InterfaceDef }
  | { readonly is: 'types'; readonly kind: TypeKind }
  | { readonly is: 'type'; readonly kind: TypeKind }
  | { readonly is: 'definitions' }
  | { readonly is: 'definition' }
  /** names of node templates, and with `kinds` also of types */
  | { readonly is: 'nodeName'; readonly kinds: readonly TypeKind[]; readonly requirement?: RequirementDef | undefined }
  | { readonly is: 'call'; readonly name: string; readonly node: TypeDef | undefined }
  | { readonly is: 'argument'; readonly call: string; readonly index: number; readonly owner: Entry };
