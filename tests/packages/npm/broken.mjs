// What is told when there is no compiled core: node broken.mjs [platform arch]. Prints the error's code and message.

const [platform, arch] = process.argv.slice(2);
if (platform !== undefined) {
  Object.defineProperty(process, "platform", { value: platform });
  Object.defineProperty(process, "arch", { value: arch });
}
try {
  await import("mrtr");
  console.log("loaded");
} catch (error) {
  console.log(`${error.code}: ${error.message}`);
}
