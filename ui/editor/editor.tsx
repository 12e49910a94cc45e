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
  readonly onChange?: ((text: string) => void) | undefined;
  /** a place to go to; a new object goes there again */
  readonly place?: Pick<Problem, 'line' | 'column'> | undefined;
}

const none: readonly Problem[] = [];

/** Shows and edits YAML. The editor itself is loaded when it is first shown. */
export const Editor = ({ text, label, problems = none, onChange, place }: EditorProps) => {
  const host = useRef<HTMLDivElement>(null);
  const [code, setCode] = useState<Code>();
  const [isGone, setGone] = useState(false);
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
      () => wanted && setGone(true),
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
      {code === undefined && !isGone && <Loading what="the editor" />}
      {isGone && <Plain {...{ text, label, onChange }} />}
      <div class="editor-host" ref={host} />
    </div>
  );
};

/** A newer release no longer has the file of the editor. What was typed is nowhere else, so it stays in sight. */
const Plain = ({ text, label, onChange }: Pick<EditorProps, 'text' | 'label' | 'onChange'>) => (
  <>
    <p role="alert">
      The editor could not be loaded: a newer release may be there, or the network is gone. Load the page again, once
      the text is safe.
    </p>
    <textarea
      class="mono"
      rows={20}
      aria-label={label}
      spellcheck={false}
      readOnly={onChange === undefined}
      value={text}
      onInput={(event) => onChange?.(event.currentTarget.value)}
    />
  </>
);
