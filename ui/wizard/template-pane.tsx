import { useRef, useState } from 'preact/hooks';
import type { Problem } from '../../src/tosca/problems.ts';
import type { Checked } from '../editor/checking.ts';
import { Editor } from '../editor/editor.tsx';
import { download } from '../parts/download.ts';
import { Icon, ToneIcon } from '../parts/icon.tsx';
import { toastError } from '../parts/toast.tsx';
import { ArchiveText } from '../template/archive-text.tsx';
import { fileOf, isArchiveText, readTemplateFile, type TemplateFile } from './template-file.ts';
import type { Checking } from './use-check.ts';

interface TemplatePaneProps {
  readonly file: TemplateFile;
  readonly onChange: (file: TemplateFile) => void;
  readonly checking: Checking;
}

/** The template in its editor, and below it what the checker says. */
export const TemplatePane = ({ file, onChange, checking }: TemplatePaneProps) => {
  const [place, setPlace] = useState<Pick<Problem, 'line' | 'column'>>();
  const [isOver, setOver] = useState(false);
  const { checked } = checking;
  const problems = checked?.problems ?? [];
  const isArchive = isArchiveText(file.text);
  const open = (files: FileList | null | undefined): void => {
    const [first] = files ?? [];
    if (first) readTemplateFile(first).then(onChange, toastError);
  };
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    open(event.dataTransfer?.files);
  };
  const drag = (event: DragEvent): void => {
    if (!event.dataTransfer?.types.includes('Files')) return;
    event.preventDefault();
    setOver(true);
  };
  return (
    <section
      class={`card template-pane ${isOver ? 'over' : ''}`}
      aria-label="Template"
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <header>
        <h2>{file.name}</h2>
        <Verdict checking={checking} />
        <OpenButton onFiles={open} />
        <button
          type="button"
          class="quiet"
          aria-label="Download the template"
          title="Download the template"
          onClick={() => download(fileOf('', file.text).content, file.name, 'application/yaml')}
        >
          <Icon name="download" />
        </button>
      </header>
      {isArchive ? (
        <ArchivePane archive={checked?.archive} />
      ) : (
        <Editor
          text={file.text}
          label="Template"
          problems={problems}
          place={place}
          onChange={(text) => onChange({ ...file, text })}
        />
      )}
      {problems.length > 0 && <Problems problems={problems} onGo={setPlace} />}
    </section>
  );
};

const ArchivePane = ({ archive }: { readonly archive: Checked['archive'] }) => (
  <>
    <p class="archive-note soft">The service unpacks and checks this archive. To change it, open another one.</p>
    {archive && <ArchiveText archive={archive} />}
  </>
);

export const OpenButton = ({ onFiles }: { readonly onFiles: (files: FileList | null) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <button type="button" class="button small" onClick={() => input.current?.click()}>
        Open a file
      </button>
      <input
        ref={input}
        class="hidden"
        type="file"
        aria-label="Template file"
        tabIndex={-1}
        onChange={(event) => {
          onFiles(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
    </>
  );
};

const plural = (count: number, word: string): string => `${count} ${word}${count === 1 ? '' : 's'}`;

/** Whether the template is valid, in words. */
const Verdict = ({ checking }: { readonly checking: Checking }) => {
  const { checked, failure } = checking;
  if (failure !== undefined) return <span class="verdict tone-failed">{failure}</span>;
  if (checked === undefined) return <span class="verdict" />;
  const errors = checked.problems.filter(({ severity }) => severity === 'error').length;
  const warnings = checked.problems.length - errors;
  const counts = [errors > 0 && plural(errors, 'error'), warnings > 0 && plural(warnings, 'warning')].filter(Boolean);
  return (
    <span class={`verdict tone-${errors > 0 ? 'failed' : 'running'}`} role="status">
      <ToneIcon tone={errors > 0 ? 'failed' : 'running'} size={14} />
      {errors > 0 ? counts.join(', ') : ['valid', ...counts].join(', ')}
      <span class="faint checked-where">{placeOf(checked)}</span>
    </span>
  );
};

const placeOf = ({ milliseconds }: Checked): string =>
  milliseconds === undefined
    ? ' checked by the service'
    : ` checked here in ${Math.max(1, Math.round(milliseconds))} ms`;

const Problems = ({
  problems,
  onGo,
}: {
  readonly problems: readonly Problem[];
  readonly onGo: (place: Pick<Problem, 'line' | 'column'>) => void;
}) => (
  <ol class="problems" aria-label="Problems">
    {problems.map(({ severity, file, line, column, message, path }) => (
      <li key={`${file} ${line} ${column} ${path} ${message}`}>
        <button type="button" disabled={file !== 'template'} onClick={() => onGo({ line, column })}>
          <ToneIcon tone={severity === 'error' ? 'failed' : 'off'} title={severity} size={14} />
          <span class="mono">{file === 'template' ? `${line}:${column}` : file}</span>
          <span>{message}</span>
        </button>
      </li>
    ))}
  </ol>
);
