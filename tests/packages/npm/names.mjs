// Writes a program in TypeScript that compiles only if what the declarations promise is what the module has, name for
// name: node names.mjs > names.ts

import * as mrtr from "mrtr";
import * as server from "mrtr/server";

const lines = ['import * as mrtr from "mrtr";', 'import * as server from "mrtr/server";', ""];

/** Keys of an object type whose values can be called. */
lines.push("type Methods<T> = { [K in keyof T]: T[K] extends (...args: never[]) => unknown ? K : never }[keyof T];");

/** Both ways: a name too many in the literal, and one too few, are errors. */
function same(label, type, names) {
  const members = names.map((name) => `${JSON.stringify(name)}: true`).join(", ");
  lines.push(`export const ${label}: Record<${type}, true> = { ${members} };`);
}

for (const [label, module] of Object.entries({ mrtr, server })) {
  same(`${label}_exports`, `keyof typeof ${label}`, Object.keys(module));
  for (const [name, value] of Object.entries(module)) {
    if (typeof value !== "function" || !/^class /.test(Function.prototype.toString.call(value))) continue;
    const own = Object.getOwnPropertyDescriptors(value.prototype);
    const inherited = Object.getPrototypeOf(value.prototype) === Object.prototype ? {} : { inherited: true };
    if (inherited.inherited) continue;
    const methods = Object.keys(own).filter((key) => key !== "constructor" && typeof own[key].value === "function");
    const getters = Object.keys(own).filter((key) => own[key].get !== undefined);
    const type = `InstanceType<typeof ${label}.${name}>`;
    const generic =
      value === mrtr.Form || name === "McpServer"
        ? `${label}.${name}<${value === mrtr.Form ? "unknown" : "any"}>`
        : `${label}.${name}`;
    same(`${label}_${name}`, `Methods<${generic}>`, methods);
    for (const getter of getters)
      lines.push(`export type ${label}_${name}_${getter} = ${type}[${JSON.stringify(getter)}];`);
    const statics = Object.getOwnPropertyNames(value).filter((key) => !["length", "name", "prototype"].includes(key));
    same(`${label}_${name}_statics`, `Exclude<keyof typeof ${label}.${name}, "prototype">`, statics);
  }
}
console.log(lines.join("\n"));
