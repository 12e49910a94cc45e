import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { yaml } from '@codemirror/lang-yaml';
import {
  bracketMatching,
  foldGutter,
  foldKeymap,
  indentOnInput,
  indentUnit,
  syntaxHighlighting,
} from '@codemirror/language';
import { type Diagnostic, lintGutter, lintKeymap, setDiagnostics } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { EditorState, type Extension } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import type { Problem } from '../../src/tosca/problems.ts';
import { colours, look } from './code-look.ts';
import { rangeOf } from './ranges.ts';

/**
 * What is typed over a selection goes through the editor. A browser would copy the look of what was there into a `style`
 * attribute, which the CSP blocks and reports. A composition (of Chinese, say) begins where the selection was, without it:
 * otherwise its first letters would stay in the text. Not covered: programs that type for the user by `execCommand`, which
 * tells no page before. Their text arrives, and the CSP reports the look that it blocks.
 */
const typingOverSelection = EditorView.domEventHandlers({
  beforeinput: ({ inputType, data, isComposing }, view) =>
    inputType === 'insertText' && data !== null && !isComposing && replaceSelection(view, data, 'input.type'),
  compositionstart: (_, view) => {
    replaceSelection(view, '', 'delete.selection');
    return false;
  },
});

/** False: nothing is selected, or nothing may change. */
const replaceSelection = (view: EditorView, text: string, userEvent: string): boolean => {
  const { state } = view;
  if (state.selection.main.empty || state.readOnly) return false;
  view.dispatch(state.update(state.replaceSelection(text), { userEvent, scrollIntoView: true }));
  return true;
};

export interface CodeOptions {
  readonly text: string;
  /** for screen readers */
  readonly label: string;
  readonly readOnly: boolean;
  /** called with the new text when the user has changed it */
  readonly onChange: (text: string) => void;
}

/** The editor keeps lines without their ends: those of Windows stay, or each line would count as changed. */
const lineEndIn = (text: string): string => (/\r\n/.test(text) && !/(?<!\r)\n/.test(text) ? '\r\n' : '\n');

/** An editor of YAML. It stands in a shadow root: there its styles are constructed sheets, which the CSP allows. */
export class Code {
  readonly #view: EditorView;
  /** true while the page itself writes the text */
  #isWriting = false;
  /** what the user has typed and the page was told of, until it has all of it */
  readonly #told = new Set<string>();
  #lineEnd: string;

  constructor(host: HTMLElement, options: CodeOptions) {
    this.#lineEnd = lineEndIn(options.text);
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    root.replaceChildren();
    this.#view = new EditorView({
      state: EditorState.create({ doc: options.text, extensions: this.#extensions(options) }),
      parent: root,
      root,
    });
    // axe: what scrolls must be reachable by keyboard
    this.#view.scrollDOM.tabIndex = 0;
  }

  get text(): string {
    const { doc } = this.#view.state;
    return doc.sliceString(0, doc.length, this.#lineEnd);
  }

  /** Another text, such as that of a file. What the user has typed is left alone, also where the page is a few keys behind. */
  write(text: string): void {
    const isEcho = text !== this.text && this.#told.has(text);
    if (isEcho) return;
    this.#told.clear();
    if (text === this.text) return;
    this.#lineEnd = lineEndIn(text);
    this.#isWriting = true;
    this.#view.dispatch({ changes: { from: 0, to: this.#view.state.doc.length, insert: text } });
    this.#isWriting = false;
  }

  /** Marks the problems of the template itself at their lines. */
  mark(problems: readonly Problem[]): void {
    const { state } = this.#view;
    const diagnostics = problems.flatMap((problem): readonly Diagnostic[] => {
      if (problem.file !== 'template') return [];
      const { severity, message, code } = problem;
      return [{ ...rangeOf(state.doc, problem), severity, message, source: code }];
    });
    this.#view.dispatch(setDiagnostics(state, [...diagnostics]));
  }

  /** Puts the cursor to a place and shows it. */
  goTo(place: Pick<Problem, 'line' | 'column'>): void {
    const { from } = rangeOf(this.#view.state.doc, place);
    this.#view.dispatch({ selection: { anchor: from }, effects: EditorView.scrollIntoView(from, { y: 'center' }) });
    this.#view.focus();
  }

  dispose(): void {
    this.#view.destroy();
  }

  #extensions({ label, readOnly, onChange }: CodeOptions): Extension {
    return [
      lineNumbers(),
      foldGutter(),
      readOnly ? [EditorState.readOnly.of(true), EditorView.editable.of(false)] : [lintGutter(), history()],
      drawSelection(),
      indentOnInput(),
      indentUnit.of('  '),
      bracketMatching(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      search({ top: true }),
      yaml(),
      syntaxHighlighting(colours),
      look,
      typingOverSelection,
      // the Tab key leaves the editor: nobody is caught in it
      keymap.of([...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...lintKeymap]),
      EditorView.contentAttributes.of({ 'aria-label': label, spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.updateListener.of(({ docChanged }) => {
        if (!docChanged || this.#isWriting) return;
        this.#told.add(this.text);
        onChange(this.text);
      }),
    ];
  }
}
