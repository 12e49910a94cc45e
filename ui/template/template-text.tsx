import { Copy } from '../parts/copy.tsx';
import { download } from '../parts/download.ts';
import { Icon } from '../parts/icon.tsx';
import { Notice } from '../parts/notice.tsx';
import { fileOf, isArchiveText } from '../wizard/template-file.ts';
import { tokensOf } from './template-lines.ts';

interface TemplateTextProps {
  readonly text: string;
  /** of its file, without an ending */
  readonly name: string;
}

/** A template to read, as it was sent. */
export const TemplateText = ({ text: value, name }: TemplateTextProps) => {
  const file = fileOf(name, value);
  const save = (): void => download(file.content, file.name, 'application/yaml');
  if (isArchiveText(value))
    return (
      <Notice icon="box" title="The template is an archive">
        <p class="actions">
          <button type="button" class="button" onClick={save}>
            <Icon name="download" />
            Download it
          </button>
        </p>
      </Notice>
    );
  return (
    <section class="card log">
      <div class="log-bar">
        <span class="soft">{value.split('\n').length} lines, as sent</span>
        <span class="grow" />
        <Copy text={value} what="the template" />
        <button type="button" class="button small" onClick={save}>
          <Icon name="download" size={14} />
          Download
        </button>
      </div>
      <div
        class="log-lines"
        role="document"
        aria-label="Template"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard (WCAG 2.1.1)
        tabIndex={0}
      >
        {value.split('\n').map((text, index) => (
          <div key={index} class="log-line">
            <span class="log-number" aria-hidden="true">
              {index + 1}
            </span>
            <span class="log-text">
              {tokensOf(text).map(({ text: part, is }) =>
                is === 'plain' ? part : <span class={`yaml-${is}`}>{part}</span>,
              )}
            </span>
          </div>
        ))}
      </div>
    </section>
  );
};
