import { Copy } from '../parts/copy.tsx';
import { download } from '../parts/download.ts';
import { Icon } from '../parts/icon.tsx';
import { fileOf, isArchiveText } from '../wizard/template-file.ts';
import { UnpackedArchive } from './archive-text.tsx';
import { YamlLines } from './yaml-lines.tsx';

interface TemplateTextProps {
  readonly text: string;
  /** of its file, without an ending */
  readonly name: string;
}

/** A template to read, as it was sent. */
export const TemplateText = ({ text, name }: TemplateTextProps) => {
  const isArchive = isArchiveText(text);
  const file = fileOf(name, text);
  return (
    <section class="card log">
      <div class="log-bar">
        <span class="soft">{isArchive ? 'An archive' : `${text.split('\n').length} lines`}, as sent</span>
        <span class="grow" />
        {!isArchive && <Copy text={text} what="the template" />}
        <button
          type="button"
          class="button small"
          onClick={() => download(file.content, file.name, isArchive ? 'application/octet-stream' : 'application/yaml')}
        >
          <Icon name="download" size={14} />
          Download
        </button>
      </div>
      {isArchive ? <UnpackedArchive text={text} /> : <YamlLines text={text} />}
    </section>
  );
};
