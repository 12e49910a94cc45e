/** What the page and the worker that checks templates say to each other. */

import type { OutlineNode } from '../../src/domain/deployments/record/outline.ts';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Problem } from '../../src/tosca/problems.ts';
import type { Json } from '../../src/tosca/topology.ts';

export interface Values {
  readonly [input: string]: Json;
}

export interface Question {
  readonly text: string;
  /** values of the form; absent ones get their defaults */
  readonly inputs: Values;
}

/** What is known of a template. It can be copied between threads. */
export interface Checked {
  /** no errors; warnings may be among the problems */
  readonly ok: boolean;
  readonly problems: readonly Problem[];
  readonly inputs: readonly DeclaredInput[];
  /** as far as they could be worked out */
  readonly nodes: readonly OutlineNode[];
  /** how the template calls itself; undefined: it does not */
  readonly name: string | undefined;
  readonly description: string | undefined;
  /** how long it took here; undefined: the service checked it */
  readonly milliseconds: number | undefined;
  /** what an archive holds; absent: the template is a text, or no archive that can be read */
  readonly archive?: { readonly entry: string; readonly text: string; readonly files: readonly string[] };
}

export interface NumberedQuestion extends Question {
  readonly id: number;
}

export type Answered =
  | { readonly id: number; readonly checked: Checked }
  | { readonly id: number; readonly failed: string };
