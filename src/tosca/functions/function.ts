import type { Cell, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Called, Schema } from '../types/definitions.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/node.ts';

/** A call during evaluation, and what its function may ask for. */
export interface Call {
  readonly name: string;
  readonly node: YamlMapping | YamlScalar;
  readonly argument: YamlNode;
  readonly service: Service;
  readonly site: Site;
  /** the argument with inner calls evaluated; `later` when a part of it must wait for the deployment */
  argumentValue(): Called;
  /** the same, with scalars as texts: 1.10 is not 1.1 */
  argumentTexts(texts: Texts): Called;
  /** value of a cell; `nothing` when it is wrong, or not known yet (then the call is made again) */
  cell(cell: Cell): Called;
  /** reports the finding and returns `nothing` */
  refuse(finding: Finding, at?: YamlNode): Called;
  /** leaves the call in the value; `misfit` tells which schemas its later value cannot fit */
  postpone(misfit?: Misfit): Called;
}

/** Which scalars of an argument are texts, whatever YAML takes them for. */
export interface Texts {
  /** those in the first items of the argument */
  readonly items: number;
  /** those in this many levels of lists; 1: only the items themselves */
  readonly levels: number;
}

export type Misfit = (wanted: Schema) => Finding | undefined;

export type ToscaFunction = (call: Call) => Called;

export const given = (value: Json): Called => ({ is: 'given', value });
/** What a declared property without a value gives: null, which is no mistake of the call. */
export const unset: Called = Object.freeze({ is: 'given', value: null, unset: true });
export const nothing: Called = { is: 'nothing' };
