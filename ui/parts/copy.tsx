import { useState } from 'preact/hooks';
import { Icon } from './icon.tsx';
import { toastError } from './toast.tsx';

/** Copies a text. `what` says in the name of the button what is copied: "the id". */
export const Copy = ({ text, what }: { text: string | (() => string); what: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text());
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch (cause) {
      toastError(new Error('the browser does not let this page copy: mark the text and copy it yourself', { cause }));
    }
  };
  return (
    <button
      type="button"
      class="quiet"
      aria-label={copied ? 'Copied' : `Copy ${what}`}
      title={`Copy ${what}`}
      onClick={copy}
    >
      <Icon name={copied ? 'tick' : 'copy'} size={14} />
    </button>
  );
};
