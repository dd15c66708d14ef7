// The studio that shows cards beside the text: one process for each package, ended with the editor.
"use strict";

const { spawn } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

/** How long a studio may take to print its address. */
const PATIENCE = 20000;

/** The nearest folder above a file that holds a package; undefined if there is none. */
function packageOf(file) {
  for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, "cardwright.toml"))) return folder;
    if (folder === path.dirname(folder)) return undefined;
  }
}

/** The name of the package in a folder, as its manifest says it. */
function nameOf(folder) {
  const manifest = fs.readFileSync(path.join(folder, "cardwright.toml"), "utf8");
  const table = /^\[package\]\s*$([^[]*)/m.exec(manifest)?.[1] ?? "";
  return /^\s*name\s*=\s*["']([^"']+)["']/m.exec(table)?.[1];
}

/** Studios by the folder of their package. */
class Studios {
  constructor(program) {
    this.program = program;
    this.running = new Map();
  }

  /** The address of a card's page, or of the package; starts a studio if none runs. */
  async address(folder, card) {
    const address = await (this.running.get(folder)?.address ?? this.start(folder));
    const name = nameOf(folder);
    if (!card || !name) return address;
    return `${address}/${encodeURIComponent(name)}/card/${encodeURIComponent(card)}`;
  }

  start(folder) {
    const child = spawn(this.program(), ["studio", "--no-open", folder], { stdio: ["ignore", "pipe", "pipe"] });
    const address = new Promise((found, failed) => {
      let told = "";
      let complaint = "";
      const late = setTimeout(() => failed(new Error("the studio did not start in time")), PATIENCE);
      child.stdout.on("data", (part) => {
        told += part;
        if (told.includes("\n")) {
          clearTimeout(late);
          found(told.split("\n")[0].trim());
        }
      });
      child.stderr.on("data", (part) => (complaint += part));
      child.on("error", (error) => failed(error));
      child.on("exit", () => {
        clearTimeout(late);
        this.running.delete(folder);
        failed(new Error(complaint.trim() || "the studio ended"));
      });
    });
    address.catch(() => this.running.delete(folder));
    this.running.set(folder, { child, address });
    return address;
  }

  dispose() {
    for (const { child } of this.running.values()) child.kill();
    this.running.clear();
  }
}

module.exports = { Studios, packageOf, nameOf };
