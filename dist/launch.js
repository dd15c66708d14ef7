#!/usr/bin/env node
// Starts the binary of this platform's package and lives and dies with it.
"use strict";

const { spawn } = require("node:child_process");
const { constants } = require("node:os");

const wanted = `@cardwright/${process.platform}-${process.arch}`;
let program;
try {
  program = require.resolve(`${wanted}/bin/cardwright`);
} catch {
  console.error(
    `cardwright: the package ${wanted} is not installed.\n` +
      "Either there is no binary for this platform yet, or optional dependencies were left out: " +
      "install again without --omit=optional.",
  );
  process.exit(3);
}

const child = spawn(program, process.argv.slice(2), { stdio: "inherit" });
// On a terminal the child gets Ctrl-C itself; a signal sent to us alone must reach it too.
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("error", (error) => {
  console.error(`cardwright: ${program} cannot be started: ${error.message}`);
  process.exit(3);
});
child.on("exit", (code, signal) => {
  process.exit(signal ? 128 + constants.signals[signal] : code);
});
