// Validates data files against their schema with ajv.
// Arguments: SCHEMA DATA [DATA …]. Prints what is wrong and fails if anything is.
const fs = require("fs");
const Ajv2020 = require("ajv/dist/2020");

const [schemaFile, ...dataFiles] = process.argv.slice(2);
const ajv = new Ajv2020({ strict: false, allErrors: false });
ajv.addFormat("int64", true);
ajv.addFormat("uint32", true);
const validate = ajv.compile(JSON.parse(fs.readFileSync(schemaFile, "utf8")));
let failed = 0;
for (const file of dataFiles) {
  if (!validate(JSON.parse(fs.readFileSync(file, "utf8")))) {
    failed += 1;
    console.log(`${file}: ${JSON.stringify(validate.errors[0])}`);
  }
}
process.exit(failed === 0 ? 0 : 1);
