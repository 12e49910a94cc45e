import { tokensOf } from './template-lines.ts';

/** The lines of a template, to read. */
export const YamlLines = ({ text: whole }: { readonly text: string }) => (
  <div
    class="log-lines"
    role="document"
    aria-label="Template"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable with the keyboard (WCAG 2.1.1)
    tabIndex={0}
  >
    {whole.split('\n').map((text, index) => (
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
);
