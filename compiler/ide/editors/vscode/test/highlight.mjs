// Colours every .card file of the repository with the editor's own engine, and compares what it takes
// for comments and texts with what the language does.
import { readFileSync, readdirSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

const require = createRequire(import.meta.url);
const oniguruma = require("vscode-oniguruma");
const textmate = require("vscode-textmate");

const here = path.dirname(fileURLToPath(import.meta.url));
const root = path.resolve(process.argv[2] ?? path.join(here, "../../../../.."));
const wasm = readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm"));
await oniguruma.loadWASM(wasm.buffer.slice(wasm.byteOffset, wasm.byteOffset + wasm.byteLength));
const registry = new textmate.Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new oniguruma.OnigScanner(patterns),
    createOnigString: (text) => new oniguruma.OnigString(text),
  }),
  loadGrammar: async () => {
    const file = path.join(here, "../syntaxes/card.tmLanguage.json");
    return textmate.parseRawGrammar(readFileSync(file, "utf8"), file);
  },
});
const grammar = await registry.loadGrammar("source.card");

/** The scopes of every character of a text, without the root. */
function colours(text) {
  const found = [];
  let stack = textmate.INITIAL;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    for (const token of tokens) {
      for (let at = token.startIndex; at < Math.min(token.endIndex, line.length); at++) {
        found.push(token.scopes.slice(1).join(" "));
      }
    }
    found.push("");
    stack = ruleStack;
  }
  return { found, depth: stack.depth };
}

/** What the language takes for a comment (c), a text (t) or neither, character by character. */
function meant(text) {
  const all = new Array(text.length).fill(" ");
  const fill = (from, to, sign) => all.fill(sign, from, to);
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    let length = 1;
    if (rest.startsWith("//")) {
      length = /^[^\n]*/.exec(rest)[0].length;
      fill(at, at + length, "c");
    } else if (rest.startsWith('"""')) {
      length = rest.indexOf('"""', 3) + 3;
      fill(at, at + length, "t");
    } else if (rest.startsWith('"')) {
      length = /^"(\\.|[^"\\\n])*"?/.exec(rest)[0].length;
      fill(at, at + length, "t");
    }
    at += length;
  }
  return all;
}

function files(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const file = path.join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === "node_modules" ? [] : files(file);
    return entry.name.endsWith(".card") ? [file] : [];
  });
}

const fail = (message) => {
  console.error(message);
  process.exit(1);
};

let count = 0;
for (const file of ["content", "templates", "tests/semantics"].flatMap((folder) => files(path.join(root, folder)))) {
  const text = readFileSync(file, "utf8");
  const { found, depth } = colours(text);
  if (depth !== 1) fail(`${file}: something is still open at the end`);
  const expected = meant(text);
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "\n") continue;
    const is = found[at].startsWith("comment") ? "c" : found[at].startsWith("string") ? "t" : " ";
    if (is !== expected[at]) {
      const line = text.slice(0, at).split("\n").length;
      fail(`${file}:${line}: ${JSON.stringify(text[at])} is coloured as ${found[at] || "nothing"}`);
    }
  }
  count++;
}
if (count < 400) fail(`only ${count} files were found`);

const SAMPLE = `use crawler
/// A note.
abstract character imp "Imp {n}" : goblin {
  set: MOO
  attack 2B "Smite": +1B ATT
  on enter where subject is self { burn(crawler-deck, 1); set bell to 3 }
}`;
const EXPECTED = {
  use: "keyword.control.import.card",
  "/// A note.": "comment.line.documentation.card",
  abstract: "storage.modifier.card",
  character: "storage.type.card",
  imp: "entity.name.type.card",
  "{n}": "string.quoted.double.card constant.other.placeholder.card",
  "set:": "variable.other.property.card",
  "2B": "constant.numeric.card",
  "on ": "keyword.control.card",
  where: "keyword.operator.word.card",
  burn: "entity.name.function.card",
  "set bell": "keyword.control.card",
  "+1B": "constant.numeric.card",
};
const { found } = colours(SAMPLE);
for (const [word, scope] of Object.entries(EXPECTED)) {
  const is = found[SAMPLE.indexOf(word)];
  if (is !== scope) fail(`${word} is ${is || "nothing"}, not ${scope}`);
}
console.log(`${count} files coloured as the language reads them`);
