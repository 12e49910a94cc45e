import { setImmediate } from 'node:timers/promises';
import { type Connection, TextDocuments } from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { diagnosticOf } from './diagnostics.ts';
import { KnownText } from './known-text.ts';

/** The documents that are open in the editor. Each change of one makes its problems known. */
export class Texts {
  readonly #connection: Connection;
  readonly #documents = new TextDocuments(TextDocument);
  readonly #texts = new Map<string, KnownText>();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#documents.onDidChangeContent(({ document }) => this.#publish(document));
    // other templates may import it
    this.#documents.onDidSave(({ document: { uri } }) => this.checkAgain(uri));
    this.#documents.onDidClose(({ document: { uri } }) => {
      this.#texts.delete(uri);
      this.#send(uri, connection.sendDiagnostics({ uri, diagnostics: [] }));
    });
    this.#documents.listen(connection);
  }

  /** What imports hold has changed. */
  checkAgain(except?: string): void {
    for (const document of this.#documents.all())
      if (document.uri !== except) {
        this.#textOf(document.uri).forget();
        this.#publish(document);
      }
  }

  /** null: the document is not open. */
  async about<Answer>(
    uri: string,
    answer: (document: TextDocument, text: KnownText) => Answer | Promise<Answer>,
  ): Promise<Answer | null> {
    const document = this.#documents.get(uri);
    return document === undefined ? null : answer(document, this.#textOf(uri));
  }

  #textOf(uri: string): KnownText {
    const text = this.#texts.get(uri) ?? new KnownText();
    this.#texts.set(uri, text);
    return text;
  }

  #publish(document: TextDocument): void {
    this.#send(document.uri, this.#sendProblems(document));
  }

  async #sendProblems(document: TextDocument): Promise<void> {
    const { uri, version } = document;
    const isOld = (): boolean => this.#documents.get(uri)?.version !== version;
    // who types fast has sent the next change already
    await setImmediate();
    if (isOld()) return;
    const { problems } = await this.#textOf(uri).understood(document);
    if (isOld()) return;
    const diagnostics = problems.map((problem) => diagnosticOf(document, problem));
    await this.#connection.sendDiagnostics({ uri, version, diagnostics });
  }

  /** A document that cannot be checked must not end the server, which has others. */
  #send(uri: string, sent: Promise<void>): void {
    sent.catch((cause: unknown) => {
      this.#connection.console.error(`${uri}: ${cause instanceof Error ? cause.stack : String(cause)}`);
    });
  }
}
