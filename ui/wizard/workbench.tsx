import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import type { DeclaredInput } from '../../src/tosca/declared-inputs.ts';
import type { Values } from '../editor/checking.ts';
import { tabsOf } from '../forms/fields.ts';
import { Form } from '../forms/form.tsx';
import type { Hints } from '../forms/hints.ts';
import { problemsByInput } from '../forms/values.ts';
import { Icon } from '../parts/icon.tsx';
import { type DrawnNode, type Mark, Topology } from '../topology/topology.tsx';
import type { TemplateFile } from './template-file.ts';
import { TemplatePane } from './template-pane.tsx';
import type { Checking } from './use-check.ts';

interface WorkbenchProps {
  readonly file: TemplateFile;
  readonly onFile: (file: TemplateFile) => void;
  readonly values: Values;
  readonly onValues: (values: Values) => void;
  readonly checking: Checking;
  /** of the template; an update has the values in force as defaults */
  readonly inputs: readonly DeclaredInput[];
  readonly hints: Hints;
  /** inputs to point at, since a value is needed before anything can go on */
  readonly missing: ReadonlySet<string>;
  readonly isTemplateShown: boolean;
  readonly onShowTemplate: (shown: boolean) => void;
  /** what a plan would do, by node */
  readonly marks?: ReadonlyMap<string, Mark> | undefined;
  /** nodes that are deployed and that the template no longer has; the picture shows that they go */
  readonly gone?: readonly DrawnNode[];
  /** options, plan and buttons */
  readonly children: ComponentChildren;
}

const nothing: readonly DrawnNode[] = [];

/** The template at the left; what it means at the right: its picture, its inputs, what would happen. */
export const Workbench = (props: WorkbenchProps) => {
  const { file, onFile, values, onValues, checking, inputs, hints, missing, isTemplateShown, children } = props;
  const { checked } = checking;
  const tabs = useMemo(() => tabsOf(inputs, hints), [inputs, hints]);
  const problems = useMemo(() => problemsByInput(checked?.problems ?? []), [checked]);
  const form = (
    <section class="card pane">
      <h2>Inputs</h2>
      <Form tabs={tabs} values={values} onChange={onValues} problems={problems} missing={missing} />
    </section>
  );
  return (
    <div class={`workbench ${isTemplateShown ? 'with-template' : ''}`}>
      <div class="workbench-left">
        {isTemplateShown ? <TemplatePane file={file} onChange={onFile} checking={checking} /> : form}
        <button type="button" class="button small" onClick={() => props.onShowTemplate(!isTemplateShown)}>
          <Icon name="code" size={14} />
          {isTemplateShown ? 'Hide the template' : 'Show the template'}
        </button>
      </div>
      <div class="workbench-right">
        <Picture nodes={checked?.nodes ?? nothing} marks={props.marks} gone={props.gone} />
        {isTemplateShown && checked !== undefined && form}
        {children}
      </div>
    </div>
  );
};

interface PictureProps {
  readonly nodes: readonly DrawnNode[];
  readonly marks: WorkbenchProps['marks'];
  readonly gone: WorkbenchProps['gone'];
}

const Picture = ({ nodes, marks, gone = nothing }: PictureProps) => {
  if (nodes.length === 0) return null;
  const going = gone.map(({ name }) => [name, 'removed'] as const);
  return (
    <div class={`wizard-picture ${nodes.length > 14 ? 'tall' : ''}`}>
      <Topology nodes={[...nodes, ...gone]} resources={[]} marks={new Map([...going, ...(marks ?? [])])} />
    </div>
  );
};
