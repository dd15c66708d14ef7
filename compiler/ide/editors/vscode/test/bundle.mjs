// The bundle that is packed can be loaded: every class that the client library extends is asked of the
// editor, and nothing else is missing.
import Module, { createRequire } from "node:module";
import assert from "node:assert/strict";

const editor = new Proxy({}, { get: (_, name) => (name === "version" ? "1.91.0" : class {}) });
const load = Module._load;
Module._load = (name, ...rest) => (name === "vscode" ? editor : load(name, ...rest));
const { activate, deactivate } = createRequire(import.meta.url)("../out/extension.js");
assert.equal(typeof activate, "function");
assert.equal(typeof deactivate, "function");
console.log("the bundle loads");
