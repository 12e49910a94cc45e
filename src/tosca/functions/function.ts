import type { Cell, Site } from '../model/instances.ts';
import type { Service } from '../model/service.ts';
import type { Finding } from '../report.ts';
import type { Json } from '../topology.ts';
import type { Called, Schema } from '../types/definitions.ts';
import type { YamlMapping, YamlNode, YamlScalar } from '../yaml/node.ts';

/** A call under evaluation: what the function may ask. */
export interface Call {
  readonly name: string;
  readonly node: YamlMapping | YamlScalar;
  readonly argument: YamlNode;
  readonly service: Service;
  readonly site: Site;
  /** the argument with the calls inside it evaluated; `later` when some of it must wait for the deployment */
  argumentValue(): Called;
  /** value of a cell; `nothing` when it is not known yet (the call is made again) or wrong */
  cell(cell: Cell): Called;
  /** reports and answers `nothing` */
  refuse(finding: Finding, at?: YamlNode): Called;
  /** the call stays as it is written; `misfit` tells what its value cannot be */
  postpone(misfit?: Misfit): Called;
}

export type Misfit = (wanted: Schema) => Finding | undefined;

export type ToscaFunction = (call: Call) => Called;

export const given = (value: Json): Called => ({ is: 'given', value });
export const nothing: Called = { is: 'nothing' };
