import { HighlightStyle } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Colours are variables of the page, which reach into the shadow root: the theme changes without a word to the editor. */
export const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--code-key)' },
  { tag: [tags.string, tags.content, tags.attributeValue], color: 'var(--code-text)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--code-number)' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--faint)', fontStyle: 'italic' },
  { tag: [tags.labelName, tags.typeName, tags.keyword, tags.meta], color: 'var(--code-mark)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--soft)' },
]);

const underline = (colour: string): { readonly [property: string]: string } => ({
  backgroundImage: 'none',
  textDecoration: `underline wavy var(${colour}) 1px`,
  textUnderlineOffset: '3px',
});

export const look = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'var(--surface)', color: 'var(--ink)', fontSize: '13px' },
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--mono)', lineHeight: '20px', overflow: 'auto' },
  '.cm-scroller:focus-visible': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-content': { padding: '10px 0', caretColor: 'var(--ink)' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '.cm-gutters': { backgroundColor: 'var(--surface)', color: 'var(--faint)', border: '0', paddingLeft: '6px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 6%, transparent)' },
  '.cm-activeLineGutter': { backgroundColor: 'transparent', color: 'var(--ink)' },
  '.cm-foldGutter span': { color: 'var(--faint)' },
  '.cm-foldPlaceholder': { backgroundColor: 'var(--sunken)', border: '0', color: 'var(--soft)', padding: '0 6px' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 24%, transparent) !important',
  },
  '.cm-selectionMatch': { backgroundColor: 'color-mix(in srgb, var(--accent) 14%, transparent)' },
  '.cm-matchingBracket': { backgroundColor: 'color-mix(in srgb, var(--accent) 20%, transparent) !important' },
  '.cm-lintRange-error': underline('--failed'),
  '.cm-lintRange-warning': underline('--off'),
  '.cm-gutter-lint': { width: '14px' },
  '.cm-lint-marker': { width: '9px', height: '9px', margin: '6px 0 0 2px', content: '""', borderRadius: '50%' },
  '.cm-lint-marker-error': { backgroundColor: 'var(--failed)' },
  '.cm-lint-marker-warning': { backgroundColor: 'var(--off)', borderRadius: '2px', rotate: '45deg' },
  '.cm-tooltip': {
    backgroundColor: 'var(--surface)',
    color: 'var(--ink)',
    border: '1px solid var(--line-strong)',
    borderRadius: '7px',
    boxShadow: 'var(--shadow-high)',
    maxWidth: '520px',
    fontFamily: 'var(--font)',
  },
  '.cm-diagnostic': { padding: '6px 12px', border: '0', whiteSpace: 'pre-wrap' },
  '.cm-diagnosticSource': { color: 'var(--faint)', fontSize: '11.5px', opacity: '1' },
  '.cm-panels': { backgroundColor: 'var(--sunken)', color: 'var(--ink)', borderColor: 'var(--line) !important' },
  '.cm-textfield': { backgroundColor: 'var(--surface)', border: '1px solid var(--line-strong)', borderRadius: '5px' },
  '.cm-button': {
    backgroundImage: 'none',
    backgroundColor: 'var(--surface)',
    border: '1px solid var(--line-strong)',
    borderRadius: '5px',
  },
});
