import { useEffect, useRef, useState } from 'preact/hooks';
import type { Problem } from '../../src/tosca/problems.ts';
import { Loading } from '../parts/notice.tsx';
import type { Code } from './code-mirror.ts';

export interface EditorProps {
  readonly text: string;
  /** for screen readers, such as `Template` */
  readonly label: string;
  readonly problems?: readonly Problem[];
  /** absent: the text can only be read */
  readonly onChange?: (text: string) => void;
  /** a place to go to; a new object goes there again */
  readonly place?: Pick<Problem, 'line' | 'column'> | undefined;
}

const none: readonly Problem[] = [];

/** Shows and edits YAML. The editor itself is loaded when it is first shown. */
export const Editor = ({ text, label, problems = none, onChange, place }: EditorProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState<Code>();
  const [problem, setProblem] = useState<string>();
  const changed = useRef(onChange);
  changed.current = onChange;
  const readOnly = onChange === undefined;

  useEffect(() => {
    let made: Code | undefined;
    let wanted = true;
    import('./code-mirror.ts').then(
      ({ Code: Loaded }) => {
        if (!wanted || !host.current) return;
        made = new Loaded(host.current, { text, label, readOnly, onChange: (next) => changed.current?.(next) });
        setCode(made);
      },
      (error: unknown) => wanted && setProblem(`${error}`),
    );
    return () => {
      wanted = false;
      made?.dispose();
    };
  }, [label, readOnly]);

  useEffect(() => code?.write(text), [code, text]);
  useEffect(() => code?.mark(problems), [code, problems]);
  useEffect(() => {
    if (place) code?.goTo(place);
  }, [code, place]);

  return (
    <div class="editor">
      {code === undefined && problem === undefined && <Loading what="the editor" />}
      {problem !== undefined && <p role="alert">The editor could not be loaded: {problem}</p>}
      <div class="editor-host" ref={host} />
    </div>
  );
};
