/** The language server: LSP 3.17 over standard input and output, on the TOSCA library. */

import {
  CodeActionKind,
  type Connection,
  createConnection,
  type Location,
  type ServerCapabilities,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';
import packageFile from '../../package.json' with { type: 'json' };
import { definitionAt } from '../../src/tosca/editor/definition.ts';
import { exitCodes } from '../outcome.ts';
import { actionsOf, between, completionItems, formattingOf, hoverOf, symbolsOf } from './answers.ts';
import { locationOfType } from './catalog-texts.ts';
import { locationInImport } from './location.ts';
import { Texts } from './texts.ts';

const capabilities: ServerCapabilities = {
  textDocumentSync: TextDocumentSyncKind.Incremental,
  completionProvider: { triggerCharacters: [' ', '{', '[', ',', '-'] },
  hoverProvider: true,
  definitionProvider: true,
  documentSymbolProvider: true,
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  documentFormattingProvider: true,
};

export interface Surroundings {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** folder for the texts of built-in types */
  readonly types: string;
  readonly interrupted: AbortSignal;
}

/** Serves until the editor ends it, or is gone. Returns the exit code that the protocol asks for. */
export const serve = ({ input, output, types, interrupted }: Surroundings): Promise<number> => {
  const connection = createConnection(new StreamMessageReader(input), new StreamMessageWriter(output));
  const texts = new Texts(connection);
  connection.onInitialize(() => ({ capabilities, serverInfo: { name: 'toscanini', version: packageFile.version } }));
  connection.onDidChangeWatchedFiles(() => texts.checkAgain());
  answerPlaces(connection, texts, types);
  answerDocuments(connection, texts);
  const ended = new Promise<number>((resolve) => {
    let isAsked = false;
    connection.onShutdown(() => {
      isAsked = true;
    });
    const end = (): void => resolve(isAsked ? exitCodes.done : exitCodes.failed);
    connection.onExit(end);
    // an editor that has died asks for nothing
    input.on('end', end);
    interrupted.addEventListener('abort', () => resolve(exitCodes.interrupted), { once: true });
  });
  connection.listen();
  return ended.finally(() => connection.dispose());
};

/** What is asked about a place of a document. */
const answerPlaces = (connection: Connection, texts: Texts, types: string): void => {
  connection.onCompletion(({ textDocument: { uri }, position }) =>
    texts.about(uri, async (document, text) =>
      completionItems(document, await text.known(document, position.line), document.offsetAt(position)),
    ),
  );
  connection.onHover(({ textDocument: { uri }, position }) =>
    texts.about(uri, async (document, text) =>
      hoverOf(document, await text.known(document, position.line), document.offsetAt(position)),
    ),
  );
  connection.onDefinition(({ textDocument: { uri }, position }) =>
    texts.about(uri, async (document, text): Promise<Location | null> => {
      const target = definitionAt(await text.known(document, position.line), document.offsetAt(position));
      if (target === undefined) return null;
      if (target.in === 'text') return { uri, range: between(document, target.start, target.end) };
      return target.in === 'import' ? locationInImport(uri, target) : locationOfType(types, target.type);
    }),
  );
};

/** What is asked about a whole document. */
const answerDocuments = (connection: Connection, texts: Texts): void => {
  connection.onDocumentSymbol(({ textDocument: { uri } }) =>
    texts.about(uri, (document, text) => symbolsOf(document, { entries: text.entriesOf(document) })),
  );
  connection.onCodeAction(({ textDocument: { uri }, range }) =>
    texts.about(uri, async (document, text) => {
      const { problems } = await text.understood(document);
      return actionsOf(document, await text.known(document), problems, range);
    }),
  );
  connection.onDocumentFormatting(({ textDocument: { uri } }) => texts.about(uri, formattingOf));
};
