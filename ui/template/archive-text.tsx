import { useRead } from '../data/read.ts';
import { service } from '../data/service.ts';
import type { Checked } from '../editor/checking.ts';
import { Icon } from '../parts/icon.tsx';
import { Awaited, Notice } from '../parts/notice.tsx';
import { YamlLines } from './yaml-lines.tsx';

type Archive = NonNullable<Checked['archive']>;

/** An archive in base64: the service unpacks it, the browser cannot. */
export const UnpackedArchive = ({ text }: { readonly text: string }) => {
  const { value, problem } = useRead(() => service.inspect(text), [text]);
  if (value === undefined) return <Awaited what="the archive" problem={problem} />;
  if (value.archive !== undefined) return <ArchiveText archive={value.archive} />;
  return (
    <Notice icon="box" title="The archive cannot be read">
      <p>{value.problems[0]?.message}</p>
    </Notice>
  );
};

/** The file of an archive that is the template, and the names of the others. */
export const ArchiveText = ({ archive: { entry, text, files } }: { readonly archive: Archive }) => {
  const others = files.filter((file) => file !== entry);
  return (
    <>
      <details class="archive-files">
        <summary>
          <Icon name="box" size={14} /> <span class="mono">{entry}</span>{' '}
          <span class="soft">
            in an archive with {others.length} other {others.length === 1 ? 'file' : 'files'}
          </span>
        </summary>
        <ul class="mono">
          {others.map((file) => (
            <li key={file}>{file}</li>
          ))}
        </ul>
      </details>
      <YamlLines text={text} />
    </>
  );
};
