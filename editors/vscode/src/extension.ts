/** The extension of VS Code: it runs `toscanini lsp` for the TOSCA templates that are open. */

import { commands, type ExtensionContext, languages, type TextDocument, window, workspace } from 'vscode';
import { LanguageClient } from 'vscode-languageclient/node';
import { isTosca, serverOf } from './server.ts';

const language = 'tosca';

/** Templates end with .yaml as other files do: the text says what it is. */
const asTosca = async (document: TextDocument): Promise<void> => {
  if (document.languageId === 'yaml' && isTosca(document.getText()))
    await languages.setTextDocumentLanguage(document, language);
};

let client: LanguageClient | undefined;

export const activate = async ({ subscriptions }: ExtensionContext): Promise<void> => {
  subscriptions.push(
    workspace.onDidOpenTextDocument(asTosca),
    workspace.onDidSaveTextDocument(asTosca),
    workspace.onDidChangeConfiguration(async (change) => {
      if (change.affectsConfiguration('toscanini')) await start();
    }),
    commands.registerCommand('toscanini.restart', start),
  );
  await Promise.all(workspace.textDocuments.map(asTosca));
  await start();
};

/** Starts the server, or starts it anew. */
const start = async (): Promise<void> => {
  await client?.stop();
  const server = serverOf(workspace.getConfiguration('toscanini').get<readonly string[]>('command'));
  client = new LanguageClient('toscanini', 'TOSCA by Toscanini', server, {
    documentSelector: [
      { language, scheme: 'file' },
      { language, scheme: 'untitled' },
    ],
    synchronize: { fileEvents: workspace.createFileSystemWatcher('**/*.{yaml,yml,tosca}') },
  });
  try {
    await client.start();
  } catch (cause) {
    client = undefined;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const remedy = 'install the command line, or name it in the setting toscanini.command';
    await window.showErrorMessage(`${[server.command, ...server.args].join(' ')} does not run (${reason}): ${remedy}`);
  }
};

export const deactivate = async (): Promise<void> => {
  await client?.stop();
};
