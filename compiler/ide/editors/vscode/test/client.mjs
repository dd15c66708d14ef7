// The extension against the real program: what it starts, what the server answers to the client it
// describes, and what its commands do. The editor itself is played by a few lines here.
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import Module, { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import assert from "node:assert/strict";

const require = createRequire(import.meta.url);
const protocol = require("vscode-languageserver-protocol/node");

const program = path.resolve(process.argv[2] ?? process.env.CARDWRIGHT ?? "cardwright");
const place = mkdtempSync(path.join(tmpdir(), "cardwright-vscode-"));
process.env.CARDWRIGHT_CACHE ??= path.join(place, "cache");
execFileSync(program, ["new", path.join(place, "moon"), "--game", "crawler"], { stdio: "ignore" });
const uriOf = (name) => pathToFileURL(path.join(place, "moon", name)).toString();

// ---- The editor, as far as the extension asks for it

const commands = new Map();
const opened = [];
const messages = [];
let clientOptions, serverOptions;
const say = (text) => void messages.push(text);
const editor = {
  workspace: {
    isTrusted: true,
    getConfiguration: () => ({ get: (name, otherwise) => (name === "path" ? program : otherwise) }),
    onDidGrantWorkspaceTrust: () => ({ dispose() {} }),
  },
  window: { showErrorMessage: say, showWarningMessage: say, showInformationMessage: say, activeTextEditor: undefined },
  commands: {
    registerCommand: (name, run) => (commands.set(name, run), { dispose() {} }),
    executeCommand: async (name, ...given) => {
      if (name === "simpleBrowser.api.open") return void opened.push(given[0].toString());
      if (name === "vscode.executeCodeLensProvider") return lensesOf(given[0].toString());
      if (commands.has(name)) return commands.get(name)(...given);
      // What the server offers, the language client registers.
      if (offered.includes(name)) return execute(name, given);
      throw new Error(`no command ${name}`);
    },
  },
  Uri: { parse: (text) => Object.assign(new URL(text), { scheme: new URL(text).protocol.slice(0, -1), fsPath: text.startsWith("file:") ? fileURLToPath(text) : "" }) },
  ViewColumn: { Beside: -2 },
};
class LanguageClient {
  constructor(id, name, server, client) {
    [serverOptions, clientOptions] = [server, client];
  }
  async start() {}
  async stop() {}
}
const load = Module._load;
Module._load = (name, ...rest) => {
  if (name === "vscode") return editor;
  if (name === "vscode-languageclient/node") return { LanguageClient };
  return load(name, ...rest);
};
const extension = require("../src/extension.js");
const context = { subscriptions: [] };
await extension.activate(context);

// Every command of the manifest is there.
const manifest = JSON.parse(readFileSync(new URL("../package.json", import.meta.url)));
for (const { command } of manifest.contributes.commands) assert(commands.has(command), command);

// ---- The language client, as the library behind it speaks

const server = spawn(serverOptions.command, serverOptions.args, { stdio: ["pipe", "pipe", "inherit"] });
const connection = protocol.createProtocolConnection(
  new protocol.StreamMessageReader(server.stdout),
  new protocol.StreamMessageWriter(server.stdin),
);
const problems = new Map();
connection.onNotification(protocol.PublishDiagnosticsNotification.type, ({ uri, diagnostics }) => problems.set(uri, diagnostics));
connection.onNotification(protocol.ShowMessageNotification.type, ({ message }) => messages.push(message));
connection.onRequest(protocol.RegistrationRequest.type, () => {});
connection.listen();
const { capabilities } = await connection.sendRequest(protocol.InitializeRequest.type, {
  processId: process.pid,
  rootUri: uriOf("."),
  capabilities: {},
  initializationOptions: clientOptions.initializationOptions,
});
const offered = capabilities.executeCommandProvider.commands;
const execute = (command, given) => connection.sendRequest(protocol.ExecuteCommandRequest.type, { command, arguments: given });
await connection.sendNotification(protocol.InitializedNotification.type, {});

const texts = new Map();
async function open(name) {
  const text = readFileSync(path.join(place, "moon", name), "utf8");
  texts.set(name, text);
  const textDocument = { uri: uriOf(name), languageId: "card", version: 1, text };
  await connection.sendNotification(protocol.DidOpenTextDocumentNotification.type, { textDocument });
}
const about = (name) => ({ textDocument: { uri: uriOf(name) } });
const lensesOf = (uri) => connection.sendRequest(protocol.CodeLensRequest.type, { textDocument: { uri } });

assert.deepEqual(clientOptions.documentSelector, [{ scheme: "file", language: "card" }]);
await open("cards/dungeon.card");
await open("tests/first.card");

const tokens = await connection.sendRequest(protocol.SemanticTokensRequest.type, about("cards/dungeon.card"));
const { tokenTypes } = capabilities.semanticTokensProvider.legend;
assert(tokens.data.length > 50 && tokens.data.length % 5 === 0);
assert(tokens.data.every((number, at) => at % 5 !== 3 || number < tokenTypes.length));
const folds = await connection.sendRequest(protocol.FoldingRangeRequest.type, about("cards/dungeon.card"));
assert(folds.length >= 1 && folds.every((fold) => fold.startLine < fold.endLine));
const all = { start: { line: 0, character: 0 }, end: { line: 1000, character: 0 } };
const hints = await connection.sendRequest(protocol.InlayHintRequest.type, { ...about("cards/dungeon.card"), range: all });
assert(Array.isArray(hints));

// ---- Run a test

const [run] = (await lensesOf(uriOf("tests/first.card"))).filter((lens) => lens.command.command === "cardwright.runTest");
const result = await editor.commands.executeCommand(run.command.command, ...run.command.arguments);
assert.equal(result.verdict.result, "passed");
assert(messages.some((message) => message.startsWith("Passed: ")), `${messages}`);
editor.window.activeTextEditor = {
  document: { uri: editor.Uri.parse(uriOf("tests/first.card")) },
  selection: { active: { line: run.range.start.line + 1 } },
};
const before = messages.length;
await commands.get("cardwright.runTestHere")();
assert.equal(messages.length, before + 1, `${messages}`);

// ---- Fix all

const good = texts.get("cards/dungeon.card");
const wrong = good.replace("rarity: common", "rarity = common");
assert.notEqual(wrong, good);
await connection.sendNotification(protocol.DidChangeTextDocumentNotification.type, {
  textDocument: { uri: uriOf("cards/dungeon.card"), version: 2 },
  contentChanges: [{ text: wrong }],
});
const actions = await connection.sendRequest(protocol.CodeActionRequest.type, {
  ...about("cards/dungeon.card"),
  range: all,
  context: { diagnostics: [], only: ["source.fixAll"] },
});
const fix = actions.find((action) => action.kind === "source.fixAll");
const lines = wrong.split("\n");
for (const { range, newText } of fix.edit.changes[uriOf("cards/dungeon.card")]) {
  assert.equal(range.start.line, range.end.line);
  const line = lines[range.start.line];
  lines[range.start.line] = line.slice(0, range.start.character) + newText + line.slice(range.end.character);
}
assert.equal(lines.join("\n"), good);

// ---- The preview beside the text

const [preview] = (await lensesOf(uriOf("cards/dungeon.card"))).filter((lens) => lens.command.command === "cardwright.preview");
await editor.commands.executeCommand(preview.command.command, ...preview.command.arguments);
assert.equal(opened.length, 1, `${messages}`);
assert.match(opened[0], /^http:\/\/127\.0\.0\.1:\d+\/#[0-9a-f]{32}\/moon\/card\/./);
const page = await fetch(opened[0]);
assert.equal(page.status, 200);
assert.match(page.headers.get("content-security-policy"), /frame-ancestors vscode-file: vscode-webview:/);
await commands.get("cardwright.openStudio")();
assert.equal(new URL(opened[1]).port, new URL(opened[0]).port, "one studio for a package");

// ---- Goodbye

for (const one of context.subscriptions) one.dispose();
await extension.deactivate();
await connection.sendRequest(protocol.ShutdownRequest.type);
await connection.sendNotification(protocol.ExitNotification.type);
const code = await new Promise((ended) => server.on("exit", ended));
assert.equal(code, 0);
await assert.rejects(
  async () => {
    for (let tries = 0; tries < 50; tries++) {
      await fetch(opened[0]);
      await new Promise((later) => setTimeout(later, 100));
    }
  },
  /fetch failed/,
  "the studio ends with the editor",
);
rmSync(place, { recursive: true });
console.log("the extension and the program understand each other");
process.exit(0);
