// Writes the licences of everything in the bundle beside it; a package without one stops the build.
import { existsSync, readFileSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";

const { inputs } = JSON.parse(readFileSync("out/meta.json", "utf8"));
const folders = new Set(
  Object.keys(inputs).flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
);
const texts = [...folders].sort().map((folder) => {
  const { name, version } = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8"));
  const file = readdirSync(folder).find((one) => /^licen[cs]e(\.|$)/i.test(one));
  const text = file ? readFileSync(path.join(folder, file), "utf8") : undefined;
  if (!text) throw new Error(`${name} has no licence beside it`);
  return `${name} ${version}\n\n${text.trim()}\n`;
});
if (!texts.length || !existsSync("out/extension.js")) throw new Error("bundle first");
writeFileSync("out/LICENSES.txt", texts.join(`\n${"-".repeat(72)}\n\n`));
