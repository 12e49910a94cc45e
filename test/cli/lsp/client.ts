import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import {
  CodeActionRequest,
  CompletionRequest,
  createProtocolConnection,
  DefinitionRequest,
  type Diagnostic,
  DidChangeTextDocumentNotification,
  DidChangeWatchedFilesNotification,
  DidCloseTextDocumentNotification,
  DidOpenTextDocumentNotification,
  DocumentFormattingRequest,
  DocumentSymbolRequest,
  ExitNotification,
  FileChangeType,
  HoverRequest,
  InitializedNotification,
  InitializeRequest,
  type InitializeResult,
  type Position,
  type ProtocolConnection,
  PublishDiagnosticsNotification,
  type Range,
  ShutdownRequest,
  StreamMessageReader,
  StreamMessageWriter,
} from 'vscode-languageserver-protocol/node';

const root = join(import.meta.dirname, '../../..');

/** An editor: the client's half of the protocol's own library, over the standard input and output of `toscanini lsp`. */
export class Editor {
  readonly #process: ChildProcess;
  readonly #connection: ProtocolConnection;
  readonly #waiting = new Map<string, (found: readonly Diagnostic[]) => void>();
  readonly #ended: Promise<number | null>;
  /** what the server has written to standard error */
  complaints = '';

  /** `home`: the folder of the user who edits; `program`: the file that runs the command line. */
  constructor(home: string, program = join(root, 'cli/main.ts')) {
    const env = { HOME: home, PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [program, 'lsp', '--stdio'], { stdio: 'pipe', cwd: root, env });
    child.stderr.on('data', (text) => {
      this.complaints += text;
    });
    this.#process = child;
    this.#ended = new Promise((resolve) => child.once('exit', resolve));
    this.#connection = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    this.#connection.onNotification(PublishDiagnosticsNotification.type, ({ uri, version, diagnostics }) => {
      this.#waiting.get(`${uri} ${version}`)?.(diagnostics);
      this.#waiting.delete(`${uri} ${version}`);
    });
    this.#connection.listen();
  }

  async start(): Promise<InitializeResult> {
    const started = await this.#connection.sendRequest(InitializeRequest.type, {
      ...{ processId: process.pid, rootUri: null, capabilities: {} },
    });
    await this.#connection.sendNotification(InitializedNotification.type, {});
    return started;
  }

  /** Opens a text; returns what is wrong with it. */
  async open(uri: string, text: string): Promise<readonly Diagnostic[]> {
    const found = this.problems(uri, 1);
    const textDocument = { uri, languageId: 'yaml', version: 1, text };
    await this.#connection.sendNotification(DidOpenTextDocumentNotification.type, { textDocument });
    return found;
  }

  /** Types a text at a place. */
  async type(uri: string, version: number, range: Range, text: string): Promise<readonly Diagnostic[]> {
    const found = this.problems(uri, version);
    await this.#connection.sendNotification(DidChangeTextDocumentNotification.type, {
      textDocument: { uri, version },
      contentChanges: [{ range, text }],
    });
    return found;
  }

  close(uri: string): Promise<void> {
    return this.#connection.sendNotification(DidCloseTextDocumentNotification.type, { textDocument: { uri } });
  }

  /** Says that a file has changed on the disk. */
  changedFile(uri: string): Promise<void> {
    return this.#connection.sendNotification(DidChangeWatchedFilesNotification.type, {
      changes: [{ uri, type: FileChangeType.Changed }],
    });
  }

  async completions(uri: string, position: Position) {
    const found = await this.#connection.sendRequest(CompletionRequest.type, { textDocument: { uri }, position });
    return Array.isArray(found) ? found : [];
  }

  hover(uri: string, position: Position) {
    return this.#connection.sendRequest(HoverRequest.type, { textDocument: { uri }, position });
  }

  async definition(uri: string, position: Position) {
    const found = await this.#connection.sendRequest(DefinitionRequest.type, { textDocument: { uri }, position });
    return found !== null && 'uri' in found ? found : undefined;
  }

  symbols(uri: string) {
    return this.#connection.sendRequest(DocumentSymbolRequest.type, { textDocument: { uri } });
  }

  actions(uri: string, range: Range) {
    return this.#connection.sendRequest(CodeActionRequest.type, {
      ...{ textDocument: { uri }, range, context: { diagnostics: [] } },
    });
  }

  format(uri: string) {
    return this.#connection.sendRequest(DocumentFormattingRequest.type, {
      ...{ textDocument: { uri }, options: { tabSize: 2, insertSpaces: true } },
    });
  }

  /** Returns the exit code of the server. */
  async stop(): Promise<number | null> {
    await this.#connection.sendRequest(ShutdownRequest.type);
    await this.#connection.sendNotification(ExitNotification.type);
    const code = await this.#ended;
    this.#connection.dispose();
    return code;
  }

  /** Returns the exit code of the server. */
  kill(): Promise<number | null> {
    this.#process.kill();
    return this.#ended;
  }

  /** The next ones that the server finds. */
  problems(uri: string, version: number): Promise<readonly Diagnostic[]> {
    return new Promise((resolve) => this.#waiting.set(`${uri} ${version}`, resolve));
  }
}
