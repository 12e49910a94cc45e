import { useState } from 'preact/hooks';
import { Icon } from '../../parts/icon.tsx';
import { Loading, Problem } from '../../parts/notice.tsx';
import { useTitle } from '../../parts/title.ts';
import { toastError } from '../../parts/toast.tsx';
import { Catalog } from '../../wizard/catalog.tsx';
import { useLeavingGuard } from '../../wizard/leaving-guard.ts';
import { readTemplateFile } from '../../wizard/template-file.ts';
import { OpenButton } from '../../wizard/template-pane.tsx';
import { type Source, type SourceState, sourceOf } from './source.ts';

interface ChooseProps {
  readonly title?: string;
  /** address below which the entries of the catalog are opened */
  readonly catalogAt?: string;
  readonly onChoose: (source: Source) => void;
  readonly source: SourceState;
}

/** The first step: where the template comes from. */
export const Choose = ({ title = 'New deployment', catalogAt = 'new', onChoose, source }: ChooseProps) => {
  useTitle(title);
  if (source.problem !== undefined)
    return (
      <Problem error={source.problem}>
        <p class="actions">
          <a class="button" href="new">
            Choose another template
          </a>
        </p>
      </Problem>
    );
  if (source.isLoading) return <Loading what="the template" />;
  return (
    <>
      <div class="page-head">
        <h1>{title}</h1>
      </div>
      <Bring onChoose={onChoose} />
      <Catalog heading="Or one from the catalog" at={catalogAt} />
    </>
  );
};

const Bring = ({ onChoose }: Pick<ChooseProps, 'onChoose'>) => {
  const [isOver, setOver] = useState(false);
  const [text, setText] = useState('');
  useLeavingGuard(text.trim() !== '');
  const open = (files: FileList | null | undefined): void => {
    const [first] = files ?? [];
    if (first) readTemplateFile(first).then((file) => onChoose(sourceOf(file)), toastError);
  };
  const begin = (): void => onChoose(sourceOf({ name: 'template.yaml', text }, { isTyped: true }));
  return (
    <section
      class={`card bring ${isOver ? 'over' : ''}`}
      aria-label="Your own template"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        open(event.dataTransfer?.files);
      }}
    >
      <h2>Your own template</h2>
      <textarea
        class="mono"
        rows={7}
        aria-label="Template"
        placeholder="Paste a TOSCA template, or drop a file here: YAML, or an archive (CSAR)"
        spellcheck={false}
        value={text}
        onInput={(event) => setText(event.currentTarget.value)}
      />
      <div class="bring-actions">
        <OpenButton onFiles={open} />
        <button type="button" class="button primary" disabled={text.trim() === ''} onClick={begin}>
          Continue <Icon name="right" size={14} />
        </button>
      </div>
    </section>
  );
};
