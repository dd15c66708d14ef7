// Connects VS Code with `cardwright lsp`, and shows the studio beside the text.
"use strict";

const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");
const { Studios, packageOf } = require("./studio");

/** @type {LanguageClient | undefined} */
let client;

const program = () => vscode.workspace.getConfiguration("cardwright").get("path", "cardwright");

function makeClient() {
  return new LanguageClient(
    "cardwright",
    "Cardwright",
    { command: program(), args: ["lsp"] },
    {
      documentSelector: [{ scheme: "file", language: "card" }],
      // The server offers to show cards only to editors that can.
      initializationOptions: { preview: true },
    },
  );
}

async function start() {
  client = makeClient();
  try {
    await client.start();
  } catch (error) {
    const choice = await vscode.window.showErrorMessage(
      `Cardwright: \`${program()}\` could not be started (${error.message}). Install it, or say where it is.`,
      "Settings",
    );
    if (choice) vscode.commands.executeCommand("workbench.action.openSettings", "cardwright.path");
  }
}

/** Shows the studio of the package of a document, at a card if one is named. */
async function openStudio(studios, uri, card) {
  const file = (uri && vscode.Uri.parse(uri.toString())) ?? vscode.window.activeTextEditor?.document.uri;
  const folder = file?.scheme === "file" ? packageOf(file.fsPath) : undefined;
  if (!folder) {
    return vscode.window.showWarningMessage("Cardwright: open a .card file of a package first.");
  }
  try {
    const address = await studios.address(folder, card);
    await vscode.commands.executeCommand("simpleBrowser.api.open", vscode.Uri.parse(address, true), {
      viewColumn: vscode.ViewColumn.Beside,
      preserveFocus: true,
    });
  } catch (error) {
    vscode.window.showErrorMessage(`Cardwright: ${error.message}`);
  }
}

/** Runs the test around the cursor: the last one that begins above it. */
async function runTestHere() {
  const editor = vscode.window.activeTextEditor;
  if (!editor || !client) return;
  const lenses = await vscode.commands.executeCommand("vscode.executeCodeLensProvider", editor.document.uri, 1000);
  const line = editor.selection.active.line;
  const tests = lenses.filter((lens) => lens.command?.command === "cardwright.runTest" && lens.range.start.line <= line);
  const nearest = tests.sort((one, two) => two.range.start.line - one.range.start.line)[0];
  if (!nearest) return vscode.window.showInformationMessage("Cardwright: no test begins above the cursor.");
  await vscode.commands.executeCommand(nearest.command.command, ...nearest.command.arguments);
}

exports.activate = async (context) => {
  // Started only in folders that the person trusts.
  if (!vscode.workspace.isTrusted) {
    context.subscriptions.push(vscode.workspace.onDidGrantWorkspaceTrust(start));
  }
  const studios = new Studios(program);
  const commands = {
    "cardwright.openStudio": (uri) => openStudio(studios, uri),
    "cardwright.preview": (uri, card) => openStudio(studios, uri, card),
    "cardwright.runTestHere": runTestHere,
    "cardwright.fixAll": () => vscode.commands.executeCommand("editor.action.fixAll"),
    "cardwright.restart": async () => {
      await client?.dispose();
      await start();
    },
  };
  for (const [name, run] of Object.entries(commands)) {
    context.subscriptions.push(vscode.commands.registerCommand(name, run));
  }
  context.subscriptions.push(studios);
  if (vscode.workspace.isTrusted) await start();
};

exports.deactivate = () => client?.stop();
