import { useState } from 'preact/hooks';
import type { Deployment } from '../../../../client/types.ts';
import { Copy } from '../../../parts/copy.tsx';
import { download } from '../../../parts/download.ts';
import { Icon } from '../../../parts/icon.tsx';
import { addressFor, type Shape, shapeOf } from './output-kinds.ts';

export interface ListProps {
  readonly outputs: Deployment['outputs'];
  /** why some are hidden from this reader */
  readonly hidden?: Deployment['hiddenOutputs'];
  /** of the deployment's machines */
  readonly addresses?: readonly string[] | undefined;
  /** shows only so many */
  readonly most?: number;
}

export const Outputs = ({ outputs, hidden = [], addresses, most }: ListProps) => {
  const all = Object.entries(outputs);
  return (
    <>
      <dl class="output-list">
        {all.slice(0, most).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <Output name={name} shape={shapeOf(name, value, addressFor(name, outputs, addresses))} />
              <WhyHidden reason={hidden.find(({ output }) => output === name)?.reason} />
            </dd>
          </div>
        ))}
      </dl>
      {most !== undefined && all.length > most && <p class="faint">and {all.length - most} more</p>}
    </>
  );
};

const WhyHidden = ({ reason }: { reason: string | undefined }) =>
  reason === undefined ? null : <p class="faint">Hidden: {reason}.</p>;

const Output = ({ name, shape }: { name: string; shape: Shape }) => {
  if (shape.is === 'masked')
    return (
      <span class="faint">
        <Icon name="lock" size={14} /> secret
      </span>
    );
  if (shape.is === 'link')
    return (
      <span class="value">
        <a href={shape.text} target="_blank" rel="noopener noreferrer">
          {shape.text} <Icon name="external" size={12} title="opens in a new tab" />
        </a>
        <Copy text={shape.text} what={name} />
      </span>
    );
  if (shape.is === 'text')
    return (
      <span class="value">
        <span class="mono">{shape.text}</span>
        <Copy text={shape.text} what={name} />
      </span>
    );
  if (shape.is === 'data')
    return (
      <details class="data">
        <summary>
          {sizeOf(shape.text)} <Copy text={shape.text} what={name} />
        </summary>
        <pre class="revealed">{shape.text}</pre>
      </details>
    );
  return <Hidden name={name} shape={shape} />;
};

const sizeOf = (text: string): string => {
  const lines = text.split('\n').length;
  return lines > 1 ? `${lines} lines` : `${text.length} characters`;
};

/** Shown only when somebody asks: others may look at the same screen. */
const Hidden = ({ name, shape }: { name: string; shape: Extract<Shape, { readonly is: 'secret' | 'file' }> }) => {
  const [open, setOpen] = useState(false);
  return (
    <>
      <span class="value">
        {open ? (
          <pre class="revealed">{shape.text}</pre>
        ) : (
          <span class="dots">
            <span aria-hidden="true">••••••••••</span>
            {shape.is === 'file' && <span class="faint">{shape.what}</span>}
            <span class="hidden">hidden</span>
          </span>
        )}
        <button
          type="button"
          class="quiet"
          aria-label={`${open ? 'Hide' : 'Show'} ${name}`}
          title={open ? 'Hide' : 'Show'}
          onClick={() => setOpen(!open)}
        >
          <Icon name={open ? 'eye-off' : 'eye'} size={14} />
        </button>
        <Copy text={shape.text} what={name} />
        {shape.is === 'file' && (
          <button
            type="button"
            class="quiet"
            aria-label={`Download ${name}`}
            title={`Download ${shape.file}`}
            onClick={() => download(shape.text, shape.file)}
          >
            <Icon name="download" size={14} />
          </button>
        )}
      </span>
      {shape.is === 'file' && shape.use !== undefined && (
        <span class="value use">
          <code>{shape.use}</code>
          <Copy text={shape.use} what={`the command that uses ${name}`} />
        </span>
      )}
    </>
  );
};
